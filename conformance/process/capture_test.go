package process

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
)

// Whatever pieces a stream comes in, its first and last 64 KiB are kept.
func TestCapture(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = 30
	parameters.MaxSize = 20
	properties := gopter.NewProperties(parameters)
	properties.Property("both ends", prop.ForAll(func(sizes []int) bool {
		var c capture
		var all []byte
		for _, n := range sizes {
			piece := make([]byte, n)
			for i := range piece {
				piece[i] = byte((len(all) + i) % 251)
			}
			all = append(all, piece...)
			c.add(piece)
		}
		want := all
		if lost := len(all) - 2*maxCapture; lost > 0 {
			want = append(fmt.Appendf(bytes.Clone(all[:maxCapture]), "\n… %d bytes left out …\n", lost), all[len(all)-maxCapture:]...)
		}
		return bytes.Equal(c.bytes(), want)
	}, gen.SliceOf(gen.OneGenOf(gen.IntRange(0, 100), gen.IntRange(0, 90_000)))))
	properties.TestingRun(t)
}
