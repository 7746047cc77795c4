package report

import (
	"io"
	"time"

	"github.com/spellbench/sbconform/conformance"
)

// Events is the consumer that writes each event as a line of JSON as it happens:
//
//	{"event":"start","suite":…,"profile":…,"target":{…},"checks":72,"total":72,"time":…}
//	{"event":"begin","id":…}
//	{"event":"end","check":{…}}           as in the JSON report
//	{"event":"finish","summary":{…},"outcome":"conforms"}
type Events struct {
	w   io.Writer
	err error
}

// NewEvents returns Events to w.
func NewEvents(w io.Writer) *Events { return &Events{w: w} }

type (
	jsonStart struct {
		Event   string     `json:"event"`
		Suite   string     `json:"suite"`
		Profile string     `json:"profile"`
		Target  jsonTarget `json:"target"`
		Checks  int        `json:"checks"`
		Total   int        `json:"total"`
		Time    string     `json:"time"`
	}
	jsonBegin struct {
		Event string `json:"event"`
		ID    string `json:"id"`
	}
	jsonEnd struct {
		Event string    `json:"event"`
		Check jsonCheck `json:"check"`
	}
	jsonFinish struct {
		Event   string      `json:"event"`
		Summary jsonSummary `json:"summary"`
		Outcome string      `json:"outcome"`
	}
)

// Event writes e. After an error it writes nothing more.
func (v *Events) Event(e conformance.Event) {
	if v.err != nil {
		return
	}
	var row any
	switch {
	case e.Start != nil:
		s := e.Start
		row = jsonStart{"start", s.Suite, s.Profile, newJSONTarget(s.Target), s.Checks, s.Total, s.Time.UTC().Format(time.RFC3339)}
	case e.Begin != nil:
		row = jsonBegin{"begin", e.Begin.ID}
	case e.End != nil:
		row = jsonEnd{"end", newJSONCheck(*e.End)}
	case e.Finish != nil:
		row = jsonFinish{"finish", newJSONSummary(e.Finish.Summary), string(e.Finish.Outcome())}
	}
	_, v.err = v.w.Write(append(encode(row), '\n'))
}

// Close returns the error that ended the stream, if one did.
func (v *Events) Close() error { return v.err }
