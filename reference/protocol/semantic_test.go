package protocol_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func TestNewSemanticWritesCanonicalJSON(t *testing.T) {
	bolt := protocol.Ref{ObjectID: "o-1", CardName: protocol.Ptr("Lightning Bolt"), Owner: protocol.P0, Controller: protocol.P0, Zone: "hand"}
	const boltText = `{"card_name":"Lightning Bolt","controller_seat":"p0","object_id":"o-1","owner_seat":"p0","zone":"hand"}`
	for _, c := range []struct {
		semantic protocol.Semantic
		want     string
	}{
		{protocol.NewSemantic("pass"), `{"kind":"pass"}`},
		{protocol.NewSemantic("play_land", &bolt, 0), `{"face":0,"kind":"play_land","source":` + boltText + `}`},
		{protocol.NewSemantic("cast_spell", bolt, nil), `{"kind":"cast_spell","method":null,"source":` + boltText + `}`},
		{protocol.NewSemantic("choose_number", (*protocol.Ref)(nil), "x_value", -1, int32(-2), 3),
			`{"kind":"choose_number","maximum":3,"minimum":-2,"purpose":"x_value","source":null,"value":-1}`},
		{protocol.NewSemantic("choose_starting_player", protocol.P1), `{"kind":"choose_starting_player","player":"p1"}`},
		{protocol.NewSemantic("declare_attack", &bolt, protocol.Target{Player: protocol.P1}),
			`{"attacker":` + boltText + `,"defender":{"player":"p1"},"kind":"declare_attack"}`},
		{protocol.NewSemantic("declare_attack", &bolt, (*protocol.Target)(nil)), `{"attacker":` + boltText + `,"defender":null,"kind":"declare_attack"}`},
		{protocol.NewSemantic("choose_pile", nil, "effect", 1, [][]protocol.Ref{{bolt}, {}}),
			`{"kind":"choose_pile","pile_index":1,"piles":[[` + boltText + `],[]],"purpose":"effect","source":null}`},
		{protocol.NewSemantic("order_pick", nil, "triggers", protocol.OrderItem{Trigger: &protocol.TriggerItem{EventObjects: []protocol.Ref{}, Instance: 2}}, 0, 1),
			`{"count":1,"item":{"trigger":{"ability_index":null,"event_objects":[],"instance":2,"label":null,"source":null,"source_name":null}},` +
				`"kind":"order_pick","position":0,"purpose":"triggers","source":null}`},
	} {
		t.Run(c.semantic.Kind, func(t *testing.T) {
			got := string(c.semantic.AppendJSON(nil))
			assert.Equal(t, got, c.want)
			v, err := wire.Parse([]byte(got))
			assert.NilError(t, err)
			assert.Assert(t, protocol.SemanticShape().Check(v, protocol.Strict) == nil)
			assert.DeepEqual(t, protocol.ReadSemantic(v), c.semantic)
		})
	}
}

func TestNewSemanticPanicsOnMistakes(t *testing.T) {
	ref := &protocol.Ref{}
	for name, make := range map[string]func(){
		"kind":           func() { protocol.NewSemantic("concede") },
		"arity":          func() { protocol.NewSemantic("pass", 1) },
		"type":           func() { protocol.NewSemantic("mulligan", 7, 0, "yes") },
		"null":           func() { protocol.NewSemantic("play_land", nil, 0) },
		"typed null":     func() { protocol.NewSemantic("play_land", (*protocol.Ref)(nil), 0) },
		"negative":       func() { protocol.NewSemantic("play_land", ref, -1) },
		"target for ref": func() { protocol.NewSemantic("play_land", &protocol.Target{}, 0) },
		"signed":         func() { protocol.NewSemantic("play_land", ref, int32(0)) },
		"by hand":        func() { protocol.Semantic{Kind: "play_land"}.AppendJSON(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() { assert.Assert(t, recover() != nil) }()
			make()
		})
	}
}

func TestSemanticValue(t *testing.T) {
	s := protocol.NewSemantic("mulligan", 7, 1, true)
	assert.Equal(t, s.Value("mulligans_taken"), uint32(1))
	assert.Equal(t, s.Value("keep"), true)
	assert.Equal(t, s.Value("source"), nil)
}
