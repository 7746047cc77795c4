package picture

import (
	_ "embed"
	"encoding/json"
	"html"
	"io"
	"strings"

	"github.com/spellbench/sbconform/goldens"
)

//go:embed page.html
var page string

// HTML writes a page that draws a recorded game step by step: one file, no network. The game is in it
// as JSON in which encoding/json has escaped <, > and &, and the script shows texts as text only.
func HTML(w io.Writer, title string, rows []goldens.Row) error {
	steps, end := read(rows)
	if steps == nil {
		steps = []step{}
	}
	game, err := json.Marshal(struct {
		Title string `json:"title"`
		Steps []step `json:"steps"`
		End   ending `json:"end"`
	}{title, steps, end})
	if err != nil {
		return err
	}
	before, rest, _ := strings.Cut(page, "{{title}}")
	middle, after, _ := strings.Cut(rest, "{{game}}")
	for _, part := range []string{before, html.EscapeString(title), middle, string(game), after} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
