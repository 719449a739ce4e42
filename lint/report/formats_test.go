package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// hostile are texts that break what does not escape them.
var hostile = map[string]string{
	"spaces":         " a  b ",
	"quotes":         `a"b'c`,
	"markup":         `<a href="x">&amp;</a>]]><!-- -->`,
	"line ends":      "a\nb\r\nc\rd",
	"another line":   "a.cu:1:1: error: nothing [constant-overflow]\nb",
	"tab":            "a\tb",
	"control":        "a\x00\x01\x1b[31mb\x7f\u0085",
	"not UTF-8":      "caf\xe9 \xff\xfe\xc3",
	"no characters":  "a\ufffe\uffff\ufeffb",
	"line separator": "a\u2028b\u2029c",
	"workflow":       "::error file=x,line=1::a%0Ab%25",
	"commas":         "a,b:c=d;e",
	"percent":        "100%\\n%s%d",
	"backslash":      `a\b\\c`,
	"dash":           "-rf",
	"parent":         "../a/../b",
	"wide":           "ä漢字𐐀😀",
	"right to left":  "a\u202eb",
	"long":           strings.Repeat("漢字 long ", 20_000),
}

// hostileResult has one text wherever a finding or a problem can have one.
func hostileResult(text string) *engine.Result {
	place := func(path string) lint.Place {
		p := placeIn(kernelText, "table_f[threadIdx.x]")
		p.Path = path
		return p
	}
	path := "src/" + text[:min(len(text), 4000)] + ".cu" // no system has longer ones
	d := sample().Findings[0]
	d.Place, d.Function, d.Message, d.Label, d.Help = place(path), "f"+text, "message "+text, text, text
	d.Line = strings.ReplaceAll(text, "\n", " ")
	d.Assumptions, d.Data = []string{text}, lint.DataOf(map[string]any{text: text})
	d.Related = []lint.Related{{Place: place(path), Message: text}}
	impact := *d.Impact
	impact.Object, impact.GPU = text, text
	d.Impact = &impact
	d.Fixes = []fixes.Fix{{Title: text, Edits: []fixes.Edit{{Path: path, Start: 0, End: 12, Text: text}}}}
	other := d
	other.Path, other.Impact, other.Severity = "src/a.cu", nil, lint.Error
	same := other
	r := &engine.Result{Target: lint.Target{GPU: "sm_90", CUDA: "13.0"}, Files: 2, Findings: []lint.Diagnostic{d, other, same}}
	for _, kind := range []lint.ProblemKind{lint.Syntax, lint.IO, lint.Config, lint.Internal} {
		r.Problems = append(r.Problems, lint.Problem{Kind: kind, Path: path, Line: 3, Message: text}, lint.Problem{Kind: kind, Message: text})
	}
	r.SortByImpact()
	return r
}

// testOptions know the text of every file.
var testOptions = Options{Version: "0.1.0", Text: func(string) ([]byte, bool) { return []byte(kernelText), true }}

// TestFormatsHoldHostileTexts: whatever names and texts hold, each format can be read and
// has every finding, and nothing that is none.
func TestFormatsHoldHostileTexts(t *testing.T) {
	for _, format := range Formats() {
		read := readers[format]
		if read == nil {
			t.Errorf("nothing reads %s: see readers", format)
			continue
		}
		for name, text := range hostile {
			if format == "concise" && name == "another line" {
				continue // reads as what it says on any one line
			}
			r := hostileResult(text)
			var b bytes.Buffer
			if err := Write(&b, format, r, testOptions); err != nil {
				t.Fatal(err)
			}
			list, err := read(b.Bytes())
			if err == nil {
				err = checkSeen(format, r, list)
			}
			if err != nil {
				t.Errorf("%s, %s: %.1000v", format, name, err)
			}
			raw := func(r rune) bool { return r < ' ' && r != '\n' }
			if format == "text" || format == "concise" || format == "github" {
				raw = func(r rune) bool { return (unicode.IsControl(r) || r == '\u202e') && r != '\n' }
			}
			if c := strings.IndexFunc(b.String(), raw); c >= 0 {
				t.Errorf("%s, %s: a control character in %q", format, name, b.String()[max(0, c-50):c+1])
			}
		}
	}
}

// TestFormatsBoundFindings: a reader is not given megabytes for one finding by the
// formats that are for reviews.
func TestFormatsBoundFindings(t *testing.T) {
	r := hostileResult(hostile["long"])
	for _, format := range []string{"gitlab", "junit", "checkstyle", "rdjson"} {
		var b bytes.Buffer
		if err := Write(&b, format, r, testOptions); err != nil {
			t.Fatal(err)
		}
		if n := len(r.Findings) + len(r.Problems); b.Len() > n*64<<10 {
			t.Errorf("%s: %d bytes for %d findings and problems", format, b.Len(), n)
		}
	}
}

// TestFormatsOfNothing: a result without findings and problems can be read, too.
func TestFormatsOfNothing(t *testing.T) {
	clean := &engine.Result{Target: lint.Target{GPU: "sm_90", CUDA: "13.0"}, Files: 3}
	syntax := &engine.Result{Target: clean.Target, Files: 3, Problems: sample().Problems}
	for _, format := range Formats() {
		for _, r := range []*engine.Result{clean, syntax} {
			var b bytes.Buffer
			if err := Write(&b, format, r, testOptions); err != nil {
				t.Fatal(err)
			}
			if readers[format] == nil {
				t.Fatalf("nothing reads %s", format)
			}
			if list, err := readers[format](b.Bytes()); err != nil || len(list) > 0 {
				t.Errorf("%s: %v, %v\n%s", format, list, err, b.String())
			}
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "gitlab", clean, testOptions); err != nil || b.String() != "[]\n" {
		t.Errorf("gitlab: %q, %v", b.String(), err)
	}
}

func TestJSONLines(t *testing.T) {
	for _, r := range []*engine.Result{sample(), measured(), {Target: lint.Target{GPU: "sm_90", CUDA: "13.0"}}} {
		var b, whole, counts bytes.Buffer
		for _, err := range []error{Write(&b, "jsonl", r, testOptions), Write(&whole, "json", r, testOptions), Statistics(&counts, "jsonl", r, testOptions)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		all := lines(b.Bytes())
		if len(all) != len(r.Findings)+1 {
			t.Fatalf("%d lines", len(all))
		}
		// Together the lines are what the JSON format has.
		joined := map[string]any{}
		findings := []any{}
		for i, line := range all {
			validate(t, "line.schema.json", []byte(line))
			var value map[string]any
			if err := json.Unmarshal([]byte(line), &value); err != nil {
				t.Fatal(err)
			}
			if i < len(r.Findings) {
				findings = append(findings, value)
			} else {
				joined = value
			}
		}
		joined["findings"] = findings
		var want map[string]any
		if err := json.Unmarshal(whole.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(joined)
		wanted, _ := json.Marshal(want)
		if !bytes.Equal(got, wanted) {
			t.Errorf("got %s\nwant %s", got, wanted)
		}
		validate(t, "line.schema.json", counts.Bytes())
		var last map[string]any
		if err := json.Unmarshal(counts.Bytes(), &last); err != nil {
			t.Fatal(err)
		}
		if rules, ok := last["statistics"].([]any); !ok || len(rules) != len(r.ByRule()) {
			t.Errorf("statistics: %s", counts.String())
		}
		delete(last, "statistics")
		delete(joined, "findings")
		if got, want := fmt.Sprint(last), fmt.Sprint(joined); got != want {
			t.Errorf("the last line without statistics: %s\nwant %s", got, want)
		}
	}
}

// TestLineSchemaRefuses: a line that is cut off or neither a finding nor the last.
func TestLineSchemaRefuses(t *testing.T) {
	compiled, err := jsonschema.NewCompiler().Compile("schema/line.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, "jsonl", sample(), testOptions); err != nil {
		t.Fatal(err)
	}
	for i, line := range lines(b.Bytes()) {
		var value map[string]any
		if err := json.Unmarshal([]byte(line), &value); err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(value); err != nil {
			t.Error(err)
		}
		for _, key := range [][]string{{"rule", "range", "fingerprint"}, {"problems", "summary", "schema"}}[i] {
			kept := value[key]
			delete(value, key)
			if compiled.Validate(value) == nil {
				t.Errorf("line %d: the schema accepts it without %s", i+1, key)
			}
			value[key] = kept
		}
		value["findings"] = []any{}
		if compiled.Validate(value) == nil {
			t.Errorf("line %d: the schema accepts an unknown field", i+1)
		}
	}
}

func TestStatisticsRefusesFormatsWithoutRoom(t *testing.T) {
	for _, format := range Formats() {
		var b bytes.Buffer
		err := Statistics(&b, format, sample(), testOptions)
		switch format {
		case "text", "concise", "json", "jsonl":
			if err != nil || !strings.Contains(b.String(), "constant-divergent-index") {
				t.Errorf("%s: %v, %q", format, err, b.String())
			}
		default:
			if err == nil || b.Len() > 0 || !strings.Contains(err.Error(), "text, concise, json, jsonl") {
				t.Errorf("%s: %v, %q", format, err, b.String())
			}
		}
	}
}

func TestGitLab(t *testing.T) {
	for _, c := range []struct {
		severity lint.Severity
		level    lint.Level
		priced   bool
		want     string
		category string
	}{
		{lint.Error, 0, false, "critical", "Bug Risk"},
		{lint.Error, lint.Low, true, "critical", "Performance"},
		{lint.Warning, 0, false, "major", "Bug Risk"},
		{lint.Warning, lint.Critical, true, "major", "Performance"},
		{lint.Warning, lint.High, true, "major", "Performance"},
		{lint.Warning, lint.Medium, true, "minor", "Performance"},
		{lint.Warning, lint.Low, true, "minor", "Performance"},
		{lint.Info, 0, false, "info", "Performance"},
	} {
		d := &lint.Diagnostic{Severity: c.severity}
		if c.priced {
			d.Impact = &lint.Impact{Level: c.level}
		}
		if got, category := gitlabSeverity(d), gitlabCategory(d); got != c.want || category != c.category {
			t.Errorf("%+v: %s, %s", c, got, category)
		}
	}
	// Equal fingerprints get numbers by place, whatever the order of the findings.
	r := hostileResult("x")
	first, second := &r.Findings[1], &r.Findings[2]
	second.Start.Offset++
	for range 2 {
		prints := uniqueFingerprints(r)
		if len(prints) != 3 || prints[first]+"-2" != prints[second] && prints[first] != first.Fingerprint+"-2" {
			t.Errorf("%v", prints)
		}
		r.Findings[1], r.Findings[2] = r.Findings[2], r.Findings[1]
		first, second = second, first
	}
}

func TestLastLine(t *testing.T) {
	const text = "a\nb\nc"
	for what, want := range map[string]int{"a": 1, "a\n": 1, "a\nb": 2, "\n": 1, "b\nc": 3, "": 1} {
		p := placeIn(text, what)
		if got := lastLine(&p); got != want {
			t.Errorf("%q: %d, want %d", what, got, want)
		}
	}
}

func TestJUnit(t *testing.T) {
	r := sample()
	r.Findings = append(r.Findings, r.Findings[0])
	r.Findings[1].Path, r.Findings[1].Function = "src/b.cu", ""
	r.Problems = append(r.Problems, lint.Problem{Kind: lint.IO, Path: "c.cu", Message: "cannot be read"})
	var b bytes.Buffer
	if err := Write(&b, "junit", r, testOptions); err != nil {
		t.Fatal(err)
	}
	root, err := parseXML(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, suite := range root.Children {
		for _, c := range suite.Children {
			got = append(got, suite.attribute("name")+": "+c.attribute("name")+": "+c.Children[0].XMLName.Local+" "+c.Children[0].attribute("type"))
		}
	}
	want := "c.cu: io problem: error io\n" +
		"src/a.cu: constant-divergent-index in by_thread: failure warning\n" +
		"src/a.cu: syntax problem: skipped syntax\n" +
		"src/b.cu: constant-divergent-index: failure warning"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if !strings.Contains(b.String(), "help: declare it __device__") || !strings.Contains(b.String(), "price: 64.0 cycles") {
		t.Errorf("no help or price in\n%s", b.String())
	}
	spoiled := bytes.Replace(b.Bytes(), []byte("<testcase "), []byte(`<testcase line="3" `), 1)
	if _, err := readJUnit(spoiled); err == nil {
		t.Error("the check of the schema takes any attribute")
	}
}
