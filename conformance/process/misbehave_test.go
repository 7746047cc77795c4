//go:build unix

package process

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tests run their own executable again as the target. The variable names its misbehaviour.
const misbehaviour = "SBCONFORM_TEST_MISBEHAVIOUR"

func TestMain(m *testing.M) {
	if name := os.Getenv(misbehaviour); name != "" {
		do, ok := misbehaviours[name]
		if !ok {
			fmt.Fprintf(os.Stderr, "no misbehaviour %q\n", name)
			os.Exit(64)
		}
		do(bufio.NewReaderSize(os.Stdin, 16<<20))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const greeting = `{"hello":"ok"}`

// link counts the processes of the chain.
const link = "SBCONFORM_TEST_LINK"

// misbehaving runs a target with the named misbehaviour.
func misbehaving(name string) Command {
	return Command{Argv: []string{os.Args[0]}, Env: []string{misbehaviour + "=" + name, "GORACE=atexit_sleep_ms=0"}}
}

// ask reads a line and drops it; the end of stdin ends the target.
func ask(in *bufio.Reader) string {
	line, err := in.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	return line
}

func hello(in *bufio.Reader) {
	ask(in)
	fmt.Println(greeting)
}

// forever stays: the target has to be killed.
func forever() { time.Sleep(time.Hour) }

// echo answers every line with itself.
func echo(in *bufio.Reader) {
	for {
		fmt.Print(ask(in))
	}
}

var misbehaviours = map[string]func(in *bufio.Reader){
	"none":    echo, // the conforming one
	"banner":  func(in *bufio.Reader) { fmt.Println("Engine 1.0 (c) 2026"); hello(in); echo(in) },
	"bom":     func(in *bufio.Reader) { ask(in); fmt.Println("\ufeff" + greeting); echo(in) },
	"crlf":    func(in *bufio.Reader) { ask(in); fmt.Print(greeting + "\r\n"); echo(in) },
	"silent":  func(in *bufio.Reader) { hello(in); io.Copy(io.Discard, in) },
	"unended": func(in *bufio.Reader) { hello(in); ask(in); fmt.Print(greeting); ask(in) },
	"half":    func(in *bufio.Reader) { hello(in); ask(in); fmt.Print(`{"half":`); ask(in) },
	"exits":   func(in *bufio.Reader) {},
	"exits-in-game": func(in *bufio.Reader) {
		hello(in)
		ask(in)
		fmt.Fprintln(os.Stderr, "out of cards")
		os.Exit(7)
	},
	"exits-unended": func(in *bufio.Reader) { hello(in); ask(in); fmt.Print(greeting); os.Exit(0) },
	"segfaults":     func(in *bufio.Reader) { hello(in); ask(in); syscall.Kill(os.Getpid(), syscall.SIGKILL); forever() },
	"long-line":     func(in *bufio.Reader) { hello(in); ask(in); write(1<<30, "x") },
	"lines":         func(in *bufio.Reader) { hello(in); ask(in); write(1<<30, strings.Repeat("x", 99)+"\n") },
	"empty-lines":   func(in *bufio.Reader) { hello(in); ask(in); write(1<<30, "\n") },
	"big-lines":     func(in *bufio.Reader) { hello(in); ask(in); write(1<<30, strings.Repeat("x", 1<<20)+"\n") },
	"stderr": func(in *bufio.Reader) {
		hello(in)
		ask(in)
		fmt.Fprintln(os.Stderr, "first words")
		b := bytes.Repeat([]byte("noise\n"), 10_000)
		for range 5_000 {
			os.Stderr.Write(b)
		}
		fmt.Fprintln(os.Stderr, "last words")
		fmt.Println(greeting)
		echo(in)
	},
	"early-banner": func(in *bufio.Reader) {
		fmt.Println("Engine 1.0 (c) 2026")
		fmt.Fprintln(os.Stderr, "ready")
		echo(in)
	},
	"closes-stdin": func(in *bufio.Reader) { hello(in); os.Stdin.Close(); fmt.Println(`{"closed":1}`); forever() },
	// Every process of the chain starts the next, away from the group, and ends.
	"chain": func(in *bufio.Reader) {
		n, err := strconv.Atoi(os.Getenv(link))
		if err != nil {
			hello(in)
			ask(in)
		}
		if n == 100 { // were it not ended, it would take a second and not the machine
			return
		}
		os.Setenv(link, strconv.Itoa(n+1))
		c := exec.Command(os.Args[0])
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		c.Start()
	},
	"deaf": func(in *bufio.Reader) { hello(in); forever() },
	"ignores-sigterm": func(in *bufio.Reader) {
		signal.Ignore(syscall.SIGTERM)
		hello(in)
		forever()
	},
	"ignores-signals": func(in *bufio.Reader) {
		signal.Ignore(syscall.SIGTERM, syscall.SIGQUIT)
		hello(in)
		forever()
	},
	"grandchild":          func(in *bufio.Reader) { spawn(nil, os.Environ()); hello(in); ask(in) },
	"grandchild-setsid":   func(in *bufio.Reader) { spawn(&syscall.SysProcAttr{Setsid: true}, os.Environ()); hello(in); ask(in) },
	"grandchild-disguise": func(in *bufio.Reader) { spawn(&syscall.SysProcAttr{Setsid: true}, nil); hello(in); ask(in) },
	"crash-grandchild": func(in *bufio.Reader) {
		spawn(&syscall.SysProcAttr{Setsid: true}, os.Environ())
		hello(in)
		ask(in)
		os.Exit(3)
	},
	"closes-stdout": func(in *bufio.Reader) { hello(in); ask(in); os.Stdout.Close(); forever() },
	"drips": func(in *bufio.Reader) {
		hello(in)
		ask(in)
		for {
			fmt.Print("x")
			time.Sleep(50 * time.Millisecond)
		}
	},
	"buffers": func(in *bufio.Reader) {
		hello(in)
		w := bufio.NewWriterSize(os.Stdout, 1<<20)
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				w.Flush()
				return
			}
			w.WriteString(line)
		}
	},
	"two":      func(in *bufio.Reader) { hello(in); ask(in); fmt.Println(greeting + greeting); echo(in) },
	"split":    func(in *bufio.Reader) { hello(in); ask(in); fmt.Println("{\n  \"a\": 1\n}"); echo(in) },
	"stray":    func(in *bufio.Reader) { hello(in); ask(in); fmt.Println("turn 1"); fmt.Println(greeting); echo(in) },
	"twice":    func(in *bufio.Reader) { hello(in); l := ask(in); fmt.Print(l); fmt.Print(l); echo(in) },
	"too-long": func(in *bufio.Reader) { hello(in); ask(in); write(8<<20+17, "x"); fmt.Println(); echo(in) },
	"allocates": func(in *bufio.Reader) {
		hello(in)
		ask(in)
		var keep [][]byte
		for range 64 {
			keep = append(keep, make([]byte, 1<<30)) // untouched: address space is what is limited
		}
		fmt.Println(len(keep))
	},
}

// write writes n bytes of the pattern.
func write(n int, pattern string) {
	b := bytes.Repeat([]byte(pattern), max(1, (1<<16)/len(pattern)))
	for n > 0 {
		m, err := os.Stdout.Write(b[:min(n, len(b))])
		if err != nil {
			os.Exit(1)
		}
		n -= m
	}
}

// spawn starts a process that outlives the target, with its stdout and stderr.
func spawn(attr *syscall.SysProcAttr, env []string) {
	c := exec.Command("sleep", "3600")
	c.Stdout, c.Stderr, c.SysProcAttr, c.Env = os.Stdout, os.Stderr, attr, env
	if env == nil {
		c.Env = []string{"PATH=" + os.Getenv("PATH")}
	}
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(64)
	}
}

// carriers lists the living processes that have the variable in their environment.
func carriers(t *testing.T, variable string) (out []string) {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		env, err := os.ReadFile(dir + "/environ")
		if err == nil && bytes.Contains(env, []byte(variable)) {
			name, _ := os.ReadFile(dir + "/comm")
			out = append(out, dir+" "+string(bytes.TrimSpace(name)))
		}
	}
	return out
}
