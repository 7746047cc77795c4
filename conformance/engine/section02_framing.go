package engine

// Section 2: one line of UTF-8 for each request, in order, and the end of input ends the process.

import (
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func framingChecks() []check {
	return []check{
		{
			id: "framing/one-answer", section: "2",
			doc:  "One request line produces exactly one response line, in order.",
			hint: suite.StdoutHint,
			run: func(e *E) {
				e.Hello()
				for range 3 {
					e.Ask(e.HelloRequest()).WantType("hello", "hello_ok")
				}
				e.wantSilence()
			},
		},
		{
			id: "framing/silent-until-asked", section: "2",
			doc:  "A target writes nothing on stdout before its first request.",
			hint: "print banners and logs on stderr",
			run: func(e *E) {
				e.Hello() // a target that is never greeted has no silence to be judged
				e.Restart()
				e.wantSilence()
			},
		},
		{
			id: "framing/silent-in-game", section: "2",
			doc:  "Every step is answered by one line and nothing else.",
			hint: suite.StdoutHint,
			run: func(e *E) {
				e.Begin()
				e.StepOn(3)
				e.wantSilence()
			},
		},
		{
			id: "framing/crlf", section: "2",
			doc:  "A request line that ends with a carriage return and a newline is read like any other.",
			hint: "strip one \\r before the \\n, and no other white space",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest()
				e.Send(x + "\r")
				e.Read(x).WantType("a hello that ends with \\r\\n", "hello_ok")
				e.Begin()
				x = e.StepRequest(0)
				e.Send(x + "\r")
				a := e.Read(x)
				if a.Decision() == nil && a.Terminal() == nil {
					a.wrongType("a step that ends with \\r\\n", "decision or terminal")
				}
			},
		},
		{
			id: "framing/drip", section: "2",
			doc:  "A line is a line however its bytes arrive: here one write for each byte.",
			hint: "read until a newline, not until the buffer is empty",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest()
				e.row(toEngine, []byte(x))
				e.Drip(string(x))
				e.Read(x).WantType("hello", "hello_ok")
				e.Ask(e.HelloRequest()).WantType("hello after it", "hello_ok") // nor is the line answered twice
			},
		},
		{
			id: "framing/split-character", section: "2",
			doc:  "A character of several bytes may be split between two writes.",
			hint: "decode UTF-8 once the line is complete",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest().with("/request_id", `"h-é–😀"`)
				e.row(toEngine, []byte(x))
				at := strings.Index(string(x), "😀") + 2
				e.Pieces(string(x[:at]), string(x[at:]), "\n")
				e.Read(x).WantType("hello", "hello_ok")
				e.Ask(e.HelloRequest()).WantType("hello after it", "hello_ok")
			},
		},
		{
			id: "framing/long-line", section: "2",
			doc:  "Every reader accepts lines up to 8 MiB: a hello padded with spaces to 16 bytes less is answered.",
			hint: "raise the line reader's buffer to 8 MiB; many libraries stop at 64 KiB",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest()
				e.Ask(x+padding(wire.MaxLine-suite.Margin-len(x))).WantType("hello on a line of almost 8 MiB", "hello_ok")
			},
		},
		{
			id: "framing/long-string", section: "2",
			doc:  "A line of almost 8 MiB is judged by its content: an unknown field on it is malformed_request, not malformed_json.",
			hint: "raise the line reader's buffer to 8 MiB; many libraries stop at 64 KiB",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest().with("/surplus", `""`)
				x = x.with("/surplus", suite.Quote(strings.Repeat("x", wire.MaxLine-suite.Margin-len(x))))
				e.Ask(x).WantError("a hello with an unknown field of almost 8 MiB", protocol.CodeMalformedRequest)
			},
		},
		{
			id: "framing/over-long-line", section: "2",
			doc:  "Readers reject lines longer than 8 MiB, with malformed_json: here a hello padded with spaces to 16 bytes more.",
			hint: "count the bytes of the line before parsing it",
			run: func(e *E) {
				e.Hello()
				e.askOverLong().WantError("a line longer than 8 MiB", protocol.CodeMalformedJSON)
			},
		},
		{
			id: "framing/after-over-long-line", section: "2",
			doc:  "One request line produces one response line also after a line that was too long: the next request is served.",
			hint: "read the rest of an over-long line and drop it, up to its newline",
			run: func(e *E) {
				e.Hello()
				e.askOverLong()
				e.Ask(e.HelloRequest()).WantType("hello after an over-long line", "hello_ok")
				e.wantSilence()
			},
		},
		{
			id: "framing/end-of-input", section: "2",
			doc:  "Closing stdin ends the process.",
			hint: "leave the read loop at end of file",
			run:  func(e *E) { e.Hello(); e.wantEnd() },
		},
		{
			id: "framing/end-of-input-at-once", section: "2", fresh: true,
			doc:  "Closing stdin ends the process, also one that was asked nothing.",
			hint: "leave the read loop at end of file",
			run:  func(e *E) { e.Start(); e.wantEnd() },
		},
		{
			id: "framing/end-of-input-in-game", section: "2",
			doc:  "Closing stdin ends the process, also while a decision waits for its step.",
			hint: "leave the read loop at end of file, whatever the state of the game",
			run:  func(e *E) { e.Begin(); e.wantEnd() },
		},
		{
			id: "framing/end-of-input-in-line", section: "2",
			doc:  "Closing stdin ends the process, also in the middle of a line.",
			hint: "end of file inside a line is still end of file",
			run: func(e *E) {
				e.Hello()
				e.Write(`{"request_type":`)
				e.wantEnd()
			},
		},
		{
			id: "framing/exit-status", section: "2", level: conformance.Should, profile: Strict,
			doc:  "A process that ends because its stdin was closed ends with status 0.",
			hint: "end of file is the normal end, not an error",
			run:  func(e *E) { e.Hello(); e.WantStatusZero(e.wantEnd()) },
		},
		{
			id: "framing/leaves-no-process", section: "2", level: conformance.Should,
			doc:  "Closing stdin ends the target as a whole: none of its processes outlives it.",
			hint: "end children before leaving, or let a wrapper script exec the program",
			run:  func(e *E) { e.Begin(); e.WantNoneLeft() },
		},
	}
}

// padding is white space that may follow a JSON text.
func padding(n int) text { return text(strings.Repeat(" ", n)) }

// askOverLong sends a line that is legal but for its length.
func (e *E) askOverLong() Answer {
	x := e.HelloRequest()
	return e.AskBad(x + padding(wire.MaxLine+suite.Margin-len(x)))
}
