package goldens_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/spellbench/sbconform/goldens"
)

// Every line comes back as it was, whatever its bytes.
func TestRowsLoseNothing(t *testing.T) {
	properties := gopter.NewProperties(nil)
	same := func(line []byte) bool {
		var b bytes.Buffer
		w := goldens.NewWriter(&b)
		if err := w.Write(goldens.NewRow(goldens.EngineToHost, line)); err != nil {
			return false
		}
		row, err := goldens.NewReader(&b, goldens.Limits{}).Read()
		return err == nil && row.Dir == goldens.EngineToHost && bytes.Equal(row.Message, line)
	}
	properties.Property("bytes", prop.ForAll(same, gen.SliceOf(gen.UInt8())))
	properties.Property("characters", prop.ForAll(same, gen.SliceOf(gen.Rune()).Map(func(r []rune) []byte { return []byte(string(r)) })))
	properties.Property("near JSON", prop.ForAll(same,
		gen.SliceOf(gen.OneConstOf("{", "}", "[", "]", `"a"`, `\u0041`, ":", ",", "1", "-0", " ", "null")).Map(func(s []string) []byte { return []byte(strings.Join(s, "")) })))
	properties.TestingRun(t)
}
