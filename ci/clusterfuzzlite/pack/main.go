// Pack writes what a fuzzing service wants beside our fuzz targets: for each its seeds, as an archive, and
// its dictionary. It prints the targets, one a line, for build.sh.
//
//	go run ./ci/clusterfuzzlite/pack OUT            the seeds and dictionaries of all targets
//	go run ./ci/clusterfuzzlite/pack -dict FILE     the dictionary alone
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A target is a fuzz target of package fuzz. The services give all arguments of one as a single text: a
// slice of bytes is its length in four bytes, most significant first, and itself; a uint8 is its byte.
// after is what stands behind the first argument.
type target struct {
	name   string
	suffix string // after a line that becomes the first argument
	after  []byte
	lines  bool // the first argument is a line, or some; otherwise there are no seeds for it here
}

// bigEndian follows a number of eight bytes and says in which order they stand.
const bigEndian = 1

var targets = []target{
	{"FuzzAgent", "\n", []byte{0}, true},
	{"FuzzCanonical", "", nil, true},
	{"FuzzDecodeRequest", "", nil, true},
	{"FuzzDecodeResponse", "", nil, true},
	{"FuzzEngine", "\n", []byte{0}, true},
	{"FuzzReader", "\n", []byte{0, 0, 0, 0, 0, 0, 0, 3, bigEndian}, true},
	{"FuzzStrictParse", "", nil, true},
	{"FuzzValidator", "", nil, false},
}

// longest is the length of the longest line that is worth changing.
const longest = 4096

// seeds returns the inputs of a target, by the names of their files.
func seeds(t target) (map[string][]byte, error) {
	lines, err := corpus.Lines()
	if err != nil || !t.lines {
		return nil, err
	}
	out := map[string][]byte{}
	for _, l := range lines {
		text := append(l.Text.Bytes(), t.suffix...)
		if len(text) == 0 || len(text) > longest {
			continue
		}
		seed := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
		seed = append(append(seed, text...), t.after...)
		sum := sha256.Sum256(seed)
		out[hex.EncodeToString(sum[:8])] = seed
	}
	return out, nil
}

// archive returns files as a zip: the same bytes for the same files.
func archive(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name) // without a time
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

// dictionary returns the words of the protocol, and what parsers of JSON stumble over, as libFuzzer reads
// them.
func dictionary() []byte {
	words := map[string]bool{}
	quoted := func(s string) { words[`"`+s+`"`] = true }
	seen := map[*protocol.Shape]bool{}
	var walk func(s *protocol.Shape)
	walk = func(s *protocol.Shape) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			words[`"`+f.Name+`":`] = true
			walk(f.Shape)
		}
		for _, arm := range s.Arms {
			walk(arm)
		}
		walk(s.Elem)
	}
	for _, m := range protocol.Messages() {
		quoted(m.Type)
		walk(m.Shape)
	}
	for _, s := range protocol.Shapes() {
		walk(s)
	}
	for _, k := range protocol.Kinds() {
		quoted(k.Name)
	}
	for _, k := range protocol.ReservedKinds() {
		quoted(k.Name)
	}
	for _, v := range protocol.Vocabularies() {
		for _, w := range v.Words {
			quoted(w)
		}
	}
	for _, c := range slices.Concat(protocol.EngineCodes(), protocol.AgentCodes()) {
		quoted(string(c))
	}
	quoted(protocol.Version)
	for _, s := range []string{
		"{", "}", "[", "]", ":", ",", "true", "false", "null", "-0", "1e0", "1.0", "9007199254740991", "9007199254740992", "-9007199254740991", "4294967295", "4294967296",
		`\ud800`, `\udc00`, `\ud83d\ude00`, `\u0000`, `\"`, `\\`, "\xef\xbb\xbf", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80", "\r\n", "\n", "sha256:",
	} {
		words[s] = true
	}
	var out bytes.Buffer
	out.WriteString("# Written by pack from the protocol's table.\n")
	for _, w := range slices.Sorted(maps.Keys(words)) {
		out.WriteByte('"')
		for _, c := range []byte(w) {
			if c < 0x20 || c > 0x7e || c == '"' || c == '\\' {
				fmt.Fprintf(&out, `\x%02X`, c)
			} else {
				out.WriteByte(c)
			}
		}
		out.WriteString("\"\n")
	}
	return out.Bytes()
}

// binary names a target as the services do, in snake case.
func (t target) binary() string {
	var out strings.Builder
	for i, c := range t.name {
		if i > 0 && c >= 'A' && c <= 'Z' {
			out.WriteByte('_')
		}
		out.WriteString(strings.ToLower(string(c)))
	}
	return out.String()
}

func pack(dir string) error {
	dict := dictionary()
	for _, t := range targets {
		files, err := seeds(t)
		if err != nil {
			return err
		}
		base := filepath.Join(dir, t.binary())
		if err := os.WriteFile(base+".dict", dict, 0o666); err != nil {
			return err
		}
		if len(files) > 0 {
			z, err := archive(files)
			if err != nil {
				return err
			}
			if err := os.WriteFile(base+"_seed_corpus.zip", z, 0o666); err != nil {
				return err
			}
		}
		fmt.Println(t.name, t.binary())
	}
	return nil
}

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 1 && !strings.HasPrefix(args[0], "-"):
		err = pack(args[0])
	case len(args) == 2 && args[0] == "-dict":
		err = os.WriteFile(args[1], dictionary(), 0o666)
	default:
		fmt.Fprintln(os.Stderr, "usage: pack OUT, or pack -dict FILE")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}
