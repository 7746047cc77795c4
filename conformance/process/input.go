package process

import "sync"

// input is the writing side of a target. It never blocks its caller: what the pipe does not take at
// once is left to a goroutine that lives until it is written. What is queued for a target that does not
// read is bounded by what the check sends; to drop some of it would blame the target for our doing.
type input struct {
	mu      sync.Mutex
	pipe    *pipeWriter
	queue   []byte // not yet given to the goroutine
	busy    bool   // the goroutine runs
	closing bool   // close once everything is written
	closed  bool
	broken  bool  // the target's end is closed
	sent    int64 // bytes ever accepted
	mark    int64 // sent before the last line
	written int64 // bytes that the pipe took
	idle    sync.WaitGroup
	onClose func() // called once, with mu held, before we close the pipe
	onBreak func() // called once, with mu held, when the target has closed its end
}

// send queues the parts as one thing.
func (w *input) send(parts ...[]byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mark = w.sent
	for _, b := range parts {
		w.put(b)
	}
	w.start()
}

func (w *input) put(b []byte) {
	if w.closing || w.closed || w.broken {
		return
	}
	w.queue = append(w.queue, b...)
	w.sent += int64(len(b))
}

// start writes what the pipe takes at once and leaves the rest to the goroutine.
func (w *input) start() {
	if w.busy || w.closed || w.broken {
		return
	}
	if len(w.queue) > 0 {
		n, err := w.pipe.write(w.queue, false)
		w.wrote(n, err)
		w.queue = w.queue[:copy(w.queue, w.queue[n:])]
	}
	switch {
	case w.broken:
		w.queue = nil
	case len(w.queue) > 0:
		w.busy = true
		w.idle.Go(w.drain)
	case w.closing:
		w.close()
	}
}

func (w *input) wrote(n int, err error) {
	w.written += int64(n)
	if err != nil && !w.broken && !w.closed {
		w.broken = true
		w.onBreak()
	}
}

// drain writes the queue until it is empty.
func (w *input) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) > 0 && !w.closed && !w.broken {
		b := w.queue
		w.queue = nil
		for len(b) > 0 && !w.closed && !w.broken {
			w.mu.Unlock()
			n, err := w.pipe.write(b, true)
			w.mu.Lock()
			w.wrote(n, err)
			b = b[n:]
		}
	}
	w.busy = false
	if w.closing && !w.closed {
		w.close()
	}
}

// closeSoon closes the pipe once everything is written.
func (w *input) closeSoon() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
	w.start()
}

// closeNow closes the pipe and forgets what was not written.
func (w *input) closeNow() {
	w.mu.Lock()
	w.closing = true
	w.close()
	w.mu.Unlock()
	w.idle.Wait()
}

func (w *input) close() {
	if w.closed {
		return
	}
	w.closed = true
	w.onClose() // before the target can see the end, and end itself for it
	w.pipe.file.Close()
}

// progress tells how much of the last thing sent the target has read, as far as can be known, how long
// that thing is, and whether the target has closed its end.
func (w *input) progress() (taken, size int64, broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	size = w.sent - w.mark
	if w.broken || w.closed {
		return size, size, w.broken
	}
	read := w.written - int64(inPipe(w.pipe.file))
	return min(max(read-w.mark, 0), size), size, false
}

var newline = []byte{'\n'}
