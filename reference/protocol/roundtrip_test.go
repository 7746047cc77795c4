package protocol_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/protocol/protocolprop"
	"github.com/spellbench/sbconform/reference/wire"
)

// decode reads a line as the message shape's reader does.
func decode(m protocol.MessageShape, r protocol.Reading, line []byte) (protocol.Message, *protocol.Fault) {
	d := protocol.Decoder{Reading: r}
	switch {
	case m.Role == protocol.EngineRole && m.Request:
		return d.EngineRequest(line)
	case m.Role == protocol.EngineRole:
		return d.EngineResponse(line)
	case m.Request:
		return d.AgentRequest(line)
	}
	return d.AgentResponse(line)
}

func name(m protocol.MessageShape) string {
	role := "engine"
	if m.Role == protocol.AgentRole {
		role = "agent"
	}
	if m.Request {
		return role + "/request/" + m.Type
	}
	return role + "/response/" + m.Type
}

func forMessages(t *testing.T, test func(t *testing.T, m protocol.MessageShape)) {
	for _, m := range protocol.Messages() {
		t.Run(name(m), func(t *testing.T) { test(t, m) })
	}
}

func encode(m protocol.MessageShape, id string, body any) []byte {
	if m.Request {
		return protocol.AppendRequest(nil, id, body)
	}
	return protocol.AppendResponse(nil, id, body)
}

// Whatever the order of its members, a valid message decodes in both readings, and encoding what was
// decoded gives its canonical form. Agents' answers lose what a host does not read; theirs is stable
// from the second round on.
func TestDecodeThenEncodeIsCanonical(t *testing.T) {
	forMessages(t, func(t *testing.T, m protocol.MessageShape) {
		p := gopter.DefaultTestParametersWithSeed(1)
		p.MinSuccessfulTests = 30
		props := gopter.NewProperties(p)
		props.Property("encode after decode", prop.ForAll(func(n *protocolgen.Node) string {
			line := n.JSON()
			for _, r := range []protocol.Reading{protocol.Spec, protocol.Strict} {
				got, f := decode(m, r, line)
				if f != nil {
					return f.Error() + " in " + string(line)
				}
				back := encode(m, got.ID, got.Body)
				want, err := wire.AppendCanonical(nil, line)
				if err != nil {
					return err.Error()
				}
				if m.Shape.Open {
					again, f := decode(m, r, back)
					if f != nil {
						return f.Error()
					}
					want = encode(m, again.ID, again.Body)
				}
				if string(back) != string(want) {
					return "got " + string(back) + "\nwant " + string(want)
				}
			}
			return ""
		}, protocolprop.Shape(m.Shape)))
		props.TestingRun(t)
	})
}

// Every message broken in one place is refused there and for that; what only the reference host
// demands is refused in the strict reading alone.
func TestEveryFaultIsFoundWhereItIs(t *testing.T) {
	forMessages(t, func(t *testing.T, m protocol.MessageShape) {
		rng := rand.New(rand.NewSource(2))
		seen := map[protocolgen.Fault]int{}
		for range 6 {
			valid := protocolgen.Valid(m.Shape, rng)
			places := 0
			for range protocolgen.Breaks(m.Shape, valid) {
				places++
			}
			for b := range protocolgen.Breaks(m.Shape, valid) {
				if rng.Intn(places) >= 120 { // a decision has thousands
					continue
				}
				seen[b.Fault]++
				line := b.Value.JSON()
				_, f := decode(m, protocol.Strict, line)
				show := string(line[:min(len(line), 2000)])
				assert.Assert(t, f != nil, "%s %s at %s passed: %s", b.Fault, b.Rule, b.Pointer, show)
				assert.Equal(t, f.Pointer, b.Pointer, "%s %s: %v: %s", b.Fault, b.Rule, f, show)
				want := protocol.CodeMalformedRequest
				if b.Pointer == "/protocol" && b.Fault == protocolgen.NoWord {
					want = protocol.CodeProtocolMismatch
				}
				if b.Pointer == "" && line[0] != '{' {
					assert.Equal(t, f.RequestID, "")
				}
				assert.Equal(t, f.Code, want)
				assert.Assert(t, f.Offset >= 0 && f.Offset < len(line))
				assert.Assert(t, !strings.ContainsAny(f.Message, "\n\r") && len(f.Message) < 1024, f.Message)
				_, f = decode(m, protocol.Spec, line)
				assert.Equal(t, f != nil, b.When == protocol.Always, "%s %s at %s: %v", b.Fault, b.Rule, b.Pointer, f)
			}
		}
		assert.Assert(t, seen[protocolgen.Missing] > 0)
	})
}
