// Package replay puts the requests of a transcript to a target again and holds its answers to those
// that stand there (Section 16 of the specification).
package replay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
)

// settle is how long a target that has answered everything may go on talking before it is believed to
// have said all.
const settle = 20 * time.Millisecond

// Run replays one talk of a transcript to a fresh process. Unless exact it holds the answers to what
// they mean, not to their bytes.
//
// A line goes out as soon as the answers that stand before it have come. A request at the end of the
// talk that has no answer must have none again: the target may end, or let the time run out.
//
// The error is a *goldens.Divergence when the target does not do what the transcript says; any other
// is no fault of the target's, or says that it can't be started.
func Run(ctx context.Context, c process.Command, l process.Limits, rows []goldens.Row, talk goldens.Talk, exact bool) error {
	p, err := process.Start(ctx, c, l)
	if err != nil {
		return err
	}
	defer p.Stop()
	unanswered := -1 // the place of the last request, while no answer to it has come
	for _, at := range talk.Rows {
		row := rows[at]
		if row.Dir == goldens.HostToEngine || row.Dir == goldens.HostToAgent {
			p.Send(row.Message)
			unanswered = at
			continue
		}
		unanswered = -1
		got, err := p.Recv()
		if err != nil {
			return missing(p, talk, at, row.Message, err)
		}
		if d := goldens.Compare(row.Message, got, exact); d != nil {
			return &goldens.Divergence{Role: talk.Role, Row: at + 1, Difference: *d}
		}
	}
	if unanswered >= 0 {
		got, err := p.Recv()
		if err == nil {
			return &goldens.Divergence{Role: talk.Role, Row: unanswered + 1, Difference: goldens.Unasked(got)}
		}
		return ours(err)
	}
	if err := p.Quiet(settle); err != nil {
		if e := ours(err); e != nil {
			return e
		}
		last := talk.Rows[len(talk.Rows)-1]
		return &goldens.Divergence{Role: talk.Role, Row: last + 1, Difference: goldens.Unasked(err.(*process.Fault).Pending)}
	}
	return nil
}

// missing tells of an answer that did not come.
func missing(p *process.Process, talk goldens.Talk, at int, want []byte, err error) error {
	if e := ours(err); e != nil {
		return e
	}
	fault := p.Explain(err)
	why := fault.Message
	if fault.Hint != "" {
		why += fmt.Sprintf(" (%s)", fault.Hint)
	}
	return &goldens.Divergence{Role: talk.Role, Row: at + 1, Difference: goldens.NoAnswer(want, why)}
}

// ours returns err if it is no fault of the target's.
func ours(err error) error {
	var fault *process.Fault
	if errors.As(err, &fault) && fault.Kind != process.Stopped && fault.Kind != process.Unserved {
		return nil
	}
	return err
}
