// Package suite holds what the suites of all roles share: how a check talks with a process of its target,
// how it tells what goes wrong, and what a run remembers of a target that does not answer.
//
// It knows the envelope, which all roles have in common, and no message of any of them.
package suite

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Role is what a target is to the host that asks it (Section 3).
type Role struct {
	To, From string   // the directions of its transcript rows (Section 16)
	Requests []string // the request types that it knows
}

// Kind names the kind of a request, for what is remembered of its answers. There are few kinds, whatever
// the request is.
func (r Role) Kind(request []byte) string {
	v, err := wire.Parse(request)
	switch t := v.Get("request_type"); {
	case err != nil:
		return "line of bad JSON"
	case slices.Contains(r.Requests, t.Str()):
		return t.Str()
	}
	return "request of no type"
}

// Secret is the secret of a run, from which all that is random in it follows.
func Secret(seed uint64) protocol.RunSecret {
	return sha256.Sum256(fmt.Appendf(nil, "sbconform:%d", seed))
}
