package autofix

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// wordRule reports every identifier of a name; fix makes the fixes of one.
func wordRule(name, word string, fix func(p *lint.Pass, n ast.Node) []fixes.Fix) *lint.Rule {
	return &lint.Rule{Name: name, Severity: lint.Warning, Check: func(p *lint.CheckPass) error {
		for _, file := range p.Unit.Files {
			for n := range file.Root().Descendants() {
				if n.Kind() == ast.Identifier && n.Text() == word {
					p.Report(lint.Finding{Node: n, Message: "a " + word, Confidence: lint.Proven, Fixes: fix(p.Pass, n)})
				}
			}
		}
		return nil
	}}
}

// replaceBy makes safe fixes that put a text in the place of an identifier.
func replaceBy(text string) func(p *lint.Pass, n ast.Node) []fixes.Fix {
	return func(p *lint.Pass, n ast.Node) []fixes.Fix {
		return []fixes.Fix{{Title: "write " + text, Edits: []fixes.Edit{p.Edit(n, text)}}}
	}
}

func inputsOf(files map[string]string) (inputs []discover.Input) {
	for name := range files {
		if !discover.IsHeader(name) {
			inputs = append(inputs, discover.Input{Path: name})
		}
	}
	slices.SortFunc(inputs, func(a, b discover.Input) int { return strings.Compare(a.Path, b.Path) })
	return inputs
}

// fixFolder fixes files in a new folder.
func fixFolder(t *testing.T, files map[string]string, opts Options, rules ...*lint.Rule) *Fixed {
	t.Helper()
	dir := folder(t, files)
	return Inputs(context.Background(), engine.New(engine.Options{Dir: dir, Rules: rules}), inputsOf(files), opts)
}

// texts returns the files that changed.
func (f *Fixed) texts() map[string]string {
	out := map[string]string{}
	for _, file := range f.Files {
		out[file.Path] = string(file.After)
	}
	return out
}

func wantFixed(t *testing.T, name string, f *Fixed, want map[string]string, applied int, problems ...string) {
	t.Helper()
	if got := f.texts(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: files %q, want %q", name, got, want)
	}
	if len(f.Applied) != applied {
		t.Errorf("%s: %d fixes applied, want %d: %v", name, len(f.Applied), applied, f.Applied)
	}
	if len(f.Problems) != len(problems) {
		t.Errorf("%s: problems %v, want %q", name, f.Problems, problems)
		return
	}
	for i, p := range f.Problems {
		if got := fmt.Sprintf("%s: %s:%d: %s", p.Kind, p.Path, p.Line, p.Message); !strings.HasPrefix(got, problems[i]) {
			t.Errorf("%s: problem %q, want %q", name, got, problems[i])
		}
	}
}

func TestFix(t *testing.T) {
	one := "int bad;\r\nint f() { return bad + worse; }"
	chain := []*lint.Rule{wordRule("test-bad", "bad", replaceBy("good")), wordRule("test-worse", "worse", replaceBy("bad"))}
	f := fixFolder(t, map[string]string{"a.cu": one, "b.cu": "int fine;\n"}, Options{}, chain...)
	wantFixed(t, "chain", f, map[string]string{"a.cu": "int good;\r\nint f() { return good + good; }"}, 4)
	if len(f.First.Findings) != 3 || len(f.Last.Findings) != 0 {
		t.Errorf("%d findings before, %d after", len(f.First.Findings), len(f.Last.Findings))
	}
	if a := f.Applied[3]; a.String() != "the fix of test-bad at a.cu:2" || a.Title != "write good" {
		t.Errorf("the last fix is %v, %q", &a, a.Title)
	}

	f = fixFolder(t, map[string]string{"a.cu": one}, Options{Filter: only("test-worse")}, chain...)
	wantFixed(t, "one rule", f, map[string]string{"a.cu": "int bad;\r\nint f() { return bad + bad; }"}, 1)
	if len(f.Last.Findings) != 3 {
		t.Errorf("one rule: %d findings remain", len(f.Last.Findings))
	}

	f = fixFolder(t, map[string]string{"a.cu": "int fine;\n"}, Options{}, chain...)
	wantFixed(t, "nothing", f, map[string]string{}, 0)
	if f.First != f.Last {
		t.Error("what has no fixes is checked twice")
	}
}

// TestFixTakesTheFirstAllowed: unsafe fixes are for those who ask, shown ones for none.
func TestFixTakesTheFirstAllowed(t *testing.T) {
	rule := wordRule("test-bad", "bad", func(p *lint.Pass, n ast.Node) []fixes.Fix {
		edit := func(text string) []fixes.Edit { return []fixes.Edit{p.Edit(n, text)} }
		all := []fixes.Fix{{Safety: fixes.Display, Edits: edit("shown")}, {Safety: fixes.Safe}, {Safety: fixes.Unsafe, Edits: edit("unsafe")}, {Safety: fixes.Safe, Edits: edit("safe")}}
		switch n.File().Source.Position(n.Span().Start).Line {
		case 1:
			return all
		case 2:
			return all[:3]
		case 3:
			return all[:2]
		}
		return nil
	})
	files := map[string]string{"a.cu": "int bad;\nint bad;\nint bad;\nint bad;\n"}
	f := fixFolder(t, files, Options{}, rule)
	wantFixed(t, "safe", f, map[string]string{"a.cu": "int safe;\nint bad;\nint bad;\nint bad;\n"}, 1)
	if f.Unsafe != 1 || f.Display != 1 {
		t.Errorf("%d unsafe, %d shown, want 1 and 1", f.Unsafe, f.Display)
	}
	f = fixFolder(t, files, Options{Unsafe: true}, rule)
	wantFixed(t, "unsafe", f, map[string]string{"a.cu": "int unsafe;\nint unsafe;\nint bad;\nint bad;\n"}, 2)
	if f.Unsafe != 0 || f.Display != 1 {
		t.Errorf("%d unsafe, %d shown, want 0 and 1", f.Unsafe, f.Display)
	}
}

// TestFixOverFiles: a fix of a header and its sources; the files it ties are a group.
func TestFixOverFiles(t *testing.T) {
	files := map[string]string{
		"a.cu": "#include \"sub/h.cuh\"\nint a() { return bad; }\n", "b.cu": "#include \"sub/h.cuh\"\nint b() { return bad; }\n",
		"sub/h.cuh": "int bad;\n", "c.cu": "int worse;\n", "d.cu": "int none;\n",
	}
	bad := &lint.Rule{Name: "test-bad", Severity: lint.Warning, Check: func(p *lint.CheckPass) error {
		for n := range p.Unit.File.Root().Descendants() {
			if n.Kind() == ast.Identifier && n.Text() == "bad" {
				p.Report(lint.Finding{Node: n, Message: "bad", Subject: &lint.Subject{Key: "bad"}})
			}
		}
		return nil
	}, Fix: func(p *lint.FixPass) ([]fixes.Fix, error) {
		var edits []fixes.Edit
		passes, all := p.Mentioning("bad")
		for _, pass := range passes {
			for _, file := range pass.Unit.Files {
				for n := range file.Root().Descendants() {
					if n.Kind() == ast.Identifier && n.Text() == "bad" {
						edits = append(edits, pass.Edit(n, "good"))
					}
				}
			}
		}
		slices.SortFunc(edits, func(a, b fixes.Edit) int { return strings.Compare(a.Path, b.Path) })
		edits = slices.Compact(edits)
		if !all {
			return nil, nil
		}
		return []fixes.Fix{{Title: "call it good", Edits: edits}}, nil
	}}
	f := fixFolder(t, files, Options{}, bad, wordRule("test-worse", "worse", replaceBy("fine")))
	wantFixed(t, "several files", f, map[string]string{
		"a.cu": "#include \"sub/h.cuh\"\nint a() { return good; }\n", "b.cu": "#include \"sub/h.cuh\"\nint b() { return good; }\n",
		"sub/h.cuh": "int good;\n", "c.cu": "int fine;\n",
	}, 3)
	var groups []string
	for _, g := range f.Groups() {
		var names []string
		for _, file := range g {
			names = append(names, file.Path)
		}
		groups = append(groups, strings.Join(names, " "))
	}
	if want := []string{"a.cu b.cu sub/h.cuh", "c.cu"}; !slices.Equal(groups, want) {
		t.Errorf("groups %q, want %q", groups, want)
	}

	// What another file would have to change for is left alone where it may not.
	f = fixFolder(t, files, Options{Only: "a.cu"}, bad, wordRule("test-worse", "worse", replaceBy("fine")))
	wantFixed(t, "only one file", f, map[string]string{}, 0)
}

// TestFixInConflict: the first by place wins; the other waits for the next round.
func TestFixInConflict(t *testing.T) {
	insert := func(text string) func(p *lint.Pass, n ast.Node) []fixes.Fix {
		return func(p *lint.Pass, n ast.Node) []fixes.Fix {
			at := n.Span()
			top := at
			top.Start, top.End = 0, 0
			return []fixes.Fix{{Edits: []fixes.Edit{p.EditSpan(n.File(), top, text+"\n"), p.Edit(n, "good")}}}
		}
	}
	rules := []*lint.Rule{wordRule("test-bad", "bad", insert("// bad")), wordRule("test-worse", "worse", insert("// worse"))}
	f := fixFolder(t, map[string]string{"a.cu": "int bad, worse;\nint bad;\n"}, Options{}, rules...)
	wantFixed(t, "conflict", f, map[string]string{"a.cu": "// worse\n// bad\nint good, good;\nint good;\n"}, 3)
	if len(f.Waited) != 1 || f.Waited[0].Fix.Rule != "test-worse" || f.Waited[0].With.Rule != "test-bad" {
		t.Errorf("waited: %+v", f.Waited)
	}
}

// TestFixWaitsForMany: fixes that all insert at one place take a round each, however many
// there are.
func TestFixWaitsForMany(t *testing.T) {
	release := wordRule("test-bad", "bad", func(p *lint.Pass, n ast.Node) []fixes.Fix {
		end := n.Span()
		end.Start = len(n.File().Source.Text)
		end.End = end.Start
		line := fmt.Sprintf("int end_%d;\n", n.File().Source.Position(n.Span().Start).Line)
		return []fixes.Fix{{Title: "end it", Edits: []fixes.Edit{p.Edit(n, "good"), p.EditSpan(n.File(), end, line)}}}
	})
	f := fixFolder(t, map[string]string{"a.cu": strings.Repeat("int bad;\n", 15)}, Options{}, release)
	want := strings.Repeat("int good;\n", 15)
	for i := range 15 {
		want += fmt.Sprintf("int end_%d;\n", i+1)
	}
	wantFixed(t, "many", f, map[string]string{"a.cu": want}, 15)
}

// TestFixIsTakenBack: whatever a rule offers, what is left is what parses, is mended and
// settles; other fixes of the file stay.
func TestFixIsTakenBack(t *testing.T) {
	good := wordRule("test-good", "odd", replaceBy("even"))
	then := func(first, second string) func(p *lint.Pass, n ast.Node) []fixes.Fix {
		return func(p *lint.Pass, n ast.Node) []fixes.Fix {
			return append(replaceBy(first)(p, n), replaceBy(second)(p, n)...)
		}
	}
	const report = " (this is a bug in cudalint; please report it)"
	for name, c := range map[string]struct {
		rules    []*lint.Rule
		text     string
		want     string
		applied  int
		problems []string
	}{
		"does not parse": {[]*lint.Rule{wordRule("test-bad", "bad", replaceBy("}{("))}, "int odd;\nint bad, odd;\n", "int even;\nint bad, even;\n", 2,
			[]string{"internal: a.cu:2: the fix of test-bad at a.cu:2 was taken back: it would leave source that does not parse" + report}},
		"parses worse": {[]*lint.Rule{wordRule("test-bad", "bad", replaceBy("}{("))}, "int odd;\nint f( { ;\nint bad, odd;\n", "int even;\nint f( { ;\nint bad, even;\n", 2,
			[]string{"syntax: a.cu:3: the fix of test-bad at a.cu:3 was taken back: a.cu does not parse as it is, and would parse worse"}},
		"does not mend": {[]*lint.Rule{wordRule("test-bad", "bad", replaceBy("bad /* good */"))}, "int odd;\nint bad;\n", "int even;\nint bad;\n", 1,
			[]string{"internal: a.cu:2: the fix of test-bad at a.cu:2 was taken back: its finding is still there" + report}},
		"mends by the second": {[]*lint.Rule{wordRule("test-bad", "bad", then("bad ", "good"))}, "int bad, odd;\n", "int good, even;\n", 2,
			[]string{"internal: a.cu:1: the fix of test-bad at a.cu:1 was taken back: its finding is still there"}},
		"changes nothing": {[]*lint.Rule{wordRule("test-bad", "bad", replaceBy("bad"))}, "int bad, odd;\n", "int bad, even;\n", 1,
			[]string{"internal: a.cu:1: the fix of test-bad at a.cu:1 was taken back: its finding is still there"}},
		"back and forth": {[]*lint.Rule{wordRule("test-bad", "bad", replaceBy("worse")), wordRule("test-worse", "worse", replaceBy("bad"))}, "int bad;\n", "int worse;\n", 1,
			[]string{"internal: a.cu:1: the fix of test-worse at a.cu:1 was taken back: it undoes what other fixes did"}},
		"outside the file": {[]*lint.Rule{wordRule("test-bad", "bad", func(p *lint.Pass, n ast.Node) []fixes.Fix {
			e := p.Edit(n, "good")
			e.End += 100
			return []fixes.Fix{{Edits: []fixes.Edit{e}}}
		})}, "int odd, bad;\n", "int even, bad;\n", 1,
			[]string{"internal: a.cu:1: the fix of test-bad at a.cu:1 was taken back: edit of a.cu: bytes 9 to 112 is outside the file"}},
		"of two places at once": {[]*lint.Rule{wordRule("test-bad", "bad", func(p *lint.Pass, n ast.Node) []fixes.Fix {
			return []fixes.Fix{{Edits: []fixes.Edit{p.Edit(n, "x"), p.Edit(n, "y")}}}
		})}, "int odd, bad;\n", "int even, bad;\n", 1,
			[]string{"internal: a.cu:1: the fix of test-bad at a.cu:1 was taken back: its edit of a.cu: bytes 9 to 12 cannot be made together with its others"}},
		"cannot be checked": {[]*lint.Rule{wordRule("test-bad", "bad", replaceBy("crash")), wordRule("test-crash", "crash", func(*lint.Pass, ast.Node) []fixes.Fix { panic("no") })},
			"int odd;\nint bad;\n", "int odd;\nint bad;\n", 0,
			[]string{"internal: a.cu:1: the fix of test-good at a.cu:1 was taken back: rule test-crash failed: no", "internal: a.cu:2: the fix of test-bad at a.cu:2 was taken back: rule test-crash failed: no"}},
		"without end": {[]*lint.Rule{wordRule("test-a0", "a0", replaceBy("a1")), wordRule("test-a1", "a1", replaceBy("a2")), wordRule("test-a2", "a2", replaceBy("a3")),
			wordRule("test-a3", "a3", replaceBy("a4")), wordRule("test-a4", "a4", replaceBy("a5")), wordRule("test-a5", "a5", replaceBy("a6")), wordRule("test-a6", "a6", replaceBy("a7")),
			wordRule("test-a7", "a7", replaceBy("a8")), wordRule("test-a8", "a8", replaceBy("a9")), wordRule("test-a9", "a9", replaceBy("a10")), wordRule("test-a10", "a10", replaceBy("a11"))},
			"int a0;\n", "int a10;\n", 10, []string{"internal: a.cu:1: there is more to fix after 10 rounds, such as this by test-a10"}},
	} {
		f := fixFolder(t, map[string]string{"a.cu": c.text}, Options{}, append(c.rules, good)...)
		want := map[string]string{"a.cu": c.want}
		if c.want == c.text {
			want = map[string]string{}
		}
		wantFixed(t, name, f, want, c.applied, c.problems...)
	}
}

// TestFixKnowsFindingsApart: a finding that stays is not taken for the one that was
// mended, though its fingerprint is the same or it moves to the same place.
func TestFixKnowsFindingsApart(t *testing.T) {
	mends := func(p *lint.Pass, n ast.Node) []fixes.Fix {
		if strings.HasPrefix(n.Enclosing(ast.FunctionDefinition).Text(), "int f(int") {
			return replaceBy("")(p, n)
		}
		return nil
	}
	f := fixFolder(t, map[string]string{"a.cu": "int f(int i) { return bad bad; }\nint f(float i) { return bad; }\n"}, Options{}, wordRule("test-bad", "bad", mends))
	if len(f.Problems) > 0 || len(f.Last.Findings) != 1 {
		t.Errorf("problems %v, findings %+v", f.Problems, f.Last.Findings)
	}
}

// TestFixOfTexts: what is given as text, or in the place of files, is what is fixed.
func TestFixOfTexts(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": "int other;\n", "h.cuh": "int other;\n"})
	texts := map[string][]byte{"a.cu": []byte("#include \"h.cuh\"\nint bad;\n"), "h.cuh": []byte("int bad;\n")}
	l := engine.New(engine.Options{Dir: dir, Rules: []*lint.Rule{wordRule("test-bad", "bad", replaceBy("good"))}, Texts: texts})
	f := Inputs(context.Background(), l, []discover.Input{{Path: "a.cu"}, {Path: "in.cu", Text: []byte("int bad;"), HasText: true}}, Options{})
	wantFixed(t, "texts", f, map[string]string{"a.cu": "#include \"h.cuh\"\nint good;\n", "h.cuh": "int good;\n", "in.cu": "int good;"}, 3)
	if string(f.Files[0].Before) != string(texts["a.cu"]) || string(texts["h.cuh"]) != "int bad;\n" {
		t.Errorf("the texts given are %q, that before is %q", texts, f.Files[0].Before)
	}
}

// TestFixOfAFileThatChanges: a fix made of another text than the file then has is not
// applied.
func TestFixOfAFileThatChanges(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": "int bad;\n", "b.cu": "int bad;\n"})
	bad := wordRule("test-bad", "bad", func(p *lint.Pass, n ast.Node) []fixes.Fix {
		if p.Unit.File.Source.Path == "a.cu" {
			if err := os.WriteFile(filepath.Join(dir, "a.cu"), []byte("int x; int bad;\n"), 0o666); err != nil {
				t.Error(err)
			}
		}
		return replaceBy("good")(p, n)
	})
	f := Inputs(context.Background(), engine.New(engine.Options{Dir: dir, Rules: []*lint.Rule{bad}}), []discover.Input{{Path: "a.cu"}, {Path: "b.cu"}}, Options{})
	wantFixed(t, "changed", f, map[string]string{"b.cu": "int good;\n"}, 1, "io: a.cu:1: a.cu is not fixed: the file changed while it was checked")
}

func TestInterruptedFixChangesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	rounds := 0
	stop := &lint.Rule{Name: "test-stop", Check: func(p *lint.CheckPass) error {
		if rounds++; rounds == 2 {
			cancel()
		}
		return nil
	}}
	dir := folder(t, map[string]string{"a.cu": "int bad;\n"})
	f := Inputs(ctx, engine.New(engine.Options{Dir: dir, Rules: []*lint.Rule{wordRule("test-bad", "bad", replaceBy("good")), stop}}), []discover.Input{{Path: "a.cu"}}, Options{})
	wantFixed(t, "interrupted", f, map[string]string{}, 0)
	if len(f.Last.Problems) != 1 || !strings.Contains(f.Last.Problems[0].Message, "interrupted") {
		t.Errorf("problems %v", f.Last.Problems)
	}
}

// only returns the filter that keeps the findings of one rule.
func only(rule string) engine.Filter {
	return func(*engine.Result) func(*lint.Diagnostic) bool {
		return func(d *lint.Diagnostic) bool { return d.Rule == rule }
	}
}

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
