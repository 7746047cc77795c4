package report_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/spellbench/sbconform/conformance"
)

// An element of the JUnit form, as the schema of Apache Ant's tasks has it (the stricter of the two
// in wide use): which attributes it must and may have, with the form of their values, and which
// children, in which order.
type element struct {
	must, may map[string]string // attribute -> form
	children  []child           // in this order
	choice    bool              // at most one of the children, once
	text      bool
}

type child struct {
	name     string
	min, max int // max < 0: no bound
}

const (
	token    = `\S+( \S+)*`
	anything = `(?s).*`
	count    = `[0-9]+`
	decimal  = `[0-9]+(\.[0-9]+)?`
	instant  = `[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}`
)

func junitForm() map[string]element {
	fault := element{must: map[string]string{"type": anything}, may: map[string]string{"message": anything}, text: true}
	return map[string]element{
		"testsuites": {children: []child{{"testsuite", 0, -1}}},
		"testsuite": {
			must: map[string]string{
				"package": token, "id": count, "name": token, "timestamp": instant, "hostname": token,
				"tests": count, "failures": count, "errors": count, "time": decimal,
			},
			may:      map[string]string{"skipped": count},
			children: []child{{"properties", 1, 1}, {"testcase", 0, -1}, {"system-out", 1, 1}, {"system-err", 1, 1}},
		},
		"properties": {children: []child{{"property", 0, -1}}},
		"property":   {must: map[string]string{"name": token, "value": anything}},
		"testcase": {
			must:     map[string]string{"name": token, "classname": token, "time": decimal},
			children: []child{{"skipped", 0, 1}, {"error", 0, 1}, {"failure", 0, 1}}, choice: true,
		},
		"skipped":    {may: map[string]string{"message": anything}},
		"error":      fault,
		"failure":    fault,
		"system-out": {text: true},
		"system-err": {text: true},
	}
}

// node is an element as it was read.
type node struct {
	name     string
	attrs    map[string]string
	children []*node
	text     string
}

func parseXML(text string) (*node, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	stack := []*node{{}}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			if len(stack) != 1 || len(stack[0].children) != 1 {
				return nil, errors.New("not one root")
			}
			return stack[0].children[0], nil
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			n := &node{name: tok.Name.Local, attrs: map[string]string{}}
			for _, a := range tok.Attr {
				n.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(tok)
		}
	}
}

// validate holds n to the form.
func validate(n *node, form map[string]element) error {
	e, ok := form[n.name]
	if !ok {
		return fmt.Errorf("unknown element %s", n.name)
	}
	for name, want := range e.must {
		if got, ok := n.attrs[name]; !ok || !regexp.MustCompile(`^(`+want+`)$`).MatchString(got) {
			return fmt.Errorf("%s/@%s is %q", n.name, name, got)
		}
	}
	for name, got := range n.attrs {
		want, ok := e.must[name]
		if !ok {
			want, ok = e.may[name]
		}
		if !ok || !regexp.MustCompile(`^(`+want+`)$`).MatchString(got) {
			return fmt.Errorf("%s/@%s is %q", n.name, name, got)
		}
	}
	if !e.text && strings.TrimSpace(n.text) != "" {
		return fmt.Errorf("%s has text", n.name)
	}
	if e.choice && len(n.children) > 1 {
		return fmt.Errorf("%s has %d children", n.name, len(n.children))
	}
	rest := n.children
	for _, c := range e.children {
		seen := 0
		for len(rest) > 0 && rest[0].name == c.name {
			rest = rest[1:]
			seen++
		}
		if seen < c.min || c.max >= 0 && seen > c.max {
			return fmt.Errorf("%s has %d %s", n.name, seen, c.name)
		}
	}
	if len(rest) > 0 {
		return fmt.Errorf("%s has %s out of place", n.name, rest[0].name)
	}
	for _, c := range n.children {
		if err := validate(c, form); err != nil {
			return err
		}
	}
	return nil
}

func TestJUnitFollowsTheForm(t *testing.T) {
	hostileNames := everywhere(hostile)
	hostileNames[0].Start.Profile = "spec"
	for name, events := range map[string][]conformance.Event{
		"all verdicts":       stream(),
		"hostile everywhere": hostileNames,
		"nothing ran":        {{Start: &conformance.RunStart{}}, {Finish: &conformance.RunFinish{}}},
		"interrupted":        {{Start: &conformance.RunStart{}}, {Finish: &conformance.RunFinish{Interrupted: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := parseXML(document(t, "junit", record(events)))
			assert.NilError(t, err)
			assert.Equal(t, root.name, "testsuites")
			assert.NilError(t, validate(root, junitForm()))
			for i, suite := range root.children {
				counted := map[string]int{"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
				for _, c := range suite.children {
					if c.name != "testcase" {
						continue
					}
					counted["tests"]++
					for _, outcome := range c.children {
						counted[map[string]string{"failure": "failures", "error": "errors", "skipped": "skipped"}[outcome.name]]++
					}
				}
				for attr, want := range counted {
					assert.Equal(t, suite.attrs[attr], strconv.Itoa(want), attr)
				}
				assert.Equal(t, suite.attrs["id"], strconv.Itoa(i))
			}
		})
	}
}

func TestJUnitMapsVerdicts(t *testing.T) {
	root, err := parseXML(document(t, "junit", record(stream())))
	assert.NilError(t, err)
	got := map[string]string{}
	var out string
	for _, suite := range root.children {
		for _, c := range suite.children {
			if c.name == "system-out" {
				out += c.text
			}
			if c.name == "testcase" {
				got[c.attrs["name"]] = ""
				for _, outcome := range c.children {
					got[c.attrs["name"]] = strings.TrimSpace(outcome.name + " " + outcome.attrs["type"])
				}
			}
		}
	}
	assert.DeepEqual(t, got, map[string]string{
		"engine/framing/crlf": "", "engine/framing/banner": "failure framing", "engine/step/echo": "failure wrong-value",
		"engine/step/slow": "", "engine/step/panics": "error internal", "engine/hello/name": "",
		"engine/probe/one": "skipped", "engine/probe/two": "skipped",
	})
	for _, want := range []string{"warning: engine/step/slow: it took 2 s", "info: engine/hello/name: its name is", "timeline of engine/framing/banner:", `panic: x\n\tat y`} {
		assert.Check(t, is.Contains(out, want))
	}
}

// The form above is itself worth nothing if it lets everything pass.
func TestTheFormRefuses(t *testing.T) {
	good := document(t, "junit", record(stream()))
	tests := []struct{ name, old, new string }{
		{"no hostname", ` hostname="localhost"`, ``},
		{"an instant with a zone", `T02:04:05"`, `T02:04:05Z"`},
		{"an unknown attribute", `<testsuites>`, `<testsuites tests="8">`},
		{"a count that is no number", `tests="2"`, `tests="two"`},
		{"a missing system-err", `<system-err></system-err>`, ``},
		{"system-out in a testcase", `</failure>`, `</failure><system-out></system-out>`},
		{"two outcomes", `</failure>`, `</failure><skipped></skipped>`},
		{"a failure without a type", ` type="framing"`, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := strings.Replace(good, tt.old, tt.new, 1)
			assert.Assert(t, bad != good)
			root, err := parseXML(bad)
			assert.NilError(t, err)
			assert.Check(t, validate(root, junitForm()) != nil)
		})
	}
}

func TestJUnitKeepsLines(t *testing.T) {
	text := document(t, "junit", record(stream()))
	assert.Check(t, slices.Contains(strings.Split(text, "\n"), "where: byte 0"))
}
