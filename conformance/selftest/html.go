package selftest

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/host"
	"github.com/spellbench/sbconform/conformance/process"
)

//go:embed matrix.html
var page string

// Summary tells in a line what was judged.
func (m Matrix) Summary() string {
	counts := map[Kind]int{}
	for _, r := range m.Rows {
		counts[r.Subject.Kind]++
	}
	return fmt.Sprintf("%d references pass, %d faults are found and %d programs that don't look fail, by %d checks",
		counts[Reference], counts[Mutant], counts[Null], len(m.Checks))
}

// A fault is a row of the page, and a finder a row of its second table.
type fault struct {
	Name, Section, Fault string
	Cells                []cell
	Found, Recorded      []string
	Problem              string
}

type cell struct {
	Topic string
	Found int // by how many checks of the topic in this run
	Known int // and by how many more on record
}

type finder struct {
	ID, Section, Doc string
	Faults           []string
}

// HTML draws the kill matrix as one page that needs nothing else: a row a fault, a column a topic of checks, and
// behind it which checks those are; then each check with what it finds. The record adds what a self-test that
// is not full does not ask.
func (m Matrix) HTML(w io.Writer, known Kills) error {
	t, err := template.New("matrix").Parse(page)
	if err != nil {
		return err
	}
	type part struct {
		Role    string
		Topics  []string
		Faults  []fault
		Finders []finder
	}
	data := struct {
		Summary  string
		Problems []string
		Parts    []part
	}{m.Summary(), m.Problems(), nil}
	for _, role := range []string{engine.RoleEngine, engine.RoleAgent, host.Name} {
		p := part{Role: role}
		finds := map[string][]string{}
		for _, c := range m.Checks {
			if suiteOf(c.ID) == role && !slices.Contains(p.Topics, c.Topic()) {
				p.Topics = append(p.Topics, c.Topic())
			}
		}
		for _, r := range m.Rows {
			if r.Subject.Role != role || r.Subject.Kind != Mutant {
				continue
			}
			f := fault{Name: r.Subject.Name, Section: r.Subject.Section, Fault: r.Subject.Fault, Found: r.Failed, Problem: r.Problem}
			if r.Subject.own {
				f.Recorded = slices.DeleteFunc(known[r.Subject.Name].all(), func(id string) bool { return slices.Contains(r.Failed, id) })
			}
			for _, topic := range p.Topics {
				of := func(id string) bool { return strings.HasPrefix(id, role+"/"+topic+"/") }
				f.Cells = append(f.Cells, cell{topic, count(f.Found, of), count(f.Recorded, of)})
			}
			for _, id := range slices.Concat(f.Found, f.Recorded) {
				finds[id] = append(finds[id], f.Name)
			}
			p.Faults = append(p.Faults, f)
		}
		for _, c := range m.Checks {
			if suiteOf(c.ID) == role {
				p.Finders = append(p.Finders, finder{c.ID, c.Section, c.Doc, finds[c.ID]})
			}
		}
		data.Parts = append(data.Parts, p)
	}
	return t.Execute(w, data)
}

func suiteOf(id string) string {
	suite, _, _ := strings.Cut(id, "/")
	return suite
}

func count(ids []string, of func(string) bool) (n int) {
	for _, id := range ids {
		if of(id) {
			n++
		}
	}
	return n
}

// FoundBy returns the known faults that a check finds, each with what is wrong where that is told.
func FoundBy(c conformance.Check) ([]Subject, error) {
	known, err := Recorded()
	if err != nil {
		return nil, err
	}
	var out []Subject
	for _, s := range Subjects(Options{Kills: known, Alone: noProcess}) {
		if s.Kind == Mutant && s.Role == suiteOf(c.ID) && (s.own && slices.Contains(known[s.Name].all(), c.ID) || !s.own && s.kills(c.ID)) {
			out = append(out, s)
		}
	}
	return out, nil
}

// noProcess stands for a program that is not going to be run.
func noProcess(_, _ string) process.Command { return process.Command{} }
