package host

// Section 11.6: what is secret, and Section 4.1: what an id tells.

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

func secretChecks() []check {
	return []check{
		{
			id: "secrets/game-id", section: "11.6", script: healthy(),
			doc:  "A game's id is g- and the first 16 lowercase hexadecimal digits of a code that the run secret gives it: it tells nothing of the schedule.",
			hint: "\"g-\" + hex(HMAC-SHA256(run_secret, \"spellbench/v2/game-id:\" + i)[:8])",
			judge: func(h *H) {
				h.toEngine("reset", func(x *exchange) {
					if id := x.request.Get("game_id"); !gameID.MatchString(id.Str()) {
						h.wrong("/game_id", gameID.String(), shown(id), "a game_id of another form")
					}
				})
			},
		},
		{
			id: "secrets/seeds-differ", section: "11.6", script: healthy(),
			doc:  "The two agents of a game have seeds of their own.",
			hint: "the seat is a part of what agent_seed is derived from",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					other := g.seats[me.seat.Other().Index()]
					if other == nil {
						return
					}
					if seed := me.start.request.Get("agent_seed"); seed.Int() == other.start.request.Get("agent_seed").Int() {
						h.wrong("/agent_seed", "another seed than the other seat's", shown(seed), "agent_seed")
					}
				})
			},
		},
		{
			id: "secrets/games-differ", section: "11.6", script: healthy(),
			doc:  "No two games of a run share a secret, an id or the seed of a seat.",
			hint: "the game's index in the schedule is a part of what they are derived from",
			judge: func(h *H) {
				secrets, seeds := map[string]string{}, map[string]string{}
				games := 0
				for _, g := range h.games {
					if g.reset == nil {
						continue
					}
					games++
					h.x = g.reset
					secret := g.reset.request.Get("game_secret").Str()
					if other, taken := secrets[secret]; taken {
						h.wrong("/game_secret", "another secret than game "+other+" has", suite.Quote(secret), "game_secret")
					}
					secrets[secret] = g.id
					for _, me := range g.seats {
						if me == nil {
							continue
						}
						h.x = me.start
						seed := string(me.seat) + shown(me.start.request.Get("agent_seed"))
						if other, taken := seeds[seed]; taken {
							h.wrong("/agent_seed", "another seed than the seat has in game "+other, seed[2:], "agent_seed")
						}
						seeds[seed] = g.id
					}
				}
				h.x = nil
				if games < 2 {
					h.Skipf("%s", h.never("plays no second game"))
				}
			},
		},
		{
			id: "secrets/never-sent", section: "11.6", script: healthy(),
			doc:  "No agent gets a game secret, or a part of one.",
			hint: "reset alone carries game_secret",
			judge: func(h *H) {
				var parts [][]byte
				h.toEngine("reset", func(x *exchange) {
					secret := x.request.Get("game_secret").Str()
					for i := 0; i+secretPart <= len(secret); i += secretPart {
						parts = append(parts, []byte(secret[i:i+secretPart]))
					}
				})
				h.judge(func(x *exchange) bool { return x.talk.role != engineRole }, func(x *exchange) {
					text := bytes.ToLower(besides(x))
					for _, p := range parts {
						if i := bytes.Index(text, p); i >= 0 {
							h.Fail(conformance.Failure{
								Cause: conformance.Leak, Message: "a game secret is in " + h.name(x), Expected: "nothing of reset.game_secret", Got: suite.Show(text[max(0, i-20):min(len(text), i+40)]),
							})
						}
					}
				})
			},
		},
		{
			id: "secrets/no-derived-seed", section: "11.6", script: healthy(),
			doc:  "agent_seed and game_id are not computed from the game secret.",
			hint: "derive them from the run secret, as Section 11.6 says: a bot that can guess the one must not know the other",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					secret, err := protocol.ParseGameSecret(g.reset.request.Get("game_secret").Str())
					if err != nil {
						return // others say so
					}
					seed := uint64(me.start.request.Get("agent_seed").Int())
					for what, d := range derivations(secret, me.seat) {
						if masked(d) == seed {
							h.Fail(conformance.Failure{
								Cause: conformance.Leak, Message: fmt.Sprintf("agent_seed is the beginning of %s, in %s", what, h.name(me.start)),
								Expected: "a value of the run secret", Got: fmt.Sprint(seed), Where: "/agent_seed",
							})
						}
						if "g-"+hex.EncodeToString(d[:8]) == g.id {
							h.x = g.reset
							h.Fail(conformance.Failure{
								Cause: conformance.Leak, Message: fmt.Sprintf("game_id is the beginning of %s, in %s", what, h.name(g.reset)),
								Expected: "a value of the run secret", Got: g.id, Where: "/game_id",
							})
						}
					}
				})
			},
		},
		{
			id: "leak/request-ids", section: "4.1", script: healthy(),
			doc:  "A request_id that an agent gets encodes nothing beyond that agent's own count of requests.",
			hint: "count the requests to each agent on their own: r-0, r-1, r-2",
			judge: func(h *H) {
				h.toAgents("choose", func(*exchange) {})
				for _, t := range h.talks {
					if t.role != engineRole {
						h.uncounted(t)
					}
				}
			},
		},
	}
}

var gameID = regexp.MustCompile(`^g-[0-9a-f]{16}$`)

// secretPart is how many digits of a secret can't be elsewhere by chance.
const secretPart = 16

// besides is a request without its decision: what the engine wrote is the engine's to answer for.
func besides(x *exchange) []byte {
	d := x.request.Get("decision")
	if !d.Exists() {
		return x.line
	}
	return bytes.Replace(x.line, d.Raw(), nil, 1)
}

// masked reads a seed as Section 11.6 does.
func masked(b []byte) uint64 { return binary.BigEndian.Uint64(b) & (1<<53 - 1) }

// derivations lists what a host might take for a derivation of the game secret, in hex and as bytes.
func derivations(secret protocol.GameSecret, s protocol.Seat) map[string][]byte {
	text := secret.String()
	sum, textSum := sha256.Sum256(secret[:]), sha256.Sum256([]byte(text))
	key := secret.IDKey()
	out := map[string][]byte{
		"the game secret itself": secret[:], "SHA-256 of the game secret": sum[:], "SHA-256 of the game secret's digits": textSum[:], "the key of object ids": key[:],
	}
	for _, message := range []string{"", string(s), "agent", "agent:" + string(s), "agent-seed", "agent_seed", "agent-seed:" + string(s), "agent_seed:" + string(s),
		"spellbench/v2/agent-seed", "spellbench/v2/agent-seed:" + string(s), "spellbench/v2/agent-seed:0:" + string(s), "spellbench/v2/agent-seed:1:" + string(s),
		"spellbench/v2/game-id", "spellbench/v2/game-id:0", "spellbench/v2/game-id:1", "game-id", "game_id"} {
		for what, k := range map[string][]byte{"the game secret": secret[:], "the game secret's digits": []byte(text)} {
			mac := hmac.New(sha256.New, k)
			mac.Write([]byte(message))
			out[fmt.Sprintf("HMAC-SHA256 of %s under %s", strconv.Quote(message), what)] = mac.Sum(nil)
		}
		plain := sha256.Sum256([]byte(text + ":" + message))
		out["SHA-256 of "+strconv.Quote("<game secret>:"+message)] = plain[:]
	}
	return out
}

// fewest is from how many ids on a count in them is no chance.
const fewest = 8

// uncounted fails if the ids of an agent's requests count something else than these: all have one beginning and a
// number that grows, and not by the same step.
func (h *H) uncounted(t *talk) {
	var numbers []int64
	prefix := ""
	for i, x := range t.exchanges {
		if x.kind != "choose" {
			continue
		}
		id := x.id()
		digits := strings.TrimRight(id, "0123456789")
		n, err := strconv.ParseInt(id[len(digits):], 10, 64)
		if err != nil || len(numbers) > 0 && digits != prefix {
			return
		}
		prefix = digits
		numbers = append(numbers, n-int64(i)) // what is left where each request is counted once
	}
	if len(numbers) < fewest {
		return
	}
	step := numbers[1] - numbers[0]
	for i := 1; i < len(numbers); i++ {
		if numbers[i] < numbers[i-1] {
			return // no count that goes on from request to request
		}
	}
	for i := 1; i < len(numbers); i++ {
		if numbers[i]-numbers[i-1] != step {
			h.x = t.exchanges[len(t.exchanges)-1]
			h.Fail(conformance.Failure{
				Cause: conformance.Leak, Message: fmt.Sprintf("the ids of %s grow by more at some requests than at others: they count what the agent is not asked", t),
				Expected: "the count of the agent's own requests, as " + prefix + "0, " + prefix + "1", Got: firstIDs(t), Where: "/request_id",
			})
		}
	}
}

func firstIDs(t *talk) string {
	var ids []string
	for _, x := range t.exchanges[:min(len(t.exchanges), 12)] {
		ids = append(ids, x.id())
	}
	return strings.Join(ids, ", ")
}
