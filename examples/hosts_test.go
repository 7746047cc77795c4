package examples

// The arena passes the suite for hosts, but for the live validator that it does not have, and fails the
// right checks once it is broken, one line at a time, as people break arenas.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const arena = "host-python/host.py"

func arenaBreakages() []breakage {
	return []breakage{
		// Lines and the envelope (2, 4)
		{"lists as Python prints them", `return "[" + ",".join(map(canonical, value)) + "]"`, `return "[" + ",".join(map(canonical, value)) + ",]"`, "framing/strict-json"},
		{"no newline", `canonical(request).encode() + b"\n"`, `canonical(request).encode() + b" \r"`, "framing/whole-lines"},
		{"one id for all", `request_id = f"{self.prefix}{self.asked}"`, `request_id = f"{self.prefix}"`, "envelope/fresh-ids"},
		{"a carriage return is kept", `.removesuffix(b"\r")`, ` if b"\r" not in line else b"{"`, "answers/crlf-engine answers/crlf-agent"},
		{"lines of a megabyte", `MAX_LINE = 8 * 1024 * 1024`, `MAX_LINE = 1024 * 1024`, "answers/long-line-engine answers/long-line-agent"},
		{"json.loads and nothing more", `object_pairs_hook=distinct, parse_int=bounded, parse_float=never, parse_constant=never`, ``, "fault/malformed-key-twice"},
		{"any id will do", ` or answer.get("request_id") not in ((request_id, "") if refused else (request_id,))`, ``, "fault/other-id hello/other-id"},

		// Greetings and the game's beginning (9.1, 9.2, 10.2, 11.1)
		{"any hello_ok will do", `if not HELLO_OK(hello):`, `if not hello:`, "hello/unknown-flag hello/missing-flag"},
		{"what agents require is not read", `requires = answer.get("requires") or {}`, `requires = {}`, "preflight/requires-observation preflight/requires-extension"},
		{"names as they come", `sorted({row["name"] for row in rows})`, `[row["name"] for row in reversed(rows)][:1]`, "reset/domain-names"},
		{"a digest of the text", `return "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()`, `return "sha256:" + hashlib.sha256(json.dumps(value).encode()).hexdigest()`, "reset/deck-ids reset/domain-id"},
		{"mulligans for everybody", `"london" if "london" in supported["mulligan"] else "none"`, `"london"`, "reset/declared-little"},

		// Routing (9.4, 11.2)
		{"decisions as they came", `"choose", limit, game_id=self.id, decision=decision,`, `"choose", limit, game_id=self.id, decision={**decision, "candidates": decision["candidates"][::-1]},`, "choose/decision"},
		{"always the first", `selection={"candidate_id": chosen, "semantic_echo": semantics[chosen]}`, `selection={"candidate_id": 0, "semantic_echo": semantics[0]}`, "step/selection"},
		{"the seat's own step", `expected_step=answer["step"]`, `expected_step=decision["seat_step"]`, "step/binding"},
		{"the other agent", `choice = self.agents[seat].ask(`, `choice = self.agents[SEATS[1 - SEATS.index(seat)]].ask(`, "choose/acting-seat"},

		// What engines do wrong (9.5, 11.5)
		{"any provenance will do", `if provenance != {`, `if provenance is None and provenance != {`, "validation/v10-provenance-drift"},
		{"any terminal will do", `if set(answer) != fields or not (natural or cut) or answer["winner"] != winner or not answer["reason"]:`, `if False:`, "fault/terminal-forfeit fault/terminal-winner"},
	}
}

func TestArenaConforms(t *testing.T) {
	flags := []string{"--level", "should", "--skip", "host/validation"}
	if testing.Short() {
		flags = append(flags, "--run", "host/framing", "--run", "host/envelope", "--run", "host/step", "--run", "host/choose", "--run", "host/game-start")
	}
	exit, r, output := judging(t, "host")(t, []string{interpreter(t), arena, "{engine}", "{p0}", "{p1}"}, flags...)
	assert.Equal(t, exit, 0, "%s", output)
	for _, c := range r.Checks {
		assert.Assert(t, c.Verdict == "pass" || c.Verdict == "info" || c.Verdict == "skip", "%s: %s", c.ID, c.Verdict)
	}
	assert.Assert(t, len(r.Checks) > 30)
}

func TestArenaBreakages(t *testing.T) {
	judge := judging(t, "host")
	source, err := os.ReadFile(arena)
	assert.NilError(t, err)
	for i, b := range arenaBreakages() {
		t.Run(b.name, func(t *testing.T) {
			oneOfSome(t, i)
			t.Parallel()
			assert.Equal(t, strings.Count(string(source), b.old), 1, "how often %s has %q", arena, b.old)
			path := filepath.Join(t.TempDir(), "host.py")
			assert.NilError(t, os.WriteFile(path, []byte(strings.Replace(string(source), b.old, b.new, 1)), 0o644))
			flags := []string{"--startup-timeout", "10s", "--timeout", "6s"}
			for _, id := range strings.Fields(b.checks) {
				flags = append(flags, "--run", "host/"+id)
			}
			exit, r, output := judge(t, []string{interpreter(t), path, "{engine}", "{p0}", "{p1}"}, flags...)
			assert.Equal(t, exit, 1, "%s", output)
			for _, c := range r.Checks {
				assert.Equal(t, c.Verdict, "fail", "%s\n%s", c.ID, output)
			}
		})
	}
}
