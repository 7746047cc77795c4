package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/internal/atomicfile"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func files(t *testing.T, dir string) (names []string) {
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	for _, want := range []string{"first", "second"} {
		assert.NilError(t, atomicfile.Probe(path))
		assert.NilError(t, atomicfile.Write(path, text(want)))
		got, err := os.ReadFile(path)
		assert.NilError(t, err)
		assert.Equal(t, string(got), want)
		assert.DeepEqual(t, files(t, dir), []string{"report"})
	}
}

func TestAFailureLeavesWhatWasThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	assert.NilError(t, atomicfile.Write(path, text("old")))
	broken := errors.New("broken")
	err := atomicfile.Write(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	assert.ErrorIs(t, err, broken)
	got, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(got), "old")
	assert.DeepEqual(t, files(t, dir), []string{"report"})
}

func TestProbeLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, atomicfile.Probe(filepath.Join(dir, "report")))
	assert.Equal(t, len(files(t, dir)), 0)
}

func TestPathsThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	readOnly := filepath.Join(dir, "read-only")
	assert.NilError(t, os.WriteFile(readOnly, nil, 0o444))
	for _, path := range []string{dir, readOnly, filepath.Join(dir, "no", "such", "folder"), filepath.Join(readOnly, "below-a-file")} {
		assert.Check(t, atomicfile.Probe(path) != nil, path)
		assert.Check(t, atomicfile.Write(path, text("x")) != nil, path)
	}
}

func TestALinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	assert.NilError(t, os.WriteFile(file, []byte("old"), 0o644))
	assert.NilError(t, os.Symlink(file, link))
	assert.NilError(t, atomicfile.Write(link, text("new")))
	got, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Equal(t, string(got), "new")
	info, err := os.Lstat(link)
	assert.NilError(t, err)
	assert.Check(t, info.Mode()&os.ModeSymlink != 0)
}

func TestADeviceIsWrittenDirectly(t *testing.T) {
	assert.NilError(t, atomicfile.Probe(os.DevNull))
	assert.NilError(t, atomicfile.Write(os.DevNull, text("x")))
	info, err := os.Stat(os.DevNull)
	assert.NilError(t, err)
	assert.Check(t, !info.Mode().IsRegular())
}
