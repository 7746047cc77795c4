package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// An input is a line with a name.
type input struct {
	name string
	line []byte
}

func decisions() []input {
	return []input{{"2 KB", decision(2_000)}, {"20 KB", decision(20_000)}, {"1 MB", decision(1 << 20)}}
}

// worstCases returns lines of about size bytes that are hard on one part of a parser each.
func worstCases(size int) []input {
	repeat := func(open, part, last string) []byte {
		n := (size - len(open) - len(last)) / len(part)
		return append(append([]byte(open), bytes.Repeat([]byte(part), n)...), last...)
	}
	deep := strings.Repeat("[", 60) + strings.Repeat("]", 60)
	return []input{
		{"deep arrays", repeat("[", deep+",", "0]")},
		{"unclosed brackets", bytes.Repeat([]byte("["), size)},
		{"tiny integers", repeat("[", "1,", "1]")},
		{"integers of 16 digits", repeat("[", "9007199254740991,", "1]")},
		{"one plain string", repeat(`"`, "abcdefgh", `"`)},
		{"short strings", repeat("[", `"",`, `""]`)},
		{"escaped line feeds", repeat(`"`, `\n`, `"`)},
		{"escapes \\u0041", repeat(`"`, `\u0041`, `"`)},
		{"surrogate pairs", repeat(`"`, `\ud83d\ude00`, `"`)},
		{"CJK text", repeat(`"`, "\u4e00\u4e8c\u4e09", `"`)},
		{"white space", repeat("[", " ", "0]")},
		{"spaced zeros", repeat("[", "0 , ", "0]")},
		{"empty objects", repeat("[", "{},", "{}]")},
		{"objects of two", repeat("[", `{"b":1,"a":2},`, "{}]")},
		{"bad UTF-8 at the end", repeat(`"`, "\u4e00", "\xff\"")},
		{"duplicate at the end", objectOf(size, func(i int) string { return fmt.Sprintf("%07x", i) }, "0000000")},
		{"each key twice", objectOf(size, func(i int) string { return fmt.Sprintf("%07x", i%(size/26)*0x9e3779b1&0xfffffff) }, "x")},
		{"keys in order", objectOf(size, func(i int) string { return fmt.Sprintf("%07x", i) }, "x")},
		{"keys shuffled", objectOf(size, func(i int) string { return fmt.Sprintf("%07x", i*0x9e3779b1&0xfffffff) }, "x")},
		{"keys alike in 8 bytes", objectOf(size, func(i int) string { return fmt.Sprintf("same-key-%07x", i*0x9e3779b1&0xfffffff) }, "x")},
		{"keys that collide in the filter", collide(size)},
		{"escaped keys", objectOf(size, func(i int) string { return fmt.Sprintf(`\u006b%x`, i) }, "x")},
	}
}

// objectOf returns an object of about size bytes with the given keys.
func objectOf(size int, key func(i int) string, last string) []byte {
	b := []byte("{")
	for i := 0; len(b) < size-len(last)-20; i++ {
		b = append(append(append(b, '"'), key(i)...), `":0,`...)
	}
	return append(append(append(b, '"'), last...), `":0}`...)
}

// collide returns objects of 32 keys, as many as the scanner compares through its filter, that agree in their
// first eight bytes and in length and so take the same slot.
func collide(size int) []byte {
	b := []byte("[")
	for n := 0; len(b) < size-700; n++ {
		b = append(b, '{')
		for i := range 32 {
			b = fmt.Appendf(b, `"filtered%02d":%d,`, (i*11+n)%32, i)
		}
		b[len(b)-1] = '}'
		b = append(b, ',')
	}
	return append(b, "0]"...)
}

// manyKeys returns an object of n keys in no order.
func manyKeys(n int) []byte {
	b := []byte("{")
	for i := range n {
		b = fmt.Appendf(b, `"k%06d":0,`, i*7919%n)
	}
	b[len(b)-1] = '}'
	return b
}

// decision returns a decision message of about size bytes, with its fields in the order in which the
// specification lists them (Sections 6 and 9), which is not the canonical order, and no white space.
func decision(size int) []byte {
	r := rand.New(rand.NewPCG(uint64(size), 2))
	var b strings.Builder
	b.WriteString(`{"response_type":"decision","protocol":"spellbench/v2","request_id":"h-41","game_id":"g-f67d7fe78c792984","step":38,` +
		`"seat_decision":{"acting_seat":"p0","seat_step":21,"group":{"group_id":20,"substep_index":0,"substep_count":1},` +
		`"context":{"kind":"priority","source":null,"purpose":null,"text":"Priority in your main phase","rewind":false},` +
		`"observation":{"viewer":"p0","turn":5,"phase_step":"precombat_main","active_seat":"p0","priority_seat":"p0","passed_seats":[],"day_night":null,"players":[`)
	var shown []string
	for seat := range 2 {
		if seat > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"seat":"p%d","life":%d,"poison":null,"counters":null,"mana_pool":{"W":0,"U":0,"B":0,"R":%d,"G":0,"C":0},`+
			`"lands_played_this_turn":0,"mulligans_taken":0,"designations":[],"progress":null,"hand_count":2,"library_count":%d,"hand":`, seat, 8+r.IntN(13), r.IntN(3), 30+r.IntN(20))
		if seat == 1 {
			b.WriteString("null")
		} else {
			b.WriteByte('[')
			shown = append(shown, record(&b, r, seat, "hand"))
			b.WriteByte(']')
		}
		for _, zone := range []string{"battlefield", "graveyard", "exile", "command"} {
			fmt.Fprintf(&b, `,"%s":[`, zone)
			if zone == "battlefield" || zone == "graveyard" && size > 4000 {
				first := b.Len()
				for n := 0; n == 0 && size > 2000 || b.Len() < size*(2+3*seat)/8*boolInt(zone == "battlefield"); n++ {
					if b.Len() > first {
						b.WriteByte(',')
					}
					shown = append(shown, record(&b, r, seat, zone))
				}
			}
			b.WriteByte(']')
		}
		b.WriteByte('}')
	}
	b.WriteString(`],"stack":[],"pending_triggers":[],"known":[]},"candidates":[{"candidate_id":0,"semantic":{"kind":"pass"},"display_text":"Pass"}`)
	for i := 1; b.Len() < size-260; i++ {
		fmt.Fprintf(&b, `,{"candidate_id":%d,"semantic":{"kind":"activate_ability","source":%s,"ability_index":%d,"ability_text":"{T}: Add {R}."},"display_text":"Activate it"}`,
			i, shown[r.IntN(len(shown))], r.IntN(3))
	}
	b.WriteString(`],"extensions":{}},"provenance":{"engine":"spellbench-reference","engine_version":"0.1.0","card_data":"burn-1","rules_version":"2026-01"}}`)
	return []byte(b.String())
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

var cards = []struct{ name, super, types, sub, color string }{
	{"Mountain", `["basic"]`, `["land"]`, `["mountain"]`, `[]`},
	{"Lightning Bolt", `[]`, `["instant"]`, `[]`, `["red"]`},
	{"Monastery Swiftspear", `[]`, `["creature"]`, `["human","monk"]`, `["red"]`},
	{"Spellstutter Sprite", `[]`, `["creature"]`, `["faerie","wizard"]`, `["blue"]`},
	{"Lim-Dûl's Vault", `[]`, `["instant"]`, `[]`, `["blue","black"]`},
	{"Great Furnace", `[]`, `["artifact","land"]`, `[]`, `[]`},
}

// record writes an object record and returns the reference to it.
func record(b *strings.Builder, r *rand.Rand, seat int, zone string) string {
	c := cards[r.IntN(len(cards))]
	ref := fmt.Sprintf(`"object_id":"o-%016x","card_name":"%s","owner_seat":"p%d","controller_seat":"p%d","zone":"%s"`, r.Uint64(), c.name, seat, seat, zone)
	pt := "null"
	if strings.Contains(c.types, "creature") {
		pt = fmt.Sprint(1 + r.IntN(4))
	}
	fmt.Fprintf(b, `{%s,"full_name":null,"face_down":false,"token":false,"copy":false,"characteristics":{"supertypes":%s,"types":%s,"subtypes":%s,"colors":%s,`+
		`"mana_value":%d,"power":%s,"toughness":%s,"keywords":[]},"permanent":`, ref, c.super, c.types, c.sub, c.color, r.IntN(5), pt, pt)
	if zone == "battlefield" {
		fmt.Fprintf(b, `{"tapped":%t,"summoning_sick":false,"damage":0,"counters":{},"attached_to":null,"attacking":false,"attack_target":null,`+
			`"blocking":false,"blocked_attackers":[],"phased_out":false,"statuses":[],"class_level":null,"chosen":[]}`, r.IntN(2) == 0)
	} else {
		b.WriteString("null")
	}
	b.WriteString(`,"exiled_by":null}`)
	return "{" + ref + "}"
}
