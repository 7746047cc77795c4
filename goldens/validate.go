package goldens

// Section 11.3: the live validator over a recorded game.

import (
	"bytes"
	"errors"
	"io"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// A Finding is a rule that the engine breaks in a row of a transcript. Beside the validator's rules
// there are three of the rule "malformed": malformed-json and malformed-shape for an answer that is no
// legal message, and malformed-answer for one that does not answer what was asked.
type Finding struct {
	Row int // counted from 1
	validator.Violation
}

// A Summary counts what Validate has seen.
type Summary struct {
	Rows, Games, Decisions, Terminals, Findings int
}

// Validate reads a transcript of one engine process to its end and calls report for every rule that
// the engine breaks. Rows between the host and the agents are passed over. An error that ends it early
// is an *Error.
func Validate(r *Reader, o validator.Options, report func(Finding)) (Summary, error) {
	e := engineRows{game: validator.New(o), report: report}
	e.requests.Reading, e.answers.Reading = protocol.Spec, o.Reading
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return e.sum, nil
		}
		if err != nil {
			return e.sum, err
		}
		e.sum.Rows = r.Row()
		switch row.Dir {
		case HostToEngine:
			e.request(row.Message)
		case EngineToHost:
			e.answer(row.Message)
		}
	}
}

// engineRows follows the talk between a host and an engine.
type engineRows struct {
	game              *validator.Game
	requests, answers protocol.Decoder
	report            func(Finding)
	sum               Summary

	asked    protocol.Message // the request that waits for its answer; no Body if it is no legal one
	line     []byte           // its line
	again    bool             // it repeats the request before it, which had an answer (Section 4.1)
	answered []byte           // the line of the last request that had an answer
	over     bool             // the game has had its terminal
}

func (e *engineRows) request(line []byte) {
	e.again = e.answered != nil && bytes.Equal(line, e.answered)
	e.line = append(e.line[:0], line...)
	m, fault := e.requests.EngineRequest(line)
	if fault != nil {
		m.Body = nil
	}
	e.asked = m
}

func (e *engineRows) answer(line []byte) {
	m, fault := e.answers.EngineBinding(line)
	asked := e.asked.Body
	if e.line != nil && !e.again {
		e.answered = append(e.answered[:0], e.line...)
	}
	again := e.again
	e.asked, e.line, e.again = protocol.Message{ID: e.asked.ID}, e.line[:0], false
	switch {
	case fault != nil:
		e.malformed(fault)
	case again: // the answer from the cache tells nothing new
	default:
		e.take(m, asked)
	}
}

func (e *engineRows) take(m protocol.Message, asked any) {
	switch body := m.Body.(type) {
	case *protocol.EngineHelloOK:
		if _, ok := asked.(*protocol.Hello); !ok {
			e.unasked(m)
			return
		}
		e.game.Hello(body)
	case *protocol.Decision, *protocol.Terminal:
		switch request := asked.(type) {
		case *protocol.Reset:
			e.game.Reset(e.asked.ID, request)
			e.over = false
			e.sum.Games++
		case *protocol.Step:
			if e.over {
				e.unasked(m)
				return
			}
			e.game.Step(e.asked.ID, request)
		default:
			e.unasked(m)
			return
		}
		if _, e.over = body.(*protocol.Terminal); e.over {
			e.sum.Terminals++
			e.violations(e.game.Terminal(m.Value))
		} else {
			e.sum.Decisions++
			e.violations(e.game.Decision(m.Value))
		}
	}
}

func (e *engineRows) violations(found []validator.Violation) {
	for _, v := range found {
		e.sum.Findings++
		e.report(Finding{e.sum.Rows, v})
	}
}

func (e *engineRows) malformed(f *protocol.Fault) {
	check, section := "malformed-shape", "9"
	if f.Code == protocol.CodeMalformedJSON {
		check, section = "malformed-json", "2"
	}
	e.violations([]validator.Violation{{Rule: "malformed", Check: check, Section: section, Pointer: f.Pointer, Message: f.Message}})
}

func (e *engineRows) unasked(m protocol.Message) {
	e.violations([]validator.Violation{{Rule: "malformed", Check: "malformed-answer", Section: "9",
		Pointer: "/response_type", Message: m.Type + " does not answer what was asked"}})
}
