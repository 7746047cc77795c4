package examples

// Every agent passes the suite for agents, and fails the right checks once it is broken, one line at a
// time, as people break agents.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// An exampleAgent is one of the agents here.
type exampleAgent struct {
	source string
	needs  string                                     // a program without which it is skipped
	run    func(t *testing.T, source string) []string // how a source like it is run
	breaks []breakage                                 // checks without "agent/"
	slow   bool                                       // to start: a few checks must do
}

func interpreted(words ...string) func(*testing.T, string) []string {
	return func(_ *testing.T, source string) []string { return append(words, source) }
}

func compiledGo(t *testing.T, source string) []string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "agent")
	out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return []string{program}
}

func compiledC(t *testing.T, source string) []string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "agent")
	out, err := exec.Command("cc", "-std=c11", "-Wall", "-Wextra", "-o", program, source).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return []string{program}
}

// compiledJava spares every start of the agent the compiler, which "java Agent.java" runs each time.
func compiledJava(t *testing.T, source string) []string {
	t.Helper()
	classes := t.TempDir()
	out, err := exec.Command("javac", "-d", classes, source).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return []string{"java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes, "Agent"}
}

func exampleAgents() []exampleAgent {
	return []exampleAgent{
		{"agent-python/agent.py", "python3", interpreted("python3"), []breakage{
			{"answers are not flushed", `sys.stdout.buffer.flush()  #`, `pass  #`, "hello/answer"},
			{"a banner", `agent = Agent()`, `agent = Agent(); print("ready", flush=True)`, "framing/silent-until-asked"},
			{"one game a process", `self.game_id = None
        return`, `return`, "game-over/next-game"},
			{"candidates counted from one", `candidate["candidate_id"]}`, `candidate["candidate_id"] + 1}`, "choose/one-candidate"},
			{"text in the machine's code page", `json.loads(line)`, `json.loads(line.decode("ascii"))`, "kinds/pass"},
		}, false},
		{"agent-javascript/agent.js", "node", interpreted("node"), []breakage{
			{"lines read as chunks", `for (let end; (end = chunk.indexOf(0x0a)) >= 0; chunk = chunk.subarray(end + 1)) {`, `for (let end = chunk.length - 1; end > 0; chunk = chunk.subarray(end), end = 0) {`, "framing/drip"},
			{"lines also end at U+2028", `answer(Buffer.concat(parts).toString("utf8"))`, `answer(Buffer.concat(parts).toString("utf8").split("\u2028")[0])`, "choose/display-texts"},
			{"the number of candidates", `candidate_id: pick(request.decision).candidate_id`, `candidate_id: request.decision.candidates.length`, "choose/one-candidate"},
			{"a fraction in a field of its own", `selection: { candidate_id:`, `value: 0.5, selection: { candidate_id:`, "kinds/pass"},
			{"ids as numbers", `protocol: PROTOCOL, request_id: id`, `protocol: PROTOCOL, request_id: Number(id.slice(2))`, "hello/answer"},
		}, false},
		{"agent-shell/agent.sh", "jq", interpreted("sh"), []breakage{
			{"answers are not flushed", ` --unbuffered`, ``, "hello/answer"},
			{"answers over several lines", ` --compact-output`, ` --indent 1`, "hello/answer"},
			{"a log on stdout", `exec jq`, `echo starting; exec jq`, "framing/silent-until-asked"},
			{"game_over is unknown", `"game_over" then`, `"gameover" then`, "game-over/natural-draw"},
			{"the candidate's whole entry", `selection: {candidate_id: .candidate.candidate_id}`, `selection: {candidate_id: .candidate}`, "choose/one-candidate"},
		}, false},
		{"agent-go/main.go", "go", compiledGo, []breakage{
			{"it reads 64 KiB and no more", `bufio.NewReader(os.Stdin)`, `bufio.NewReader(io.LimitReader(os.Stdin, 64<<10))`, "framing/long-line framing/line-of-100-kib"},
			{"unknown fields refused", `json.Unmarshal(line, &r)`, `func() error { d := json.NewDecoder(bytes.NewReader(line)); d.DisallowUnknownFields(); return d.Decode(&r) }()`, "game-start/plain reading/unknown-null"},
			{"seeds of 32 bits", `json:"agent_seed"`, `json:"agent_seed,string"`, "game-start/seed-largest"},
			{"it crashes at a lone candidate", `a.chance.IntN(len(d.Candidates))`, `a.chance.IntN(len(d.Candidates) - 1)`, "choose/one-candidate"},
			{"an echo of its own", `object{"candidate_id": id}`, `object{"candidate_id": id, "seat_step": 0}`, "choose/same-decision-again"},
		}, false},
		{"agent-c/agent.c", "cc", compiledC, []breakage{
			{"answers are not flushed", `fflush(stdout); /*`, `/*`, "hello/answer"},
			{"it reads 64 KiB and no more", `#define MAX_LINE (8 << 20)`, `#define MAX_LINE (64 << 10)`, "framing/long-line framing/line-of-100-kib"},
			{"a carriage return is no JSON", `*s == '\t' || *s == '\r'`, `*s == '\t'`, "framing/crlf"},
			{"seeds of 32 bits", `chance = strtoull(seed, NULL, 10);`, `if (strtoull(seed, NULL, 10) >> 32) abort(); chance = 1;`, "game-start/seed-largest game-start/seed-above-32-bits"},
			{"candidates counted from one", `strtol(candidate, NULL, 10)`, `strtol(candidate, NULL, 10) + 1`, "choose/one-candidate"},
		}, false},
		{"agent-java/Agent.java", "javac", compiledJava, []breakage{
			{"a log on stdout", `System.setOut(System.err);`, `System.out.println("ready");`, "framing/silent-until-asked"},
			{"answers are not flushed", `new FileOutputStream(FileDescriptor.out);`, `new java.io.BufferedOutputStream(System.out);`, "hello/answer"},
			{"seeds of 32 bits", `get(request, "agent_seed", Long.class)`, `Math.toIntExact(get(request, "agent_seed", Long.class))`, "game-start/seed-largest"},
			{"bytes are characters", `line.write(b);`, `line.write(b & 0x7f);`, "kinds/choose-name"},
			{"an answer over two lines", `body + "}\n"`, `body + "\n}\n"`, "hello/answer"},
		}, true},
	}
}

func TestAgentsConform(t *testing.T) {
	judge := judging(t, "agent")
	for _, a := range exampleAgents() {
		t.Run(filepath.Dir(a.source), func(t *testing.T) {
			if _, err := exec.LookPath(a.needs); err != nil {
				t.Skipf("%s is not on PATH", a.needs)
			}
			// What is left out asks the same of an agent again, for longer.
			flags := []string{"--level", "should", "--skip", "agent/choose/long-game", "--skip", "agent/games/determinism", "--skip", "agent/games/latency",
				"--skip", "agent/games/hidden-decklists", "--skip", "agent/games/creatures-as-p0"}
			if testing.Short() || a.slow {
				flags = append(flags[:2], "--run", "agent/kinds/pass", "--run", "agent/refusals", "--run", "agent/games/burn-as-p0")
			}
			exit, r, output := judge(t, a.run(t, a.source), flags...)
			assert.Equal(t, exit, 0, "%s", output)
			for _, c := range r.Checks {
				assert.Assert(t, c.Verdict == "pass" || c.Verdict == "info" || c.Verdict == "skip", "%s: %s", c.ID, c.Verdict)
			}
		})
	}
}

func TestAgentBreakages(t *testing.T) {
	judge := judging(t, "agent")
	for _, a := range exampleAgents() {
		source, err := os.ReadFile(a.source)
		assert.NilError(t, err)
		for i, b := range a.breaks {
			t.Run(filepath.Dir(a.source)+"/"+b.name, func(t *testing.T) {
				oneOfSome(t, i)
				if _, err := exec.LookPath(a.needs); err != nil {
					t.Skipf("%s is not on PATH", a.needs)
				}
				t.Parallel()
				assert.Equal(t, strings.Count(string(source), b.old), 1, "how often %s has %q", a.source, b.old)
				broken := strings.Replace(string(source), b.old, b.new, 1)
				if strings.Contains(b.new, "bytes.") {
					broken = strings.Replace(broken, "import (\n", "import (\n\t\"bytes\"\n", 1)
				}
				path := filepath.Join(t.TempDir(), filepath.Base(a.source))
				assert.NilError(t, os.WriteFile(path, []byte(broken), 0o755))
				flags := []string{"--startup-timeout", "10s"}
				for _, id := range strings.Fields(b.checks) {
					flags = append(flags, "--run", "agent/"+id)
				}
				exit, r, output := judge(t, a.run(t, path), flags...)
				assert.Assert(t, exit == 1 || strings.HasPrefix(b.checks, "game-over/next"), "%s", output)
				for _, c := range r.Checks {
					assert.Assert(t, c.Verdict == "fail" || c.Verdict == "warn", "%s: %s\n%s", c.ID, c.Verdict, output)
				}
			})
		}
	}
}
