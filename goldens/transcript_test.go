package goldens_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

// A row in the file and the row it stands for.
func TestRowForms(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 64) + "0" + strings.Repeat("}", 64)
	long := strings.Repeat("x", wire.MaxLine+1)
	for _, tc := range []struct {
		name string
		row  goldens.Row
		file string // "" when it is too long to print
	}{
		{"object", goldens.Row{Dir: "host_to_engine", Message: []byte(`{"a":1,"b":[]}`)}, `{"dir":"host_to_engine","message":{"a":1,"b":[]}}`},
		{"exact bytes of an object", goldens.Row{Dir: "host_to_engine", Message: []byte(`{"b": 1}`), Exact: true}, `{"dir":"host_to_engine","message":"{\"b\": 1}"}`},
		{"not JSON", goldens.Row{Dir: "engine_to_host", Message: []byte(`{"a":`), Exact: true}, `{"dir":"engine_to_host","message":"{\"a\":"}`},
		{"not an object", goldens.Row{Dir: "agent_to_host", Message: []byte(`[1,2]`), Exact: true}, `{"dir":"agent_to_host","message":"[1,2]"}`},
		{"empty line", goldens.Row{Dir: "agent_to_host", Message: []byte(``), Exact: true}, `{"dir":"agent_to_host","message":""}`},
		{"a fraction", goldens.Row{Dir: "agent_to_host", Message: []byte(`{"p":0.5}`), Exact: true}, `{"dir":"agent_to_host","message":"{\"p\":0.5}"}`},
		{"control characters", goldens.Row{Dir: "host_to_agent", Message: []byte("a\x00\x1b\n"), Exact: true}, `{"dir":"host_to_agent","message":"a\u0000\u001b\n"}`},
		{"replacement character", goldens.Row{Dir: "host_to_agent", Message: []byte("\ufffd"), Exact: true}, "{\"dir\":\"host_to_agent\",\"message\":\"\ufffd\"}"},
		{"not UTF-8", goldens.Row{Dir: "engine_to_host", Message: []byte("\xff{}"), Exact: true}, `{"base64":"/3t9","dir":"engine_to_host"}`},
		{"64 levels", goldens.Row{Dir: "engine_to_host", Message: []byte(deep)}, `{"dir":"engine_to_host","message":` + deep + `}`},
		{"longer than a line may be", goldens.Row{Dir: "engine_to_host", Message: []byte(long), Exact: true}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b bytes.Buffer
			assert.NilError(t, goldens.NewWriter(&b).Write(tc.row))
			if tc.file != "" {
				assert.Equal(t, b.String(), tc.file+"\n")
			}
			got, err := goldens.NewReader(&b, goldens.Limits{}).Read()
			assert.NilError(t, err)
			assert.Equal(t, got.Dir, tc.row.Dir)
			assert.Equal(t, got.Exact, tc.row.Exact)
			assert.Assert(t, bytes.Equal(got.Message, tc.row.Message))
		})
	}
}

func TestWriterCanonicalizes(t *testing.T) {
	var b bytes.Buffer
	w := goldens.NewWriter(&b)
	assert.NilError(t, w.Write(goldens.Row{Dir: "host_to_engine", Message: []byte(`{ "b" : -0, "a" : "\u0041" }`)}))
	assert.Equal(t, b.String(), `{"dir":"host_to_engine","message":{"a":"A","b":0}}`+"\n")
	assert.ErrorContains(t, w.Write(goldens.Row{Dir: "sideways"}), "direction")
}

func TestReaderAcceptsOtherLayouts(t *testing.T) {
	in := "{ \"message\" : {\"x\": [\"}\", \"\\\"\"]} , \"dir\" : \"agent_to_host\" }\r\n" + `{"dir":"host_to_agent","message":{}}`
	r := goldens.NewReader(strings.NewReader(in), goldens.Limits{})
	row, err := r.Read()
	assert.NilError(t, err)
	assert.Equal(t, row.Dir, "agent_to_host")
	assert.Equal(t, string(row.Message), `{"x": ["}", "\""]}`)
	row, err = r.Read()
	assert.NilError(t, err)
	assert.Equal(t, string(row.Message), `{}`)
	assert.Equal(t, r.Row(), 2)
	_, err = r.Read()
	assert.Equal(t, err, io.EOF)
}

func TestReaderErrors(t *testing.T) {
	good := `{"dir":"host_to_agent","message":{}}` + "\n"
	for _, tc := range []struct {
		name, in string
		row, at  int
	}{
		{"blank line", good + "\n" + good, 2, 0},
		{"no object", good + `[]` + "\n", 2, 0},
		{"unterminated", `{"dir":"host_to_agent","message":{}`, 1, 35},
		{"data after the row", `{"dir":"host_to_agent","message":{}} x`, 1, 37},
		{"unknown key", `{"dir":"host_to_agent","message":{},"time":1}`, 1, 36},
		{"key twice", `{"dir":"host_to_agent","dir":"host_to_agent","message":{}}`, 1, 23},
		{"no direction", `{"message":{}}`, 1, 14},
		{"no message", `{"dir":"host_to_agent"}`, 1, 23},
		{"both forms", `{"base64":"","dir":"host_to_agent","message":{}}`, 1, 48},
		{"unknown direction", `{"dir":"host","message":{}}`, 1, 7},
		{"direction no string", `{"dir":1,"message":{}}`, 1, 7},
		{"message is a list", `{"dir":"host_to_agent","message":[]}`, 1, 33},
		{"message is not strict", `{"dir":"host_to_agent","message":{"a":1.5}}`, 1, 38},
		{"bad base64", `{"base64":"?","dir":"host_to_agent"}`, 1, 10},
		{"base64 no string", `{"base64":7,"dir":"host_to_agent"}`, 1, 10},
		{"ends in an escape", `{"dir":"\`, 1, 9},
		{"65 levels", `{"dir":"host_to_agent","message":` + strings.Repeat(`{"a":`, 65) + "0" + strings.Repeat("}", 66), 1, 33 + 64*5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := goldens.NewReader(strings.NewReader(tc.in), goldens.Limits{})
			var err error
			for err == nil {
				_, err = r.Read()
			}
			var e *goldens.Error
			assert.Assert(t, errors.As(err, &e), "%v", err)
			assert.Equal(t, e.Row, tc.row, "%v", err)
			assert.Equal(t, e.Offset, tc.at, "%v", err)
			_, again := r.Read()
			assert.Equal(t, again, err)
		})
	}
}

func TestGzip(t *testing.T) {
	rows := []goldens.Row{
		{Dir: "host_to_engine", Message: []byte(`{"a":1}`)},
		{Dir: "engine_to_host", Message: []byte(`{"b":2}`)},
	}
	write := func() []byte {
		var b bytes.Buffer
		w := goldens.NewGzipWriter(&b)
		for _, r := range rows {
			assert.NilError(t, w.Write(r))
		}
		assert.NilError(t, w.Close())
		return b.Bytes()
	}
	file := write()
	assert.Assert(t, bytes.Equal(file, write()), "the same rows give the same bytes")
	r := goldens.NewReader(bytes.NewReader(file), goldens.Limits{})
	for _, want := range rows {
		got, err := r.Read()
		assert.NilError(t, err)
		assert.DeepEqual(t, got, want)
	}
	_, err := r.Read()
	assert.Equal(t, err, io.EOF)

	for cut := 2; cut < len(file); cut++ {
		r := goldens.NewReader(bytes.NewReader(file[:cut]), goldens.Limits{})
		for err = nil; err == nil; {
			_, err = r.Read()
		}
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF, "cut at %d", cut)
	}
}

// A small file that unfolds to a huge one ends at the limit.
func TestLimits(t *testing.T) {
	var bomb bytes.Buffer
	gz := gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 16 {
		_, err := gz.Write(zeros)
		assert.NilError(t, err)
	}
	assert.NilError(t, gz.Close())
	_, err := goldens.NewReader(&bomb, goldens.Limits{Row: 1 << 20}).Read()
	assert.ErrorContains(t, err, "row longer")

	rows := strings.Repeat(`{"dir":"host_to_agent","message":{}}`+"\n", 100)
	r := goldens.NewReader(strings.NewReader(rows), goldens.Limits{Total: 1000})
	for err = nil; err == nil; {
		_, err = r.Read()
	}
	assert.ErrorContains(t, err, "transcript longer")
	assert.Equal(t, r.Row(), 28)
}
