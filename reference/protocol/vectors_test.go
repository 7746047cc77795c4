package protocol_test

// The test vectors of Section 16.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func vectorSecret() (r protocol.RunSecret) {
	for i := range r {
		r[i] = byte(i)
	}
	return r
}

// resetExample is the request of Section 9.2.
const resetExample = `{
  "request_type": "reset", "protocol": "spellbench/v2", "request_id": "h-2",
  "game_id": "g-f67d7fe78c792984", "format": "pauper-bo1",
  "seats": [
    {"seat": "p0", "deck": {"deck_id": "sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2", "catalog_id": "Burn"}},
    {"seat": "p1", "deck": {"deck_id": "sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2", "catalog_id": "Burn"}}
  ],
  "rules": {"opponent_decklist": "visible", "mulligan": "none", "starting_player": "host_assigned", "starting_seat": "p0",
            "card_name_domain": {"domain_id": "sha256:74f7f4b39eecbed1c039cf4b229fa533069d2cdd8caf3bb6380b832eb40fb697", "names": ["Lightning Bolt", "Mountain"]},
            "extensions": [], "probe": false},
  "game_secret": "7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e",
  "max_decisions": 10000, "max_steps": 100000
}`

func TestVectorsOfSection16(t *testing.T) {
	run := vectorSecret()
	game := run.GameSecret(0)
	key, seed := game.IDKey(), game.StreamSeed("p1", "library_shuffle", 0)
	reset, err := wire.Parse([]byte(resetExample))
	assert.NilError(t, err)
	chain := protocol.NewGameDigest(reset).Value()
	canon, err := wire.Digest([]byte(`{"b":"Chainer's Edict","a":"Lim-D\u00fbl's Vault","c":"tab\there"}`))
	assert.NilError(t, err)
	num := func(x uint64) string { return strconv.FormatUint(x, 10) }
	for _, c := range []struct{ name, got, want string }{
		{"commitment", run.Commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"},
		{"game_secret(0)", game.String(), "7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e"},
		{"game_secret(1)", run.GameSecret(1).String(), "952ea875cce08bf7706f87a89ae6a4e318a1bc4b46d6b506f8bb8505c518238e"},
		{"game_id(0)", run.GameID(0), "g-f67d7fe78c792984"},
		{"game_id(1)", run.GameID(1), "g-bb341404cf686511"},
		{"agent_seed(0, p0)", num(run.AgentSeed(0, protocol.P0)), "8103969398531465"},
		{"agent_seed(0, p1)", num(run.AgentSeed(0, protocol.P1)), "1382627979884484"},
		{"agent_seed(1, p0)", num(run.AgentSeed(1, protocol.P0)), "4616060983342951"},
		{"agent_seed(1, p1)", num(run.AgentSeed(1, protocol.P1)), "7705961899067306"},
		{"id_key", hex.EncodeToString(key[:]), "842e5229d41477f389ae25e2b8196afb5bfa8c6bd9b95d7bd3703031c88e22e6"},
		{"object id p0", game.ObjectID("p0:card-17:z2"), "o-0a3647243d16bf78"},
		{"object id p1", game.ObjectID("p1:card-17:z2"), "o-e5e4b7ed2a0730e4"},
		{"object id look 0", game.ObjectID("p0:card-17:z2:look:0"), "o-794a5cb152c9620f"},
		{"object id look 1", game.ObjectID("p0:card-17:z2:look:1"), "o-e18a35822cc60e1c"},
		{"stream seed", hex.EncodeToString(seed[:8]), "8a28fd4db75719b1"},
		{"deck_id", protocol.DeckID([]protocol.DeckRow{{Name: "Mountain", Count: 18}, {Name: "Lightning Bolt", Count: 4}}), "sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2"},
		{"domain_id", protocol.DomainID([]string{"Mountain", "Lightning Bolt"}), "sha256:74f7f4b39eecbed1c039cf4b229fa533069d2cdd8caf3bb6380b832eb40fb697"},
		{"canonical form", hex.EncodeToString(canon[:]), "041575311eb1deb02f63f70361e14159034faf0d2a31e57edf8b4cf037680377"},
		{"first chain value", hex.EncodeToString(chain[:]), "a328e304e4dcacdde5d8abe089c93a8bedd108e9985d3bdab6ede3b8e8f093a3"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.got, c.want) })
	}
}

// The published file of vectors says the same as Section 16's table; where it lies beside the
// project, every figure in it is checked.
func TestVectorsOfTheSharedFile(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "vectors", "spec-vectors.json")
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skip("no spec-vectors.json beside the project")
	}
	assert.NilError(t, err)
	var v struct {
		AgentSeed  map[string]uint64 `json:"agent_seed"`
		Commitment string
		Canonical  struct {
			SHA256 string
			Value  json.RawMessage
		} `json:"canonical_sha256"`
		Deck struct {
			DeckID   string `json:"deck_id"`
			Decklist []protocol.DeckRow
		} `json:"deck_id"`
		Domain struct {
			DomainID string `json:"domain_id"`
			Names    []string
		} `json:"domain_id"`
		Chain struct {
			D     string
			Reset json.RawMessage
		} `json:"first_digest_chain_value"`
		GameID     map[string]string `json:"game_id"`
		GameSecret map[string]string `json:"game_secret"`
		IDKey      string            `json:"id_key_game_0"`
		ObjectID   map[string]string `json:"object_id_game_0"`
		RunSecret  string            `json:"run_secret"`
		StreamSeed map[string]string `json:"stream_seed_game_0_first_8_bytes"`
	}
	assert.NilError(t, json.Unmarshal(text, &v))
	index := func(s string) uint64 {
		i, err := strconv.ParseUint(s, 10, 64)
		assert.NilError(t, err)
		return i
	}
	run, err := protocol.ParseRunSecret(v.RunSecret)
	assert.NilError(t, err)
	assert.Equal(t, run.Commitment(), v.Commitment)
	for i, want := range v.GameSecret {
		assert.Equal(t, run.GameSecret(index(i)).String(), want)
	}
	for i, want := range v.GameID {
		assert.Equal(t, run.GameID(index(i)), want)
	}
	for k, want := range v.AgentSeed {
		i, seat, _ := strings.Cut(k, ":")
		assert.Equal(t, run.AgentSeed(index(i), protocol.Seat(seat)), want)
	}
	game := run.GameSecret(0)
	key := game.IDKey()
	assert.Equal(t, hex.EncodeToString(key[:]), v.IDKey)
	for m, want := range v.ObjectID {
		assert.Equal(t, game.ObjectID(m), want)
	}
	for m, want := range v.StreamSeed {
		part := strings.Split(m, ":")
		assert.Equal(t, len(part), 4)
		seed := game.StreamSeed(part[1], part[2], int(index(part[3])))
		assert.Equal(t, hex.EncodeToString(seed[:8]), want)
	}
	assert.Equal(t, protocol.DeckID(v.Deck.Decklist), v.Deck.DeckID)
	assert.Equal(t, protocol.DomainID(v.Domain.Names), v.Domain.DomainID)
	canon, err := wire.AppendCanonical(nil, v.Canonical.Value)
	assert.NilError(t, err)
	sum := sha256.Sum256(canon)
	assert.Equal(t, hex.EncodeToString(sum[:]), v.Canonical.SHA256)
	reset, err := wire.Parse(v.Chain.Reset)
	assert.NilError(t, err)
	d := protocol.NewGameDigest(reset).Value()
	assert.Equal(t, hex.EncodeToString(d[:]), v.Chain.D)
}
