package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
)

// target returns how to run what the user named and what reports say about it, or why it can't be
// run and what to do.
func (f *suiteFlags) target(argv, commands []string) (process.Command, conformance.TargetInfo, error) {
	c := process.Command{Argv: argv, Dir: f.dir, Env: f.env, Wrapper: strings.Fields(f.wrapper), MemoryLimit: f.memory}
	info := conformance.TargetInfo{Argv: argv, Name: report.Quote(argv)}
	first := argv[0]
	if len(c.Wrapper) > 0 {
		// The wrapper alone knows what the target's name means: it may be a path in a container.
		first = c.Wrapper[0]
	}
	path, err := resolve(first, commands)
	switch {
	case err != nil && len(c.Wrapper) > 0:
		return c, info, usage("--exec-wrapper %s: %v", f.wrapper, err)
	case err != nil:
		return c, info, err
	}
	if len(c.Wrapper) == 0 && isPath(first) && c.Dir != "" {
		// A path that the user typed is relative to where they typed it.
		if path, err = filepath.Abs(path); err != nil {
			return c, info, usage("%s: %v", first, err)
		}
		c.Argv = append([]string{path}, argv[1:]...)
	}
	if len(c.Wrapper) == 0 {
		info.SHA256 = fileSHA256(path)
	}
	return c, info, nil
}

// resolve returns the path of the program that a word of the command line names.
func resolve(name string, commands []string) (string, error) {
	if isPath(name) {
		return name, runnable(name)
	}
	path, err := exec.LookPath(name)
	if err == nil {
		return path, runnable(path)
	}
	if info, here := os.Stat(name); here == nil && !info.IsDir() && name != "" {
		return "", usage("no target %s: it is not on PATH; for the file in this folder, say ./%s", name, name)
	}
	if near := nearest(name, commands); near != "" {
		return "", usage("no target %s: it is not on PATH, nor a command of sbconform; did you mean %s?", name, near)
	}
	return "", usage("no target %q: it is not on PATH; a path has a slash, as in ./engine", name)
}

// isPath reports whether a name is not to be looked for on PATH.
func isPath(name string) bool { return strings.ContainsAny(name, "/"+string(filepath.Separator)) }

// interpreters names what runs a script, by the ending of its name.
var interpreters = map[string]string{
	".py": "python3", ".js": "node", ".mjs": "node", ".rb": "ruby", ".sh": "sh", ".pl": "perl", ".php": "php", ".lua": "lua", ".jar": "java -jar",
}

// runnable tells why the file at path can't be run, and what to do: what the operating system says
// about it ("permission denied", "no such file", "exec format error") is true of five different
// mistakes.
func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if near := beside(path); near != "" {
			return usage("no target %s: there is no such file; did you mean %s?", path, near)
		}
		return usage("no target %s: there is no such file", path)
	case err != nil:
		return usage("no target %s: %v", path, err)
	case info.IsDir():
		return usage("%s is a folder; name the program in it", path)
	case !info.Mode().IsRegular():
		return usage("%s is not a file that could be run", path)
	case runtime.GOOS == "windows":
		return nil // what can be run is a matter of names there, and LookPath's
	}
	start := firstBytes(path)
	script := bytes.HasPrefix(start, []byte("#!"))
	with := interpreters[filepath.Ext(path)]
	switch {
	case info.Mode().Perm()&0o111 == 0 && !script && with != "":
		return usage("%s is not executable; put its interpreter before it: %s %s", path, with, path)
	case info.Mode().Perm()&0o111 == 0:
		return usage("%s is not executable; run: chmod +x %s", path, report.Quote([]string{path}))
	case script:
		return interpreted(path, start)
	case len(start) == 0:
		return usage("%s can't be run: it is empty, or not readable", path)
	case bytes.IndexByte(start, 0) < 0 && with != "":
		return usage("%s is a script without a first line that names its interpreter; put that before it: %s %s", path, with, path)
	case bytes.IndexByte(start, 0) < 0:
		return usage("%s is a script without a first line that names its interpreter, such as #!/usr/bin/env python3", path)
	}
	return nil
}

// beside returns the file in the folder of path whose name is most like its own, or "".
func beside(path string) string {
	dir, name := filepath.Split(path)
	folder, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return ""
	}
	defer folder.Close()
	entries, _ := folder.ReadDir(1000) // enough for a folder that somebody overlooks
	var files []string
	for _, e := range entries {
		if !e.IsDir() {
			files = append(files, e.Name())
		}
	}
	slices.Sort(files)
	if near := nearest(name, files); near != "" {
		return report.Quote([]string{dir + near})
	}
	return ""
}

// unstarted is a target that the system refuses to run: what runnable can't tell beforehand, as whether
// a program for another processor is emulated here.
func unstarted(name string, err error) error {
	var fault *process.Fault
	if !errors.As(err, &fault) || fault.Kind != process.StartFailed {
		return nil
	}
	if fault.Hint == "" {
		return usage("%s can't be run: %s", name, fault.Message)
	}
	return usage("%s can't be run: %s; %s", name, fault.Message, fault.Hint)
}

// firstBytes returns the beginning of a file, or of one that can be run but not read a stand-in for
// a program.
func firstBytes(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return []byte{0}
	}
	defer f.Close()
	start := make([]byte, 512)
	n, _ := io.ReadFull(f, start)
	return start[:n]
}

// interpreted looks at the first line of a script.
func interpreted(path string, start []byte) error {
	line, _, _ := bytes.Cut(start[2:], []byte("\n"))
	if bytes.HasSuffix(line, []byte("\r")) {
		return usage("%s can't be run: its first line ends with a carriage return; save it with Unix line endings", path)
	}
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return usage("%s can't be run: its first line names no interpreter", path)
	}
	if _, err := os.Stat(words[0]); err != nil {
		return usage("%s can't be run: its interpreter %s is not there", path, words[0])
	}
	if filepath.Base(words[0]) == "env" && len(words) == 2 && !strings.HasPrefix(words[1], "-") && !strings.Contains(words[1], "=") {
		if _, err := exec.LookPath(words[1]); err != nil {
			return usage("%s can't be run: its interpreter %s is not on PATH", path, words[1])
		}
	}
	return nil
}

// fileSHA256 returns the hash of a file in hexadecimal, or "" if it can't be read.
func fileSHA256(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
