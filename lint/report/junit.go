package report

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"

	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// The JUnit report has only elements and attributes that the schema of Jenkins' xUnit plugin
// (junit-10.xsd) allows. It has no time, date or host, so that equal results give equal
// reports.

type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	File     string      `xml:"file,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
	names    map[string]int
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitOutcome `xml:"skipped"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one test suite per file. A finding is a failed case. A problem is a case
// with an error, except that source that does not parse is a skipped case, which fails no run.
// A result without findings gets one passed case, because readers reject a report without
// cases.
func writeJUnit(w *bufio.Writer, r *engine.Result, opts Options) error {
	out := junitReport{Name: "cudalint"}
	for _, f := range byFile(r) {
		out.add(junitSuiteOf(f))
	}
	if len(r.Findings) == 0 && out.Errors == 0 {
		suite := newJUnitSuite("")
		suite.add("no findings", junitCase{})
		out.add(suite)
	}
	return encodeXML(w, out)
}

func (out *junitReport) add(s *junitSuite) {
	out.Tests += s.Tests
	out.Failures += s.Failures
	out.Errors += s.Errors
	out.Suites = append(out.Suites, *s)
}

func newJUnitSuite(path string) *junitSuite {
	return &junitSuite{Name: cmp.Or(path, "cudalint"), File: path, names: map[string]int{}}
}

func junitSuiteOf(f *fileResult) *junitSuite {
	suite := newJUnitSuite(f.path)
	for _, d := range f.findings {
		name := d.Rule
		if d.Function != "" {
			name += " in " + wording.Bounded(d.Function)
		}
		text := conciseText(d)
		if detail := detailText(d); detail != "" {
			text += "\n" + detail
		}
		suite.add(name, junitCase{Failure: &junitOutcome{Type: d.Severity.String(), Message: wording.Bounded(d.Message), Text: text}})
	}
	for _, p := range f.problems {
		outcome := &junitOutcome{Type: string(p.Kind), Message: wording.Bounded(p.Message), Text: problemText(p)}
		c := junitCase{Error: outcome}
		if !p.Fatal() {
			c = junitCase{Skipped: outcome}
		}
		suite.add(string(p.Kind)+" problem", c)
	}
	return suite
}

// add adds a case and makes its name unique in the suite, because readers identify cases by
// name, also from run to run. Names have no line numbers, which change too often for that.
func (s *junitSuite) add(name string, c junitCase) {
	if s.names[name]++; s.names[name] > 1 {
		name += fmt.Sprintf(" (%d)", s.names[name])
	}
	c.Name, c.Class = name, s.Name
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}
