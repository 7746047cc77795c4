package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance/peer"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
)

// A player is what the command line names as an engine or agent: a built-in by its name, or a command.
type player struct {
	name    string
	builtin func() (host.Peer, func()) // nil for a command
	command process.Command
	limits  process.Limits
}

// start returns a fresh peer and what ends it.
func (p player) start(ctx context.Context) (host.Peer, func(), error) {
	if p.builtin != nil {
		builtin, stop := p.builtin()
		return builtin, stop, nil
	}
	proc, err := process.Start(ctx, p.command, p.limits)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.name, err)
	}
	return peer.Of(proc), func() { proc.Stop() }, nil
}

// engineNamed returns the player that --engine names.
func engineNamed(word string, commands []string) (player, error) {
	if word == "reference" {
		return player{name: word, builtin: func() (host.Peer, func()) {
			e := engine.New(engine.Options{})
			return host.InProcess(e.Answer), e.Close
		}}, nil
	}
	return commanded("--engine", word, "reference", commands)
}

// agentNamed returns the player that --p0 or --p1 names.
func agentNamed(flag, word string, commands []string) (player, error) {
	if slices.Contains(agent.Policies(), word) {
		return player{name: word, builtin: func() (host.Peer, func()) {
			a, err := agent.New(agent.Options{Policy: word})
			if err != nil {
				panic(err) // the name is one of its list
			}
			return host.InProcess(a.Answer), func() {}
		}}, nil
	}
	return commanded(flag, word, strings.Join(agent.Policies(), ", "), commands)
}

// commanded returns the player that is a command, split at spaces.
func commanded(flag, line, builtins string, commands []string) (player, error) {
	argv := strings.Fields(line)
	if len(argv) == 0 {
		return player{}, usage("%s needs a command, or one of: %s", flag, builtins)
	}
	if !isPath(argv[0]) && len(argv) == 1 && !fileOnPath(argv[0]) {
		return player{}, usage("%s %s: it is none of the built-in %s, nor a program on PATH; a path has a slash, as in ./%s", flag, line, builtins, line)
	}
	if _, err := resolve(argv[0], commands); err != nil {
		return player{}, err
	}
	return player{name: line, command: process.Command{Argv: argv}}, nil
}

func fileOnPath(name string) bool {
	_, err := resolve(name, nil)
	return err == nil
}

// sinceStart is a clock for a host.
func sinceStart() host.Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
