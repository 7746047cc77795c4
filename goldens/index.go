package goldens

// Section 16: the goldens as a folder of transcripts, and the index that says what each one is.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// IndexSchema names the form of an index.
const IndexSchema = "sbconform-goldens/1"

// IndexName and Suffix are the names of a folder's files.
const (
	IndexName = "index.json"
	Suffix    = ".transcript.jsonl.gz"
)

// The roles in which a transcript can be replayed.
const (
	RoleHost   = "host"
	RoleEngine = "engine"
	RoleAgent  = "agent"
)

// An Index lists the transcripts of a folder.
type Index struct {
	Schema      string  `json:"schema"`
	Transcripts []Entry `json:"transcripts"`
}

// An Entry says what a transcript is and how to reproduce it.
type Entry struct {
	Name   string   `json:"name"`   // of the file, less Suffix
	SHA256 string   `json:"sha256"` // of the uncompressed bytes, in hexadecimal
	Digest *string  `json:"game_digest"`
	Roles  []string `json:"roles"`
	// Profile is what the reference engine was told to declare, and Mutant the fault that it was given.
	Profile string `json:"engine_profile,omitempty"`
	Mutant  string `json:"engine_mutant,omitempty"`
	// Agents are the policies of the agents that p0 and p1 were; "" for one that is no reference agent
	// or that fell out of its role. Of a transcript without a game the first is the one that was asked.
	Agents [2]string `json:"agents"`
	Game   *Game     `json:"game,omitempty"` // the host's terms; nil where there was no host
}

// A Game is what the host of a transcript was told.
type Game struct {
	RunSecret               string    `json:"run_secret"`
	Index                   uint64    `json:"game_index"`
	Decks                   [2]string `json:"catalog_ids"`
	Format                  string    `json:"format"`
	Mulligan                string    `json:"mulligan"`
	StartingPlayer          string    `json:"starting_player"`
	StartingSeat            string    `json:"starting_seat"` // "" when the toss decides
	OpponentDecklist        string    `json:"opponent_decklist"`
	MaxSeatDecisionsPerTurn uint64    `json:"max_seat_decisions_per_turn"`
	Strict                  bool      `json:"strict,omitempty"` // the host reads as the reference host does
	// Lost says how an answer that is not in the transcript failed to come: "timeout" or "gone". The
	// keys are engine, p0 and p1.
	Lost map[string]string `json:"lost,omitempty"`
}

// ReadIndex reads a folder's index; an unknown key is an error.
func ReadIndex(dir fs.FS) (Index, error) {
	b, err := fs.ReadFile(dir, IndexName)
	if err != nil {
		return Index{}, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var x Index
	if err := d.Decode(&x); err != nil {
		return Index{}, fmt.Errorf("%s: %w", IndexName, err)
	}
	if x.Schema != IndexSchema {
		return Index{}, fmt.Errorf("%s: schema %.64q, not %q", IndexName, x.Schema, IndexSchema)
	}
	return x, nil
}

// AppendJSON appends the index as JSON for people to compare line by line.
func (x Index) AppendJSON(dst []byte) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(err) // nothing in an Index can fail
	}
	return append(dst, b.Bytes()...)
}

// A Transcript is an entry and its rows.
type Transcript struct {
	Entry
	Rows []Row
}

// Sum sets the entry's hash to that of the rows.
func (t *Transcript) Sum() {
	h := sha256.New()
	w := NewWriter(h)
	for _, r := range t.Rows {
		if err := w.Write(r); err != nil {
			panic(err) // the rows are ours, and a hash takes everything
		}
	}
	t.SHA256 = hex.EncodeToString(h.Sum(nil))
}

// Load reads a transcript of the folder and holds it to the hash of its entry.
func Load(dir fs.FS, e Entry) (Transcript, error) {
	f, err := dir.Open(e.Name + Suffix)
	if err != nil {
		return Transcript{}, err
	}
	defer f.Close()
	rows, err := ReadAll(NewReader(f, Limits{Total: 1 << 30}))
	if err != nil {
		return Transcript{}, fmt.Errorf("%s: %w", e.Name+Suffix, err)
	}
	t := Transcript{e, rows}
	if t.Sum(); t.SHA256 != e.SHA256 {
		return Transcript{}, fmt.Errorf("%s: its rows have SHA-256 %s, and the index says %.64s", e.Name+Suffix, t.SHA256, e.SHA256)
	}
	return t, nil
}

// ReadAll reads a transcript to its end.
func ReadAll(r *Reader) (rows []Row, err error) {
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		row.Message = bytes.Clone(row.Message)
		rows = append(rows, row)
	}
}

// WriteGzip writes the transcript's rows, compressed.
func (t Transcript) WriteGzip(w io.Writer) error {
	out := NewGzipWriter(w)
	for _, r := range t.Rows {
		if err := out.Write(r); err != nil {
			return err
		}
	}
	return out.Close()
}
