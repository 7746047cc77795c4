package fuzz

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
)

// A target that keeps what it is sent is told of, once and as advice. One that leaves its garbage to a collector
// is not, nor are the reference and the example.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("memory takes its time to grow")
	}
	ours := func(mode string) process.Command {
		return process.Command{Argv: []string{os.Args[0]}, Env: []string{serve + "=" + mode}}
	}
	python := process.Command{Argv: []string{"python3", "../examples/engine-python/engine.py"}}
	if _, err := exec.LookPath("python3"); err != nil {
		python = ours("engine")
	}
	for _, tt := range []struct {
		name    string
		command process.Command
		want    string
	}{
		{"one that keeps all", ours("hoards"), "memory-growth | over | the same dialogue again | memory that grows | should"},
		{"one with much garbage", ours("litters"), ""},
		{"the reference", ours("engine"), ""},
		{"the example in Python", python, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var told []Finding
			found, _, err := Run(context.Background(), Options{
				Command: tt.command, Seed: 1, Jobs: 1, Execs: sessionLength, Repeat: 1, Memory: 32 << 20, Found: func(f Finding) { told = append(told, f) },
			})
			assert.NilError(t, err)
			assert.Equal(t, len(found), len(told))
			if tt.want == "" {
				assert.Equal(t, len(found), 0, "%v", found)
				return
			}
			assert.Equal(t, len(found), 1)
			assert.Equal(t, found[0].Fingerprint(), tt.want)
			assert.Assert(t, found[0].Advisory && found[0].Runs >= memoryRounds && found[0].Reproduced == found[0].Runs)
		})
	}
}
