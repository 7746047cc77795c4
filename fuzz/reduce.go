package fuzz

// Delta debugging over dialogues: what is left out is made up for by the moves themselves, which take
// ids, steps and echoes from the state that they find.

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
)

// Bounds of one reduction.
const (
	mostTries  = 600
	reduceTime = 20 * time.Second       // for making it smaller, and as long again for trying it out
	extraTime  = 100 * time.Millisecond // for output to come that nobody asked for
	showTries  = 3                      // of the whole dialogue: chance may have a part in the fault
)

// A reducer makes a finding smaller while its fingerprint stays.
type reducer struct {
	o        *Options
	secret   protocol.RunSecret
	rerun    bool          // the fault shows when the last game is played again
	slow     time.Duration // the fault is that an answer takes so long
	extra    bool          // the fault is output that nobody asked for, which is seen before the last move
	patience time.Duration // with the end of a process, while the dialogue is made smaller: it was waited for long enough
	tries    int
}

// rowsOf is the transcript that shows a fault.
func rowsOf(f *Fault, dialogue []goldens.Row) []goldens.Row {
	if f.rows != nil {
		return f.rows
	}
	return dialogue
}

// reduce replaces the dialogue of f by the smallest found, and tells how often that one shows the fault.
// It goes on for a bounded time, also where run has ended: what was found last is reduced too.
func (r reducer) reduce(run context.Context, f *Finding) {
	all, cancel := context.WithTimeout(context.WithoutCancel(run), 2*reduceTime)
	defer cancel()
	ctx, stop := context.WithTimeout(all, reduceTime)
	defer stop()
	want := f.Fingerprint()
	best := f.Moves
	try := func(moves []Move) bool {
		if ctx.Err() != nil || r.tries >= mostTries {
			return false
		}
		r.tries++
		x, fault := r.play(ctx, moves, want)
		if fault == nil {
			return false
		}
		best = slices.Clone(moves[:x.count])
		f.Fault, f.Rows, f.Stderr = *fault, exact(rowsOf(fault, x.s.rows)), x.s.p.Stderr()
		return true
	}
	shown := false
	for range showTries {
		shown = shown || try(best)
	}
	if shown {
		r.suffix(&best, try)
		r.shorten(&best, try)
		for before := -1; before != size(best); {
			before = size(best)
			r.drop(&best, try)
			r.simplify(&best, try)
		}
	}
	f.Moves = best
	for range r.o.Repeat {
		if ctx.Err() != nil && run.Err() != nil {
			break // somebody waits
		}
		_, fault := r.play(all, best, want)
		if all.Err() != nil {
			break
		}
		f.Runs++
		if fault != nil {
			f.Reproduced++
		}
	}
}

// A played dialogue.
type played struct {
	s     *session
	count int // moves until the fault
}

// play runs a dialogue against a fresh process until the fault shows; one of time must show several times.
func (r reducer) play(ctx context.Context, moves []Move, want string) (out played, f *Fault) {
	shows := 1
	if r.slow > 0 {
		shows = slowShows
	}
	for range shows {
		if out, f = r.once(ctx, moves, want); f == nil {
			break
		}
	}
	return out, f
}

func (r reducer) once(ctx context.Context, moves []Move, want string) (played, *Fault) {
	s, err := r.o.open(ctx, r.secret)
	if err != nil {
		return played{}, nil
	}
	defer s.close()
	s.patience = r.patience
	usual := map[string]time.Duration{}
	for i, v := range moves {
		if r.extra && i == len(moves)-1 {
			s.listen = extraTime
		}
		a, err := s.ask(v)
		if f := a.late; f != nil && f.Fingerprint() == want {
			s.rows = s.rows[:2*i]
			return played{s, i}, f
		}
		if err != nil {
			return played{}, nil
		}
		if f := a.fault; f != nil && f.Fingerprint() == want {
			return played{s, i + 1}, f
		} else if f != nil && f.Lasting {
			return played{}, nil
		}
		if f := r.drags(s, a, usual, i == len(moves)-1); f != nil && f.Fingerprint() == want {
			return played{s, i + 1}, f
		}
	}
	if f := s.settle(); f != nil && f.Fingerprint() == want {
		return played{s, len(moves)}, f
	}
	if r.rerun {
		if f := r.o.rerun(ctx, s, r.secret); f != nil && f.Fingerprint() == want {
			return played{s, len(moves)}, f
		}
	}
	return played{}, nil
}

// suffix tries whether the last moves are enough: those since a game was begun, or a few after one was
// begun for them.
func (r reducer) suffix(best *[]Move, try func([]Move) bool) {
	all := *best
	role, begun := r.o.role(), 0
	for i := len(all) - 1; i > 1 && begun < 3; i-- {
		if all[i].Kind == role.begin {
			begun++
			if try(slices.Concat([]Move{hello}, all[i:])) {
				return
			}
		}
	}
	for n := 1; n < len(all)-1; n *= 2 {
		tail := all[len(all)-n:]
		for _, head := range role.heads {
			if len(head)+n < len(all) && try(slices.Concat(head, tail)) {
				return
			}
		}
	}
}

// shorten makes all games as short as can be at once, for what takes many of them.
func (r reducer) shorten(best *[]Move, try func([]Move) bool) {
	for _, short := range shortest {
		out := slices.Clone(*best)
		for i := range out {
			if out[i].Kind == "reset" {
				out[i].Caps = short
			}
		}
		if try(out) {
			return
		}
	}
}

// shortest are caps of short games, the shortest first.
var shortest = [][2]uint64{{10000, 0}, {10000, 1}, {10000, 2}, {10000, 5}}

// drop leaves out chunks of moves, larger ones first.
func (r reducer) drop(best *[]Move, try func([]Move) bool) {
	for chunk := len(*best) / 2; chunk > 0; chunk /= 2 {
		for i := len(*best) - chunk; i >= 0; i -= chunk {
			i = min(i, len(*best)-chunk)
			if i >= 0 && len(*best) > 1 {
				try(slices.Delete(slices.Clone(*best), i, i+chunk))
			}
		}
	}
}

// simplify makes single moves simpler: without edits, with the first choice, with shorter values.
func (r reducer) simplify(best *[]Move, try func([]Move) bool) {
	for i := 0; i < len(*best); i++ {
		change := func(f func(v *Move)) bool {
			if i >= len(*best) {
				return false
			}
			out := slices.Clone(*best)
			out[i].Edits = slices.Clone(out[i].Edits)
			before := size(out)
			f(&out[i])
			return size(out) < before && try(out)
		}
		for j := len((*best)[i].Edits) - 1; j >= 0; j-- {
			change(func(v *Move) { v.Edits = slices.Delete(v.Edits, j, j+1) })
		}
		for _, short := range shortest {
			change(func(v *Move) {
				if v.Caps != [2]uint64{} {
					v.Caps = short
				}
			})
		}
		change(func(v *Move) { v.Pick = 0 })
		change(func(v *Move) { v.Pick /= 2 })
		for j := range (*best)[min(i, len(*best)-1)].Edits {
			for half := true; half; {
				half = change(func(v *Move) { v.Edits[j] = halved(v.Edits[j]) })
			}
			for less := true; less; {
				less = change(func(v *Move) { v.Edits[j] = lessened(v.Edits[j]) })
			}
		}
	}
}

// halved is an edit with half the text, its quotes kept.
func halved(e Edit) Edit {
	if n := len(e.Raw); n > 4 && e.Op != "state" {
		e.Raw = slices.Concat(e.Raw[:n/2], e.Raw[n-1:])
	}
	e.N /= 2
	return e
}

// lessened is an edit with an eighth less of its text.
func lessened(e Edit) Edit {
	if n := len(e.Raw); n > 16 && e.Op != "state" {
		e.Raw = slices.Concat(e.Raw[:n-1-n/8], e.Raw[n-1:])
	}
	return e
}

// size weighs a dialogue: moves first, then edits, then what they hold.
func size(moves []Move) int {
	n := 0
	for _, v := range moves {
		n += 1_000_000 + len(v.Line)
		n += bits.Len64(v.Pick) + bits.Len64(v.Caps[0]) + bits.Len64(v.Caps[1])
		for _, e := range v.Edits {
			n += 10_000 + len(e.Raw) + e.N
		}
	}
	return n
}
