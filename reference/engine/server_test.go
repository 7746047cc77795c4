package engine

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// serve returns for each answer its type or code.
func serve(t *testing.T, in string) []string {
	t.Helper()
	var out bytes.Buffer
	assert.NilError(t, Serve(strings.NewReader(in), &out, Options{}))
	assert.Assert(t, out.Len() == 0 || bytes.HasSuffix(out.Bytes(), []byte("\n")))
	var got []string
	for line := range bytes.Lines(out.Bytes()) {
		m, fault := protocol.DecodeEngineResponse(bytes.TrimSuffix(line, []byte("\n")))
		if fault != nil {
			t.Fatal(fault)
		}
		if e, ok := m.Body.(*protocol.ErrorBody); ok {
			got = append(got, e.Code)
			continue
		}
		got = append(got, m.Type)
	}
	return got
}

const hello = `{"request_type":"hello","protocol":"spellbench/v2","request_id":"h-1","protocol_minor":0}`

func TestServe(t *testing.T) {
	long := strings.Repeat("x", wire.MaxLine+1)
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"one line", hello + "\n", []string{"hello_ok"}},
		{"CRLF", hello + "\r\n", []string{"hello_ok"}},
		{"unterminated", hello, []string{"hello_ok"}},
		{"unterminated half", hello[:40], []string{"malformed_json"}},
		{"blank lines", "\n\r\n \n" + hello + "\n", []string{"malformed_json", "malformed_json", "malformed_json", "hello_ok"}},
		{"over-long line", long + "\n" + hello + "\n", []string{"malformed_json", "hello_ok"}},
		{"over-long last line", hello + "\n" + long, []string{"hello_ok", "malformed_json"}},
		{"stdin ends in mid-game", hello + "\n" + string(protocol.AppendRequest(nil, "h-2", reset(0, "Burn"))) + "\n", []string{"hello_ok", "decision"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.DeepEqual(t, serve(t, c.in), c.want) })
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error)  { return 0, b.err }
func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestServeBrokenPipes(t *testing.T) {
	gone := errors.New("gone")
	assert.ErrorIs(t, Serve(broken{gone}, &bytes.Buffer{}, Options{}), gone)
	assert.ErrorIs(t, Serve(strings.NewReader(hello+"\n"), broken{gone}, Options{}), gone)
}

// Lines cut, glued and scribbled over are answered like any other, by one legal line, in the midst of
// a game too.
func TestHostileLinesNeverPanic(t *testing.T) {
	e, rng := New(Options{}), rand.New(rand.NewPCG(1, 2))
	t.Cleanup(e.Close)
	seeds := []string{
		hello,
		string(protocol.AppendRequest(nil, "h-2", london(reset(0, "Burn")))),
		string(protocol.AppendRequest(nil, "h-3", lists(reset(1, "Burn"), Reference().Catalog[1].Decklist))),
		string(protocol.AppendRequest(nil, "h-4", &protocol.Step{GameID: vectorSecret.GameID(0), EchoJSON: []byte(`{"kind":"pass"}`)})),
		string(protocol.AppendRequest(nil, "h-5", &protocol.ValidateDeck{Format: "pauper-bo1", Deck: protocol.Deck{CatalogID: "Burn"}})),
		string(protocol.AppendRequest(nil, "h-6", &protocol.ProbeResample{GameID: "g", Samples: 3})),
	}
	for range 5_000 {
		line := []byte(seeds[rng.IntN(len(seeds))])
		for range rng.IntN(3) {
			if len(line) == 0 {
				break
			}
			i := rng.IntN(len(line))
			line = append(line[:i], line[min(len(line), i+rng.IntN(9)):]...)
			if len(line) > 0 {
				line[rng.IntN(len(line))] = `{}[]",:0-9\`[rng.IntN(11)]
			}
		}
		if _, fault := protocol.DecodeEngineResponse(e.Answer(line)); fault != nil {
			t.Fatalf("%q: %v", line, fault)
		}
	}
}
