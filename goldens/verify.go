package goldens

// Section 16: goldens replayed in every role.

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A Divergence is where a replay first leaves a transcript.
type Divergence struct {
	Role string
	Row  int // counted from 1
	Difference
}

func (d *Divergence) Error() string {
	return fmt.Sprintf("%s: row %d: %s", d.Role, d.Row, d.Difference)
}

// Verify replays a transcript in each of its roles and recomputes its digest. The error is a
// *Divergence, or says why it can't be replayed.
func (t Transcript) Verify() error {
	for _, r := range []struct {
		role   string
		replay func(Transcript) error
	}{
		{RoleHost, Transcript.replayHost},
		{RoleEngine, Transcript.replayEngine},
		{RoleAgent, Transcript.replayAgents},
	} {
		if !slices.Contains(t.Roles, r.role) {
			continue
		}
		if err := r.replay(t); err != nil {
			return err
		}
	}
	return nil
}

// CompareRows returns where got first leaves want, or nil.
func CompareRows(role string, want, got []Row) *Divergence {
	for i, w := range want {
		if i >= len(got) {
			return &Divergence{role, i + 1, NoAnswer(w.Message, "nothing")}
		}
		if w.Dir != got[i].Dir {
			return &Divergence{role, i + 1, Difference{Kind: Direction, Want: w.Dir, Got: got[i].Dir}}
		}
		if d := Compare(w.Message, got[i].Message, true); d != nil {
			return &Divergence{role, i + 1, *d}
		}
	}
	if len(got) > len(want) {
		return &Divergence{role, len(want) + 1, Unasked(got[len(want)].Message)}
	}
	return nil
}

// replayHost plays the game again with parties that say what is in the transcript.
func (t Transcript) replayHost() error {
	if t.Game == nil {
		return errors.New("host: the entry has no game")
	}
	said := Exchanges(t.Rows)
	who := func(party int, name string) host.Peer {
		return &actor{rows: t.Rows, script: said[party], lost: lost[t.Game.Lost[name]]}
	}
	p := parties{who(partyEngine, "engine"), [2]host.Peer{who(partyP0, "p0"), who(partyP1, "p1")}}
	rows, result, err := t.Game.play(p)
	if d := CompareRows(RoleHost, t.Rows, rows); d != nil {
		return d
	}
	if err != nil {
		return fmt.Errorf("host: %w", err)
	}
	if t.Digest == nil || result.Digest != *t.Digest {
		return fmt.Errorf("host: the game digest is %s", result.Digest)
	}
	return nil
}

// An actor is a Peer that says what stands in a transcript.
type actor struct {
	rows   []Row
	script []Exchange
	lost   error // how an answer that does not stand there fails to come
}

func (a *actor) Exchange([]byte, time.Duration) ([]byte, error) {
	if len(a.script) == 0 {
		return nil, errors.New("the transcript has no such request")
	}
	next := a.script[0]
	a.script = a.script[1:]
	if next.Answer < 0 {
		if a.lost == nil {
			return nil, errGone
		}
		return nil, a.lost
	}
	return a.rows[next.Answer].Message, nil
}

func (a *actor) Kill() {}

func (t Transcript) replayEngine() error {
	if !slices.ContainsFunc(engine.Mutants(), func(m engine.Mutant) bool { return m.Name == t.Mutant }) && t.Mutant != "" {
		return fmt.Errorf("engine: no mutant %.64q", t.Mutant)
	}
	if _, ok := engine.Declared(t.Profile); !ok {
		return fmt.Errorf("engine: no profile %.64q", t.Profile)
	}
	e := engine.New(engine.Options{Profile: t.Profile, Mutant: t.Mutant})
	defer e.Close()
	return t.replay(RoleEngine, partyEngine, e.Answer)
}

func (t Transcript) replayAgents() error {
	for i, policy := range t.Agents {
		if policy == "" {
			continue
		}
		a, err := agent.New(agent.Options{Policy: policy})
		if err != nil {
			return fmt.Errorf("agent: %w", err)
		}
		role := RoleAgent
		if t.Game != nil {
			role += " " + string(protocol.Seats[i])
		}
		if err := t.replay(role, partyP0+i, a.Answer); err != nil {
			return err
		}
	}
	return nil
}

// replay puts the requests to one party to answer.
func (t Transcript) replay(role string, party int, answer func([]byte) []byte) error {
	for _, x := range Exchanges(t.Rows)[party] {
		got := answer(t.Rows[x.Request].Message)
		if x.Answer < 0 {
			return &Divergence{role, x.Request + 1, Unasked(got)}
		}
		if d := Compare(t.Rows[x.Answer].Message, got, true); d != nil {
			return &Divergence{role, x.Answer + 1, *d}
		}
	}
	return nil
}
