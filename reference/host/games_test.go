package host_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"gotest.tools/v3/assert"
)

// Random games of every deck are played without breaking a rule, those beyond Section 11.3 and those of
// the reference host included, and a rerun has the same result to the digest.
func TestRandomGames(t *testing.T) {
	for i, deck := range match(t).Engine.Hello.Catalog {
		t.Run(deck.CatalogID, func(t *testing.T) {
			t.Parallel()
			play := func() host.Result {
				e, err := host.Greet(newEngine(t), time.Minute, host.Options{Reading: protocol.Strict, Further: true})
				assert.NilError(t, err)
				named, ok := e.CatalogDeck(deck.CatalogID)
				assert.Assert(t, ok)
				m := e.NewMatch(e.Hello.Formats[0], [2]protocol.NamedDeck{named, named})
				m.Secret, m.Index = protocol.RunSecret{7}, uint64(i)
				m.Agents = [2]host.Peer{bot(t, "uniform"), bot(t, "uniform")}
				r, err := m.Play()
				assert.NilError(t, err)
				assert.Assert(t, r.Violation == nil, fmt.Sprint(r.Violation))
				assert.Equal(t, r.StepCount, r.SeatSteps[0]+r.SeatSteps[1])
				return r
			}
			assert.DeepEqual(t, play(), play())
		})
	}
}
