package fuzz

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"
)

// What is kept is what led to something new: the last moves, without the greeting that begins every process.
func TestWhatIsKept(t *testing.T) {
	step := func(n uint64) Move { return Move{Kind: "step", Pick: n} }
	var long []Move
	for n := range uint64(20) {
		long = append(long, step(n))
	}
	for _, tt := range []struct {
		name        string
		moves, want []Move
	}{
		{"a short dialogue", []Move{hello, {Kind: "reset"}, step(1)}, []Move{{Kind: "reset"}, step(1)}},
		{"another hello", []Move{hello, hello}, []Move{hello}},
		{"a long one", append([]Move{hello}, long...), long[20-pieceLength:]},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			g, r := &generator{}, &run{o: Options{Corpus: dir}}
			g.keep(r, tt.moves)
			assert.DeepEqual(t, g.kept, [][]Move{tt.want})
			assert.Equal(t, r.stats.Kept, 1)
			pieces, err := loadCorpus(dir, Engine)
			assert.NilError(t, err)
			assert.Equal(t, len(pieces), 1)
			assert.DeepEqual(t, pieces[0].Moves, tt.want)
		})
	}
}

// A piece that was written is read again as it was, under a name that its content alone decides.
func TestPiecesComeBack(t *testing.T) {
	x := began(t)
	defer x.e.Close()
	dir := t.TempDir()
	properties := gopter.NewProperties(nil)
	properties.Property("written and read", prop.ForAll(func(seed uint64, n int) bool {
		p := piece{pieceSchema, Engine, wildMoves(x.s, seed, n)}
		p.Moves = slices.DeleteFunc(p.Moves, func(v Move) bool { return len(v.Line) > 0 })
		name, b, err := p.encode()
		if err != nil {
			return false
		}
		back, err := parsePiece(b)
		if err != nil {
			return false
		}
		again, c, err := back.encode()
		if err != nil || again != name || string(c) != string(b) {
			return false
		}
		for range 2 { // the second time it is there already
			if p.save(dir) != nil {
				return false
			}
		}
		filed, err := os.ReadFile(filepath.Join(dir, name))
		return err == nil && string(filed) == string(b)
	}, gen.UInt64(), gen.IntRange(0, mostMoves)))
	properties.TestingRun(t)
}
