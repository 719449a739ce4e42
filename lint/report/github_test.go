package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// A command is a workflow command as the runner of GitHub Actions takes it.
type command struct {
	name, data string
	properties map[string]string
}

// parseCommand reads a line as the runner does (actions/runner, ActionCommand.TryParseV2):
// blanks at its start are dropped, properties are cut at commas and their first =, empty
// ones are dropped, and what is escaped is replaced in this order.
func parseCommand(line string) (c command, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "::")
	head, data, ok2 := strings.Cut(rest, "::")
	if !ok || !ok2 {
		return c, false
	}
	name, properties, _ := strings.Cut(head, " ")
	if !slices.Contains([]string{"error", "warning", "notice"}, name) {
		return c, false
	}
	unescape := func(s string, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
		}
		return s
	}
	c = command{name: name, data: unescape(data, "%0D", "\r", "%0A", "\n", "%25", "%"), properties: map[string]string{}}
	for _, p := range strings.Split(strings.TrimSpace(properties), ",") {
		if key, value, ok := strings.Cut(p, "="); ok && key != "" && value != "" {
			c.properties[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	return c, true
}

func TestGitHub(t *testing.T) {
	r := sample()
	// What explains the price is left out, what it assumes is not.
	impact := *r.Findings[0].Impact
	impact.Bound, impact.Best.Bound, impact.Reads, impact.GridAssumed = "the constant cache", "latency", 2, true
	r.Findings[0].Impact = &impact
	several := r.Findings[0]
	several.Place = placeIn(kernelText, "__global__ void by_thread(float *out) {\n\tout")
	several.Severity, several.Impact, several.Assumptions, several.Related, several.Fixes, several.Confidence = lint.Error, nil, nil, nil, nil, lint.Proven
	several.Message, several.Help = "100 %: it fails", ""
	info := several
	info.Severity, info.Path, info.Place.Line = lint.Info, "odd, 50%:\r\nname.cu", ""
	r.Findings = append(r.Findings, several, info)
	var b bytes.Buffer
	if err := Write(&b, "github", r, Options{}); err != nil {
		t.Fatal(err)
	}
	want := `::warning file=src/a.cu,line=4,endLine=4,col=21,endColumn=41,title=cudalint (constant-divergent-index)::` +
		`src/a.cu:4:21: each warp reads 32 distinct addresses of __constant__ table_f%0A` +
		`price: 64.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup about 97 %25 of the kernel's time (critical)%0A` +
		`note: the price assumes a grid that fills the GPU%0Aconfidence: likely%0Anote: block 256x1x1 is assumed%0Anote: src/a.cu:1:20: table_f is declared here%0Ahelp: declare it __device__%0A` +
		`fix: declare table_f __device__ instead of __constant__ (--fix --unsafe-fixes)
::error file=src/a.cu,line=3,endLine=4,title=cudalint (constant-divergent-index)::src/a.cu:3:1: 100 %25: it fails
::notice file=odd%2C 50%25%3A` + "\uFFFD\uFFFD" + `name.cu,line=3,endLine=4,title=cudalint (constant-divergent-index)::odd, 50%25:` + "\uFFFD\uFFFD" + `name.cu:3:1: 100 %25: it fails
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := Write(&b, "github", r, Options{Folder: "lib/core"}); err != nil || strings.Count(b.String(), " file=lib/core/") != 3 {
		t.Errorf("%v: paths from the top of the repository are\n%s", err, b.String())
	}
	for path, want := range map[string]string{"a.cu": "lib/core/a.cu", "../x.cu": "lib/x.cu", "/usr/include/x.cu": "/usr/include/x.cu"} {
		if got := (&Options{Folder: "lib/core"}).located(path); got != want {
			t.Errorf("%s is at %s, want %s", path, got, want)
		}
	}
}

// TestCommandEscapes: the vectors are what escapeProperty and escapeData of the npm
// package @actions/core 3.0.1 return (TestCommandsAreThoseOfActionsCore compares more).
func TestCommandEscapes(t *testing.T) {
	for _, c := range []struct{ text, data, property string }{
		{"plain", "plain", "plain"},
		{"100 %", "100 %25", "100 %25"},
		{"%0A is not a line end", "%250A is not a line end", "%250A is not a line end"},
		{"a:b,c", "a:b,c", "a%3Ab%2Cc"},
		{"one\r\ntwo\n", "one%0D%0Atwo%0A", "one%0D%0Atwo%0A"},
		{"::error::x", "::error::x", "%3A%3Aerror%3A%3Ax"},
		{"äöü 表 🙂 =;]", "äöü 表 🙂 =;]", "äöü 表 🙂 =;]"},
	} {
		if got := commandData.Replace(c.text); got != c.data {
			t.Errorf("message %q is %q, want %q", c.text, got, c.data)
		}
		if got := commandProperty.Replace(c.text); got != c.property {
			t.Errorf("property %q is %q, want %q", c.text, got, c.property)
		}
	}
}

// FuzzGitHub: whatever a file is called and a message says, there is one command, and the
// runner reads what was meant.
func FuzzGitHub(f *testing.F) {
	f.Add("src/a.cu", "reads 32 % of it")
	f.Add("a,line=1::x\n::error::.cu", "%0A\r\n::add-mask::x")
	f.Add(" = %3A.cu", "\xff\x1b[31m")
	f.Fuzz(func(t *testing.T, path, message string) {
		r := sample()
		d := &r.Findings[0]
		d.Path, d.Message, d.Related, d.Help = path, message, nil, ""
		var b bytes.Buffer
		if err := Write(&b, "github", r, Options{}); err != nil {
			t.Fatal(err)
		}
		line := strings.TrimSuffix(b.String(), "\n")
		c, ok := parseCommand(line)
		if !ok || strings.ContainsAny(line, "\r\n\x1b") || !utf8.ValidString(line) {
			t.Fatalf("%q is no command", line)
		}
		head := fmt.Sprintf("%s:4:21: %s", wording.Printable(path), wording.Clip(wording.Printable(message), wording.MaxMessage))
		if c.properties["file"] != wording.Printable(path) || c.properties["line"] != "4" || c.properties["col"] != "21" || !strings.HasPrefix(c.data, head) ||
			c.properties["title"] != "cudalint (constant-divergent-index)" {
			t.Fatalf("%q is read as %v", line, c)
		}
	})
}

func TestLeftOutByGitHub(t *testing.T) {
	result := func(errors, warnings, infos int) *engine.Result {
		r := &engine.Result{}
		for severity, n := range map[lint.Severity]int{lint.Error: errors, lint.Warning: warnings, lint.Info: infos} {
			for i := 0; i < n; i++ {
				r.Findings = append(r.Findings, lint.Diagnostic{Severity: severity})
			}
		}
		return r
	}
	for _, c := range []struct {
		format                  string
		errors, warnings, infos int
		want                    string
	}{
		{"github", 10, 10, 10, ""},
		{"github", 0, 11, 0, "GitHub shows 10 annotations of a kind for a step: 1 of 11 warnings are in its log alone ("},
		{"github", 12, 10, 30, "GitHub shows 10 annotations of a kind for a step: 2 of 12 errors and 20 of 30 notices are in its log alone ("},
		{"text", 0, 50, 0, ""},
		{"sarif", 0, 5000, 0, ""},
		{"sarif", 1, 5000, 0, "GitHub shows 5000 results of a SARIF file: it will leave out 1 of 5001 findings; "},
		{"sarif", 1, 24999, 2, "GitHub takes a SARIF file of 25000 results and shows 5000: 2 of 25002 findings are not in it; "},
	} {
		if got := LeftOut(c.format, result(c.errors, c.warnings, c.infos)); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s, %d/%d/%d: %q, want %q", c.format, c.errors, c.warnings, c.infos, got, c.want)
		}
	}
}

func TestMostImportant(t *testing.T) {
	findings := []lint.Diagnostic{
		{Rule: "a", Severity: lint.Info}, {Rule: "b", Severity: lint.Warning}, {Rule: "c", Severity: lint.Warning, Impact: &lint.Impact{SavingPercent: 10}},
		{Rule: "d", Severity: lint.Error}, {Rule: "e", Severity: lint.Warning, Impact: &lint.Impact{SavingPercent: 50}}, {Rule: "f", Severity: lint.Warning},
	}
	for n, want := range []string{"", "d", "de", "cde", "bcde", "bcdef", "abcdef", "abcdef"} {
		got := ""
		for _, d := range mostImportant(findings, n) {
			got += d.Rule
		}
		if got != want {
			t.Errorf("the %d most important are %q, want %q", n, got, want)
		}
	}
}
