package process

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestTimelineKeepsBothEnds(t *testing.T) {
	var l timeline
	const n = 1000
	for i := range n {
		l.add(time.Duration(i), "recv", fmt.Appendf(nil, "%d", i))
	}
	m := l.moments()
	assert.Equal(t, len(m), firstMoments+1+lastMoments)
	for i, x := range m {
		switch {
		case i < firstMoments:
			assert.Equal(t, x.Text, fmt.Sprint(i))
		case i == firstMoments:
			assert.Equal(t, x.What, "note")
			assert.Equal(t, x.Text, fmt.Sprintf("%d moments left out", n-firstMoments-lastMoments))
		default:
			assert.Equal(t, x.Text, fmt.Sprint(n-(len(m)-i)))
		}
		if i > 0 {
			assert.Assert(t, x.At >= m[i-1].At)
		}
	}
}

func TestTimelineText(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []string // pieces of one text
		want string
	}{
		{"short", []string{"abc"}, "abc"},
		{"empty", []string{""}, ""},
		{"just fits", []string{strings.Repeat("x", 200)}, strings.Repeat("x", 200)},
		{"long", []string{strings.Repeat("a", 140) + strings.Repeat("b", 100) + strings.Repeat("c", 60)},
			strings.Repeat("a", 140) + "… 100 bytes …" + strings.Repeat("c", 60)},
		{"in pieces", []string{strings.Repeat("a", 130), strings.Repeat("a", 10) + "bbb", "b", strings.Repeat("c", 59), "d"},
			strings.Repeat("a", 140) + "… 4 bytes …" + strings.Repeat("c", 59) + "d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m moment
			m.set(0, "stderr", []byte(c.in[0]))
			for _, more := range c.in[1:] {
				m.add([]byte(more))
			}
			assert.Equal(t, m.text(), c.want)
		})
	}
}

// A flood of stderr is one moment, and what comes after it another.
func TestTimelineStderr(t *testing.T) {
	var l timeline
	l.add(0, "send", []byte("a"))
	for range 1000 {
		l.add(1, "stderr", []byte("noise"))
	}
	l.add(2, "recv", []byte("b"))
	l.add(3, "stderr", []byte("c"))
	m := l.moments()
	assert.Equal(t, len(m), 4)
	assert.Equal(t, m[3].Text, "c")
}

// A full timeline costs nothing.
func TestTimelineAllocations(t *testing.T) {
	var l timeline
	text := []byte(strings.Repeat("x", 1000))
	for range 2 * (firstMoments + lastMoments) {
		l.add(0, "recv", text)
	}
	assert.Equal(t, testing.AllocsPerRun(1000, func() { l.add(0, "recv", text) }), 0.0)
}
