package agent

// Section 2: one line of UTF-8 for each request, in order, and the end of input ends the process.

import (
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// lull is how long a target that should be silent is watched. A pass never waits longer than that,
// and a target that needs longer to misbehave is caught by the next request.
const lull = 50 * time.Millisecond

func framingChecks() []check {
	return []check{
		{
			id: "framing/silent-until-asked", section: "2",
			doc:  "An agent writes nothing on stdout before its first request.",
			hint: suite.StdoutHint,
			run:  func(a *A) { a.Start(); a.Quiet(lull); a.Hello() },
		},
		{
			id: "framing/silent-after-hello", section: "2",
			doc:  "One request line produces exactly one response line: hello_ok is the only answer to hello.",
			hint: suite.StdoutHint,
			run:  func(a *A) { a.Hello(); a.Quiet(lull) },
		},
		{
			id: "framing/silent-after-game-start", section: "2",
			doc:  "One request line produces exactly one response line: ack is the only answer to game_start.",
			hint: suite.StdoutHint,
			run:  func(a *A) { a.Begin(); a.Quiet(lull) },
		},
		{
			id: "framing/silent-after-choose", section: "2",
			doc:  "One request line produces exactly one response line: a choice is the only answer to choose.",
			hint: suite.StdoutHint,
			run: func(a *A) {
				a.Begin()
				for range 3 {
					a.Pose(sceneOf("pass"))
				}
				a.Quiet(lull)
			},
		},
		{
			id: "framing/silent-after-game-over", section: "2",
			doc:  "One request line produces exactly one response line: ack is the only answer to game_over.",
			hint: suite.StdoutHint,
			run:  func(a *A) { a.Begin(); a.Pose(sceneOf("pass")); a.End(protocol.Endings()[0]); a.Quiet(lull) },
		},
		{
			id: "framing/crlf", section: "2",
			doc:  "A request line that ends with a carriage return and a newline is read like any other.",
			hint: "strip white space from the line before parsing it",
			run: func(a *A) {
				a.Begin()
				x := a.chooseRequest(sceneOf("pass").posed(a))
				a.Send(x + "\r")
				a.Read(x).WantChoice()
			},
		},
		{
			id: "framing/drip", section: "2",
			doc:  "A line is a line however its bytes arrive: here one write for each byte.",
			hint: "read until a newline, not until the buffer is empty",
			run: func(a *A) {
				a.Hello()
				x := a.startRequest()
				a.Row(host.HostToAgent, []byte(x))
				a.Drip(string(x))
				a.Read(x).Want("game_start", "ack")
				a.Pose(sceneOf("pass")) // nor is the line answered twice
			},
		},
		{
			id: "framing/split-character", section: "2",
			doc:  "A character of several bytes may be split between two writes.",
			hint: "decode UTF-8 once the line is complete",
			run: func(a *A) {
				a.Begin()
				x := a.chooseRequest(sceneOf("pass").posed(a))
				a.Row(host.HostToAgent, []byte(x))
				at := strings.Index(string(x), "û") + 1
				a.Pieces(string(x[:at]), string(x[at:])+"\n")
				a.Read(x).WantChoice()
				a.Pose(sceneOf("pass"))
			},
		},
		{
			id: "framing/long-line", section: "2",
			doc:  "Every reader accepts lines up to 8 MiB: a choose followed by spaces to 16 bytes less is answered.",
			hint: "raise the line reader's buffer to 8 MiB; many libraries stop at 64 KiB",
			run: func(a *A) {
				a.Begin()
				x := a.chooseRequest(sceneOf("pass").posed(a))
				a.Ask(x + text(strings.Repeat(" ", wire.MaxLine-suite.Margin-len(x)))).WantChoice()
				a.Pose(sceneOf("pass"))
			},
		},
		{
			id: "framing/long-string", section: "2",
			doc:  "Every reader accepts lines up to 8 MiB: a choose with an extension of almost that size is answered.",
			hint: "raise the line reader's buffer to 8 MiB; many libraries stop at 64 KiB",
			run: func(a *A) {
				a.Begin()
				d := sceneOf("pass").posed(a)
				d.Extensions = map[string]string{extension: `""`}
				size := len(protocol.AppendSeatDecision(nil, d)) + 1000 // the envelope
				d.Extensions[extension] = suite.Quote(strings.Repeat("x", wire.MaxLine-size))
				a.Ask(a.chooseRequest(d)).WantChoice()
				a.Pose(sceneOf("pass"))
			},
		},
		{
			id: "framing/line-of-100-kib", section: "2",
			doc:  "Every reader accepts lines up to 8 MiB: here a game_start of 100 KiB, as long lists of card names make it.",
			hint: "raise the line reader's buffer to 8 MiB; many libraries stop at 64 KiB",
			run: func(a *A) {
				a.Begin(func(s *protocol.GameStart) { s.Rules.CardNameDomain.Names = manyNames(5_000) })
				a.Pose(sceneOf("pass"))
			},
		},
		{
			id: "framing/end-of-input", section: "2",
			doc:  "Closing stdin ends the process.",
			hint: "leave the read loop at end of file",
			run:  func(a *A) { a.Hello(); a.wantEnd() },
		},
		{
			id: "framing/end-of-input-at-once", section: "2",
			doc:  "Closing stdin ends the process, also one that was asked nothing.",
			hint: "leave the read loop at end of file",
			run:  func(a *A) { a.Start(); a.wantEnd() },
		},
		{
			id: "framing/end-of-input-in-game", section: "2",
			doc:  "Closing stdin ends the process, also while a game goes on.",
			hint: "leave the read loop at end of file, whatever the state of the game",
			run:  func(a *A) { a.Begin(); a.Pose(sceneOf("pass")); a.wantEnd() },
		},
		{
			id: "framing/end-of-input-after-game", section: "2",
			doc:  "Closing stdin ends the process, also after a game.",
			hint: "leave the read loop at end of file, whatever was played",
			run:  func(a *A) { a.Begin(); a.End(protocol.Endings()[0]); a.wantEnd() },
		},
		{
			id: "framing/end-of-input-in-line", section: "2",
			doc:  "Closing stdin ends the process, also in the middle of a line.",
			hint: "end of file inside a line is still end of file",
			run:  func(a *A) { a.Hello(); a.Write(`{"request_type":`); a.wantEnd() },
		},
		{
			id: "framing/exit-status", section: "2", level: conformance.Should, profile: Strict,
			doc:  "A process that ends because its stdin was closed ends with status 0.",
			hint: "end of file is the normal end, not an error",
			run:  func(a *A) { a.Hello(); a.WantStatusZero(a.wantEnd()) },
		},
		{
			id: "framing/leaves-no-process", section: "2", level: conformance.Should,
			doc:  "Closing stdin ends the agent as a whole: none of its processes outlives it.",
			hint: "end children before leaving, or let a wrapper script exec the program",
			run:  func(a *A) { a.Begin(); a.WantNoneLeft() },
		},
	}
}
