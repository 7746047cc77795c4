package main

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// ruleSchemas says in JSON Schema what those rules of the table say that can be said there. The
// others are listed with their reasons in package schemas.
var ruleSchemas = map[string]func(*protocol.Shape) object{
	"starting_seat_pairs": func(*protocol.Shape) object {
		return oneOf([]any{
			with("starting_player", object{{"const", "host_assigned"}}, "starting_seat", object{{"type", "string"}}),
			with("starting_player", object{{"const", "toss_winner_chooses"}}, "starting_seat", object{{"type", "null"}}),
		})
	},
	"catalog_needs_source": func(*protocol.Shape) object {
		return object{{"anyOf", []any{
			with("deck_sources", object{{"contains", object{{"const", "catalog"}}}}),
			with("catalog", object{{"maxItems", 0}}),
		}}}
	},
	"required_kinds": func(*protocol.Shape) object {
		var all []any
		for _, k := range protocol.RequiredKinds() {
			all = append(all, object{{"contains", object{{"const", k}}}})
		}
		return object{{"allOf", all}}
	},
	"ending_pairs": func(s *protocol.Shape) object {
		i := slices.IndexFunc(s.Fields, func(f protocol.Field) bool { return f.Name == "classification" })
		var any []any
		for _, e := range protocol.Endings() {
			if !s.Fields[i].Shape.Words.Has(e.Classification) {
				continue
			}
			winner := object{{"const", e.Winner}}
			if e.Winner == "" {
				winner = object{{"type", "null"}}
			}
			any = append(any, with("classification", object{{"const", e.Classification}}, "outcome", object{{"const", e.Outcome}}, "winner", winner))
		}
		return object{{"anyOf", any}}
	},
	"opponent_deck_pairs": func(*protocol.Shape) object {
		return oneOf([]any{
			with("rules", with("opponent_decklist", object{{"const", "hidden"}}), "opponent_deck", object{{"type", "null"}}),
			with("rules", with("opponent_decklist", object{{"const", "visible"}}), "opponent_deck", object{{"type", "object"}}),
		})
	},
}

// with makes a schema of properties: name, schema, name, schema.
func with(pairs ...any) object {
	var properties object
	for i := 0; i < len(pairs); i += 2 {
		properties = append(properties, member{pairs[i].(string), pairs[i+1]})
	}
	return object{{"properties", properties}}
}
