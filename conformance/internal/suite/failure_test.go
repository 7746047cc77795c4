package suite

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

func TestTextIsShortened(t *testing.T) {
	assert.Equal(t, Show("short"), "short")
	assert.Equal(t, Show([]byte(strings.Repeat("x", 400))), strings.Repeat("x", 400))
	assert.Equal(t, Show(strings.Repeat("x", 401)), strings.Repeat("x", 400)+"… (401 bytes)")
	assert.Equal(t, Sent(`{"a":1}`), `; sent {"a":1}`)
}

func TestAFramingFaultSaysWhatWasLookedFor(t *testing.T) {
	for _, c := range []struct{ fault, what, want string }{
		{"no answer within 10s", "no answer", "no answer within 10s"},
		{"the target ended", "no answer", "no answer: the target ended"},
		{"the target ended", "", "the target ended"},
	} {
		f := Framed(&process.Fault{Kind: process.TimedOut, Message: c.fault, Pending: []byte("half a l")}, c.what)
		assert.Equal(t, f.Message, c.want)
		assert.Equal(t, f.Got, "half a l")
		assert.Equal(t, f.Cause, conformance.Timeout)
	}
}

// Where an answer breaks its schema is told by a pointer or, where there is no tree to point into, by the byte.
func TestAMalformedAnswerSaysWhere(t *testing.T) {
	for where, fault := range map[string]protocol.Fault{
		"/winner": {Pointer: "/winner", Offset: 9, Message: "no seat"},
		"byte 9":  {Offset: 9, Message: "no string"},
	} {
		f := Malformed(&fault, []byte("{}"), "no message", "a message")
		assert.Equal(t, f.Where, where)
		assert.Equal(t, f.Message, "no message: "+fault.Message)
	}
}
