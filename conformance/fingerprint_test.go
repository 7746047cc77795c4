package conformance_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

type failure = conformance.Failure

// What one cause looks like in two runs, or to two checks.
func TestOneCauseHasOneFingerprint(t *testing.T) {
	for _, tt := range []struct {
		name string
		a, b failure
	}{
		{"another id, another message, other layout",
			failure{Cause: conformance.WrongCode, Request: "step", Message: "a step with a float is answered error malformed_request", Where: "/error/code", Expected: "error malformed_json",
				Got: `{"error":{"code":"malformed_request","message":"at 17"},"request_id":"h-3","response_type":"error"}`},
			failure{Cause: conformance.WrongCode, Request: "step", Message: "a step with an exponent is answered error malformed_request", Where: "/error/code", Expected: "error malformed_json",
				Got: `{"error":{"code":"malformed_request","message":"at 99"},"request_id":"h-12345","response_type":"error"}`}},
		{"another element of an array",
			failure{Cause: conformance.Malformed, Where: "/seat_decision/candidates/3/semantic/kind"},
			failure{Cause: conformance.Malformed, Where: "/seat_decision/candidates/11/semantic/kind"}},
		{"another offset", failure{Cause: conformance.Malformed, Where: "byte 3"}, failure{Cause: conformance.Malformed, Where: "byte 4711"}},
		{"other ids and hashes",
			failure{Cause: conformance.WrongValue, Expected: `"g-5ce239156f76995d"`, Got: "sha256:0df0a001e3c4b74b1061b21e319a645f"},
			failure{Cause: conformance.WrongValue, Expected: `"g-0000239156f7699a"`, Got: "sha256:74f7f4b39eecbed1c039cf4b229fa533"}},
		{"a crash on another machine, at another request",
			failure{Cause: conformance.Crash, Request: "step", Signature: "crashed, exit status 1: " + conformance.Shape("/home/a/engine.py:17: IndexError"), Message: "no answer to step"},
			failure{Cause: conformance.Crash, Request: "reset", Signature: "crashed, exit status 1: " + conformance.Shape("/srv/ci/x/engine.py:21: IndexError"), Message: "no answer to reset"}},
		{"a timeout that was waited for, and one that was not any more",
			failure{Cause: conformance.Timeout, Request: "step", Signature: "timed-out", Message: "no line within 10s"},
			failure{Cause: conformance.Timeout, Request: "step", Signature: "timed-out", Message: "not waited for, since no step was answered in 2 checks"}},
		{"two runs that differ, twice",
			failure{Cause: conformance.Nondeterminism, Where: "/a", Expected: "x", Got: "y"},
			failure{Cause: conformance.Nondeterminism, Where: "/b", Expected: "p", Got: "q"}},
		{"hints and logs", failure{Cause: conformance.Leak, Message: "m", Hint: "a"}, failure{Cause: conformance.Leak, Message: "m", Hint: "b"}},
		{"a long answer, cut at another length",
			failure{Cause: conformance.WrongType, Expected: "terminal", Got: `{"response_type":"decision","a":… (5000 bytes)`},
			failure{Cause: conformance.WrongType, Expected: "terminal", Got: `{"game_id":"g","response_type":"dec… (6000 bytes)`}},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.a.Fingerprint(), tt.b.Fingerprint()) })
	}
}

// What must never be taken for the same.
func TestAnotherCauseHasAnotherFingerprint(t *testing.T) {
	base := failure{Cause: conformance.WrongCode, Request: "step", Where: "/error/code", Expected: "error malformed_json", Got: `{"error":{"code":"malformed_request"}}`}
	vary := func(f func(*failure)) failure { g := base; f(&g); return g }
	for name, other := range map[string]failure{
		"cause":    vary(func(f *failure) { f.Cause = conformance.WrongType }),
		"request":  vary(func(f *failure) { f.Request = "reset" }),
		"where":    vary(func(f *failure) { f.Where = "/error/message" }),
		"expected": vary(func(f *failure) { f.Expected = "error malformed_request" }),
		"got":      vary(func(f *failure) { f.Got = `{"error":{"code":"unsupported_rule"}}` }),
		"process":  vary(func(f *failure) { f.Signature = "crashed, exit status 1" }),
	} {
		t.Run(name, func(t *testing.T) { assert.Assert(t, base.Fingerprint() != other.Fingerprint()) })
	}
	for name, pair := range map[string][2]failure{
		"two exit statuses":  {{Cause: conformance.Crash, Signature: "crashed, exit status 1"}, {Cause: conformance.Crash, Signature: "crashed, exit status 2"}},
		"two exceptions":     {{Cause: conformance.Crash, Signature: "crashed: IndexError"}, {Cause: conformance.Crash, Signature: "crashed: KeyError"}},
		"two unanswered":     {{Cause: conformance.Timeout, Signature: "timed-out", Request: "hello"}, {Cause: conformance.Timeout, Signature: "timed-out", Request: "step"}},
		"two bare messages":  {{Cause: conformance.Leak, Message: "the secret is shown"}, {Cause: conformance.Leak, Message: "a hand is shown"}},
		"two pointers":       {{Cause: conformance.Malformed, Where: "/engine/name"}, {Cause: conformance.Malformed, Where: "/engine/version"}},
		"two validator says": {{Cause: "validator:V4", Expected: "ids are unique"}, {Cause: "validator:V4", Expected: "references are records"}},
	} {
		t.Run(name, func(t *testing.T) { assert.Assert(t, pair[0].Fingerprint() != pair[1].Fingerprint()) })
	}
}

// Numbers change nothing, whatever stands around them, and any text has a fingerprint.
func TestFingerprintsIgnoreNumbers(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{12}$`)
	properties := gopter.NewProperties(nil)
	properties.Property("numbers", prop.ForAll(func(before, after string) bool {
		of := func() string {
			n := rand.Uint32()
			return failure{Cause: conformance.WrongValue, Got: before + " " + string(rune('1'+n%9)) + " " + after}.Fingerprint()
		}
		a, b := of(), of()
		return a == b && form.MatchString(a)
	}, gen.AnyString(), gen.AnyString()))
	properties.TestingRun(t)
}
