package host

// What the engine and the agents of a run do: as the references do, except at one point.

import (
	"bytes"
	"time"

	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A script says what the programs of a run are, and where they are not themselves.
type script struct {
	name   string // unique among scripts that differ
	engine engine.Options
	hello  func(*protocol.EngineHelloOK) // changes what the engine declares; may be nil
	policy string                        // of the agents; "uniform" if ""
	twists []twist
	whole  bool  // games are played to their natural end
	spare  bool  // but need not be, where Config.Short asks for it
	length int64 // else after how many answers the engine ends them; shortGame if 0
	games  int   // after how many games the run is broken off; 2 if 0
}

// A twist is a point at which a program does something else than to answer as it should.
type twist struct {
	// at reports whether this is the point. It is asked of each request that is not yet answered, one at a time,
	// with the stage locked.
	at func(*asked) bool
	// do is done in place of answering; what the reference would answer is in asked.answer.
	do func(*asked)
	// often is how many times it happens; once if 0, always if negative.
	often int
	// waits returns, in milliseconds, the budget that the host has declared and that this twist lets pass; it
	// may be nil. Where the budget is longer than we are ready to wait, the twist does not happen.
	waits func(protocol.TimeControl) uint64
}

// An asked is a request that a program has read and not yet answered.
type asked struct {
	*player
	line    []byte
	request wire.Value // Absent if the line is not strict JSON
	kind    string     // its request_type
	nth     int        // how many of that type the process was asked before
	answer  []byte     // what the reference answers
}

func (q *asked) isEngine() bool { return q.role == engineRole }

// reply is the answer that the reference would give, as a tree.
func (q *asked) reply() wire.Value { v, _ := wire.Parse(q.answer); return v }

// say writes a line to the host.
func (q *asked) say(line []byte) { q.write(line, "\n") }

// inPieces writes a line piece by piece, with a breath between them.
func (q *asked) inPieces(pieces ...[]byte) {
	q.record.add(q.role, q.proc, told, bytes.Join(pieces, nil))
	for _, b := range append(pieces, []byte("\n")) {
		q.link.out(b)
		time.Sleep(time.Millisecond)
	}
}

// hang does nothing: the request is never answered.
func (q *asked) hang() { q.record.notef(q.role, q.proc, "does not answer") }

// leave ends the program.
func (q *asked) leave(status int) {
	q.record.notef(q.role, q.proc, "ends with status %d", status)
	q.gone.Store(true)
	q.link.exit(status)
}

// mute closes the program's stdout, which lives on.
func (q *asked) mute() {
	q.record.notef(q.role, q.proc, "closes its stdout")
	q.link.closeOut()
}

// complain writes to stderr.
func (q *asked) complain(b []byte) {
	q.record.notef(q.role, q.proc, "writes %d bytes to stderr", len(b))
	q.link.err(b)
}

// onEngine is the nth answer of an engine process to requests of a type.
func onEngine(kind string, nth int) func(*asked) bool {
	return func(q *asked) bool { return q.isEngine() && q.kind == kind && q.nth == nth }
}

// onAgent is the nth answer of an agent's process to requests of a type.
func onAgent(kind string, nth int) func(*asked) bool {
	return func(q *asked) bool { return !q.isEngine() && q.kind == kind && q.nth == nth }
}

// always is every request.
func always(*asked) bool { return true }
