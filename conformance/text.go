package conformance

import (
	"fmt"
	"unicode/utf8"
)

// Bounds of what a check may leave behind, in bytes: an answer may have 8 MiB, and a suite hundreds
// of checks whose results are kept until the reports are written.
const (
	maxText = 8 << 10  // each text of a failure, and the detail
	maxLog  = 64 << 10 // all lines of Logf together
)

// Clip returns s, or its first n bytes (fewer where that would cut a character) and how much is
// missing.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for cut := n; cut > n-utf8.UTFMax && cut >= 0; cut-- {
		if utf8.RuneStart(s[cut]) {
			n = cut
			break
		}
	}
	return fmt.Sprintf("%s… (%d more bytes)", s[:n], len(s)-n)
}

func (f Failure) clipped() *Failure {
	for _, text := range []*string{&f.Message, &f.Expected, &f.Got, &f.Where, &f.Hint, &f.Request, &f.Signature} {
		*text = Clip(*text, maxText)
	}
	return &f
}
