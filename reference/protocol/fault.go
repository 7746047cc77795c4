package protocol

import (
	"fmt"

	"github.com/spellbench/sbconform/reference/wire"
)

// A Fault says why a line is not a legal message: the first thing wrong, in the order in which
// decoders look.
type Fault struct {
	Code      Code   // which error answers it: malformed_json, malformed_request or protocol_mismatch
	RequestID string // the id that answer carries; "" when it can't be read (Section 4.1)
	Pointer   string // an RFC 6901 JSON pointer into the line; "" is the whole message
	Offset    int    // the index in the line of the byte where the fault lies
	Message   string // one line for people; text from the line is shortened and quoted
}

// Error returns code, pointer and message.
func (f *Fault) Error() string {
	if f.Pointer == "" {
		return fmt.Sprintf("%s: %s", f.Code, f.Message)
	}
	return fmt.Sprintf("%s: %s: %s", f.Code, f.Pointer, f.Message)
}

// A Message is a decoded line. One that comes with a Fault holds what could be read before the fault,
// and no Body.
type Message struct {
	ID    string     // request_id
	Type  string     // request_type or response_type
	Value wire.Value // the whole line
	Body  any        // a pointer to one of the message structs
}
