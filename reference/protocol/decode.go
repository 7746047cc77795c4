package protocol

// Sections 4.1, 4.2, 9 and 10: from a line to a typed message.

import "github.com/spellbench/sbconform/reference/wire"

// A Decoder decodes one line after another into the same arena: the Value of a Message, and an echo
// kept as a Value, are valid until its next call. The zero Decoder reads as the specification says.
//
// The order in which it looks, and so the fault that it names where there are several: strict JSON
// over the whole line; an object at the top; request_id; protocol; the message's type; the fields, as
// Shape.Check does.
type Decoder struct {
	Reading Reading
	parser  wire.Parser
	parsed  wire.Value // the last line, if it is strict JSON
}

// message is a line that fits its shape: reading it can't fail any more.
type message struct{ wire.Value }

// DecodeEngineRequest decodes what a host sends to an engine: a *Hello, *Reset, *Step, *ValidateDeck
// or *ProbeResample. Retransmission and everything that needs the engine's state is left to the engine.
func DecodeEngineRequest(line []byte) (Message, *Fault) { return new(Decoder).EngineRequest(line) }

// DecodeAgentRequest decodes what a conforming host sends to an agent: a *Hello, *GameStart, *Choose
// or *GameOver. Agents themselves may be more lenient (Section 4.2).
func DecodeAgentRequest(line []byte) (Message, *Fault) { return new(Decoder).AgentRequest(line) }

// DecodeEngineResponse decodes an engine's answer: an *EngineHelloOK, *Decision, *Terminal, *DeckOK,
// *ProbeResult or *ErrorBody. Of the live validator's rules it holds a decision to those of V1 that
// one field or one semantic alone decides.
func DecodeEngineResponse(line []byte) (Message, *Fault) { return new(Decoder).EngineResponse(line) }

// DecodeAgentResponse decodes an agent's answer: an *AgentHelloOK, *Ack, *Choice or *ErrorBody. It is
// as lenient as Section 10 wants the host to be: other fields are ignored, an error may carry any
// code, and a choice any integer and any echo. The JSON must still be strict (Section 2).
func DecodeAgentResponse(line []byte) (Message, *Fault) { return new(Decoder).AgentResponse(line) }

// EngineRequest is like DecodeEngineRequest.
func (d *Decoder) EngineRequest(line []byte) (Message, *Fault) {
	return d.decode(line, "request_type", engineRequests)
}

// EngineRequestAgain is EngineRequest for the line that it was last called with, which must be strict
// JSON: another Reading may judge it otherwise.
func (d *Decoder) EngineRequestAgain() (Message, *Fault) {
	return d.read(d.parsed, "request_type", engineRequests)
}

// AgentRequest is like DecodeAgentRequest.
func (d *Decoder) AgentRequest(line []byte) (Message, *Fault) {
	return d.decode(line, "request_type", agentRequests)
}

// EngineResponse is like DecodeEngineResponse.
func (d *Decoder) EngineResponse(line []byte) (Message, *Fault) {
	return d.decode(line, "response_type", engineResponses)
}

// EngineBinding is like EngineResponse but takes a decision's seat_decision for any object and leaves
// Decision.SeatDecision empty: that part is the live validator's to judge, from Message.Value.
func (d *Decoder) EngineBinding(line []byte) (Message, *Fault) {
	return d.decode(line, "response_type", engineBindings)
}

// AgentResponse is like DecodeAgentResponse.
func (d *Decoder) AgentResponse(line []byte) (Message, *Fault) {
	return d.decode(line, "response_type", agentResponses)
}

func (d *Decoder) decode(line []byte, tag string, table []MessageShape) (Message, *Fault) {
	v, err := d.parser.Parse(line)
	if err != nil {
		f := &Fault{Code: CodeMalformedJSON, Message: err.Error()}
		if e, ok := err.(*wire.Error); ok {
			f.Offset, f.Message = e.Offset, e.Reason.String()
		}
		return Message{}, f
	}
	d.parsed = v
	return d.read(v, tag, table)
}

func (d *Decoder) read(v wire.Value, tag string, table []MessageShape) (Message, *Fault) {
	w := walker{reading: d.Reading}
	if v.Kind() != wire.Object {
		return Message{}, fault(v, "want an object at the top, got %s", kindText[v.Kind()])
	}
	id, f := member(v, "request_id")
	// Only an error that answers an unreadable id carries an empty one; its shape says so.
	if f == nil && tag == "request_type" {
		f = w.value(requestIDShape, id)
		if f != nil {
			f.under("request_id")
		}
	}
	if f != nil {
		return Message{}, f
	}
	m := Message{ID: id.Str(), Value: v}
	refuse := func(f *Fault) (Message, *Fault) {
		f.RequestID = m.ID
		return m, f
	}
	proto, f := member(v, "protocol")
	if f != nil {
		return refuse(f)
	}
	if !proto.StrIs(Version) {
		f := fault(proto, "%s is not %s", quote(w.bytes(proto)), Version).under("protocol")
		f.Code = CodeProtocolMismatch
		return refuse(f)
	}
	kind, f := member(v, tag)
	if f != nil {
		return refuse(f)
	}
	for i := range table {
		if !kind.StrIs(table[i].Type) {
			continue
		}
		m.Type = table[i].Type
		if f := w.first(table[i].Shape, v); f != nil {
			return refuse(f)
		}
		m.Body = table[i].body(message{v})
		return m, nil
	}
	m.Type = kind.Str()
	return refuse(fault(kind, "unknown %s %s", tag, quote(w.bytes(kind))).under(tag))
}

// member returns a member of the envelope, which is a string.
func member(v wire.Value, name string) (wire.Value, *Fault) {
	m := v.Get(name)
	switch m.Kind() {
	case wire.String:
		return m, nil
	case wire.Absent:
		return m, fault(v, "missing field %q", name).under(name)
	}
	return m, fault(m, "want a string, got %s", kindText[m.Kind()]).under(name)
}
