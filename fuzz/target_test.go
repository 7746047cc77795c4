package fuzz

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/wire"
)

// The tests run their own executable again as the target: serve names a row of targets, recording the file
// of one of them.
const (
	serve     = "SBCONFORM_FUZZ_SERVE"
	recording = "SBCONFORM_FUZZ_RECORDING"
)

func TestMain(m *testing.M) {
	name := os.Getenv(serve)
	if name == "" {
		os.Exit(m.Run())
	}
	if target := targets[name]; target == nil || target() != nil {
		os.Exit(1)
	}
}

// ourselves is the target of that name.
func ourselves(name string, env ...string) process.Command {
	return process.Command{Argv: []string{os.Args[0]}, Env: slices.Concat([]string{serve + "=" + name, "GORACE=atexit_sleep_ms=0"}, env)}
}

var targets = map[string]func() error{
	"agent mutant": serveMutant,
	"engine":       func() error { return engine.Serve(os.Stdin, os.Stdout, engine.Options{}) },
	// The tests of memory have a keeper before the engine.
	"hoards":  func() error { return engine.Serve(&keeper{in: os.Stdin, all: true}, os.Stdout, engine.Options{}) },
	"litters": func() error { return engine.Serve(&keeper{in: os.Stdin}, os.Stdout, engine.Options{}) },
	"recorded": func() error {
		answers, err := os.ReadFile(os.Getenv(recording))
		if err != nil {
			return err
		}
		return recite(os.Stdin, os.Stdout, answers)
	},
	"goes on": func() error {
		defer time.Sleep(time.Hour)
		return engine.Serve(os.Stdin, os.Stdout, engine.Options{})
	},
	"fails at the end": func() error {
		return errors.Join(engine.Serve(os.Stdin, os.Stdout, engine.Options{}), io.ErrUnexpectedEOF)
	},
	"leaves a child": func() error {
		if err := exec.Command("sleep", "60").Start(); err != nil {
			return err
		}
		return engine.Serve(os.Stdin, os.Stdout, engine.Options{})
	},
	"hangs": misbehaves(func(_ int, line []byte, answer func()) {
		answer()
		if asksForADeck(line) {
			time.Sleep(time.Hour)
		}
	}),
	"falls silent": misbehaves(func(_ int, line []byte, answer func()) {
		if asksForADeck(line) {
			stay()
		}
		answer()
	}),
	"answers twice": misbehaves(func(_ int, line []byte, answer func()) {
		answer()
		if asksForADeck(line) {
			answer()
		}
	}),
	"floods": misbehaves(func(_ int, line []byte, answer func()) {
		answer()
		for asksForADeck(line) {
			answer()
		}
	}),
	"leaves its answer unended": misbehaves(func(_ int, line []byte, answer func()) {
		if asksForADeck(line) {
			os.Stdout.WriteString(`{"protocol":`)
			stay()
		}
		answer()
	}),
	"crashes at the twentieth request": misbehaves(func(n int, _ []byte, answer func()) {
		if n == 20 {
			os.Stderr.WriteString("twenty is too many\n")
			os.Exit(3)
		}
		answer()
	}),
}

// stay reads on to the end of the input and says nothing.
func stay() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// asksForADeck is what sets the misbehaviour off: a request that is made now and then.
func asksForADeck(line []byte) bool {
	v, err := wire.Parse(line)
	return err == nil && is(v, "validate_deck")
}

// misbehaves is the reference engine with something done to each answer; n counts requests from 1.
func misbehaves(do func(n int, line []byte, answer func())) func() error {
	return func() error {
		e := engine.New(engine.Options{})
		defer e.Close()
		in := wire.NewReader(os.Stdin)
		for n := 1; ; n++ {
			line, err := in.ReadLine()
			if err != nil {
				return err
			}
			line = bytes.Clone(line)
			do(n, line, func() { os.Stdout.Write(append(bytes.Clone(e.Answer(line)), '\n')) })
		}
	}
}
