package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spellbench/sbconform/reference/engine"
)

// misbehaviours are targets with one thing wrong. Each is run as a process of its own.
func misbehaviours() map[string]func() {
	answer := func(from io.Reader, to io.Writer) { engine.Serve(from, to, engine.Options{}) }
	forever := func() { select {} }
	return map[string]func(){
		"prints a banner first": func() {
			fmt.Println("Engine 1.0, ready")
			answer(os.Stdin, os.Stdout)
		},
		"never answers": func() { io.Copy(io.Discard, os.Stdin) },
		"answers without a newline": func() {
			out := unterminated{os.Stdout}
			answer(os.Stdin, out)
		},
		"exits at once": func() {},
		"exits in the game": func() {
			e := engine.New(engine.Options{})
			in := bufio.NewScanner(os.Stdin)
			in.Buffer(nil, 1<<20)
			for n := 0; in.Scan() && n < 3; n++ {
				fmt.Printf("%s\n", e.Answer(in.Bytes()))
			}
			os.Exit(7)
		},
		"prints a gigabyte without a newline": func() {
			block := bytes.Repeat([]byte("x"), 1<<20)
			for range 1 << 10 {
				os.Stdout.Write(block)
			}
			forever()
		},
		"floods stderr": func() {
			go func() {
				for {
					os.Stderr.WriteString(strings.Repeat("noise\n", 10_000))
				}
			}()
			answer(os.Stdin, os.Stdout)
		},
		"never reads": forever,
		"ignores SIGTERM": func() {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
			answer(os.Stdin, os.Stdout)
			forever()
		},
		"ignores everything": func() {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
			forever()
		},
		"leaves a grandchild behind": func() {
			child := exec.Command(os.Args[0], "grandchild", os.Args[2])
			child.Stdout = os.Stdout
			child.Start()
			answer(os.Stdin, os.Stdout)
		},
		"grandchild": forever,
	}
}

type unterminated struct{ w io.Writer }

func (u unterminated) Write(p []byte) (int, error) {
	u.w.Write(bytes.TrimSuffix(p, []byte("\n")))
	return len(p), nil
}

// misbehave is a program that does what its argument names.
func misbehave() { misbehaviours()[os.Args[1]]() }
