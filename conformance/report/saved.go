package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/spellbench/sbconform/conformance"
)

// A Saved is what a JSON report that was written earlier, perhaps by another version and on another
// machine, says of a run.
type Saved struct {
	Suite       string       `json:"suite"`
	Profile     string       `json:"profile"`
	Version     string       `json:"sbconform"`
	Interrupted bool         `json:"interrupted"`
	Checks      []SavedCheck `json:"checks"`
}

// A SavedCheck is one of its checks.
type SavedCheck struct {
	ID          string              `json:"id"`
	Verdict     conformance.Verdict `json:"verdict"`
	Cause       string              `json:"cause"`
	Detail      string              `json:"detail"`
	Fingerprint string              `json:"fingerprint"` // "" if it did not fail, and in reports older than fingerprints
}

// maxSaved bounds a report that is read, in bytes.
const maxSaved = 64 << 20

var (
	savedID    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){2}$`)
	savedPrint = regexp.MustCompile(`^([0-9a-f]{12})?$`)
)

// ReadSaved reads a JSON report. Members that it does not know are those of a later version and left
// alone. The error names the place: a line and column of a text that is no JSON, else a JSON pointer.
func ReadSaved(r io.Reader) (Saved, error) {
	var s Saved
	text, err := io.ReadAll(io.LimitReader(r, maxSaved+1))
	if err != nil {
		return s, err
	}
	if len(text) > maxSaved {
		return s, fmt.Errorf("it has more than %d MiB", maxSaved>>20)
	}
	var head struct {
		Schema any  `json:"schema"`
		Checks *any `json:"checks"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return s, placed(text, err)
	}
	if head.Schema != Schema || head.Checks == nil {
		return s, errors.New("it is no report of sbconform: --report json=PATH writes one")
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, placed(text, err)
	}
	places := map[string]int{}
	for i, c := range s.Checks {
		bad := func(member, format string, args ...any) (Saved, error) {
			return s, fmt.Errorf("/checks/%d/%s: %s", i, member, fmt.Sprintf(format, args...))
		}
		other, twice := places[c.ID]
		switch {
		case !savedID.MatchString(c.ID):
			return bad("id", "%q is no id of a check", conformance.Clip(c.ID, oneLine))
		case twice:
			return bad("id", "%s is that of /checks/%d already", c.ID, other)
		case !slices.Contains(conformance.Verdicts, c.Verdict):
			return bad("verdict", "%q is no verdict", conformance.Clip(string(c.Verdict), oneLine))
		case !savedPrint.MatchString(c.Fingerprint):
			return bad("fingerprint", "%q is none", conformance.Clip(c.Fingerprint, oneLine))
		}
		places[c.ID] = i
	}
	return s, nil
}

// placed tells where in a text an error of its decoder is.
func placed(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	at, says := int64(len(text)), err.Error()
	switch {
	case errors.As(err, &syntax):
		at, says = syntax.Offset, "it is no JSON: "+syntax.Error()
	case errors.As(err, &kind):
		at, says = kind.Offset, fmt.Sprintf("a %s can't stand here", kind.Value)
		if kind.Field != "" {
			says = fmt.Sprintf("%s can't be a %s", kind.Field, kind.Value)
		}
	}
	before := text[:min(max(at-1, 0), int64(len(text)))]
	return fmt.Errorf("line %d, column %d: %s", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'), says)
}
