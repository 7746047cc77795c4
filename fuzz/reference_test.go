package fuzz_test

import (
	"bytes"
	"testing"

	"github.com/spellbench/sbconform/fuzz"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// FuzzEngine puts a dialogue, its lines in one text, to the reference engine as each of its profiles declares
// it. Every answer must be one that the model takes, and a second engine must answer the same.
func FuzzEngine(f *testing.F) {
	var profiles []string
	for _, p := range engine.Profiles() {
		profiles = append(profiles, p.Name)
	}
	dialogues(f, 0, func(text []byte) {
		f.Add(text, uint8(0))
		_, unannounced, _ := bytes.Cut(text, []byte("\n")) // no hello
		f.Add(unannounced, uint8(0))
	})
	f.Fuzz(func(t *testing.T, text []byte, pick uint8) {
		o := engine.Options{}
		if n := int(pick) % (len(profiles) + 1); n > 0 {
			o.Profile = profiles[n-1]
		}
		one, other := engine.New(o), engine.New(o)
		defer one.Close()
		defer other.Close()
		m := fuzz.NewModel(protocol.Spec)
		for line := range requestLines(text) {
			answer := bytes.Clone(one.Answer(line))
			if again := other.Answer(line); !bytes.Equal(again, answer) {
				t.Fatalf("profile %q, %.300q: %.300s, and from another engine %s", o.Profile, line, answer, again)
			}
			if fault := m.Judge(bytes.Clone(line), answer); fault != nil {
				t.Fatalf("profile %q, %.300q: %.300s: %s\nwanted: %s (%s)", o.Profile, line, answer, fault.Message, fault.Expected, fault.Section)
			}
		}
	})
}

// FuzzAgent puts a dialogue to each of the reference agents. An answer is one that a host can read, with the id
// of the request wherever one can be read; to a legal choose it is a choice among the candidates.
func FuzzAgent(f *testing.F) {
	for who := 1; who <= 2; who++ {
		dialogues(f, who, func(text []byte) { f.Add(text, uint8(0)) })
	}
	policies := agent.Policies()
	f.Fuzz(func(t *testing.T, text []byte, pick uint8) {
		o := agent.Options{Policy: policies[int(pick)%len(policies)]}
		one, other := newAgent(t, o), newAgent(t, o)
		for line := range requestLines(text) {
			answer := bytes.Clone(one.Answer(line))
			if again := other.Answer(line); !bytes.Equal(again, answer) {
				t.Fatalf("policy %s, %.300q: %.300s, and from another agent %s", o.Policy, line, answer, again)
			}
			m, fault := protocol.DecodeAgentResponse(answer)
			if fault != nil {
				t.Fatalf("policy %s, %.300q: %.300s: %v", o.Policy, line, answer, fault)
			}
			request, illegal := protocol.DecodeAgentRequest(line)
			if illegal != nil {
				continue
			}
			if m.ID != request.ID {
				t.Fatalf("policy %s, %.300q: %.300s has another id", o.Policy, line, answer)
			}
			if choice, ok := m.Body.(*protocol.Choice); ok {
				n := request.Value.Get("decision").Get("candidates").Len()
				if choice.CandidateID < 0 || choice.CandidateID >= int64(n) {
					t.Fatalf("policy %s, %.300q: %.300s is none of %d candidates", o.Policy, line, answer, n)
				}
			}
		}
	})
}

func newAgent(t *testing.T, o agent.Options) *agent.Agent {
	a, err := agent.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// requestLines yields the lines that a reader would hand on.
func requestLines(text []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			if len(line) > 0 && len(line) <= wire.MaxLine && !yield(line) {
				return
			}
		}
	}
}

// dialogues hands on what the goldens' hosts say to the engine (0), p0 (1) or p1 (2): the beginning, which is
// short enough to be varied.
func dialogues(f *testing.F, who int, add func(text []byte)) {
	index, err := goldens.ReadIndex(goldens.Files)
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range index.Transcripts {
		t, err := goldens.Load(goldens.Files, e)
		if err != nil {
			f.Fatal(err)
		}
		var text []byte
		for i, x := range goldens.Exchanges(t.Rows)[who] {
			line := t.Rows[x.Request].Message
			if i == 12 || len(text)+len(line) > 32<<10 {
				break
			}
			text = append(append(text, line...), '\n')
		}
		add(text)
	}
}
