package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// stoppable returns a context that ends at the first signal that asks us to stop, after a call of
// first; the second ends the program at once. A reader of our output that goes away is no reason to
// stop: the run goes on for the other reports.
func stoppable(parent context.Context, first func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	pipes := make(chan os.Signal, 1) // nobody reads it; signal.Ignore would be inherited by the target
	signal.Notify(pipes, syscall.SIGPIPE)
	over := make(chan struct{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for n := 0; ; n++ {
			select {
			case <-over:
				return
			case <-signals:
				if n > 0 {
					os.Exit(statusOurs)
				}
				cancel()
				first()
			}
		}
	}()
	return ctx, func() {
		close(over)
		<-gone // so that first is not called later
		signal.Stop(signals)
		cancel()
	}
}
