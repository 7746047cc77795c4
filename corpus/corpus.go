// Package corpus holds inputs with their verdicts, as data that others may use too: every case says whether a
// line is legal, and if not, for what reason and from which byte on; and if so, what its canonical form is
// (Sections 2 and 4.3 of the specification).
//
// # Format
//
// A file is UTF-8 text. Lines that begin with # are comments. Cases are separated by blank lines. A case is a
// sequence of fields, one a line, each a key, a colon, a space and a value, in this order:
//
//	case: number/above-max        a name, unique in the corpus: the topic, which is the file's name, and the defect
//	section: 2                    of the specification
//	line: "[9007199254740992]"    the bytes, without the terminator, as a recipe
//	verdict: refuse               or accept
//	reason: integer-range         refuse only: the name of a wire.Reason
//	offset: 1                     refuse only: the index of the first byte at which the line is no longer well
//	canonical: "[0]"              accept only: the canonical form as a recipe, or the word same
//
// A key that is unknown, missing, repeated or out of order is an error, and so is a value that is not as
// described: a corpus is either read whole or not at all.
//
// A recipe is a sequence of terms, separated by spaces, whose bytes are joined. A term is a string literal of
// Go, alone or followed by
//
//	*1000        the string so many times
//	@5..1000     the string once for each number from 5 to 999, the number in place of each %d
//
// The files are written by internal/generate from one row a case.
package corpus

import (
	"embed"
	"io/fs"
	"path"
	"slices"

	"github.com/spellbench/sbconform/reference/wire"
)

//go:generate go run ./internal/generate

//go:embed lines/*.txt
var files embed.FS

// A Line is one case: a line as it may come over the wire, and what is to be said about it.
type Line struct {
	Name      string
	Section   string
	Text      Recipe
	Accept    bool
	Reason    wire.Reason // 0 if accepted
	Offset    int         // 0 if accepted
	Canonical Recipe      // empty if refused
}

// Lines returns all cases, in the order of their names' topics. It fails only if the files that this package was built
// with are broken.
func Lines() ([]Line, error) {
	names, err := fs.Glob(files, "lines/*.txt")
	if err != nil {
		return nil, err
	}
	var all []Line
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		lines, err := Load(path.Base(name), data)
		if err != nil {
			return nil, err
		}
		all = append(all, lines...)
	}
	return slices.Clip(all), nil
}
