package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
)

// A ChangeKind says in a word how a check differs between two reports.
type ChangeKind string

// The kinds, in the order in which they are told.
const (
	Broke     ChangeKind = "broke"     // it was kept or not asked, and fails
	Unexcused ChangeKind = "unexcused" // its failure was expected or waived, and counts
	Differs   ChangeKind = "differs"   // it fails as before, and for another cause
	Undecided ChangeKind = "undecided" // it had a verdict, and ended in an error of ours
	Fixed     ChangeKind = "fixed"     // it failed, and is kept
	Excused   ChangeKind = "excused"   // it fails, which is expected or waived, as it was not before
	Added     ChangeKind = "new"       // only the newer report has it
	Gone      ChangeKind = "gone"      // only the older has it
	Changed   ChangeKind = "changed"   // anything else
)

// ChangeKinds lists the kinds in that order.
var ChangeKinds = []ChangeKind{Broke, Unexcused, Differs, Undecided, Fixed, Excused, Added, Gone, Changed}

// A Change is a check that differs. A side that does not have it is the zero SavedCheck.
type Change struct {
	Kind          ChangeKind
	ID            string
	Before, After SavedCheck
}

// Worse reports whether the check fails and counts, as it did not before.
func (c Change) Worse() bool { return counts(c.After.Verdict) && !counts(c.Before.Verdict) }

// counts reports whether v is a failure that counts, at some level; excused whether it is one that does not.
func counts(v conformance.Verdict) bool { return v == conformance.Fail || v == conformance.Warn }
func excused(v conformance.Verdict) bool {
	return v == conformance.Expected || v == conformance.Waived
}

// kind compares two verdicts of one check.
func kind(b, a SavedCheck) ChangeKind {
	kept := a.Verdict == conformance.Pass || a.Verdict == conformance.Inform
	failed := counts(b.Verdict) || excused(b.Verdict)
	other := a.Fingerprint != b.Fingerprint && a.Fingerprint != "" && b.Fingerprint != ""
	switch {
	case a.Verdict == b.Verdict && !other:
		return ""
	case b.ID == "":
		return Added
	case a.ID == "":
		return Gone
	case a.Verdict == conformance.Errored:
		return Undecided
	case counts(a.Verdict) && excused(b.Verdict):
		return Unexcused
	case counts(a.Verdict) && !failed && b.Verdict != conformance.Errored:
		return Broke
	case other:
		return Differs
	case excused(a.Verdict) && !excused(b.Verdict):
		return Excused
	case kept && failed:
		return Fixed
	}
	return Changed
}

// A Comparison is what two reports differ in.
type Comparison struct {
	Before, After Saved
	Changes       []Change // by kind, then by id
}

// Compare compares two reports, the older first.
func Compare(before, after Saved) Comparison {
	byID := map[string]*Change{}
	at := func(id string) *Change {
		if byID[id] == nil {
			byID[id] = &Change{ID: id}
		}
		return byID[id]
	}
	for _, c := range before.Checks {
		at(c.ID).Before = c
	}
	for _, c := range after.Checks {
		at(c.ID).After = c
	}
	out := Comparison{Before: before, After: after}
	for _, c := range byID {
		if c.Kind = kind(c.Before, c.After); c.Kind != "" {
			out.Changes = append(out.Changes, *c)
		}
	}
	slices.SortFunc(out.Changes, func(a, b Change) int {
		return cmp.Or(slices.Index(ChangeKinds, a.Kind)-slices.Index(ChangeKinds, b.Kind), strings.Compare(a.ID, b.ID))
	})
	return out
}

// Outcome is DoesNotConform if a check got worse, else Undecided if one has lost its verdict or the newer
// run was stopped, else Conforms.
func (c Comparison) Outcome() conformance.Outcome {
	switch {
	case slices.ContainsFunc(c.Changes, Change.Worse):
		return conformance.DoesNotConform
	case c.After.Interrupted || slices.ContainsFunc(c.Changes, func(x Change) bool { return x.Kind == Undecided }):
		return conformance.Undecided
	}
	return conformance.Conforms
}

// A savedCause is what the failures of one fingerprint have in common.
type savedCause struct {
	first  SavedCheck
	checks int
}

// causes returns the causes of the checks that want is true of, in the order of the report; ok is false
// for a report that does not tell them.
func (s Saved) causes(want func(conformance.Verdict) bool) (out []savedCause, ok bool) {
	for _, c := range s.Checks {
		if !want(c.Verdict) {
			continue
		}
		if c.Fingerprint == "" {
			return nil, false
		}
		i := slices.IndexFunc(out, func(x savedCause) bool { return x.first.Fingerprint == c.Fingerprint })
		if i < 0 {
			i = len(out)
			out = append(out, savedCause{first: c})
		}
		out[i].checks++
	}
	return out, true
}

func isFail(v conformance.Verdict) bool { return v == conformance.Fail }

// count returns how many checks have a verdict that want is true of.
func (s Saved) count(want func(conformance.Verdict) bool) (n int) {
	for _, c := range s.Checks {
		if want(c.Verdict) {
			n++
		}
	}
	return n
}

// failuresText returns "38 failures, 3 causes, 2 expected, 1 waived".
func (s Saved) failuresText() string {
	text := plural(s.count(isFail), "failure")
	if causes, ok := s.causes(isFail); ok && len(causes) > 0 {
		text += ", " + plural(len(causes), "cause")
	}
	for _, v := range []conformance.Verdict{conformance.Expected, conformance.Waived, conformance.Warn, conformance.Errored} {
		if n := s.count(func(x conformance.Verdict) bool { return x == v }); n > 0 {
			text += fmt.Sprintf(", %d %s", n, v)
		}
	}
	return text
}

// lostCauses returns the causes of failures in s that no failure of other has, excused or not; nothing
// where either report does not tell causes.
func (s Saved) lostCauses(other Saved) (out []savedCause) {
	anyFailure := func(v conformance.Verdict) bool { return counts(v) || excused(v) }
	mine, ok := s.causes(isFail)
	theirs, okToo := other.causes(anyFailure)
	if !ok || !okToo {
		return nil
	}
	for _, c := range mine {
		if !slices.ContainsFunc(theirs, func(x savedCause) bool { return x.first.Fingerprint == c.first.Fingerprint }) {
			out = append(out, c)
		}
	}
	return out
}

// notes tells why two reports may differ though the target is the same.
func (c Comparison) notes() (out []string) {
	for _, x := range []struct{ what, before, after string }{
		{"suite", c.Before.Suite, c.After.Suite},
		{"profile", c.Before.Profile, c.After.Profile},
		{"version of sbconform", c.Before.Version, c.After.Version},
	} {
		if x.before != x.after && x.before != "" && x.after != "" {
			out = append(out, fmt.Sprintf("another %s: %s, now %s", x.what, conformance.Clip(Visible(x.before), oneLine), conformance.Clip(Visible(x.after), oneLine)))
		}
	}
	for name, s := range map[string]Saved{"older": c.Before, "newer": c.After} {
		if s.Interrupted {
			out = append(out, "the run of the "+name+" report was stopped before every check had its turn")
		}
	}
	slices.Sort(out)
	return out
}

// summary returns "2 broke, 1 fixed; 38 failures, 3 causes; before: 36 failures, 2 causes".
func (c Comparison) summary() string {
	var parts []string
	for _, k := range ChangeKinds {
		n := 0
		for _, x := range c.Changes {
			if x.Kind == k {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no check differs"}
	}
	return fmt.Sprintf("%s; %s; before: %s", strings.Join(parts, ", "), c.After.failuresText(), c.Before.failuresText())
}

// told is the verdict of a side, with its cause if it failed.
func (c SavedCheck) told() string {
	if c.ID == "" {
		return "absent"
	}
	text := string(c.Verdict)
	if c.Cause != "" {
		text += " (" + strings.TrimSpace(conformance.Clip(Visible(c.Cause), oneLine)+" "+c.Fingerprint) + ")"
	}
	return text
}

func (c Change) told() string { return fmt.Sprintf("%s, now %s", c.Before.told(), c.After.told()) }

// causeLine tells of a cause in a line.
func (x savedCause) told() string {
	return fmt.Sprintf("%s, %s, first %s: %s", Visible(x.first.Cause), plural(x.checks, "check"), x.first.ID, conformance.Clip(Visible(x.first.Detail), oneLine))
}

// WriteText writes a line for each change, then the causes that came and went, and a summary; nothing if
// there is nothing to tell.
func (c Comparison) WriteText(w io.Writer) error {
	notes := c.notes()
	if len(c.Changes)+len(notes) == 0 {
		return nil
	}
	var b strings.Builder
	for _, x := range c.Changes {
		fmt.Fprintf(&b, "%-9s %s: %s\n", x.Kind, x.ID, x.told())
	}
	for _, x := range c.After.lostCauses(c.Before) {
		fmt.Fprintf(&b, "%-9s %s is new: %s\n", "cause", x.first.Fingerprint, x.told())
	}
	for _, x := range c.Before.lostCauses(c.After) {
		fmt.Fprintf(&b, "%-9s %s is gone: %s\n", "cause", x.first.Fingerprint, x.told())
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "%-9s %s\n", "note", n)
	}
	fmt.Fprintf(&b, "%s\n", c.summary())
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown writes the same for a comment on a pull request, within what such a comment may have.
func (c Comparison) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## SpellBench v2: %s\n", markdownText(c.summary()))
	for _, n := range c.notes() {
		fmt.Fprintf(&b, "\n- %s\n", markdownText(n))
	}
	list := func(heading string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n<details><summary>%d %s</summary>\n\n", len(lines), heading)
		for i, line := range lines {
			if b.Len()+len(line) > markdownLimit {
				fmt.Fprintf(&b, "- and %d more\n", len(lines)-i)
				break
			}
			b.WriteString(line)
		}
		b.WriteString("\n</details>\n")
	}
	causes := func(from []savedCause) (lines []string) {
		for _, x := range from {
			lines = append(lines, fmt.Sprintf("- %s %s\n", code(x.first.Fingerprint), code(x.told())))
		}
		return lines
	}
	list("new causes", causes(c.After.lostCauses(c.Before)))
	list("causes gone", causes(c.Before.lostCauses(c.After)))
	for _, k := range ChangeKinds {
		var lines []string
		for _, x := range c.Changes {
			if x.Kind == k {
				lines = append(lines, fmt.Sprintf("- %s: %s\n", code(x.ID), code(x.told())))
			}
		}
		list(string(k), lines)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
