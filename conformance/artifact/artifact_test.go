package artifact_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/artifact"
	"github.com/spellbench/sbconform/reference/wire"
)

func TestAppendRow(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tests := []struct{ name, line, want string }{
		{"canonical JSON is a value", `{"a":1,"b":["x"]}`, `{"a":1,"b":["x"]}`},
		{"so is a number", `7`, `7`},
		{"spaces would be lost", `{"a": 1}`, `"{\"a\": 1}"`},
		{"so would the order of keys", `{"b":1,"a":1}`, `"{\"b\":1,\"a\":1}"`},
		{"and an escape", `{"a":"\u0041"}`, `"{\"a\":\"\\u0041\"}"`},
		{"a string would be taken for text", `"x"`, `"\"x\""`},
		{"text", `hello`, `"hello"`},
		{"nothing", ``, `""`},
		{"a way out of the row", `1,"message":2`, `"1,\"message\":2"`},
		{"two values", `{} {}`, `"{} {}"`},
		{"as deep as can be nested once more", deep(63), deep(63)},
		{"too deep for that", deep(64), `"` + deep(64) + `"`},
		{"a carriage return", "{}\r", `"{}\r"`},
		{"not UTF-8", "a\xff\x80", "\"a\uefff\uef80\""},
		{"the character that stands for 0xFF", "\uefff", "\"\uefee\uefbf\uefbf\""},
		{"other private characters", "\uef7f\uf000", "\"\uef7f\uf000\""},
		{"the replacement character", "\ufffd", "\"\ufffd\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row := artifact.AppendRow(nil, conformance.Row{Dir: "host_to_engine", Message: []byte(tt.line)})
			assert.Equal(t, string(row), `{"dir":"host_to_engine","message":`+tt.want+`}`)
		})
	}
}

// readRow is what a reader of transcripts does: it takes a string as the bytes, and anything else as
// its canonical form.
func readRow(t *testing.T, row []byte) conformance.Row {
	var r struct {
		Dir     string
		Message json.RawMessage
	}
	assert.NilError(t, json.Unmarshal(row, &r))
	if r.Message[0] != '"' {
		return conformance.Row{Dir: r.Dir, Message: r.Message}
	}
	var text string
	assert.NilError(t, json.Unmarshal(r.Message, &text))
	line := []byte{}
	for _, c := range text {
		if c >= 0xEF80 && c <= 0xEFFF {
			line = append(line, byte(c))
		} else {
			line = utf8.AppendRune(line, c)
		}
	}
	return conformance.Row{Dir: r.Dir, Message: line}
}

// Every line comes back as it was, and every row is one line of canonical JSON.
func TestRowsLoseNothing(t *testing.T) {
	properties := gopter.NewProperties(nil)
	same := func(line []byte) bool {
		row := artifact.AppendRow(nil, conformance.Row{Dir: "engine_to_host", Message: line})
		canonical, err := wire.AppendCanonical(nil, row)
		return err == nil && bytes.Equal(canonical, row) && bytes.Equal(readRow(t, row).Message, line)
	}
	text := func(r []rune) []byte { return []byte(string(r)) }
	properties.Property("bytes", prop.ForAll(same, gen.SliceOf(gen.UInt8())))
	properties.Property("characters", prop.ForAll(same, gen.SliceOf(gen.Rune()).Map(text)))
	properties.Property("private characters and broken bytes", prop.ForAll(same,
		gen.SliceOf(gen.OneConstOf("\uef80", "\uefff", "\xef", "\xbe", "\x80", "a", `"`, `\`)).Map(func(s []string) []byte { return []byte(strings.Join(s, "")) })))
	properties.Property("near JSON", prop.ForAll(same,
		gen.SliceOf(gen.OneConstOf("{", "}", "[", "]", `"a"`, ":", ",", "1", " ", "null")).Map(func(s []string) []byte { return []byte(strings.Join(s, "")) })))
	properties.TestingRun(t)
}

func failed(id string, ev *conformance.Evidence) *conformance.Result {
	return &conformance.Result{ID: id, Verdict: conformance.Fail, Failure: &conformance.Failure{Cause: conformance.Crash}, Evidence: ev}
}

func evidence() *conformance.Evidence {
	return &conformance.Evidence{
		Transcript: []conformance.Row{{Dir: "host_to_engine", Message: []byte(`{"a":1}`)}, {Dir: "engine_to_host", Message: []byte("banner\xff")}},
		Timeline:   []conformance.Moment{{At: time.Second, What: "recv", Text: "banner\x1b[2J\nforged"}},
		Stderr:     []byte("panic\xff\n"),
	}
}

func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	for _, e := range entries {
		f, err := os.ReadFile(filepath.Join(dir, e.Name()))
		assert.NilError(t, err)
		if strings.HasSuffix(e.Name(), ".gz") {
			zip, err := gzip.NewReader(bytes.NewReader(f))
			assert.NilError(t, err)
			assert.Check(t, zip.ModTime.IsZero() && zip.Name == "")
			f, err = io.ReadAll(zip)
			assert.NilError(t, err)
		}
		got[e.Name()] = string(f)
	}
	return got
}

func TestWriter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	w, err := artifact.New(dir)
	assert.NilError(t, err)
	r := failed("engine/step/echo", evidence())
	w.Event(conformance.Event{End: r})
	assert.NilError(t, w.Close())
	assert.Equal(t, r.Reproducer, filepath.Join(dir, "engine-step-echo.transcript.jsonl.gz"))
	assert.DeepEqual(t, read(t, dir), map[string]string{
		"engine-step-echo.transcript.jsonl.gz": `{"dir":"host_to_engine","message":{"a":1}}` + "\n" + `{"dir":"engine_to_host","message":"banner` + "\uefff\"}\n",
		"engine-step-echo.timeline.txt":        "    1.000s  recv    banner\\x1b[2J\\nforged\n",
		"engine-step-echo.stderr.txt":          "panic\xff\n",
	})
}

func TestEqualTranscriptsAreEqualFiles(t *testing.T) {
	var files [2][]byte
	for i := range files {
		dir := t.TempDir()
		w, err := artifact.New(dir)
		assert.NilError(t, err)
		r := failed("engine/step/echo", evidence())
		w.Event(conformance.Event{End: r})
		files[i], err = os.ReadFile(r.Reproducer)
		assert.NilError(t, err)
	}
	assert.DeepEqual(t, files[0], files[1])
}

// What an earlier run left for a check is not taken for this run's; what others left stays.
func TestStaleFilesGo(t *testing.T) {
	dir := t.TempDir()
	w, err := artifact.New(dir)
	assert.NilError(t, err)
	w.Event(conformance.Event{End: failed("engine/step/echo", evidence())})
	w.Event(conformance.Event{End: failed("engine/step/other", &conformance.Evidence{Stderr: []byte("x")})})
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "mine.txt"), nil, 0o644))

	w.Event(conformance.Event{End: &conformance.Result{ID: "engine/step/echo", Verdict: conformance.Pass}})
	assert.NilError(t, w.Close())
	assert.DeepEqual(t, read(t, dir), map[string]string{"engine-step-other.stderr.txt": "x", "mine.txt": ""})
}

func TestNewRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		_, err := artifact.New(dir)
		assert.Check(t, err != nil, dir)
	}
}

func TestErrorsAreToldOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	w, err := artifact.New(dir)
	assert.NilError(t, err)
	assert.NilError(t, os.Remove(dir))
	r := failed("engine/step/echo", evidence())
	w.Event(conformance.Event{End: r})
	assert.Equal(t, r.Reproducer, "")
	assert.ErrorContains(t, w.Close(), "(and 2 more like it)")
}
