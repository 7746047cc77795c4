package fuzz

// The pieces of dialogue that showed something new, and their files.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spellbench/sbconform/internal/atomicfile"
)

// Bounds of a corpus, whatever a folder holds.
const (
	pieceLength = 8       // moves that are kept with the one that showed something
	mostMoves   = 64      // of a piece
	mostEdits   = 16      // of a move
	mostPieces  = 4096    // in memory
	mostBytes   = 1 << 20 // of a file
)

// keep keeps the last moves.
func (g *generator) keep(r *run, moves []Move) {
	if len(g.kept) >= mostPieces {
		return
	}
	piece := slices.Clone(moves[max(1, len(moves)-pieceLength):]) // without the first hello, which every session has
	g.kept = append(g.kept, piece)
	r.mu.Lock()
	r.stats.Kept++
	r.mu.Unlock()
	if r.o.Corpus != "" {
		// A piece that can't be written is one less for the next run; this one has it.
		_ = savePiece(r.o.Corpus, piece)
	}
}

// savePiece writes a piece under a name made of its content, so that equal pieces are one file. The
// file appears whole or not at all.
func savePiece(dir string, piece []Move) error {
	b, err := json.Marshal(piece)
	if err != nil || len(b) > mostBytes {
		return err
	}
	sum := sha256.Sum256(b)
	return writeFile(filepath.Join(dir, hex.EncodeToString(sum[:8])+".json"), append(b, '\n'))
}

// writeFile writes a file that appears whole or not at all.
func writeFile(path string, b []byte) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// loadCorpus reads the pieces in a folder, in the order of their names.
func loadCorpus(dir string) ([][]Move, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out [][]Move
	for _, name := range names[:min(len(names), mostPieces)] {
		piece, err := loadPiece(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w; remove it, or name another folder", name, err)
		}
		if len(piece) > 0 {
			out = append(out, piece)
		}
	}
	return out, nil
}

func loadPiece(name string) ([]Move, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostBytes {
		return nil, fmt.Errorf("longer than %d bytes", mostBytes)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var piece []Move
	if err := json.Unmarshal(b, &piece); err != nil {
		return nil, fmt.Errorf("no piece of dialogue: %w", err)
	}
	piece = piece[:min(len(piece), mostMoves)]
	for i := range piece {
		piece[i].Edits = piece[i].Edits[:min(len(piece[i].Edits), mostEdits)]
	}
	return piece, nil
}
