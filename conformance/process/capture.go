package process

import (
	"fmt"
	"sync"
)

// maxCapture bounds each end of a captured stream, in bytes.
const maxCapture = 64 << 10

// A capture keeps the first and the last 64 KiB of a stream.
type capture struct {
	mu    sync.Mutex
	first []byte
	last  []byte // a ring once it is full
	next  int    // in last
	lost  int64
}

func (c *capture) add(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := min(len(b), maxCapture-len(c.first))
	c.first = append(c.first, b[:n]...)
	b = b[n:]
	if over := len(b) - maxCapture; over > 0 {
		c.lost += int64(over)
		b = b[over:]
	}
	n = min(len(b), maxCapture-len(c.last))
	c.last = append(c.last, b[:n]...)
	for b = b[n:]; len(b) > 0; b = b[n:] {
		n = copy(c.last[c.next:], b)
		c.next = (c.next + n) % maxCapture
		c.lost += int64(n)
	}
}

// bytes returns what was kept, with a line between the two ends that counts what was dropped.
func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := append([]byte(nil), c.first...)
	if c.lost > 0 {
		out = fmt.Appendf(out, "\n… %d bytes left out …\n", c.lost)
	}
	out = append(out, c.last[c.next:]...)
	return append(out, c.last[:c.next]...)
}
