// Command generate writes the files of the corpus from the tables beside it, one row a case. Its output
// depends on nothing but these tables: run it again, and nothing changes.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/reference/wire"
)

// A topic is one file.
type topic struct {
	name    string
	section string
	about   string
	lines   []corpus.Line
}

var topics = []func() *topic{
	literals, numbers, structure, whitespace, depth, duplicates, utf8, escapes, controls, framing, order, spelling, messages,
}

func main() {
	log.SetFlags(0)
	for _, fill := range topics {
		t := fill()
		if err := os.WriteFile(filepath.Join("lines", t.name+".txt"), t.file(), 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

func (t *topic) file() []byte {
	const note = "The format is described in package corpus. Written by internal/generate: change its tables, not this file."
	return corpus.Write(t.about+"\n"+note, t.lines)
}

// A text is a string, or a corpus.Recipe.
type text any

func recipe(t text) corpus.Recipe {
	if s, ok := t.(string); ok {
		return corpus.Recipe{{Text: s}}
	}
	return t.(corpus.Recipe)
}

func join(texts ...text) corpus.Recipe {
	var r corpus.Recipe
	for _, t := range texts {
		for _, term := range recipe(t) {
			last := len(r) - 1
			switch {
			case term.Text == "":
			case last >= 0 && r[last].Count == 0 && r[last].To == 0 && term.Count == 0 && term.To == 0:
				r[last].Text += term.Text
			default:
				r = append(r, term)
			}
		}
	}
	if r == nil {
		r = corpus.Recipe{{}}
	}
	return r
}

// times is s n times.
func times(s string, n int) corpus.Recipe { return corpus.Recipe{{Text: s, Count: n}} }

// each is s for each number from 0 to n-1, in place of %d.
func each(s string, n int) corpus.Recipe { return corpus.Recipe{{Text: s, To: n}} }

// accept adds a legal line with its canonical form.
func (t *topic) accept(name string, line, canonical text) {
	t.lines = append(t.lines, corpus.Line{Name: t.name + "/" + name, Section: t.section, Text: join(line), Accept: true, Canonical: join(canonical)})
}

// same adds a legal line that is its own canonical form.
func (t *topic) same(name string, line text) { t.accept(name, line, line) }

// refuse adds a line in two parts: good, with which a legal line could begin, and bad, where it goes wrong.
func (t *topic) refuse(name string, why wire.Reason, good, bad text) {
	t.lines = append(t.lines, corpus.Line{Name: t.name + "/" + name, Section: t.section, Text: join(good, bad), Reason: why, Offset: len(join(good).Bytes())})
}

// refuseValue adds three lines for a value that is bad from its first byte on: alone, in an array, in an object.
func (t *topic) refuseValue(name string, why wire.Reason, bad string) {
	t.refuse(name, why, "", bad)
	t.refuse(name+"-in-array", why, "[0,", bad+"]")
	t.refuse(name+"-in-object", why, `{"n":`, bad+"}")
}

// sameValue adds three lines for a canonical value: alone, in an array, in an object.
func (t *topic) sameValue(name, value string) {
	t.same(name, value)
	t.same(name+"-in-array", "[0,"+value+",0]")
	t.same(name+"-in-object", `{"n":`+value+`,"o":0}`)
}
