package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
)

// The JUnit form has no standard but two schemas in wide use: that of Apache Ant's tasks and that of
// Jenkins. The document keeps to what both allow. Hence testsuites has no attributes, a testcase has
// at most one child, and the timelines stand in the system-out of the suite and not of the case.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		ID         int             `xml:"id,attr"`
		Package    string          `xml:"package,attr"`
		Name       string          `xml:"name,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		SystemOut  junitText       `xml:"system-out"`
		SystemErr  junitText       `xml:"system-err"`

		duration time.Duration
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string      `xml:"name,attr"`
		Classname string      `xml:"classname,attr"`
		Time      string      `xml:"time,attr"`
		Skipped   *junitSkip  `xml:"skipped"`
		Error     *junitFault `xml:"error"`
		Failure   *junitFault `xml:"failure"`
	}
	junitSkip struct {
		Message string `xml:"message,attr"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
)

// writeJUnit writes one testsuite for each topic. A failed check is a failure, an error of ours an
// error; warnings and information pass, and are told in system-out.
func writeJUnit(w io.Writer, run Run) error {
	var doc junitSuites
	place := map[string]int{}
	for _, e := range run.Entries {
		topic := path.Dir(e.ID) // with its suite: two may have topics of one name
		i, ok := place[topic]
		if !ok {
			i = len(doc.Suites)
			place[topic] = i
			doc.Suites = append(doc.Suites, newJUnitSuite(run, i, conformance.Check{ID: e.ID}))
		}
		doc.Suites[i].add(e)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func newJUnitSuite(run Run, id int, first conformance.Check) junitSuite {
	properties := []junitProperty{
		{"sbconform", Visible(run.Version)},
		{"profile", Visible(run.Start.Profile)},
		{"target", Visible(run.Start.Target.Name)},
	}
	if sum := run.Start.Target.SHA256; sum != "" {
		properties = append(properties, junitProperty{"target.sha256", Visible(sum)})
	}
	if run.Finish.Interrupted {
		properties = append(properties, junitProperty{"interrupted", "true"})
	}
	return junitSuite{
		ID: id, Package: "sbconform." + Visible(first.Suite()), Name: Visible(cmp.Or(first.Topic(), "checks")),
		Timestamp: run.Start.Time.UTC().Format("2006-01-02T15:04:05"), // the schemas allow no zone
		Hostname:  "localhost", Time: seconds(0), Properties: properties,
	}
}

func (s *junitSuite) add(e Entry) {
	c := junitCase{Name: Visible(e.ID), Classname: s.Package + "." + s.Name, Time: seconds(e.Duration)}
	switch e.Verdict {
	case conformance.Fail:
		s.Failures++
		c.Failure = newJUnitFault(e)
	case conformance.Errored:
		s.Errors++
		c.Error = newJUnitFault(e)
	case conformance.Skipped:
		s.Skipped++
		c.Skipped = &junitSkip{Visible(e.Detail)}
	case conformance.Expected, conformance.Waived: // the schemas have no word for a failure that does not count
		s.Skipped++
		text := string(e.Verdict)
		if e.Excuse != nil {
			text += ": " + excuseText(*e.Excuse)
		}
		c.Skipped = &junitSkip{Visible(text)}
	}
	s.Tests++
	s.duration += e.Duration
	s.Time = seconds(s.duration)
	s.Cases = append(s.Cases, c)
	s.SystemOut.Text += junitNotes(e)
}

func newJUnitFault(e Entry) *junitFault {
	var lines []string
	for _, f := range failureFields(e) {
		lines = append(lines, f.name+": "+VisibleLines(f.text))
	}
	return &junitFault{Visible(e.Failure.Message), Visible(string(e.Failure.Cause)), strings.Join(lines, "\n")}
}

// junitWords name what passes and yet failed.
var junitWords = map[conformance.Verdict]string{
	conformance.Warn: "warning", conformance.Expected: "expected failure", conformance.Waived: "waived failure",
}

// junitNotes returns what system-out tells of a check.
func junitNotes(e Entry) string {
	var b strings.Builder
	switch e.Verdict {
	case conformance.Warn, conformance.Expected, conformance.Waived:
		fmt.Fprintf(&b, "%s: %s: %s\n", junitWords[e.Verdict], Visible(e.ID), Visible(e.Failure.Message))
	case conformance.Inform:
		fmt.Fprintf(&b, "info: %s: %s\n", Visible(e.ID), Visible(e.Detail))
	}
	if len(e.Timeline) > 0 {
		fmt.Fprintf(&b, "timeline of %s:\n", Visible(e.ID))
		for _, m := range e.Timeline {
			fmt.Fprintln(&b, MomentLine(m))
		}
	}
	return b.String()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
