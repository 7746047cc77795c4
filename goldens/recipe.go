package goldens

// How each golden is made. A recipe is a row of data in recipes_game.go, recipes_engine.go or
// recipes_agent.go; making one twice gives the same bytes.

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/reference/wire"
)

// A Recipe makes one golden.
type Recipe struct {
	Name string
	make func() (Transcript, error)
}

// Recipes lists the goldens.
func Recipes() []Recipe { return slices.Concat(gameRecipes(), engineRecipes(), agentRecipes()) }

// Make makes the golden.
func (r Recipe) Make() (Transcript, error) {
	t, err := r.make()
	if err != nil {
		return Transcript{}, fmt.Errorf("%s: %w", r.Name, err)
	}
	t.Name = r.Name
	t.Sum()
	return t, nil
}

// NewRow takes a line down so that its very bytes are kept.
func NewRow(dir string, line []byte) Row {
	c, err := wire.AppendCanonical(nil, line)
	return Row{Dir: dir, Message: bytes.Clone(line), Exact: err != nil || !bytes.Equal(c, line)}
}
