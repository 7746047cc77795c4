//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestStartFailures(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		assert.NilError(t, os.WriteFile(path, []byte(text), mode))
		return path
	}
	closed := filepath.Join(dir, "closed")
	assert.NilError(t, os.Mkdir(closed, 0o755))
	exe, err := os.ReadFile("/proc/self/exe")
	foreign := ""
	if err == nil && len(exe) > 20 {
		head := append([]byte(nil), exe[:4096]...)
		head[18], head[19] = 0xf7, 0 // e_machine: BPF, which no processor runs
		foreign = string(head)
	}
	for _, c := range []struct {
		name          string
		argv          []string
		dir           string
		message, hint string // that they hold
	}{
		{"nothing", nil, "", "no target", ""},
		{"an empty name", []string{""}, "", "empty", "path"},
		{"not there", []string{dir + "/none"}, "", "there is no file", "path"},
		{"not there, relative to Dir", []string{"./none"}, dir, dir + "/none", "path"},
		{"not on the PATH", []string{"sbconform-none"}, "", "not a program on the PATH", "check the name"},
		{"not on the PATH, but here", []string{"closed"}, dir, "not a program on the PATH", "directory"},
		{"a directory", []string{dir}, "", "is a directory", "program in it"},
		{"no execute permission", []string{file("plain", "#!/bin/sh\n", 0o644)}, "", "no execute permission", "chmod +x " + dir},
		{"its interpreter missing", []string{file("lost", "#!/opt/none/python9 -u\n", 0o755)}, "", `"/opt/none/python9"`, "install"},
		{"its interpreter missing through CRLF", []string{file("dos", "#!/bin/sh\r\necho\r\n", 0o755)}, "", `\r\n`, `\n`},
		{"no interpreter named", []string{file("bang", "#!\necho\n", 0o755)}, "", "names no interpreter", "#!/usr/bin/env"},
		{"its interpreter a directory", []string{file("dirbang", "#!/usr\n", 0o755)}, "", "is no program", "first line"},
		{"no first line", []string{file("bare", "echo hello\n", 0o755)}, "", "without a first line", "#!/usr/bin/env"},
		{"empty", []string{file("empty", "", 0o755)}, "", "is empty", "build"},
		{"for another processor", []string{file("foreign", foreign, 0o755)}, "", "another system or processor", "build"},
		{"in no directory", []string{"cat"}, dir + "/none", "not a directory", "name"},
		{"below a file", []string{dir + "/plain/x"}, "", "can't be looked at", "permissions"},
		{"a device", []string{"/dev/null"}, "", "not a regular file", "path"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Start(context.Background(), Command{Argv: c.argv, Dir: c.dir}, Limits{})
			var f *Fault
			assert.Assert(t, errors.As(err, &f))
			assert.Equal(t, f.Kind, StartFailed)
			assert.Assert(t, is.Contains(f.Message, c.message))
			assert.Assert(t, is.Contains(f.Hint, c.hint))
			assert.Assert(t, !strings.Contains(f.Message+f.Hint, "\n"))
		})
	}
}

func TestWrapperAndDir(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "target"), []byte("#!/bin/sh\nread x\necho \"$WORD $1 $PWD\"\n"), 0o755))
	p, err := Start(context.Background(), Command{Argv: []string{"./target", "arg"}, Dir: dir, Wrapper: []string{"env", "WORD=wrapped"}}, Limits{})
	assert.NilError(t, err)
	defer p.Stop()
	got, err := p.Exchange([]byte("{}"))
	assert.NilError(t, err)
	real, err := filepath.EvalSymlinks(dir)
	assert.NilError(t, err)
	assert.Assert(t, string(got) == "wrapped arg "+dir || string(got) == "wrapped arg "+real, string(got))
}
