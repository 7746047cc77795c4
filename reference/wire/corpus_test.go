package wire_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/internal/naive"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

func TestCorpus(t *testing.T) {
	lines, err := corpus.Lines()
	assert.NilError(t, err)
	for _, l := range lines {
		t.Run(l.Name, func(t *testing.T) {
			text := l.Text.Bytes()
			if l.Accept {
				accepts(t, text, string(l.Canonical.Bytes()))
			} else {
				refuses(t, text, wire.Error{Offset: l.Offset, Reason: l.Reason})
			}
		})
	}
}

// The corpus was written by hand, and so was the naive implementation: the one keeps the other honest.
func TestNaiveAgreesWithCorpus(t *testing.T) {
	lines, err := corpus.Lines()
	assert.NilError(t, err)
	for _, l := range lines {
		text := l.Text.Bytes()
		if len(text) > 2<<20 || testing.Short() && len(text) > 100_000 {
			continue // it is not made for that
		}
		v, err := naive.Parse(text)
		if !l.Accept {
			assert.DeepEqual(t, err, &wire.Error{Offset: l.Offset, Reason: l.Reason})
			continue
		}
		assert.NilError(t, err, l.Name)
		assert.Equal(t, naive.Canonical(v), string(l.Canonical.Bytes()), l.Name)
	}
}

// The test data of other projects, with their verdicts under our rules: see the head of the file.
func TestOtherSuites(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "vectors", "json-suites.tsv")
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("%s is not here", path)
	}
	assert.NilError(t, err)
	n := 0
	for row := range strings.Lines(string(data)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		assert.Equal(t, len(f), 4, row)
		line, err := hex.DecodeString(f[2])
		assert.NilError(t, err)
		n++
		t.Run(f[0], func(t *testing.T) {
			agree(t, line)
			if f[1] != "y" {
				assert.Assert(t, wire.Check(line) != nil)
				return
			}
			canonical, err := hex.DecodeString(f[3])
			assert.NilError(t, err)
			accepts(t, line, string(canonical))
		})
	}
	assert.Assert(t, n > 300)
}
