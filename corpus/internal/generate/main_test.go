package main

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// The files in the tree are what the tables say.
func TestNoDifference(t *testing.T) {
	kept, err := filepath.Glob("../../lines/*.txt")
	assert.NilError(t, err)
	assert.Equal(t, len(kept), len(topics))
	for _, fill := range topics {
		topic := fill()
		data, err := os.ReadFile(filepath.Join("../../lines", topic.name+".txt"))
		assert.NilError(t, err)
		assert.Equal(t, string(data), string(topic.file()), "run go generate ./corpus")
	}
}
