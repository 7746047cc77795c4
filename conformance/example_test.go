package conformance_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/conformance"
)

// A suite for anything: here for a function that should upper-case a word.
func ExampleRun() {
	target := func(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

	suite := conformance.Suite{Name: "upper", Checks: []conformance.Check{
		{
			ID: "upper/letters/first", Section: "1", Level: conformance.Must, Doc: "The first letter becomes a capital.",
			Run: func(t *conformance.T) {
				if got := target("ab"); got[0] != 'A' {
					t.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: "it stays small", Expected: "A", Got: got[:1]})
				}
			},
		},
		{
			ID: "upper/letters/all", Section: "1", Level: conformance.Must, Doc: "Every letter becomes a capital.",
			Run: func(t *conformance.T) {
				if got := target("ab"); got != "AB" {
					t.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: "a letter stays small", Expected: "AB", Got: got})
				}
			},
		},
		{
			ID: "upper/letters/sharp-s", Section: "2", Level: conformance.May, Doc: "ß may become SS.",
			Run: func(t *conformance.T) { t.Infof("ß becomes %s", target("ß")) },
		},
	}}

	conformance.Run(context.Background(), suite, conformance.Options{Jobs: 1}, func(e conformance.Event) {
		switch {
		case e.End != nil && e.End.Failure != nil:
			fmt.Printf("%s: %s (%s): expected %s, got %s\n", e.End.ID, e.End.Verdict, e.End.Failure.Cause, e.End.Failure.Expected, e.End.Failure.Got)
		case e.End != nil:
			fmt.Printf("%s: %s\n", e.End.ID, e.End.Verdict)
		case e.Finish != nil:
			fmt.Println(e.Finish.Outcome())
		}
	})
	// Output:
	// upper/letters/first: pass
	// upper/letters/all: fail (wrong-value): expected AB, got Ab
	// upper/letters/sharp-s: info
	// does-not-conform
}
