package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestDictionaryIsUpToDate(t *testing.T) {
	there, err := os.ReadFile("../spellbench.dict")
	assert.NilError(t, err)
	assert.Assert(t, bytes.Equal(there, dictionary()), "run go run ./ci/clusterfuzzlite/pack -dict ci/clusterfuzzlite/spellbench.dict")
	for _, want := range []string{`"\x22request_id\x22:"`, `"\x22choose_target\x22"`, `"\x22semantic_echo_mismatch\x22"`, `"\x0D\x0A"`} {
		assert.Assert(t, bytes.Contains(there, []byte(want+"\n")), want)
	}
}

// The table names the fuzz targets of package fuzz_test, all of them.
func TestEveryTargetIsPacked(t *testing.T) {
	files, err := filepath.Glob("../../../fuzz/*_test.go")
	assert.NilError(t, err)
	var there []string
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		assert.NilError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "fuzz_test" && strings.HasPrefix(fn.Name.Name, "Fuzz") {
				there = append(there, fn.Name.Name)
			}
		}
	}
	slices.Sort(there)
	var packed []string
	for _, x := range targets {
		packed = append(packed, x.name)
	}
	assert.DeepEqual(t, packed, there)
}

func TestSeedArchives(t *testing.T) {
	for _, x := range targets {
		t.Run(x.name, func(t *testing.T) {
			files, err := seeds(x)
			assert.NilError(t, err)
			assert.Equal(t, len(files) > 300, x.lines, "%d seeds", len(files))
			one, err := archive(files)
			assert.NilError(t, err)
			other, err := archive(files)
			assert.NilError(t, err)
			assert.Assert(t, bytes.Equal(one, other))
			z, err := zip.NewReader(bytes.NewReader(one), int64(len(one)))
			assert.NilError(t, err)
			assert.Equal(t, len(z.File), len(files))
			for _, seed := range files {
				n := binary.BigEndian.Uint32(seed)
				assert.Equal(t, int(n), len(seed)-4-len(x.after))
			}
		})
	}
}

func TestBinaryNames(t *testing.T) {
	assert.Equal(t, target{name: "FuzzStrictParse"}.binary(), "fuzz_strict_parse")
}
