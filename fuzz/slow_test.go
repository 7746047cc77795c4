package fuzz

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/wire"
)

// What is slow each time is told of, as advice; what was slow because the machine was busy is not, however
// often.
func TestSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("slow answers take their time")
	}
	const nap = 100 * time.Millisecond
	long := func(line []byte) bool {
		v, err := wire.Parse(line)
		return err == nil && is(v, "hello") && v.Get("protocol_minor").Int() > 0
	}
	for _, tt := range []struct {
		name string
		make func() filter
		want string
	}{
		{"a kind of hello", stateless(func(line []byte, ask func([]byte) []byte) []byte {
			if long(line) {
				time.Sleep(nap)
			}
			return ask(line)
		}), "slow hello_ok"},
		{"now and then", func() func() filter {
			var n atomic.Int64
			return stateless(func(line []byte, ask func([]byte) []byte) []byte {
				if n.Add(1)%1000 == 0 {
					time.Sleep(nap)
				}
				return ask(line)
			})
		}(), ""},
		{"the first answer of a process", func() filter {
			asked := false
			return func(line []byte, ask func([]byte) []byte) []byte {
				if !asked {
					time.Sleep(nap)
				}
				asked = true
				return ask(line)
			}
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found, _, err := Run(context.Background(), Options{Command: filtered(tt.make), Seed: 1, Jobs: 1, Execs: 4000, Repeat: 1, Slow: nap / 2})
			assert.NilError(t, err)
			if tt.want == "" {
				assert.Equal(t, len(found), 0, "%v", found)
				return
			}
			assert.Assert(t, len(found) > 0)
			for _, f := range found {
				assert.Assert(t, f.Advisory && strings.HasPrefix(f.Answer, tt.want), "%s", f.Account())
			}
		})
	}
}
