package goldens_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"gotest.tools/v3/assert"
)

func index(t *testing.T) goldens.Index {
	t.Helper()
	x, err := goldens.ReadIndex(goldens.Files)
	assert.NilError(t, err)
	return x
}

func load(t *testing.T, name string) goldens.Transcript {
	t.Helper()
	for _, e := range index(t).Transcripts {
		if e.Name == name {
			x, err := goldens.Load(goldens.Files, e)
			assert.NilError(t, err)
			return x
		}
	}
	t.Fatalf("no golden %s", name)
	return goldens.Transcript{}
}

// Every golden replays in each of its roles, and together they show all that they must.
func TestGoldensReplay(t *testing.T) {
	var c goldens.Coverage
	for _, e := range index(t).Transcripts {
		x, err := goldens.Load(goldens.Files, e)
		assert.NilError(t, err)
		c.Add(x)
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			assert.NilError(t, x.Verify())
		})
	}
	assert.Equal(t, len(c.Missing()), 0, "%v", c.Missing())
}

// The reference does what it did. After a change that is meant, the goldens are written again by
// sbconform goldens regenerate.
func TestGoldensAreUpToDate(t *testing.T) {
	assert.NilError(t, goldens.Check(goldens.Files, func(name string, err error) { t.Errorf("%s: %v", name, err) }))
}

// A folder has no other files than those of its index.
func TestIndexListsTheFolder(t *testing.T) {
	files, err := fs.Glob(goldens.Files, "*"+goldens.Suffix)
	assert.NilError(t, err)
	var names []string
	for _, e := range index(t).Transcripts {
		names = append(names, e.Name+goldens.Suffix)
	}
	slices.Sort(names)
	assert.DeepEqual(t, files, names)
}

// One byte that is not as recorded is found, in the role whose it is.
func TestVerifyFindsADivergence(t *testing.T) {
	for _, tc := range []struct {
		name, golden string
		dir          string // of the row that is changed
		nth          int    // the row's place among those of its direction, from the end if negative
		old, new     string
		role         string
		kind         goldens.DifferenceKind
	}{
		{"the host's step", "forfeit-invalid-selection-range", goldens.HostToEngine, -1, `"candidate_id":0`, `"candidate_id":1`, "host", goldens.OtherValue},
		{"the host's layout", "forfeit-invalid-selection-range", goldens.HostToEngine, -1, `,"`, `, "`, "host", goldens.Whitespace},
		{"the host's verdict", "forfeit-invalid-selection-range", goldens.HostToAgent, -1, `forfeit:invalid_selection`, `forfeit:timeout`, "host", goldens.OtherValue},
		{"the engine's answer", "engine-code-step_before_reset", goldens.EngineToHost, -1, `step_before_reset`, `malformed_request`, "engine", goldens.OtherValue},
		{"the agent's answer", "agent-first-whole-game", goldens.AgentToHost, 2, `"candidate_id":0`, `"candidate_id":1`, "agent", goldens.OtherValue},
		{"the agent's answer in a game", "cap-mandatory-loop", goldens.AgentToHost, 0, `"name":"sbconform-first"`, `"name":"sbconform-1"`, "agent p0", goldens.OtherValue},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := load(t, tc.golden)
			var rows []int
			for i, r := range x.Rows {
				if r.Dir == tc.dir {
					rows = append(rows, i)
				}
			}
			at := rows[(tc.nth+len(rows))%len(rows)]
			changed := strings.Replace(string(x.Rows[at].Message), tc.old, tc.new, 1)
			assert.Assert(t, changed != string(x.Rows[at].Message), "%s", x.Rows[at].Message)
			x.Rows[at].Message = []byte(changed)
			var d *goldens.Divergence
			assert.Assert(t, errors.As(x.Verify(), &d))
			assert.Equal(t, d.Role, tc.role)
			assert.Equal(t, d.Row, at+1, "%v", d)
			assert.Equal(t, d.Kind, tc.kind, "%v", d)
		})
	}
}

func TestVerifyFindsAMissingRowAndAWrongDigest(t *testing.T) {
	x := load(t, "forfeit-agent-error-internal")
	whole := x.Rows
	x.Rows = whole[:len(whole)-1]
	var d *goldens.Divergence
	assert.Assert(t, errors.As(x.Verify(), &d))
	assert.Equal(t, d.Kind, goldens.ExtraRow)
	assert.Equal(t, d.Row, len(whole)-1, "the request that had its answer there")

	x.Rows, x.Digest = whole, protocol.Ptr("sha256:"+strings.Repeat("0", 64))
	assert.ErrorContains(t, x.Verify(), "digest")
}

// What no golden shows is told.
func TestMissing(t *testing.T) {
	var c goldens.Coverage
	assert.DeepEqual(t, c.Missing(), goldens.Required())
	c.Add(load(t, "engine-code-step_before_reset"))
	shown := goldens.Cell{Group: "engine error code", Name: "step_before_reset"}
	assert.Assert(t, slices.Contains(goldens.Required(), shown))
	assert.Assert(t, !slices.Contains(c.Missing(), shown))
}

func TestBrokenFolders(t *testing.T) {
	write := func(t *testing.T, files map[string]string) fs.FS {
		dir := t.TempDir()
		for name, text := range files {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		return os.DirFS(dir)
	}
	for _, tc := range []struct{ name, index, want string }{
		{"no JSON", "{", "index.json"},
		{"another schema", `{"schema":"spellbench-goldens/v2","transcripts":[]}`, "schema"},
		{"an unknown key", `{"schema":"sbconform-goldens/1","transcripts":[],"more":1}`, "more"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := goldens.ReadIndex(write(t, map[string]string{goldens.IndexName: tc.index}))
			assert.ErrorContains(t, err, tc.want)
		})
	}
	e := load(t, "agent-first-whole-game").Entry
	_, err := goldens.Load(write(t, nil), e)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = goldens.Load(write(t, map[string]string{e.Name + goldens.Suffix: `{"dir":"host_to_agent","message":{}}`}), e)
	assert.ErrorContains(t, err, "SHA-256")
	_, err = goldens.Load(write(t, map[string]string{e.Name + goldens.Suffix: "\x1f\x8b\x08 and so on"}), e)
	assert.ErrorContains(t, err, "compressed file")
}

// The transcript of a game says which agent each of its lines belongs to.
func TestExchanges(t *testing.T) {
	x := load(t, "forfeit-transport-error")
	parties := goldens.Exchanges(x.Rows)
	for i, want := range []string{"p0", "p1"} {
		for _, e := range parties[1+i] {
			request := x.Rows[e.Request].Message
			if bytes.Contains(request, []byte(`"request_type":"choose"`)) {
				assert.Assert(t, bytes.Contains(request, []byte(`"acting_seat":"`+want+`"`)))
			}
		}
	}
	last := parties[2][len(parties[2])-1]
	assert.Equal(t, last.Answer, -1, "p1 was lost")
	over := parties[1][len(parties[1])-1]
	assert.Assert(t, bytes.Contains(x.Rows[over.Request].Message, []byte("game_over")), "p0 was told")
}
