package process

import (
	"os"
	"os/exec"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

func TestParseStat(t *testing.T) {
	const rest = " 10 20 30 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 777 1 1"
	for _, c := range []struct {
		name, in string
		want     procStat
		ok       bool
	}{
		{"plain", "5 (cat) S" + rest, procStat{name: "cat", state: 'S', parent: 10, group: 20, session: 30, start: 777}, true},
		{"a space in the name", "5 (a b) R" + rest, procStat{name: "a b", state: 'R', parent: 10, group: 20, session: 30, start: 777}, true},
		{"parentheses in the name", "5 (x) Z 1 1 (y) Z" + rest, procStat{name: "x) Z 1 1 (y", state: 'Z', parent: 10, group: 20, session: 30, start: 777}, true},
		{"a newline in the name", "5 (a\nb) S" + rest, procStat{name: "a\nb", state: 'S', parent: 10, group: 20, session: 30, start: 777}, true},
		{"nothing", "", procStat{}, false},
		{"no parentheses", "5 cat S" + rest, procStat{}, false},
		{"cut short", "5 (cat) S 10 20", procStat{}, false},
		{"no numbers", "5 (cat) S a b c 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 777 1 1", procStat{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := parseStat([]byte(c.in))
			assert.Equal(t, ok, c.ok)
			if ok {
				assert.Equal(t, got, c.want)
			}
		})
	}
}

// The two ways to find children agree, and a child is its parent's family.
func TestChildren(t *testing.T) {
	c := exec.Command("sleep", "3600")
	assert.NilError(t, c.Start())
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	pid := c.Process.Pid
	assert.Assert(t, slices.Contains(children(os.Getpid()), pid))
	assert.Assert(t, slices.Contains(childrenByScan(os.Getpid()), pid))
	assert.Equal(t, len(children(pid)), 0)
	assert.Assert(t, slices.ContainsFunc(family(os.Getpid()), func(r relative) bool { return r.pid == pid }))
	s, ok := stat(pid)
	assert.Assert(t, ok)
	assert.Equal(t, s.parent, os.Getpid())
	// It is nobody's survivor: another target's leader, or a program of ours.
	assert.Equal(t, len(survivors(1<<30, "SBCONFORM_TARGET_NONE=1", new([]relative))), 0)
}
