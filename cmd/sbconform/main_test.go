package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sbconform": main,
		"mute":      mute,
		"once":      once,
		"refuser":   refuser,
		"misbehave": misbehave,
	})
}

// mute is a target that reads everything and answers nothing. It makes the file that its argument
// names.
func mute() {
	if len(os.Args) == 2 {
		os.WriteFile(os.Args[1], nil, 0o644)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
	}
}

// once is a target that greets as an engine does if the file that its argument names is not there yet,
// and else is mute.
func once() {
	if _, err := os.Stat(os.Args[1]); err == nil {
		mute()
		return
	}
	os.WriteFile(os.Args[1], nil, 0o644)
	refuser()
}

// refuser is a target that greets as an engine does and answers all else with an error and a forged
// line for a terminal.
func refuser() {
	const hello = `{"protocol":"spellbench/v2","request_id":%q,"response_type":"hello_ok","engine":{"name":"refuser"}}`
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		fmt.Fprint(os.Stderr, "\x1b]0;owned\x07")
		if strings.Contains(in.Text(), `"hello"`) {
			fmt.Printf(hello+"\n", "h-1")
		} else {
			fmt.Printf("{\"error\":\"\x1b[2J\u202e\"}\n")
		}
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"await":  await,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "")
			return nil
		},
	})
}

// status N COMMAND... runs a command and wants that exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARG...]")
	}
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// await FILE TEXT waits until a file has a text.
func await(ts *testscript.TestScript, _ bool, args []string) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && strings.Contains(string(b), args[1]) {
			return
		}
	}
	ts.Fatalf("%s never had %q", args[0], args[1])
}
