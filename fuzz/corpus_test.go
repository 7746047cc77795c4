package fuzz

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/engine"
)

const goodPiece = `{"schema":"sbconform-piece/1","role":"engine","moves":[{"kind":"hello"},{"kind":"reset","pick":3,"caps":[3,9]}]}`

func TestLoadingIsStrict(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a piece", goodPiece, ""},
		{"nothing", "", "no piece of dialogue"},
		{"no JSON", "{", "no piece of dialogue"},
		{"two values", goodPiece + goodPiece, "no piece of dialogue"},
		{"a list, as an earlier version wrote", `[{"kind":"hello"}]`, "no piece of dialogue"},
		{"another schema", strings.Replace(goodPiece, "piece/1", "piece/2", 1), `the schema is "sbconform-piece/2"`},
		{"no schema", `{"role":"engine","moves":[]}`, `the schema is ""`},
		{"an unknown field", strings.Replace(goodPiece, `"role"`, `"x":0,"role"`, 1), "unknown field"},
		{"an unknown field of a move", strings.Replace(goodPiece, `"pick"`, `"pikc"`, 1), "unknown field"},
		{"another role", strings.Replace(goodPiece, `"engine"`, `"host"`, 1), "no known role"},
		{"a piece for agents", strings.Replace(goodPiece, `"engine"`, `"agent"`, 1), "the target is an engine"},
		{"too many moves", strings.Replace(goodPiece, `{"kind":"hello"}`, strings.Repeat(`{"kind":"hello"},`, mostMoves)+`{"kind":"hello"}`, 1), "are the most"},
		{"too many edits", strings.Replace(goodPiece, `"pick":3`, `"edits":[{"op":"cut"}`+strings.Repeat(`,{"op":"cut"}`, mostEdits)+`]`, 1), "are the most"},
		{"too long", goodPiece + strings.Repeat(" ", mostBytes), "longer than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "a.json"), []byte(c.text), 0o666))
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "README"), []byte("none of our business"), 0o666))
			pieces, err := loadCorpus(dir, Engine)
			if c.want == "" {
				assert.NilError(t, err)
				assert.Equal(t, len(pieces), 1)
				return
			}
			assert.ErrorContains(t, err, c.want)
			assert.Assert(t, !strings.Contains(err.Error(), "\n"))
		})
	}
}

func TestNoPlainFile(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(path string) error
	}{
		{"a folder", func(path string) error { return os.Mkdir(path, 0o777) }},
		{"a link to a piece", func(path string) error {
			other := filepath.Join(filepath.Dir(path), "piece")
			if err := os.WriteFile(other, []byte(goodPiece), 0o666); err != nil {
				return err
			}
			return os.Symlink(other, path)
		}},
		{"a link to itself", func(path string) error { return os.Symlink(path, path) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := c.make(filepath.Join(dir, "a.json")); err != nil {
				t.Skip(err)
			}
			_, err := loadCorpus(dir, Engine)
			assert.ErrorContains(t, err, "no plain file")
		})
	}
}

// What cover keeps shows all that there is, and none of it is superfluous.
func TestCover(t *testing.T) {
	properties := gopter.NewProperties(nil)
	properties.Property("all edges, and no piece too many", prop.ForAll(func(sets [][]int) bool {
		var pieces []filed
		var shown [][]string
		all := map[string]bool{}
		for i, set := range sets {
			pieces = append(pieces, filed{name: fmt.Sprintf("%03d.json", i), piece: piece{Moves: make([]Move, 1+i%3)}})
			var edges []string
			for _, e := range set {
				edges = append(edges, fmt.Sprint(e))
				all[fmt.Sprint(e)] = true
			}
			slices.Sort(edges)
			shown = append(shown, slices.Compact(edges))
		}
		keep, edges := cover(pieces, shown)
		if edges != len(all) {
			return false
		}
		covers := func(without int) bool {
			left := map[string]bool{}
			for i := range pieces {
				if keep[i] && i != without {
					for _, e := range shown[i] {
						left[e] = true
					}
				}
			}
			return len(left) == len(all)
		}
		for i, k := range keep {
			if k && covers(i) {
				return false
			}
		}
		again, _ := cover(pieces, shown)
		return covers(-1) && slices.Equal(keep, again)
	}, gen.SliceOf(gen.SliceOf(gen.IntRange(0, 20)))))
	properties.TestingRun(t)
}

// A corpus shows as much after it is minimized, and minimizing it again changes nothing. Parts of a
// campaign share no pieces but by chance, and merge into one corpus.
func TestMinimizeAndMerge(t *testing.T) {
	ctx, c := context.Background(), reference(engine.Options{})
	parts := []string{t.TempDir(), t.TempDir()}
	for i, dir := range parts {
		_, _, err := Run(ctx, Options{Command: c, Seed: 1, Part: uint32(i), Jobs: 1, Execs: 300, Corpus: dir})
		assert.NilError(t, err)
	}
	out := filepath.Join(t.TempDir(), "new")
	all, added, err := Merge(out, parts...)
	assert.NilError(t, err)
	assert.Equal(t, all, added)
	names := func(dir string) []string {
		out, err := pieceNames(dir)
		assert.NilError(t, err)
		return out
	}
	assert.Assert(t, all > len(names(parts[0])) && all > len(names(parts[1])), "one part has it all")
	all, added, err = Merge(out, out)
	assert.NilError(t, err)
	assert.DeepEqual(t, []int{all, added}, []int{len(names(out)), 0})

	first, err := Minimize(ctx, Options{Command: c, Seed: 1, Jobs: 1, Corpus: out})
	assert.NilError(t, err)
	assert.Assert(t, first.After < first.Before && first.After > 0, "%+v", first)
	small := names(out)
	again, err := Minimize(ctx, Options{Command: c, Seed: 1, Jobs: 2, Corpus: out})
	assert.NilError(t, err)
	assert.DeepEqual(t, again, Minimized{first.After, first.After, first.Edges})
	assert.DeepEqual(t, names(out), small)
}

func TestMergeOfTwoRoles(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	for i, role := range []Role{Engine, Agent} {
		assert.NilError(t, piece{pieceSchema, role, []Move{hello}}.save(dirs[i]))
	}
	_, _, err := Merge(t.TempDir(), dirs...)
	assert.ErrorContains(t, err, "of engines and some of agents")
}
