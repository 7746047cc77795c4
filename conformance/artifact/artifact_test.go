package artifact_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/artifact"
)

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
	w.Replay = func(path string) string { return "replay " + path }
	r := failed("engine/step/echo", evidence())
	w.Event(conformance.Event{End: r})
	assert.NilError(t, w.Close())
	assert.Equal(t, r.Reproducer, filepath.Join(dir, "engine-step-echo.transcript.jsonl.gz"))
	assert.Equal(t, r.Replay, "replay "+r.Reproducer)
	assert.DeepEqual(t, read(t, dir), map[string]string{
		"engine-step-echo.transcript.jsonl.gz": `{"dir":"host_to_engine","message":{"a":1}}` + "\n" + `{"base64":"YmFubmVy/w==","dir":"engine_to_host"}` + "\n",
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
