package rules

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

// wantForm is what follows "// want": quoted regular expressions, each of one
// finding that starts on the line, matched against "confidence: message".
var wantForm = regexp.MustCompile("^(?:\\s*(?:\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`))+\\s*$")

var quotedForm = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// wants returns the expressions of each line of a source.
func wants(t *testing.T, text string) map[int][]*regexp.Regexp {
	t.Helper()
	out := map[int][]*regexp.Regexp{}
	for i, line := range strings.Split(text, "\n") {
		_, comment, ok := strings.Cut(line, "// want ")
		if !ok {
			continue
		}
		if !wantForm.MatchString(comment) {
			t.Fatalf("line %d: %q is not a list of quoted expressions", i+1, comment)
		}
		for _, quoted := range quotedForm.FindAllString(comment, -1) {
			// Backslashes are those of the expression, not of a Go string.
			re, err := regexp.Compile(quoted[1 : len(quoted)-1])
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			out[i+1] = append(out[i+1], re)
		}
	}
	return out
}

// checkCorpus lints one source with one rule and compares its findings with the
// comments of the source. It returns how many were wanted.
func checkCorpus(t *testing.T, rule *lint.Rule, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := wants(t, string(text))
	count := 0
	for _, expressions := range want {
		count += len(expressions)
	}
	result := lint.New(lint.Options{Rules: []*lint.Rule{rule}}).Check(context.Background(), []lint.Input{{Path: path}})
	for _, p := range result.Problems {
		t.Errorf("%s:%d: %s: %s", p.Path, p.Line, p.Kind, p.Message)
	}
	for _, d := range result.Findings {
		said := d.Confidence.String() + ": " + d.Message
		expressions, matched := want[d.Start.Line], false
		for i, re := range expressions {
			if re.MatchString(said) {
				want[d.Start.Line] = append(append([]*regexp.Regexp(nil), expressions[:i]...), expressions[i+1:]...)
				matched = true
				break
			}
		}
		if !matched {
			t.Errorf("%s:%d:%d: unexpected: %s", d.Path, d.Start.Line, d.Start.Column, said)
		}
	}
	for line, expressions := range want {
		for _, re := range expressions {
			t.Errorf("%s:%d: no finding matches %s", path, line, strconv.Quote(re.String()))
		}
	}
	return count
}

// TestCorpus lints testdata/rules/NAME/*.cu with the rule of that name. A rule
// needs sources it reports and sources it does not.
func TestCorpus(t *testing.T) {
	for _, rule := range All() {
		sources, err := filepath.Glob(filepath.Join("..", "testdata", "rules", rule.Name, "*.cu"))
		if err != nil {
			t.Fatal(err)
		}
		flagged, clean := 0, 0
		for _, path := range sources {
			t.Run(rule.Name+"/"+filepath.Base(path), func(t *testing.T) {
				if n := checkCorpus(t, rule, path); n > 0 {
					flagged += n
				} else {
					clean++
				}
			})
		}
		if flagged == 0 || clean == 0 {
			t.Errorf("%s: %d findings wanted, %d sources without one: both are needed", rule.Name, flagged, clean)
		}
	}
}

func TestList(t *testing.T) {
	var names []string
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	for _, r := range All() {
		names = append(names, r.Name)
		if !form.MatchString(r.Name) || r.Summary == "" || r.Run == nil || !strings.HasPrefix(r.Doc, "# "+r.Name+"\n") {
			t.Errorf("%s: a rule has a kebab-case name, a summary, Run, and a page that starts with its name", r.Name)
		}
		if _, err := os.Stat(filepath.Join(r.Name, "rule.go")); err != nil {
			t.Errorf("%s: a rule lives in the folder of its name: %v", r.Name, err)
		}
	}
	if !sort.StringsAreSorted(names) {
		t.Errorf("the list is not sorted: %q", names)
	}
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if f.IsDir() {
			if _, err := lint.FindRule(All(), f.Name()); err != nil {
				t.Errorf("folder %s has no rule in the list", f.Name())
			}
		}
	}
}
