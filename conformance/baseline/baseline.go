// Package baseline reads and rewrites the file of failures that a project expects for now:
//
//	schema: sbconform-baseline/1
//	expected:
//	  - check: engine/step/echo-empty
//	    fingerprint: 3fa9c0d1e2b4
//	    reason: our parser drops empty objects
//	    link: https://example.org/issues/7     # optional
//	    expires: 2027-01-31                    # optional; the last day on which it holds
//
// An entry names one check and one fingerprint, never a pattern: a pattern would excuse failures that
// nobody has seen yet, and could not go stale.
package baseline

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/spellbench/sbconform/conformance"
)

// Schema names the form of the file.
const Schema = "sbconform-baseline/1"

// maxFile bounds the file, in bytes.
const maxFile = 1 << 20

// An Entry excuses one failure.
type Entry struct {
	Check       string
	Fingerprint string
	Reason      string // "" only in an entry that Fix has made: somebody has to say why
	Link        string
	Expires     time.Time // the last day, at midnight UTC; zero for never
	Line        int
}

// A Baseline is a file that was read, and what a run has said of its entries so far.
type Baseline struct {
	Path    string
	Entries []Entry

	document yaml.Node
	fix      bool
	results  map[string]conformance.Result
}

// An Error is what is wrong with a file, and where.
type Error struct {
	Path string
	Line int // 0 if of the whole file
	Says string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Says
	}
	return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Says)
}

var (
	idForm          = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){2}$`)
	fingerprintForm = regexp.MustCompile(`^[0-9a-f]{12}$`)
)

// Read reads a file. It is strict: a key that it does not know is an error, for it would else be a
// misspelt one that does nothing. With fix an entry may lack its reason, and an empty file has no
// entries. The error is an *Error, or the reader's.
func Read(r io.Reader, path string, fix bool) (*Baseline, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	b := &Baseline{Path: path, fix: fix, results: map[string]conformance.Result{}}
	if len(text) > maxFile {
		return nil, &Error{path, 0, "it has more than 1 MiB: a baseline lists failures, one entry each"}
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&b.document); errors.Is(err, io.EOF) && fix {
		b.document = newDocument()
	} else if err != nil {
		return nil, &Error{path, 0, fmt.Sprintf("it is not YAML with the key schema: %v", err)}
	}
	if d.Decode(new(yaml.Node)) != io.EOF {
		return nil, &Error{path, 0, "it has more than one document: remove what follows ---"}
	}
	top, err := b.members(b.document.Content[0], "schema", "expected")
	if err != nil {
		return nil, err
	}
	if v := top["schema"]; v == nil || v.Value != Schema {
		return nil, b.at(b.document.Content[0], "its first line must be: schema: %s", Schema)
	}
	list := top["expected"]
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil, b.at(b.document.Content[0], "expected must be a list, [] if it is empty")
	}
	lines := map[string]int{}
	for _, n := range list.Content {
		e, err := b.entry(n)
		if err != nil {
			return nil, err
		}
		if other, ok := lines[e.Check]; ok {
			return nil, b.at(n, "%s has an entry on line %d already: keep one", e.Check, other)
		}
		lines[e.Check] = e.Line
		b.Entries = append(b.Entries, e)
	}
	return b, nil
}

func (b *Baseline) at(n *yaml.Node, format string, args ...any) error {
	return &Error{b.Path, n.Line, fmt.Sprintf(format, args...)}
}

// members returns the values of a mapping, all of whose keys are known.
func (b *Baseline) members(n *yaml.Node, known ...string) (map[string]*yaml.Node, error) {
	if n.Kind != yaml.MappingNode {
		return nil, b.at(n, "a mapping with %s is wanted here", strings.Join(known, ", "))
	}
	out := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		switch ok := false; {
		case out[key.Value] != nil:
			return nil, b.at(key, "%q is there twice: remove one", key.Value)
		default:
			for _, k := range known {
				ok = ok || k == key.Value
			}
			if !ok {
				return nil, b.at(key, "unknown key %q; there are %s", key.Value, strings.Join(known, ", "))
			}
		}
		out[key.Value] = n.Content[i+1]
	}
	return out, nil
}

func (b *Baseline) entry(n *yaml.Node) (Entry, error) {
	e := Entry{Line: n.Line}
	fields, err := b.members(n, "check", "fingerprint", "reason", "link", "expires")
	if err != nil {
		return e, err
	}
	expires := ""
	for name, to := range map[string]*string{"check": &e.Check, "fingerprint": &e.Fingerprint, "reason": &e.Reason, "link": &e.Link, "expires": &expires} {
		v := fields[name]
		if v == nil {
			continue
		}
		if v.Kind != yaml.ScalarNode {
			return e, b.at(v, "%s must be a text", name)
		}
		*to = strings.TrimSpace(v.Value)
	}
	switch {
	case !idForm.MatchString(e.Check):
		return e, b.at(n, "check must be the id of one check, as engine/step/echo-empty: patterns would excuse what nobody has seen")
	case !fingerprintForm.MatchString(e.Fingerprint):
		return e, b.at(n, "%s: fingerprint must be the 12 digits that reports show; in quotes if it has no letter", e.Check)
	case e.Reason == "" && !b.fix:
		return e, b.at(n, "%s has no reason: say why its failure is accepted", e.Check)
	case e.Link != "" && !strings.HasPrefix(e.Link, "https://") && !strings.HasPrefix(e.Link, "http://"):
		return e, b.at(n, "%s: link must begin with https://", e.Check)
	}
	if expires != "" {
		if e.Expires, err = time.Parse(time.DateOnly, expires); err != nil {
			return e, b.at(n, "%s: expires must be a day, as 2027-01-31", e.Check)
		}
	}
	return e, nil
}

// Excuse takes note of a result and makes a failure that an entry names an expected one. When the file
// is being fixed, so is every failure, since it will be in the file.
func (b *Baseline) Excuse(r *conformance.Result) {
	b.results[r.ID] = *r
	if r.Verdict != conformance.Fail && r.Verdict != conformance.Warn {
		return
	}
	for _, e := range b.Entries {
		if e.Check == r.ID && e.Fingerprint == r.Fingerprint {
			r.Verdict, r.Excuse = conformance.Expected, &conformance.Excuse{Reason: e.Reason, Link: e.Link}
			return
		}
	}
	if b.fix && r.Verdict == conformance.Fail {
		r.Verdict, r.Excuse = conformance.Expected, &conformance.Excuse{Reason: "new in " + b.Path}
	}
}

// Stale returns the entries that excuse nothing: their check has passed, fails otherwise, or is not in
// the suite any more, or their day is over. A check that was not put to the target, or that did not
// come to a verdict, proves nothing. has tells whether the suite of an id is the one that was run, and
// whether that has the check.
func (b *Baseline) Stale(has func(id string) (suite, check bool), today time.Time) (out []conformance.Stale) {
	if b.fix {
		return nil
	}
	for _, e := range b.Entries {
		if why := b.stale(e, has, today); why != "" {
			out = append(out, conformance.Stale{File: b.Path, Line: e.Line, Check: e.Check, Why: why})
		}
	}
	return out
}

func (b *Baseline) stale(e Entry, has func(id string) (suite, check bool), today time.Time) string {
	r, ran := b.results[e.Check]
	suite, check := has(e.Check)
	switch {
	case !suite:
		return ""
	case !check:
		return "there is no such check: remove the entry"
	case !ran || r.Verdict == conformance.Skipped || r.Verdict == conformance.Errored:
		return ""
	case r.Failure == nil:
		return "it passed: remove the entry"
	case r.Fingerprint != e.Fingerprint:
		return fmt.Sprintf("it fails for another reason now, with fingerprint %s: %s", r.Fingerprint, conformance.Clip(r.Failure.Message, 200))
	case !e.Expires.IsZero() && today.UTC().After(e.Expires.AddDate(0, 0, 1)):
		return "it expired on " + e.Expires.Format(time.DateOnly) + ": fix the failure, or set another day"
	}
	return ""
}

// Fix writes the file anew: without the entries that the run, a whole one, has shown to be stale, and
// with an entry for each failure that has none. Other entries keep their reasons and comments. A new
// one has an empty reason, which Read refuses: nobody's failure is expected without a word. It returns
// how many were added and removed.
func (b *Baseline) Fix(w io.Writer, has func(id string) (suite, check bool), failed []conformance.Result) (added, removed int, err error) {
	list := b.list()
	var kept []*yaml.Node
	known := map[string]bool{}
	for i, e := range b.Entries {
		if b.stale(e, has, time.Time{}) != "" {
			removed++
			continue
		}
		kept = append(kept, list.Content[i])
		known[e.Check] = true
	}
	for _, r := range failed {
		if !known[r.ID] {
			kept = append(kept, newEntry(r))
			added++
		}
	}
	list.Content = kept
	list.Style = 0
	if len(kept) == 0 {
		list.Style = yaml.FlowStyle
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	return added, removed, errors.Join(enc.Encode(&b.document), enc.Close())
}

// list returns the node of expected.
func (b *Baseline) list() *yaml.Node {
	top := b.document.Content[0].Content
	for i := 0; i < len(top); i += 2 {
		if top[i].Value == "expected" {
			return top[i+1]
		}
	}
	panic("Read lets no document without a list pass")
}

func scalar(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

func mapping(pairs ...string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, s := range pairs {
		n.Content = append(n.Content, scalar(s))
	}
	return n
}

func newDocument() yaml.Node {
	top := mapping("schema", Schema, "expected")
	top.Content = append(top.Content, &yaml.Node{Kind: yaml.SequenceNode})
	return yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{top}}
}

func newEntry(r conformance.Result) *yaml.Node {
	n := mapping("check", r.ID, "fingerprint", r.Fingerprint, "reason", "")
	n.Content[5].Style = yaml.DoubleQuotedStyle
	n.Content[5].LineComment = "say why this failure is accepted"
	return n
}
