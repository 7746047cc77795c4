package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// The files in the tree are what the table gives today; `go generate ./schemas` mends a difference.
func TestFilesAreGenerated(t *testing.T) {
	for name, want := range files() {
		got, err := os.ReadFile(filepath.Join("..", name))
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is stale: run go generate ./schemas", name)
	}
}

// Every sentence is used: a definition that goes can't leave its sentence behind. (One without a
// sentence can't be generated at all.)
func TestEverySentenceIsUsed(t *testing.T) {
	used := map[string]bool{}
	for name, text := range files() {
		var file struct {
			Defs map[string]json.RawMessage `json:"$defs"`
		}
		assert.NilError(t, json.Unmarshal(text, &file))
		used[name] = true
		for def := range file.Defs {
			used[def] = true
		}
	}
	for name := range docs {
		assert.Assert(t, used[name], "docs.go: nothing is called %s", name)
	}
}
