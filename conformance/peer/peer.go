// Package peer shows the reference host a process, so that they can play.
package peer

import (
	"errors"
	"fmt"
	"time"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/host"
)

// A Peer is a process as the host sees it (Section 11.5). How long it is waited for is the limit that the
// process was started with: the host's own clock judges what came too late for its seat.
type Peer struct {
	process *process.Process
	fault   error
}

var _ host.Peer = (*Peer)(nil)

// Of returns the process as a Peer.
func Of(p *process.Process) *Peer { return &Peer{process: p} }

// Fault returns what the process last did wrong as a process, a *process.Fault, or nil. It tells more than
// the host is told.
func (x *Peer) Fault() error { return x.fault }

// Exchange implements host.Peer. What the process says unasked is taken for the answer to what comes next.
func (x *Peer) Exchange(line []byte, _ time.Duration) ([]byte, error) {
	x.process.Send(line)
	answer, err := x.process.Recv()
	x.fault = err
	var fault *process.Fault
	if !errors.As(err, &fault) {
		return answer, err
	}
	switch fault.Kind {
	case process.TimedOut, process.InputUnread, process.Unterminated, process.NeverFlushed:
		return nil, fmt.Errorf("%w: %s", host.ErrTimeout, fault.Message)
	case process.LineTooLong, process.Flood:
		return nil, nil // a line, but none that could be an answer: the host finds it malformed
	}
	return nil, x.process.Explain(fault)
}

// Kill implements host.Peer.
func (x *Peer) Kill() { x.process.Stop() }
