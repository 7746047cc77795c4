package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spellbench/sbconform/conformance"
)

// Schema names the form of the JSON report. schemas/report.schema.json describes it.
const Schema = "sbconform-report/1"

// The parts of a JSON report and of the rows of --events. Members stand in the order given here, so
// that two reports of equal runs differ in durations alone.
type (
	jsonTarget struct {
		Argv   []string        `json:"argv"`
		Name   string          `json:"name,omitempty"` // of a target that has no argv
		SHA256 *string         `json:"sha256"`
		Hello  json.RawMessage `json:"hello"`
	}
	jsonSummary struct {
		Pass     int   `json:"pass"`
		Fail     int   `json:"fail"`
		Expected int   `json:"expected"`
		Waived   int   `json:"waived"`
		Warn     int   `json:"warn"`
		Info     int   `json:"info"`
		Skip     int   `json:"skip"`
		Error    int   `json:"error"`
		Duration int64 `json:"duration_ms"`
	}
	jsonCheck struct {
		ID         string `json:"id"`
		Section    string `json:"section"`
		Level      string `json:"level"`
		Verdict    string `json:"verdict"`
		Cause      string `json:"cause,omitempty"`
		Detail     string `json:"detail"`
		Duration   int64  `json:"duration_ms"`
		Reproducer string `json:"reproducer,omitempty"`
		Doc        string `json:"doc,omitempty"`
		Expected   string `json:"expected,omitempty"`
		Got        string `json:"got,omitempty"`
		Where      string `json:"where,omitempty"`
		Hint       string `json:"hint,omitempty"`
		Command    string `json:"command,omitempty"`

		Fingerprint string      `json:"fingerprint,omitempty"`
		Excuse      *jsonExcuse `json:"excuse,omitempty"`
	}
	jsonExcuse struct {
		Waiver string `json:"waiver,omitempty"`
		Reason string `json:"reason"`
		Link   string `json:"link,omitempty"`
	}
	jsonCluster struct {
		Fingerprint string   `json:"fingerprint"`
		Verdict     string   `json:"verdict"`
		Cause       string   `json:"cause"`
		Checks      []string `json:"checks"`
	}
	jsonBaseline struct {
		Path     string `json:"path"`
		Entries  int    `json:"entries"`
		Expected int    `json:"expected"`
		Stale    int    `json:"stale"`
	}
	jsonStale struct {
		File  string `json:"file"`
		Line  int    `json:"line"`
		Check string `json:"check"`
		Why   string `json:"why"`
	}
)

func newJSONTarget(t conformance.TargetInfo) jsonTarget {
	out := jsonTarget{Argv: []string{}, Hello: json.RawMessage("null")}
	for _, word := range t.Argv {
		out.Argv = append(out.Argv, legible(word))
	}
	if len(t.Argv) == 0 {
		out.Name = legible(t.Name)
	}
	if t.SHA256 != "" {
		out.SHA256 = &t.SHA256
	}
	if json.Valid(t.Hello) {
		out.Hello = t.Hello
	}
	return out
}

func newJSONSummary(s conformance.Summary) jsonSummary {
	return jsonSummary{
		Pass: s.Counts[conformance.Pass], Fail: s.Counts[conformance.Fail], Warn: s.Counts[conformance.Warn],
		Expected: s.Counts[conformance.Expected], Waived: s.Counts[conformance.Waived], Info: s.Counts[conformance.Inform], Skip: s.Counts[conformance.Skipped], Error: s.Counts[conformance.Errored],
		Duration: milliseconds(s.Duration),
	}
}

func newJSONCheck(r conformance.Result) jsonCheck {
	out := jsonCheck{
		ID: legible(r.ID), Section: legible(r.Section), Level: string(r.Level), Verdict: string(r.Verdict),
		Detail: legible(r.Detail), Duration: milliseconds(r.Duration), Doc: legible(r.Doc),
		Reproducer: legible(r.Reproducer), Command: legible(r.Command),
	}
	if f := r.Failure; f != nil {
		out.Cause, out.Detail = legible(string(f.Cause)), legible(f.Message)
		out.Expected, out.Got, out.Where, out.Hint = legible(f.Expected), legible(f.Got), legible(f.Where), legible(f.Hint)
	}
	out.Fingerprint = r.Fingerprint
	if x := r.Excuse; x != nil {
		out.Excuse = &jsonExcuse{legible(x.Waiver), legible(x.Reason), legible(x.Link)}
	}
	return out
}

// newJSONClusters tells which failures have one cause.
func newJSONClusters(run Run) []jsonCluster {
	out := []jsonCluster{}
	for _, v := range []conformance.Verdict{conformance.Fail, conformance.Expected, conformance.Waived, conformance.Warn} {
		for _, c := range run.Clusters(v) {
			row := jsonCluster{Fingerprint: c.Fingerprint, Verdict: string(v), Cause: legible(string(c.Entries[0].Failure.Cause))}
			for _, e := range c.Entries {
				row.Checks = append(row.Checks, legible(e.ID))
			}
			out = append(out, row)
		}
	}
	return out
}

func newJSONStale(list []conformance.Stale) []jsonStale {
	var out []jsonStale
	for _, s := range list {
		out = append(out, jsonStale{legible(s.File), s.Line, legible(s.Check), legible(s.Why)})
	}
	return out
}

func milliseconds(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }

func writeJSON(w io.Writer, run Run) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"schema\":%s,\"suite\":%s,\"profile\":%s,\"sbconform\":%s,\n",
		encode(Schema), encode(run.Start.Suite), encode(run.Start.Profile), encode(run.Version))
	fmt.Fprintf(&b, " \"target\":%s,\n", encode(newJSONTarget(run.Start.Target)))
	fmt.Fprintf(&b, " \"summary\":%s,\n", encode(newJSONSummary(run.Finish.Summary)))
	if run.Finish.Interrupted {
		b.WriteString(" \"interrupted\":true,\n")
	}
	if len(run.Finish.Stale) > 0 {
		fmt.Fprintf(&b, " \"stale\":%s,\n", encode(newJSONStale(run.Finish.Stale)))
	}
	fmt.Fprintf(&b, " \"waivers\":%s,\n", encode(run.waivers()))
	if f := run.Start.Baseline; f != nil {
		fmt.Fprintf(&b, " \"baseline\":%s,\n", encode(jsonBaseline{legible(f.File), f.Entries, run.Finish.Summary.Counts[conformance.Expected], len(run.Finish.Stale)}))
	}
	fmt.Fprintf(&b, " \"clusters\":%s,\n", encode(newJSONClusters(run)))
	b.WriteString(" \"checks\":[")
	for i, e := range run.Entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  ")
		b.Write(encode(newJSONCheck(e.Result)))
	}
	b.WriteString("]}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// encode returns v as JSON on one line, in which every character that can't be seen is an escape:
// reports are read in terminals too. The types above have nothing that could fail to encode.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if bytes.IndexFunc(text, unseen) < 0 {
		return text
	}
	var out []byte
	for _, r := range string(text) {
		switch {
		case !unseen(r):
			out = utf8.AppendRune(out, r)
		case r <= 0xFFFF:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			high, low := (r-0x10000)>>10+0xD800, (r-0x10000)&0x3FF+0xDC00
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
	}
	return out
}

// unseen holds only inside JSON strings: outside them the encoder writes printable ASCII.
func unseen(r rune) bool { return !unicode.IsPrint(r) }

// legible returns s with the bytes that are not UTF-8 as \xff: JSON can't hold them, and U+FFFD would
// hide which they were.
func legible(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if _, n := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
