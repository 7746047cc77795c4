package examples

// The smallest host that can play a game (3, 11.2): it forwards every decision to the agent of its
// seat and takes the answer back. Of this project it
// uses what judges every answer: the decoders and the validator.

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"gotest.tools/v3/assert"
)

// patience ends a program that hangs, so that a test fails instead of waiting for ever.
const patience = 2 * time.Minute

type object = map[string]any

// A program is one process under test.
type program struct {
	t      *testing.T
	decode decoder
	judge  *validator.Game // of an engine's games; may be nil
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	asked  int
	closed bool
}

type decoder = func(line []byte) (protocol.Message, *protocol.Fault)

// interpreter finds Python itself, past the scripts that version managers put in its place and that
// take longer to start than a check takes. Where there is none the test is skipped.
func interpreter(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Skip("python3 is not installed")
	}
	return strings.TrimSpace(string(out))
}

// python starts a Python program of this folder.
func python(t *testing.T, script string, decode decoder) *program {
	t.Helper()
	_, err := os.Stat(script) // so that the test's cached result goes with the script
	assert.NilError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	cmd := exec.CommandContext(ctx, interpreter(t), script)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	assert.NilError(t, err)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	p := &program{t: t, decode: decode, cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}
	t.Cleanup(func() {
		cancel()
		if !p.closed {
			cmd.Wait()
		}
	})
	return p
}

// raw sends bytes and reads the one line that answers them.
func (p *program) raw(line []byte) []byte {
	p.t.Helper()
	go p.in.Write(line) // so that a long line can't block both sides
	answer, err := p.out.ReadBytes('\n')
	assert.NilError(p.t, err, "the answer to %.200q", line)
	answer = bytes.TrimSuffix(answer, []byte("\n"))
	message, fault := p.decode(answer)
	assert.Assert(p.t, fault == nil, "%v\nin %.2000s", fault, answer)
	if p.judge != nil {
		for _, v := range referee(p.judge, bytes.TrimSpace(line), message) {
			assert.Assert(p.t, false, "%v\nin %.2000s", v, answer)
		}
	}
	return answer
}

// referee shows one request and its answer to the live validator (11.3).
func referee(game *validator.Game, line []byte, answer protocol.Message) []validator.Violation {
	request, fault := protocol.DecodeEngineRequest(line)
	if fault != nil || answer.Type == "error" {
		return nil
	}
	switch body := request.Body.(type) {
	case *protocol.Reset:
		game.Reset(request.ID, body)
	case *protocol.Step:
		game.Step(request.ID, body)
	}
	switch body := answer.Body.(type) {
	case *protocol.EngineHelloOK:
		game.Hello(body)
	case *protocol.Decision:
		return game.Decision(answer.Value)
	case *protocol.Terminal:
		return game.Terminal(answer.Value)
	}
	return nil
}

// line is raw for one line without its terminator, and reads the answer as JSON.
func (p *program) line(text string) object {
	p.t.Helper()
	d := json.NewDecoder(bytes.NewReader(p.raw([]byte(text + "\n"))))
	d.UseNumber()
	var answer object
	assert.NilError(p.t, d.Decode(&answer))
	return answer
}

// ask sends one request with an envelope of its own and checks the envelope of the answer.
func (p *program) ask(kind string, fields object) object {
	p.t.Helper()
	id := fmt.Sprint("r-", p.asked)
	p.asked++
	answer := p.line(request(id, kind, fields))
	assert.Equal(p.t, answer["request_id"], id)
	assert.Equal(p.t, answer["protocol"], "spellbench/v2")
	return answer
}

// end closes the program's input and wants exit status 0, with nothing more said (2).
func (p *program) end() {
	p.t.Helper()
	assert.NilError(p.t, p.in.Close())
	rest, err := io.ReadAll(p.out)
	assert.NilError(p.t, err)
	assert.Equal(p.t, string(rest), "")
	p.closed = true
	assert.NilError(p.t, p.cmd.Wait())
}

func request(id, kind string, fields object) string {
	all := object{"request_type": kind, "protocol": "spellbench/v2", "request_id": id}
	for k, v := range fields {
		all[k] = v
	}
	return encode(all)
}

// encode writes v as JSON without escaping what need not be; the keys of a map come out sorted, so
// for integers, strings, arrays and maps it is RFC 8785's form.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func digest(v any) string {
	sum := sha256.Sum256([]byte(encode(v)))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// deckID computes 4.3's deck_id of rows as they came in hello_ok.
func deckID(rows []any) string {
	rows = append([]any(nil), rows...)
	sort.Slice(rows, func(i, j int) bool {
		return rows[i].(object)["name"].(string) < rows[j].(object)["name"].(string)
	})
	return digest(rows)
}

// rulesObject is 12.2's object with nothing special about it.
func rulesObject(mulligan string) object {
	names := []any{"Déjà Vu", "Island"}
	return object{
		"opponent_decklist": "visible", "mulligan": mulligan, "starting_player": "host_assigned", "starting_seat": "p1",
		"card_name_domain": object{"domain_id": digest(names), "names": names}, "extensions": []any{}, "probe": false,
	}
}

// resetFields builds a reset for game number n between equal decks, catalog decks or lists alike.
func resetFields(n int, format any, deck object, rules object) object {
	secret := sha256.Sum256(fmt.Append(nil, "game ", n))
	return object{
		"game_id": fmt.Sprint("g-", n), "format": format, "rules": rules, "game_secret": hex.EncodeToString(secret[:]),
		"seats":         []any{object{"seat": "p0", "deck": deck}, object{"seat": "p1", "deck": deck}},
		"max_decisions": 10000, "max_steps": 100000,
	}
}

// A record is what came of a game.
type gameRecord struct {
	decisions []string // every seat_decision, re-encoded
	kinds     map[string]int
	terminal  object
}

// play runs one game from its reset to its terminal and tells the agents of its end.
func play(t *testing.T, engine *program, agents map[string]*program, reset object) gameRecord {
	t.Helper()
	r := gameRecord{kinds: map[string]int{}}
	answered := map[string]int{}
	answer := engine.ask("reset", reset)
	for step := 0; answer["response_type"] == "decision"; step++ {
		assert.Equal(t, fmt.Sprint(answer["step"]), fmt.Sprint(step))
		decision := answer["seat_decision"].(object)
		seat := decision["acting_seat"].(string)
		assert.Equal(t, fmt.Sprint(decision["seat_step"]), fmt.Sprint(answered[seat]))
		answered[seat]++
		r.decisions = append(r.decisions, encode(decision))
		choice := agents[seat].ask("choose", object{
			"game_id": reset["game_id"], "decision": decision, "clock": object{"remaining_ms": 1, "max_decision_ms": 1},
		})
		assert.Equal(t, choice["response_type"], "choice", "%v", choice)
		id, err := choice["selection"].(object)["candidate_id"].(json.Number).Int64()
		assert.NilError(t, err)
		candidates := decision["candidates"].([]any)
		assert.Assert(t, id >= 0 && id < int64(len(candidates)))
		semantic := candidates[id].(object)["semantic"].(object)
		r.kinds[semantic["kind"].(string)]++
		answer = engine.ask("step", object{
			"game_id": reset["game_id"], "expected_step": step,
			"selection": object{"candidate_id": id, "semantic_echo": semantic},
		})
	}
	assert.Equal(t, answer["response_type"], "terminal", "%v", answer)
	r.terminal = answer
	for seat, agent := range agents {
		over := object{"seat_step_count": answered[seat]}
		for _, field := range []string{"outcome", "classification", "winner", "reason"} {
			over[field] = answer[field]
		}
		ack := agent.ask("game_over", object{"game_id": reset["game_id"], "terminal": over})
		assert.Equal(t, ack["response_type"], "ack", "%v", ack)
	}
	return r
}
