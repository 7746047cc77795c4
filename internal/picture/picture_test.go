package picture_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/internal/picture"
	"gotest.tools/v3/assert"
)

func golden(t *testing.T, name string) []goldens.Row {
	t.Helper()
	x, err := goldens.ReadIndex(goldens.Files)
	assert.NilError(t, err)
	for _, e := range x.Transcripts {
		if e.Name == name {
			g, err := goldens.Load(goldens.Files, e)
			assert.NilError(t, err)
			return g.Rows
		}
	}
	t.Fatalf("no golden %s", name)
	return nil
}

func account(t *testing.T, rows []goldens.Row) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, picture.Account(&b, rows))
	return b.String()
}

// page returns a page and the game that its script reads.
func page(t *testing.T, title string, rows []goldens.Row) (text string, game struct {
	Title string
	Steps []struct {
		Seat       string
		Candidates []string
		Pick       int
		Players    []struct{ Battlefield []struct{ Name string } }
	}
	End struct{ Outcome string }
}) {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, picture.HTML(&b, title, rows))
	text = b.String()
	found := regexp.MustCompile(`(?s)<script type="application/json" id="game">(.*?)</script>`).FindStringSubmatch(text)
	assert.Equal(t, len(found), 2)
	assert.NilError(t, json.Unmarshal([]byte(found[1]), &game))
	return text, game
}

func TestAGame(t *testing.T) {
	rows := golden(t, "game-burn")
	text := account(t, rows)
	assert.Assert(t, strings.Contains(text, "Cast Lightning Bolt"), "%.2000s", text)
	assert.Assert(t, strings.Contains(text, "turn 1, upkeep\n"))
	_, game := page(t, "a game", rows)
	assert.Assert(t, len(game.Steps) > 100)
	for _, s := range game.Steps {
		assert.Assert(t, s.Pick >= 0 && s.Pick < len(s.Candidates))
		assert.Equal(t, len(s.Players), 2)
	}
	assert.Equal(t, game.End.Outcome, "p0_win")
}

// No text of an engine's can be anything but text, on the page or on the terminal.
func TestHostileTexts(t *testing.T) {
	const bad = `</script><script>alert(1)</script><!--\u001b[2J\u202e`
	rows := []goldens.Row{
		{Dir: goldens.EngineToHost, Message: []byte(`{"response_type":"decision","seat_decision":{"acting_seat":"` + bad + `","candidates":[{"display_text":"` + bad + `"}],` +
			`"observation":{"phase_step":"` + bad + `","players":[{"seat":"` + bad + `","battlefield":[{"card_name":"` + bad + `"}]}]}}}`)},
		{Dir: goldens.HostToEngine, Message: []byte(`{"request_type":"step","selection":{"candidate_id":0}}`)},
		{Dir: goldens.EngineToHost, Message: []byte(`{"response_type":"terminal","outcome":"` + bad + `","reason":"` + bad + `"}`)},
	}
	text, game := page(t, "</title><script>alert(2)</script>", rows)
	assert.Equal(t, strings.Count(text, "<script"), 2, "ours")
	assert.Equal(t, strings.Count(text, "alert(2)</script>"), 0)
	assert.Equal(t, game.Steps[0].Players[0].Battlefield[0].Name, "</script><script>alert(1)</script><!--\x1b[2J\u202e")
	for _, c := range account(t, rows) {
		assert.Assert(t, c == '\n' || c >= ' ' && c != '\u202e', "%q", c)
	}
}

// What is missing or of another type is left out.
func TestHostileShapes(t *testing.T) {
	for _, line := range []string{
		`{"response_type":"decision"}`,
		`{"response_type":"decision","seat_decision":[]}`,
		`{"response_type":"decision","seat_decision":{"candidates":7,"observation":{"players":[1,{"mana_pool":{"R":9007199254740991,"G":-1}},{"battlefield":[[]]}],"stack":[null]}}}`,
		`{"response_type":"terminal"}`,
		`no JSON`,
		``,
	} {
		rows := []goldens.Row{
			{Dir: goldens.HostToEngine, Message: []byte(`{"request_type":"step","selection":{"candidate_id":3}}`)},
			{Dir: goldens.EngineToHost, Message: []byte(line)},
			{Dir: goldens.HostToEngine, Message: []byte(`{"request_type":"step","selection":{"candidate_id":-1}}`)},
		}
		account(t, rows)
		page(t, "", rows)
	}
}
