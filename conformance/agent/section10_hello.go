package agent

// Sections 4.1, 4.2 and 10.1: the greeting, and the envelope of every answer.

import (
	"math"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

func helloChecks() []check {
	out := []check{
		{
			id: "hello/answer", section: "10.1",
			doc:  "hello is answered hello_ok with a bot that has a nonempty name and version.",
			hint: "stdout must be flushed after every line, and carry answers alone",
			run:  func(a *A) { a.Hello() },
		},
		{
			id: "hello/requires-observation", section: "10.1", level: conformance.Should,
			doc:  "requires.observation names optional observation flags of Section 6.9: an agent that requires any other is refused by every host.",
			hint: "the flags are listed in Section 6.9, as known_cards",
			run: func(a *A) {
				for _, name := range a.Hello().RequiresObservation {
					if protocol.FlagNamed(name) == protocol.NoFlag {
						a.unmet("/requires/observation", "one of the thirteen flags", name)
					}
				}
			},
		},
		{
			id: "hello/requires-extensions", section: "10.1", level: conformance.Should,
			doc:  "requires.extensions and extensions_accepted name extensions, whose names match x_[a-z0-9_]+ (Section 14).",
			hint: "no engine can declare an extension of another form",
			run: func(a *A) {
				h := a.Hello()
				for pointer, names := range map[string][]string{"/requires/extensions": h.RequiresExtensions, "/extensions_accepted": h.ExtensionsAccepted} {
					for _, name := range names {
						if !isExtension(name) {
							a.unmet(pointer, "a name such as x_name", name)
						}
					}
				}
			},
		},
		{
			id: "hello/identity", section: "10.1", level: conformance.Info,
			doc: "What the agent says it is and requires, and whether it says so again when it is started again.",
			run: func(a *A) {
				h := a.Hello()
				a.Restart()
				again := a.Hello()
				same := "the same again"
				if h.BotName != again.BotName || h.BotVersion != again.BotVersion {
					same = "another the next time"
				}
				a.Infof("bot %q, version %q (%s); requires %d flags and %d extensions, reads %d extensions", h.BotName, h.BotVersion, same,
					len(h.RequiresObservation), len(h.RequiresExtensions), len(h.ExtensionsAccepted))
			},
		},
		{
			id: "hello/twice", section: "10.1", level: conformance.Info,
			doc: "What a second hello is answered: hosts send one, and the text says nothing of another.",
			run: func(a *A) {
				a.Hello()
				a.Infof("a second hello is answered %s", a.Ask(a.request(&protocol.Hello{})))
			},
		},
		{
			id: "hello/later-minor", section: "4.2", level: conformance.Should,
			doc:  "A host of a later minor version greets like any other: a hello with protocol_minor 1 is answered hello_ok.",
			hint: "there is nothing to refuse: what a later minor adds, a sender uses only once it is negotiated",
			run:  func(a *A) { a.Hello(); a.helloWith("protocol_minor 1", 1) },
		},
		{
			id: "hello/largest-minor", section: "4.4", level: conformance.Should,
			doc:  "protocol_minor is an unsigned 32-bit integer: a hello with the largest is answered hello_ok.",
			hint: "2^32-1 does not fit in a signed 32-bit integer",
			run:  func(a *A) { a.Hello(); a.helloWith("protocol_minor 4294967295", math.MaxUint32) },
		},
	}
	for _, row := range []struct{ name, what, id string }{
		{"request-id-number", "that looks like a number", "0"},
		{"request-id-escapes", "of characters that JSON escapes", "r-\"\\/\t\x01"},
		{"request-id-unicode", "outside ASCII", "r-é–😀"},
		{"request-id-long", "of 1,000 characters", strings.Repeat("r-", 500)},
	} {
		out = append(out, check{
			id: "envelope/" + row.name, section: "4.1",
			doc:  "request_id is any nonempty string, and an answer echoes it: here one " + row.what + ".",
			hint: "keep the id as the string it is, and write it with a JSON library",
			run: func(a *A) {
				a.Begin()
				x := a.chooseRequest(sceneOf("pass").posed(a)).edited(func(n *protocolgen.Node) { n.Set("request_id", protocolgen.Str(row.id)) })
				a.Ask(x).WantChoice()
			},
		})
	}
	return out
}

func (a *A) helloWith(what string, minor uint32) {
	a.Restart()
	a.Ask(a.request(&protocol.Hello{ProtocolMinor: minor})).Want("a hello with "+what, "hello_ok")
}

func (a *A) unmet(pointer, want, got string) {
	a.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: "a requirement that no host can meet", Where: pointer, Expected: want, Got: suite.Quote(got)})
}

// isExtension reports whether a name has the form of Section 14.
func isExtension(name string) bool {
	rest, ok := strings.CutPrefix(name, "x_")
	return ok && rest != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
