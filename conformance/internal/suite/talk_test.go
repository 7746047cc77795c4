package suite

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// ask runs a check that talks with a target, and returns what came of it.
func ask(t *testing.T, target func(stdin io.Reader, stdout io.Writer) error, check func(*Talk)) (out conformance.Result) {
	t.Helper()
	command := process.Serving(target)
	s := conformance.Suite{Name: "s", Checks: []conformance.Check{{
		ID: "s/t/a", Section: "2", Level: conformance.Must, Doc: "It talks.",
		Run: func(ct *conformance.T) {
			p, err := process.Start(ct.Context(), command, process.Limits{})
			if err != nil {
				ct.Errorf("%v", err)
			}
			ct.Cleanup(func() { p.Stop() })
			k := &Talk{T: ct, Role: Role{To: "up", From: "down", Requests: []string{"hello"}}, Target: p}
			k.Witness()
			check(k)
		},
	}}}
	_, err := conformance.Run(t.Context(), s, conformance.Options{}, func(e conformance.Event) {
		if e.End != nil {
			out = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}

func echo(stdin io.Reader, stdout io.Writer) error {
	_, err := io.Copy(stdout, stdin)
	return err
}

// upper answers each whole line in capitals.
func upper(stdin io.Reader, stdout io.Writer) error {
	for in := bufio.NewScanner(stdin); in.Scan(); {
		if _, err := io.WriteString(stdout, strings.ToUpper(in.Text())+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func TestWhatIsWanted(t *testing.T) {
	failing := func(io.Reader, io.Writer) error { return errors.New("no") }
	released := make(chan struct{})
	deaf := func(io.Reader, io.Writer) error { <-released; return nil }
	for name, c := range map[string]struct {
		target func(io.Reader, io.Writer) error
		check  func(*Talk)
		want   conformance.Cause // "" for a pass
	}{
		"it is quiet":              {upper, func(k *Talk) { k.Quiet(0) }, ""},
		"it is not":                {echo, func(k *Talk) { k.Write("hello\n"); k.Quiet(time.Minute) }, conformance.Framing},
		"a line in pieces":         {upper, func(k *Talk) { k.Pieces("he", "llo", "\n"); k.wantAnswer("HELLO") }, ""},
		"a piece is answered":      {echo, func(k *Talk) { k.Pieces("he\n", "llo\n") }, conformance.Framing},
		"a line that drips":        {upper, func(k *Talk) { k.Drip("hello"); k.wantAnswer("HELLO") }, ""},
		"it ends":                  {upper, func(k *Talk) { k.WantStatusZero(k.WantEnd(time.Minute)) }, ""},
		"it ends with an error":    {failing, func(k *Talk) { k.WantStatusZero(k.WantEnd(time.Minute)) }, conformance.ExitStatus},
		"it goes on":               {deaf, func(k *Talk) { k.Cleanup(func() { close(released) }); k.WantEnd(time.Millisecond) }, conformance.Timeout},
		"nothing is left of it":    {upper, func(k *Talk) { k.WantNoneLeft() }, ""},
		"a request of bad JSON":    {upper, func(k *Talk) { k.Vouch([]byte("{")) }, conformance.Internal},
		"an answer of two objects": {upper, func(k *Talk) { k.Fail(*k.Misframed([]byte("{}"), []byte("{} {}"))) }, conformance.Framing},
		"an answer of one":         {upper, func(k *Talk) { assert.Check(t, k.Misframed([]byte("{}"), []byte(`{"a":1}`)) == nil) }, ""},
		"a fault of ours":          {upper, func(k *Talk) { k.Fail(k.Failure(errors.New("ours"), "no answer")) }, conformance.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			r := ask(t, c.target, c.check)
			if c.want == "" {
				assert.Equal(t, r.Verdict, conformance.Pass, "%+v", r.Failure)
				return
			}
			assert.Assert(t, r.Failure != nil)
			assert.Equal(t, r.Failure.Cause, c.want, r.Failure.Message)
		})
	}
}

func (k *Talk) wantAnswer(want string) {
	line, err := k.Target.Recv()
	if err != nil {
		k.Fail(k.Failure(err, "no answer"))
	}
	if string(line) != want {
		k.Failf(conformance.WrongValue, "%s", line)
	}
}

// A failure tells which request came before it, and shows all that was said.
func TestFailuresNameTheirRequest(t *testing.T) {
	r := ask(t, upper, func(k *Talk) {
		k.Row("up", []byte(`{"request_type":"hello"}`))
		k.Row("down", []byte(`{"request_type":"none of ours"}`))
		k.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: "no"})
	})
	assert.Equal(t, r.Failure.Request, "hello")
	assert.Equal(t, len(r.Evidence.Transcript), 2)
	assert.Assert(t, len(r.Evidence.Timeline) > 0)

	r = ask(t, upper, func(k *Talk) {
		k.Row("up", []byte(`{"request_type":"hello"}`))
		k.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: "no", Request: "step"})
	})
	assert.Equal(t, r.Failure.Request, "step", "it is told otherwise")
	r = ask(t, upper, func(k *Talk) { k.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: "no"}) })
	assert.Equal(t, r.Failure.Request, "", "nothing was asked")
}
