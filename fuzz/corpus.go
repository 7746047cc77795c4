package fuzz

// The pieces of dialogue that showed something new, and their files.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/internal/atomicfile"
)

// Bounds of a corpus, whatever a folder holds.
const (
	pieceLength = 8       // moves that are kept with the one that showed something
	mostMoves   = 64      // of a piece
	mostEdits   = 16      // of a move
	mostPieces  = 4096    // in memory of a run
	mostFiles   = 1 << 16 // in a folder
	mostBytes   = 1 << 20 // of a file
)

// pieceSchema names the form of a file. It changes when moves of before would mean something else.
const pieceSchema = "sbconform-piece/1"

// A piece is some moves that showed something new, as a file holds them.
type piece struct {
	Schema string `json:"schema"`
	Role   Role   `json:"role"`
	Moves  []Move `json:"moves"`
}

// encode returns the file of a piece and its name, which is made of its content: equal pieces are one
// file.
func (p piece) encode() (name string, b []byte, err error) {
	b, err = json.Marshal(p)
	if err == nil && len(b) >= mostBytes {
		err = fmt.Errorf("a piece of %d bytes", len(b))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]) + ".json", append(b, '\n'), err
}

func (p piece) save(dir string) error {
	name, b, err := p.encode()
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, name), b)
}

// keep keeps the last moves.
func (g *generator) keep(r *run, moves []Move) {
	if len(g.kept) >= mostPieces {
		return
	}
	kept := slices.Clone(moves[max(1, len(moves)-pieceLength):]) // without the first hello, which every session has
	g.kept = append(g.kept, kept)
	r.mu.Lock()
	r.stats.Kept++
	r.mu.Unlock()
	if r.o.Corpus != "" {
		// A piece that can't be written is one less for the next run; this one has it.
		_ = piece{pieceSchema, r.o.named(), kept}.save(r.o.Corpus)
	}
}

// writeFile writes a file that appears whole or not at all.
func writeFile(path string, b []byte) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// A filed is a piece with its file's name.
type filed struct {
	name string
	piece
}

// loadCorpus reads the pieces in a folder, in the order of their names. Files that are not named *.json
// are none of its business; of those that are, each is a piece for that role or the error says what it
// is instead.
func loadCorpus(dir string, role Role) ([]filed, error) {
	names, err := pieceNames(dir)
	if err != nil {
		return nil, err
	}
	var out []filed
	for _, name := range names {
		path := filepath.Join(dir, name)
		p, err := loadPiece(path)
		if err == nil && role != "" && p.Role != role {
			err = fmt.Errorf("a piece of a dialogue with an %s, and the target is an %s", p.Role, role)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w; remove it, or name another folder", path, err)
		}
		if len(p.Moves) > 0 {
			out = append(out, filed{name, p})
		}
	}
	return out, nil
}

// pieceNames lists the files of a folder that should be pieces, sorted.
func pieceNames(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var names []string
	for {
		some, err := f.Readdirnames(1024)
		for _, name := range some {
			if strings.HasSuffix(name, ".json") {
				names = append(names, name)
			}
		}
		if len(names) > mostFiles {
			return nil, fmt.Errorf("%s: more than %d pieces", dir, mostFiles)
		}
		if err == io.EOF {
			slices.Sort(names)
			return names, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func loadPiece(path string) (piece, error) {
	// What is no plain file may be without end, or lead out of the folder.
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return piece{}, errors.Unwrap(err)
	case !info.Mode().IsRegular():
		return piece{}, errors.New("no plain file")
	case info.Size() > mostBytes:
		return piece{}, fmt.Errorf("longer than %d bytes", mostBytes)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return piece{}, errors.Unwrap(err)
	}
	return parsePiece(b)
}

// parsePiece reads the text of a file.
func parsePiece(b []byte) (piece, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return piece{}, fmt.Errorf("no piece of dialogue: %w", err)
	}
	if head.Schema != pieceSchema {
		return piece{}, fmt.Errorf("the schema is %q, and this version reads %s", head.Schema, pieceSchema)
	}
	var p piece
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return piece{}, fmt.Errorf("no piece of dialogue: %w", err)
	}
	if p.Role != Engine && p.Role != Agent {
		return piece{}, fmt.Errorf("a dialogue with no known role: %q", p.Role)
	}
	if len(p.Moves) > mostMoves {
		return piece{}, fmt.Errorf("%d moves, and %d are the most", len(p.Moves), mostMoves)
	}
	for _, v := range p.Moves {
		if len(v.Edits) > mostEdits {
			return piece{}, fmt.Errorf("a move with %d edits, and %d are the most", len(v.Edits), mostEdits)
		}
	}
	return p, nil
}
