package rules

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
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

// flagsOf returns the options that the first line of a source asks for:
// "// flags: cuda=11.8 gpu=sm_52 define=X=1 rdc=true set=RULE.OPTION=VALUE".
func flagsOf(t *testing.T, text string) engine.Options {
	t.Helper()
	opts := engine.Options{RuleOptions: map[string]map[string]any{}}
	first, _, _ := strings.Cut(text, "\n")
	flags, ok := strings.CutPrefix(first, "// flags: ")
	if !ok {
		return opts
	}
	for _, flag := range strings.Fields(flags) {
		name, value, _ := strings.Cut(flag, "=")
		switch name {
		case "cuda":
			opts.Target.CUDA = value
		case "gpu":
			opts.Target.GPU = value
		case "define":
			opts.Defines = append(opts.Defines, value)
		case "rdc":
			opts.RDC = value == "true"
		case "set":
			if err := engine.ParseOption(All(), value, opts.RuleOptions); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("unknown flag %q", flag)
		}
	}
	return opts
}

// checkCorpus lints sources together with one rule and compares the findings
// with the comments of the sources. The flags are those of the first source that has any; folder is that of
// compile_commands.json, if there is one.
func checkCorpus(t *testing.T, rule *lint.Rule, folder string, paths ...string) {
	t.Helper()
	var opts engine.Options
	var inputs []discover.Input
	want := map[string]map[int][]*regexp.Regexp{}
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 || strings.HasPrefix(string(text), "// flags: ") {
			opts = flagsOf(t, string(text))
		}
		inputs = append(inputs, discover.Input{Path: path})
		name := filepath.ToSlash(path)
		want[name] = wants(t, string(text))
	}
	opts.Rules, opts.Known = []*lint.Rule{rule}, All()
	if rule.Directives != nil {
		opts.Rules = All() // it is about what the others find
	}
	if _, err := os.Stat(filepath.Join(folder, "compile_commands.json")); err == nil {
		commands, err := config.ReadCompileCommands(folder)
		if err != nil {
			t.Fatal(err)
		}
		opts.Flags = commands.Flags
	}
	result := engine.New(opts).Check(context.Background(), inputs)
	for _, p := range result.Problems {
		t.Errorf("%s:%d: %s: %s", p.Path, p.Line, p.Kind, p.Message)
	}
	for _, d := range result.Findings {
		if d.Rule != rule.Name {
			continue
		}
		said := d.Confidence.String() + ": " + d.Message
		here := want[d.Path]
		i := slices.IndexFunc(here[d.Start.Line], func(re *regexp.Regexp) bool { return re.MatchString(said) })
		if i < 0 {
			t.Errorf("%s:%d:%d: unexpected: %s", d.Path, d.Start.Line, d.Start.Column, said)
			continue
		}
		here[d.Start.Line] = slices.Delete(here[d.Start.Line], i, i+1)
	}
	for path, lines := range want {
		for line, expressions := range lines {
			for _, re := range expressions {
				t.Errorf("%s:%d: no finding matches %s", path, line, strconv.Quote(re.String()))
			}
		}
	}
}

// corpus returns the programs of a rule's corpus: each source of its folder by
// itself, and the sources of each folder inside it together.
func corpus(t testing.TB, rule string) (programs map[string][]string) {
	t.Helper()
	root := filepath.Join("..", "testdata", "rules", rule)
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	programs = map[string][]string{}
	for _, e := range entries {
		path := filepath.Join(root, e.Name())
		if !e.IsDir() {
			if filepath.Ext(path) == ".cu" {
				programs[path] = []string{path}
			}
			continue
		}
		inside, err := os.ReadDir(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range inside {
			if slices.Contains([]string{".cu", ".cuh", ".h", ".hpp", ".cpp"}, filepath.Ext(f.Name())) {
				programs[path] = append(programs[path], filepath.Join(path, f.Name()))
			}
		}
	}
	return programs
}

// TestCorpus lints testdata/rules/NAME with the rule of that name. A rule needs
// sources it reports and sources it does not.
func TestCorpus(t *testing.T) {
	for _, rule := range All() {
		t.Run(rule.Name, func(t *testing.T) {
			flagged, clean := 0, 0
			for path, sources := range corpus(t, rule.Name) {
				wanted := 0
				for _, source := range sources {
					wanted += countWants(t, source)
				}
				if flagged += wanted; wanted == 0 {
					clean++
				}
				t.Run(filepath.Base(path), func(t *testing.T) { checkCorpus(t, rule, path, sources...) })
			}
			if flagged == 0 || clean == 0 {
				t.Errorf("%d findings wanted, %d sources without one: both are needed", flagged, clean)
			}
		})
	}
}

// countWants returns how many findings a source wants.
func countWants(t *testing.T, path string) (n int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, expressions := range wants(t, string(text)) {
		n += len(expressions)
	}
	return n
}

func TestList(t *testing.T) {
	var names []string
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	for _, r := range All() {
		names = append(names, r.Name)
		if !form.MatchString(r.Name) || r.Summary == "" || r.Check == nil && r.Directives == nil || !strings.HasPrefix(r.Doc, "# "+r.Name+"\n") {
			t.Errorf("%s: a rule has a kebab-case name, a summary, Check or Directives, and a page that starts with its name", r.Name)
		}
		for _, o := range r.Options {
			if !form.MatchString("a-"+o.Name) || o.Doc == "" || !strings.Contains(r.Doc, "`"+o.Name+"`") {
				t.Errorf("%s: option %s needs a kebab-case name, a line about it, and a place on the rule's page", r.Name, o.Name)
			}
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
		if f.IsDir() && f.Name() != "internal" {
			if _, err := lint.FindRule(All(), f.Name()); err != nil {
				t.Errorf("folder %s has no rule in the list", f.Name())
			}
		}
	}
}
