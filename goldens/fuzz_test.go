package goldens_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/wire"
)

// FuzzReader reads any bytes as a transcript. Every row that is read is written and read again as the
// same row, and what ends the reading is the end of the file or an *Error.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"", "\n", `{"dir":"host_to_agent","message":{"a":[1,"\u0041"]}}`, `{"message":"x\n","dir":"agent_to_host"}` + "\r\n",
		`{"base64":"/3t9","dir":"engine_to_host"}`, "\x1f\x8b\x08\x00", `{"dir":"\`, `{"dir":"host_to_engine","message":{}}x`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := goldens.NewReader(bytes.NewReader(in), goldens.Limits{Row: 1 << 20, Total: 1 << 22})
		for {
			row, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				var e *goldens.Error
				if !errors.As(err, &e) || e.Row < 1 || e.Offset < 0 {
					t.Fatalf("%v", err)
				}
				return
			}
			var file bytes.Buffer
			if err := goldens.NewWriter(&file).Write(row); err != nil {
				t.Fatal(err)
			}
			again, err := goldens.NewReader(&file, goldens.Limits{}).Read()
			if err != nil || again.Dir != row.Dir || again.Exact != row.Exact || !same(row, again) {
				t.Fatalf("%+v, then %+v, %v", row, again, err)
			}
		}
	})
}

// same compares the bytes, or where only the value matters the canonical forms.
func same(a, b goldens.Row) bool {
	if a.Exact {
		return bytes.Equal(a.Message, b.Message)
	}
	x, err := wire.AppendCanonical(nil, a.Message)
	return err == nil && bytes.Equal(x, b.Message)
}
