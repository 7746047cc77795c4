// Package cases makes messages with the verdict that the schemas owe them.
package cases

import (
	"iter"
	"math/rand"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

// A Case is one message and what a schema must say of it.
type Case struct {
	Schema string // "requests.schema.json#/$defs/engine_request"
	What   string // in words, what is wrong with it, or "valid"
	Valid  bool   // a fault that no schema can name counts as valid
	JSON   []byte // until the loop goes on
}

// Schema returns the definition that holds all messages of the shape's role and direction.
func Schema(m protocol.MessageShape) string {
	role := "agent"
	if m.Role == protocol.EngineRole {
		role = "engine"
	}
	if m.Request {
		return "requests.schema.json#/$defs/" + role + "_request"
	}
	return "responses.schema.json#/$defs/" + role + "_response"
}

// Of yields, for one message shape, some valid messages and from each about that many broken in one
// place, or a fourth of it where a message has thousands of places and takes long to judge.
func Of(m protocol.MessageShape, rng *rand.Rand, messages, broken int) iter.Seq[Case] {
	return func(yield func(Case) bool) {
		for range messages {
			valid := protocolgen.Valid(m.Shape, rng)
			if !yield(Case{Schema(m), "valid", true, valid.JSON()}) {
				return
			}
			places := 0
			for range protocolgen.Breaks(m.Shape, valid) {
				places++
			}
			large := places > 1000
			some := broken
			if large {
				some /= 4
			}
			for b := range protocolgen.Breaks(m.Shape, valid) {
				if rng.Intn(places) >= some || b.Fault == protocolgen.TooMany && large {
					continue
				}
				if !yield(Broken(m, b)) {
					return
				}
			}
		}
	}
}

// Broken returns a broken message as a Case.
func Broken(m protocol.MessageShape, b protocolgen.Broken) Case {
	what := string(b.Fault) + " " + b.Rule + " at " + b.Pointer
	return Case{Schema(m), what, b.When == protocol.OnlyStrict || unsaid(b), b.Value.JSON()}
}

// unsaid reports whether a fault is one of those that schemas.Unsaid lists.
func unsaid(b protocolgen.Broken) bool {
	switch b.Fault {
	case protocolgen.NotNFC, protocolgen.Constraint:
		return true
	case protocolgen.RuleBroken:
		return b.Rule == "dense_candidates"
	}
	return false
}
