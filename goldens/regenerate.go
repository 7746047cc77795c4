package goldens

// The goldens' folder: written, and compared with what the reference does now.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Regenerate writes every golden and the index to the folder dir, and removes transcripts that no
// recipe makes any more.
func Regenerate(dir string) (Index, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return Index{}, err
	}
	index := Index{Schema: IndexSchema}
	keep := map[string]bool{}
	for _, r := range Recipes() {
		t, err := r.Make()
		if err != nil {
			return index, err
		}
		if err := t.WriteFile(dir); err != nil {
			return index, err
		}
		keep[t.Name+Suffix] = true
		index.Transcripts = append(index.Transcripts, t.Entry)
	}
	old, err := filepath.Glob(filepath.Join(dir, "*"+Suffix))
	if err != nil {
		return index, err
	}
	for _, path := range old {
		if !keep[filepath.Base(path)] {
			if err := os.Remove(path); err != nil {
				return index, err
			}
		}
	}
	return index, index.WriteFile(dir)
}

// WriteFile writes the transcript to the folder dir, compressed.
func (t Transcript) WriteFile(dir string) error {
	var b bytes.Buffer
	if err := t.WriteGzip(&b); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, t.Name+Suffix), b.Bytes(), 0o666)
}

// WriteFile writes the index to the folder dir.
func (x Index) WriteFile(dir string) error {
	return os.WriteFile(filepath.Join(dir, IndexName), x.AppendJSON(nil), 0o666)
}

// Check makes every golden again and compares it with the folder, calling report for each that is not
// what the reference does now. It writes nothing.
func Check(dir fs.FS, report func(name string, err error)) error {
	index, err := ReadIndex(dir)
	if err != nil {
		return err
	}
	old := map[string]Entry{}
	for _, e := range index.Transcripts {
		old[e.Name] = e
	}
	fresh := Index{Schema: IndexSchema}
	for _, r := range Recipes() {
		t, err := r.Make()
		if err != nil {
			return err
		}
		fresh.Transcripts = append(fresh.Transcripts, t.Entry)
		e, ok := old[r.Name]
		delete(old, r.Name)
		switch {
		case !ok:
			report(r.Name, errors.New("there is no such golden yet"))
		case e.SHA256 != t.SHA256:
			report(r.Name, explain(dir, e, t))
		default:
			if _, err := Load(dir, e); err != nil { // the file must still be what the index says
				report(r.Name, err)
			}
		}
	}
	for name := range old {
		report(name, errors.New("no recipe makes this golden"))
	}
	b, err := fs.ReadFile(dir, IndexName)
	if err == nil && !bytes.Equal(b, fresh.AppendJSON(nil)) {
		report(IndexName, errors.New(firstLine(string(b), string(fresh.AppendJSON(nil)))))
	}
	return err
}

// explain says where the golden of a folder and a fresh one part.
func explain(dir fs.FS, e Entry, fresh Transcript) error {
	t, err := Load(dir, e)
	if err != nil {
		return err
	}
	if d := CompareRows("regenerated", t.Rows, fresh.Rows); d != nil {
		return d
	}
	return errors.New("the rows are the same, their form in the file is not")
}

// firstLine names the first line in which two texts differ.
func firstLine(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d: want %s, got %s", i+1, clip([]byte(strings.TrimSpace(w[i]))), clip([]byte(strings.TrimSpace(g[i]))))
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}
