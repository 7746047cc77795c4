package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// Fingerprint tells failures of one cause from those of another: equal for two checks that fail for the
// same reason, and for one check in every run, on every machine. It is 12 hexadecimal digits, a hash of
//
//   - the cause;
//   - for a failure of the process, its Signature, and of a timeout the Request that was not answered:
//     what else is told of it depends on which check came first;
//   - for any other, the Request, Where without indices and offsets, and the shapes of Expected and Got
//     (of Message, if there are neither). Of two runs that differ only the cause counts, since what
//     they differ in is another thing each time.
//
// A shape is a text without what changes from run to run: numbers, hashes, ids and paths; of a message
// in JSON its kind is left. Hint and the log never count.
func (f Failure) Fingerprint() string {
	parts := []string{string(f.Cause)}
	switch {
	case f.Signature != "":
		parts = append(parts, f.Signature)
		if f.Cause == Timeout {
			parts = append(parts, f.Request)
		}
	case f.Cause == Nondeterminism:
		parts = append(parts, f.Request)
	default:
		parts = append(parts, f.Request, place(f.Where), Shape(f.Expected), Shape(f.Got))
		if f.Expected == "" && f.Got == "" {
			parts = append(parts, Shape(f.Message))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:6])
}

var (
	object = regexp.MustCompile(`(?s)\{.*`)
	kinds  = regexp.MustCompile(`"(?:request_type|response_type|code)"\s*:\s*"[a-z_]{1,40}"`)
	paths  = regexp.MustCompile(`(?:[A-Za-z]:)?[^\s"'(),:]*[/\\][^\s"'(),:]+[/\\][^\s"'(),:]*`)
	hexes  = regexp.MustCompile(`(?i)\b(?:0x)?[0-9a-f]*[0-9][0-9a-f]*(?:(?:ns|µs|ms|s|m|h)\b)?`)
)

// place is Shape for a JSON pointer, which is no path, or a byte offset.
func place(where string) string { return hexes.ReplaceAllString(where, "#") }

// maxShape is how much of a text counts, in bytes: more of it tells nobody more about the cause.
const maxShape = 300

// Shape returns s without what changes from run to run or from machine to machine: numbers, hashes,
// ids, paths, and of a message in JSON all but its kind. It is at most 300 bytes, and not for people.
func Shape(s string) string {
	s = object.ReplaceAllStringFunc(s, func(json string) string {
		if strings.Contains(json, "… (") { // cut short where it happened to be long enough
			return "{}"
		}
		return "{" + strings.Join(kinds.FindAllString(json, 4), ",") + "}"
	})
	s = hexes.ReplaceAllString(paths.ReplaceAllString(s, "PATH"), "#")
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxShape {
		s = s[:maxShape]
	}
	return s
}
