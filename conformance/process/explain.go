package process

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// explainStart says in one line why a program can't be run, and how to mend it. The system's own word
// for it is often the wrong one: a script whose interpreter is missing is "no such file".
func explainStart(name, dir string, err error) *Fault {
	f := &Fault{Kind: StartFailed}
	say := func(message, hint string) *Fault { f.Message, f.Hint = message, hint; return f }
	for _, want := range []error{syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM} {
		if errors.Is(err, want) {
			f.Kind = Unserved
			return say(fmt.Sprintf("no room for another process: %v", want), "fewer checks at a time (-j) need less")
		}
	}
	if dir != "" {
		if fi, serr := os.Stat(dir); serr != nil || !fi.IsDir() {
			return say(fmt.Sprintf("%q is not a directory to run the target in", dir), "check the directory's name")
		}
	}
	if errors.Is(err, exec.ErrDot) {
		return say(fmt.Sprintf("%q is in the current directory, where programs are not looked for", name), fmt.Sprintf("write ./%s", name))
	}
	if name == "" {
		return say("the target's name is empty", "give the path of a program")
	}
	path, inPath := name, strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator)
	if !inPath {
		found, lerr := exec.LookPath(name)
		if lerr != nil {
			hint := "check the name, or give the path of the program"
			if fi, serr := os.Stat(filepath.Join(dir, name)); serr == nil {
				hint = "write ./" + name
				if fi.IsDir() {
					hint = "there is a directory of this name; give the path of a program in it"
				}
			}
			return say(fmt.Sprintf("%q is not a program on the PATH", name), hint)
		}
		path = found
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	fi, serr := os.Stat(path)
	switch {
	case errors.Is(serr, fs.ErrNotExist):
		return say(fmt.Sprintf("there is no file %q", path), "check the path, or build the target first")
	case serr != nil:
		return say(fmt.Sprintf("%q can't be looked at: %v", path, errors.Unwrap(serr)), "check the permissions of the directories above it")
	case fi.IsDir():
		return say(fmt.Sprintf("%q is a directory", path), "give the path of a program in it")
	case !fi.Mode().IsRegular():
		return say(fmt.Sprintf("%q is not a regular file", path), "give the path of a program")
	}
	head := readHead(path)
	switch {
	case runtime.GOOS != "windows" && fi.Mode().Perm()&0o111 == 0:
		return say(fmt.Sprintf("%q has no execute permission", path), fmt.Sprintf("run: chmod +x %s", path))
	case bytes.HasPrefix(head, []byte("#!")):
		return explainScript(say, path, head, err)
	case errors.Is(err, syscall.ENOEXEC) && len(head) == 0:
		return say(fmt.Sprintf("%q is empty", path), "build the target again")
	case errors.Is(err, syscall.ENOEXEC) && isText(head):
		return say(fmt.Sprintf("%q is a script without a first line that names its interpreter", path), "begin it with a line like #!/usr/bin/env python3, or put the interpreter before it")
	case errors.Is(err, syscall.ENOEXEC):
		return say(fmt.Sprintf("%q is a program for another system or processor than %s/%s", path, runtime.GOOS, runtime.GOARCH), "build it for this machine")
	case errors.Is(err, fs.ErrNotExist):
		return say(fmt.Sprintf("the loader or a library that %q was linked with is not there", path), "is it built for this system? ldd shows what it needs")
	case errors.Is(err, fs.ErrPermission):
		return say(fmt.Sprintf("the system forbids to run %q", path), "is its file system mounted noexec, or a directory above it closed?")
	}
	return say(fmt.Sprintf("%q can't be run: %v", path, lastError(err)), "")
}

// explainScript looks at the interpreter that the first line of a script names.
func explainScript(say func(string, string) *Fault, path string, head []byte, err error) *Fault {
	first, _, _ := bytes.Cut(head[2:], newline)
	if bytes.HasSuffix(first, []byte("\r")) {
		return say(fmt.Sprintf("the first line of script %q ends with \\r\\n, so its interpreter is not found", path), "save it with \\n line ends")
	}
	words := bytes.Fields(first)
	if len(words) == 0 {
		return say(fmt.Sprintf("the first line of script %q names no interpreter", path), "begin it with a line like #!/usr/bin/env python3")
	}
	interpreter := string(words[0])
	switch fi, serr := os.Stat(interpreter); {
	case serr != nil:
		return say(fmt.Sprintf("script %q names the interpreter %q, which is not there", path, interpreter), "install it, or mend the script's first line")
	case fi.IsDir() || fi.Mode().Perm()&0o111 == 0:
		return say(fmt.Sprintf("script %q names the interpreter %q, which is no program", path, interpreter), "mend the script's first line")
	}
	return say(fmt.Sprintf("script %q can't be run: %v", path, lastError(err)), "")
}

func readHead(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := f.Read(head)
	return head[:n]
}

func isText(b []byte) bool {
	return bytes.IndexFunc(b, func(r rune) bool { return r == 0xfffd || r < ' ' && r != '\n' && r != '\t' && r != '\r' }) < 0
}

// lastError is the system's word without the path that Go puts before it.
func lastError(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
