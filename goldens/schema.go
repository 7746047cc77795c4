package goldens

// The schemas as a second opinion on the lines of a transcript.

import (
	"errors"
	"io"

	"github.com/spellbench/sbconform/schemas"
)

// A Tally counts the lines of one direction that the schemas accept and reject.
type Tally struct {
	Dir                string
	Accepted, Rejected int
}

// definitions are what the lines of each direction are held to, in the order of Dirs.
var definitions = [...]string{
	"requests.schema.json#/$defs/engine_request",
	"responses.schema.json#/$defs/engine_response",
	"requests.schema.json#/$defs/agent_request",
	"responses.schema.json#/$defs/agent_response",
}

// Schemas reads a transcript to its end and holds every line to the schemas. A line that its sender
// meant to be refused is rejected as well: the counts are no verdict.
func Schemas(r *Reader) ([]Tally, error) {
	dirs := Dirs()
	tallies := make([]Tally, len(dirs))
	judges := make([]*schemas.Schema, len(dirs))
	for i, dir := range dirs {
		s, err := schemas.Compile(definitions[i])
		if err != nil {
			return nil, err
		}
		tallies[i].Dir, judges[i] = dir, s
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return tallies, nil
		}
		if err != nil {
			return tallies, err
		}
		for i, dir := range dirs {
			switch {
			case row.Dir != dir:
			case judges[i].Validate(row.Message) == nil:
				tallies[i].Accepted++
			default:
				tallies[i].Rejected++
			}
		}
	}
}
