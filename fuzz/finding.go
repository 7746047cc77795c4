package fuzz

// What is handed over of a fault: few lines that show it, and a paragraph about them.

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A Finding is a fault of the target with the shortest dialogue found that shows it.
type Finding struct {
	Fault
	Moves      []Move        // the dialogue, the first hello included
	Rows       []goldens.Row // the same as it went over the wire
	Stderr     []byte        // what the target wrote there meanwhile, its first and last 64 KiB: evidence, no verdict
	Reproduced int           // how often it happened again
	Runs       int           // of so many times that the dialogue was tried again
}

// Exchanges counts the requests of the dialogue.
func (f *Finding) Exchanges() int { return len(f.Moves) }

// Name is a word for file names: the same for the same fingerprint.
func (f *Finding) Name() string {
	var out strings.Builder
	for _, c := range strings.ToLower(string(f.Cause) + "-" + f.State.String() + "-" + f.Request + "-" + f.Answer) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			out.WriteRune(c)
		} else if !strings.HasSuffix(out.String(), "-") {
			out.WriteByte('-')
		}
	}
	if f.Advisory {
		out.WriteString("-should")
	}
	name := out.String()
	return strings.Trim(name[:min(len(name), 120)], "-")
}

// Account tells in a paragraph what was sent, what came and what the text wants.
func (f *Finding) Account() string {
	var sent []byte
	requests := 0
	for _, r := range f.Rows {
		if r.Dir == goldens.HostToEngine || r.Dir == goldens.HostToAgent {
			sent = r.Message
			requests++
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s. ", f.Cause, strings.TrimSuffix(f.Message, "."))
	switch {
	case f.rounds > 0: // no single request is to blame
	case len(f.Moves) > 0 && f.Moves[len(f.Moves)-1].Kind == ending:
		fmt.Fprintf(&out, "In the state %s, after %d requests, this came: %s. ", f.State, requests, f.Request)
	default:
		fmt.Fprintf(&out, "In the state %s, after %d other requests, this was sent (%s): %s. ", f.State, max(requests-1, 0), f.Request, show(sent))
	}
	fmt.Fprintf(&out, "What came: %s. ", cmp.Or(f.Got, "nothing"))
	wants := "wants"
	if f.Advisory {
		wants = "recommends"
	}
	if f.Section == "" {
		fmt.Fprintf(&out, "No section says so; to be expected is: %s.", f.Expected)
	} else {
		fmt.Fprintf(&out, "Section %s %s: %s.", f.Section, wants, f.Expected)
	}
	if f.Where != "" {
		fmt.Fprintf(&out, " Where: %s.", f.Where)
	}
	if f.Hint != "" {
		fmt.Fprintf(&out, " %s.", strings.TrimSuffix(f.Hint, "."))
	}
	if f.rounds > 0 {
		fmt.Fprintf(&out, " One process was sent these %d requests %d times.", len(f.Moves), f.rounds)
	} else {
		fmt.Fprintf(&out, " It happened again in %d of %d runs of these %d requests.", f.Reproduced, f.Runs, requests)
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(string(f.Stderr)), "\n"); line != "" {
		fmt.Fprintf(&out, " On stderr it began: %s.", show([]byte(line)))
	}
	return out.String()
}

// Transcript returns the rows as a gzipped transcript (Section 16).
func (f *Finding) Transcript() ([]byte, error) {
	var out bytes.Buffer
	w := goldens.NewGzipWriter(&out)
	for _, r := range f.Rows {
		if err := w.Write(r); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// Save writes the finding to a folder: its transcript, its account, its moves for a corpus, and what the
// target wrote to stderr, if anything. It
// returns the path of the transcript.
func (f *Finding) Save(dir string) (string, error) {
	rows, err := f.Transcript()
	if err != nil {
		return "", err
	}
	moves, err := json.MarshalIndent(f.Moves, "", " ")
	if err != nil {
		return "", err
	}
	base := filepath.Join(dir, "fuzz-"+f.Name())
	path := base + ".transcript.jsonl.gz"
	var stderr error
	if len(f.Stderr) > 0 {
		stderr = writeFile(base+".stderr.txt", f.Stderr)
	}
	return path, errors.Join(stderr, writeFile(path, rows), writeFile(base+".txt", []byte(f.Account()+"\n")), writeFile(base+".moves.json", append(moves, '\n')))
}

// finding takes a fault: if it is new, it is reduced and told of.
func (r *run) finding(ctx context.Context, secret protocol.RunSecret, moves []Move, f *Fault, rows []goldens.Row) {
	key := f.Fingerprint()
	r.mu.Lock()
	_, old := r.known[key]
	full := len(r.known) >= mostFindings
	if !old && !full {
		r.known[key] = nil
	}
	r.mu.Unlock()
	if old || full {
		return
	}
	found := Finding{Fault: *f, Moves: slices.Clone(moves), Rows: exact(slices.Clone(rowsOf(f, rows)))}
	if f.rounds > 0 {
		found.Reproduced, found.Runs = f.rounds, f.rounds
	} else {
		reducer{
			o: &r.o, secret: secret,
			rerun: f.Cause == conformance.Nondeterminism, slow: f.slow, extra: f.Cause == conformance.ExtraOutput,
			patience: cmp.Or(r.o.Limits.Exit, 2*time.Second),
		}.reduce(ctx, &found)
	}
	r.mu.Lock()
	r.found = append(r.found, found)
	r.mu.Unlock()
	if r.o.Found != nil {
		r.telling.Lock()
		r.o.Found(found)
		r.telling.Unlock()
	}
	if r.o.StopOnFirst && (r.o.Advised || !f.Advisory) {
		r.stop(errEnough)
	}
}

// mostFindings bounds the findings of a run: a target with so many faults has enough to do.
const mostFindings = 500
