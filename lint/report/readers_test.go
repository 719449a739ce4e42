package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// A seen is what a reader of a format gets to know of a finding; column is 0 where the
// format has none.
type seen struct {
	path         string
	line, column int
	rule         string
	message      string // begins with the message
}

// readers read each format with what is known of the format alone, and return the
// findings in the order in which they stand.
var readers = map[string]func(out []byte) ([]seen, error){
	"text":       readText,
	"concise":    readConcise,
	"json":       readJSON,
	"jsonl":      readJSONLines,
	"sarif":      readSARIF,
	"github":     readGitHub,
	"gitlab":     readGitLab,
	"junit":      readJUnit,
	"checkstyle": readCheckstyle,
	"rdjson":     readRDJSON,
}

// byPlace are the formats that list files in order, however the result is sorted.
var byPlace = map[string]bool{"junit": true, "checkstyle": true}

var (
	textHead    = regexp.MustCompile(`(?m)^(?:error|warning|info)\[([a-z-]+)\]: (.*)\n *--> (.*):(\d+):(\d+)(?: in .*)?\n`)
	conciseLine = regexp.MustCompile(`^(.*?):(\d+):(\d+): (?:error|warning|info): (.*) \[([a-z-]+)\]$`)
)

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

func readText(out []byte) (list []seen, err error) {
	for _, m := range textHead.FindAllStringSubmatch(string(out), -1) {
		list = append(list, seen{m[3], number(m[4]), number(m[5]), m[1], m[2]})
	}
	return list, nil
}

func readConcise(out []byte) (list []seen, err error) {
	for _, line := range lines(out) {
		m := conciseLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("no finding: %q", line)
		}
		list = append(list, seen{m[1], number(m[2]), number(m[3]), m[5], m[4]})
	}
	return list, nil
}

// lines returns the lines of an output, each of which has to have an end.
func lines(out []byte) []string {
	text := string(out)
	if text == "" {
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		return []string{"no line end: " + text}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

type position struct{ Line, Column int }

type finding struct {
	Rule, Path, Message string
	Range               struct{ Start position }
}

func (f *finding) seen() seen {
	return seen{f.Path, f.Range.Start.Line, f.Range.Start.Column, f.Rule, f.Message}
}

func readJSON(out []byte) (list []seen, err error) {
	var result struct{ Findings []finding }
	err = json.Unmarshal(out, &result)
	for _, f := range result.Findings {
		list = append(list, f.seen())
	}
	return list, err
}

func readJSONLines(out []byte) (list []seen, err error) {
	all := lines(out)
	if len(all) == 0 {
		return nil, errors.New("no last line")
	}
	for _, line := range all[:len(all)-1] {
		var f finding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			return nil, err
		}
		list = append(list, f.seen())
	}
	var last struct{ Summary *struct{ Findings int } }
	if err := json.Unmarshal([]byte(all[len(all)-1]), &last); err != nil {
		return nil, err
	}
	if last.Summary == nil || last.Summary.Findings != len(list) {
		return nil, fmt.Errorf("the last line counts other findings: %s", all[len(all)-1])
	}
	return list, nil
}

func readSARIF(out []byte) (list []seen, err error) {
	if err := validSARIF(out); err != nil {
		return nil, err
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(out, &log); err != nil {
		return nil, err
	}
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		uri, err := url.Parse(at.ArtifactLocation.URI)
		if err != nil {
			return nil, err
		}
		// Columns are those of UTF-16.
		list = append(list, seen{uri.Path, at.Region.StartLine, 0, r.RuleID, r.Message.Text})
	}
	return list, nil
}

func readGitHub(out []byte) (list []seen, err error) {
	for _, line := range lines(out) {
		c, ok := parseCommand(line)
		if !ok {
			return nil, fmt.Errorf("no workflow command: %q", line)
		}
		title, ok := strings.CutPrefix(c.properties["title"], "cudalint (")
		if !ok {
			return nil, fmt.Errorf("no rule in %q", line)
		}
		// The place is in the message, too: the log shows only that.
		text, ok := strings.CutPrefix(c.data, c.properties["file"]+":"+c.properties["line"]+":")
		column, text, ok2 := strings.Cut(text, ": ")
		if col, have := c.properties["col"]; !ok || !ok2 || have && col != column || have != (c.properties["line"] == c.properties["endLine"]) {
			return nil, fmt.Errorf("another place in %q", line)
		}
		list = append(list, seen{c.properties["file"], number(c.properties["line"]), number(column), strings.TrimSuffix(title, ")"), text})
	}
	return list, nil
}

func readGitLab(out []byte) (list []seen, err error) {
	var issues []struct {
		Check       string `json:"check_name"`
		Description string
		Fingerprint string
		Location    struct {
			Path      string
			Lines     struct{ Begin int }
			Positions struct{ Begin position }
		}
	}
	if err := json.Unmarshal(out, &issues); err != nil {
		return nil, err
	}
	prints := map[string]bool{}
	for _, i := range issues {
		if prints[i.Fingerprint] || i.Fingerprint == "" {
			return nil, fmt.Errorf("fingerprint %q is not unique", i.Fingerprint)
		}
		prints[i.Fingerprint] = true
		list = append(list, seen{i.Location.Path, i.Location.Lines.Begin, i.Location.Positions.Begin.Column, i.Check, i.Description})
	}
	return list, nil
}

func readRDJSON(out []byte) (list []seen, err error) {
	var result struct {
		Diagnostics []struct {
			Message  string
			Location struct {
				Path  string
				Range struct{ Start position }
			}
			Code struct{ Value string }
		}
	}
	err = json.Unmarshal(out, &result)
	for _, d := range result.Diagnostics {
		list = append(list, seen{d.Location.Path, d.Location.Range.Start.Line, d.Location.Range.Start.Column, d.Code.Value, d.Message})
	}
	return list, err
}

// An element is one of any XML document.
type element struct {
	XMLName    xml.Name
	Attributes []xml.Attr `xml:",any,attr"`
	Children   []element  `xml:",any"`
	Text       string     `xml:",chardata"`
}

func (e *element) attribute(name string) string {
	for _, a := range e.Attributes {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func parseXML(out []byte) (root element, err error) {
	if !utf8.Valid(out) {
		return root, errors.New("not UTF-8")
	}
	d := xml.NewDecoder(bytes.NewReader(out))
	if err := d.Decode(&root); err != nil {
		return root, err
	}
	for {
		switch token, err := d.Token(); {
		case err == io.EOF:
			return root, nil
		case err != nil:
			return root, err
		default:
			if text, ok := token.(xml.CharData); !ok || len(bytes.TrimSpace(text)) > 0 {
				return root, fmt.Errorf("%v stands after the document", token)
			}
		}
	}
}

func readCheckstyle(out []byte) (list []seen, err error) {
	root, err := parseXML(out)
	for _, file := range root.Children {
		for _, e := range file.Children {
			list = append(list, seen{file.attribute("name"), number(e.attribute("line")), number(e.attribute("column")),
				strings.TrimPrefix(e.attribute("source"), "cudalint."), e.attribute("message")})
		}
	}
	return list, err
}

// junitAllows are the attributes and children of the elements that the schema of Jenkins'
// xUnit plugin, junit-10.xsd, has; those with a ! have to be there.
var junitAllows = map[string]struct{ attributes, children string }{
	"testsuites": {"name time tests failures errors", "testsuite"},
	"testsuite":  {"name! tests! failures! errors! group time skipped timestamp hostname id package file log url", "testsuite properties testcase system-out system-err"},
	"testcase":   {"name! time classname group", "skipped error failure system-out system-err"},
	"failure":    {"type message", ""},
	"error":      {"type message", ""},
	"skipped":    {"type message", ""},
}

// checkJUnit returns what an element has that junit-10.xsd does not allow.
func checkJUnit(e *element) error {
	allows, ok := junitAllows[e.XMLName.Local]
	if !ok {
		return fmt.Errorf("<%s> is not known", e.XMLName.Local)
	}
	for _, a := range e.Attributes {
		if !strings.Contains(" "+strings.ReplaceAll(allows.attributes, "!", "")+" ", " "+a.Name.Local+" ") {
			return fmt.Errorf("<%s> has an attribute %s", e.XMLName.Local, a.Name.Local)
		}
	}
	for _, name := range strings.Fields(allows.attributes) {
		if name, must := strings.CutSuffix(name, "!"); must && e.attribute(name) == "" {
			return fmt.Errorf("<%s> has no %s", e.XMLName.Local, name)
		}
	}
	for i := range e.Children {
		c := &e.Children[i]
		if !strings.Contains(" "+allows.children+" ", " "+c.XMLName.Local+" ") {
			return fmt.Errorf("<%s> has a <%s>", e.XMLName.Local, c.XMLName.Local)
		}
		if err := checkJUnit(c); err != nil {
			return err
		}
	}
	return nil
}

var junitHead = regexp.MustCompile(`^:(\d+):(\d+): (?:error|warning|info): `)

func readJUnit(out []byte) (list []seen, err error) {
	root, err := parseXML(out)
	if err == nil {
		err = checkJUnit(&root)
	}
	if err != nil {
		return nil, err
	}
	total := map[string]int{}
	for _, suite := range root.Children {
		count, names := map[string]int{}, map[string]bool{}
		for _, c := range suite.Children {
			count["tests"]++
			name := c.attribute("name")
			if names[name] {
				return nil, fmt.Errorf("two test cases %q in one suite", name)
			}
			names[name] = true
			for _, outcome := range c.Children {
				count[map[string]string{"failure": "failures", "error": "errors", "skipped": "skipped"}[outcome.XMLName.Local]]++
				if outcome.XMLName.Local != "failure" {
					continue
				}
				path := suite.attribute("file")
				s := seen{path: path, message: outcome.attribute("message")}
				s.rule, _, _ = strings.Cut(name, " ")
				if m := junitHead.FindStringSubmatch(strings.TrimPrefix(plainText(outcome.Text), plainText(path))); m != nil {
					s.line, s.column = number(m[1]), number(m[2])
				}
				list = append(list, s)
			}
		}
		for _, name := range []string{"tests", "failures", "errors", "skipped"} {
			if suite.attribute(name) != strconv.Itoa(count[name]) {
				return nil, fmt.Errorf("%s=%q of %d", name, suite.attribute(name), count[name])
			}
			total[name] += count[name]
		}
	}
	for _, name := range []string{"tests", "failures", "errors"} {
		if root.attribute(name) != strconv.Itoa(total[name]) {
			return nil, fmt.Errorf("%s=%q of %d in all", name, root.attribute(name), total[name])
		}
	}
	if total["tests"] == 0 {
		return nil, errors.New("no test case")
	}
	return list, nil
}

// plainText is a text as formats may change it: what cannot be written is U+FFFD, how
// many stand for how many bytes is not said.
func plainText(s string) string {
	s = regexp.MustCompile("[\uFFFD\uFFFE\uFFFF]+").ReplaceAllString(wording.Printable(s), "\uFFFD")
	return strings.TrimRight(s, " ")
}

// checkSeen compares what a reader saw with the findings of a result.
func checkSeen(format string, r *engine.Result, list []seen) error {
	var want []*lint.Diagnostic
	for i := range r.Findings {
		want = append(want, &r.Findings[i])
	}
	if byPlace[format] {
		want = inOrder(r)
	}
	if len(list) != len(want) {
		return fmt.Errorf("%d findings, want %d", len(list), len(want))
	}
	for i, d := range want {
		got := list[i]
		message, _ := strings.CutSuffix(wording.Clip(plainText(d.Message), 1000), " ...")
		if format == "sarif" { // in which "](" makes a link
			message, got.message = strings.ReplaceAll(message, "](", "] ("), strings.ReplaceAll(got.message, "](", "] (")
		}
		if plainText(got.path) != plainText(d.Path) || got.line != d.Start.Line || got.rule != d.Rule ||
			got.column != d.Start.Column && format != "sarif" || !strings.HasPrefix(plainText(got.message), message) {
			return fmt.Errorf("finding %d: %.300q, want %s:%d:%d %s %.200q", i, fmt.Sprint(got), d.Path, d.Start.Line, d.Start.Column, d.Rule, d.Message)
		}
	}
	return nil
}
