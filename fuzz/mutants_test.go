package fuzz

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A filter stands before the reference engine: it gets a request and may ask the engine what it likes
// before it answers.
type filter func(line []byte, ask func([]byte) []byte) []byte

// filtered is the reference behind a filter, which is made anew for each process.
func filtered(make func() filter) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		e := engine.New(engine.Options{})
		defer e.Close()
		f := make()
		ask := func(line []byte) []byte { return bytes.Clone(e.Answer(line)) }
		return wire.Serve(stdin, stdout, func(line []byte, tooLong bool) ([]byte, error) {
			if tooLong {
				return e.AnswerTooLong(), nil
			}
			out := f(bytes.Clone(line), ask)
			if out == nil {
				return nil, errors.New("crashed")
			}
			return out, nil
		})
	})
}

func stateless(f filter) func() filter { return func() filter { return f } }

// refuses answers some requests with an error that they do not deserve.
func refuses(code protocol.Code, bad func(line []byte, v wire.Value) bool) func() filter {
	return stateless(func(line []byte, ask func([]byte) []byte) []byte {
		if v, err := wire.Parse(line); err == nil && bad(line, v) {
			return protocol.AppendResponse(nil, v.Get("request_id").Str(), &protocol.ErrorBody{Code: string(code), Message: "a mutant's"})
		}
		return ask(line)
	})
}

// crashes ends at some requests.
func crashes(bad func(line []byte, v wire.Value) bool) func() filter {
	return stateless(func(line []byte, ask func([]byte) []byte) []byte {
		if v, _ := wire.Parse(line); bad(line, v) {
			return nil
		}
		return ask(line)
	})
}

// rereads changes requests before the engine sees them.
func rereads(edit func(line []byte, v wire.Value) []byte) func() filter {
	return stateless(func(line []byte, ask func([]byte) []byte) []byte {
		v, _ := wire.Parse(line)
		return ask(edit(line, v))
	})
}

func is(v wire.Value, requestType string) bool { return v.Get("request_type").StrIs(requestType) }

// rare are faults with triggers that no fixed list of questions is likely to pull.
var rare = []struct {
	name string
	make func() filter
}{
	{"an id of more than 1,000 bytes is cut", stateless(func(line []byte, ask func([]byte) []byte) []byte {
		v, err := wire.Parse(line)
		a := ask(line)
		if id := v.Get("request_id").Str(); err == nil && len(id) > 1000 {
			a = set(a, "/request_id", quote(id[:1000]))
		}
		return a
	})},
	{"a duplicate key is overlooked where one of the two is escaped", stateless(func(line []byte, ask func([]byte) []byte) []byte {
		var e *wire.Error
		if errors.As(wire.Check(line), &e) && e.Reason == wire.DuplicateKey && bytes.Contains(line, []byte(`"\u00`)) {
			return ask(protocol.AppendRequest(nil, "h-x", &protocol.Hello{}))
		}
		return ask(line)
	})},
	{"a step of 2^53-1 is taken for the pending one", rereads(func(line []byte, v wire.Value) []byte {
		if is(v, "step") && v.Get("expected_step").Int() == 1<<53-1 {
			return nil
		}
		return line
	})},
	{"the thirteenth game is refused", func() filter {
		games := 0
		return func(line []byte, ask func([]byte) []byte) []byte {
			v, err := wire.Parse(line)
			if err == nil && is(v, "reset") && games >= 12 {
				return protocol.AppendResponse(nil, v.Get("request_id").Str(), &protocol.ErrorBody{Code: "unsupported_format"})
			}
			a := ask(line)
			if is(v, "reset") && !bytes.Contains(a, []byte(`"error"`)) {
				games++
			}
			return a
		}
	}},
	{"a NUL ends an id", stateless(func(line []byte, ask func([]byte) []byte) []byte {
		a := ask(line)
		if v, err := wire.Parse(line); err == nil {
			if id, _, found := strings.Cut(v.Get("request_id").Str(), "\x00"); found {
				return set(a, "/request_id", quote(id))
			}
		}
		return a
	})},
	{"true is 1 and false is 0 in an echo", rereads(func(line []byte, v wire.Value) []byte {
		e := protocol.At(v, "/selection/semantic_echo")
		for m := range e.Members() {
			if m.Value.Kind() == wire.Bool && slices.Contains([]string{"face", "hand_size", "mulligans_taken", "ability_index", "amount", "instance"}, m.Key.Str()) {
				n := map[bool]string{true: "1", false: "0"}[m.Value.Bool()]
				if m.Key.StrIs("hand_size") {
					n = "7"
				}
				return splice(line, m.Value, n)
			}
		}
		return line
	})},
	{"a hello of the last minor version is refused", refuses(protocol.CodeProtocolMismatch, func(_ []byte, v wire.Value) bool {
		return is(v, "hello") && v.Get("protocol_minor").Int() == 1<<32-1
	})},
	{"a reset whose keys come backwards is refused", refuses(protocol.CodeMalformedRequest, func(line []byte, v wire.Value) bool {
		return is(v, "reset") && v.Get("seats").Offset() < v.Get("game_id").Offset()
	})},
	{"a character beyond 16 bits in a game_id ends the process", crashes(func(_ []byte, v wire.Value) bool {
		return strings.ContainsRune(v.Get("game_id").Str(), '😀')
	})},
	{"a step under the id of an earlier request but the last ends the process", func() filter {
		var ids []string
		return func(line []byte, ask func([]byte) []byte) []byte {
			v, _ := wire.Parse(line)
			id := v.Get("request_id").Str()
			if is(v, "step") && len(ids) > 1 && slices.Contains(ids[:len(ids)-1], id) && ids[len(ids)-1] != id {
				return nil
			}
			ids = append(ids, id)
			return ask(line)
		}
	}},
	{"an echo nested to the limit of depth ends the process", crashes(func(line []byte, v wire.Value) bool {
		return is(v, "step") && bytes.Contains(line, bytes.Repeat([]byte("["), 58))
	})},
	{"a hello after a game is forgotten its identity", func() filter {
		over := false
		return func(line []byte, ask func([]byte) []byte) []byte {
			a := ask(line)
			over = over || bytes.Contains(a, []byte(`"terminal"`))
			if v, err := wire.Parse(line); err == nil && over && is(v, "hello") && bytes.Contains(a, []byte("hello_ok")) {
				return set(a, "/engine/version", `"0"`)
			}
			return a
		}
	}},
	{"after a decklist was validated, the pending decision is gone", func() filter {
		gone := false
		return func(line []byte, ask func([]byte) []byte) []byte {
			v, _ := wire.Parse(line)
			if is(v, "validate_deck") {
				gone = true
			} else if is(v, "step") && gone {
				gone = false
				line = set(line, "/expected_step", "777777")
			}
			return ask(line)
		}
	}},
	{"a carriage return within a line ends it", rereads(func(line []byte, _ wire.Value) []byte {
		if head, _, found := bytes.Cut(line, []byte("\r")); found {
			return head
		}
		return line
	})},
}
