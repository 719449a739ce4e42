package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// The facts of the test rule: where a function is defined, by its name, and how many are.
type (
	functionName string
	bodyCount    struct{}
)

var (
	bodyFacts  = lint.NewFact[functionName, string]()
	countFacts = lint.NewFact[bodyCount, int]()
)

// declared is a rule that reports each function that is declared and not defined, with the file
// of the definition that another unit has, and once for the program which units define any.
var declared = &lint.Rule{
	Name: "a-declared", Severity: lint.Info,
	Collect: &lint.Collector{Run: func(p *lint.CollectPass) error {
		for _, f := range p.Unit.Functions() {
			if f.Body.Valid() {
				bodyFacts.Export(p, functionName(f.Name), p.Place(f.Node).Path)
				countFacts.Export(p, bodyCount{}, 1)
			}
		}
		return nil
	}},
	Check: func(p *lint.CheckPass) error {
		for _, f := range p.Unit.Functions() {
			if !f.Body.Valid() && f.Node.Valid() {
				p.Report(lint.Finding{Node: f.Node, Function: f, Message: fmt.Sprint(f.Name, " ", bodyFacts.Of(p, functionName(f.Name)))})
			}
		}
		return nil
	},
	Program: func(p *lint.ProgramPass) error {
		var paths []string
		for _, unit := range countFacts.All(p, bodyCount{}) {
			paths = append(paths, unit.Path)
		}
		p.Report(lint.Diagnostic{Place: lint.Place{Path: "a.cu"}, Severity: lint.Error, Message: strings.Join(paths, " ")})
		return nil
	},
}

func inputs(texts ...string) []discover.Input {
	var out []discover.Input
	for i := 0; i < len(texts); i += 2 {
		out = append(out, discover.Input{Path: texts[i], Text: []byte(texts[i+1]), HasText: true})
	}
	return out
}

func messages(r *Result) string {
	var out []string
	for _, d := range r.Findings {
		out = append(out, fmt.Sprintf("%s:%d: %s: %s", d.Path, d.Start.Line, d.Severity, d.Message))
	}
	for _, p := range r.Problems {
		out = append(out, "problem: "+p.Message)
	}
	return strings.Join(out, "\n")
}

func TestFacts(t *testing.T) {
	files := inputs(
		"one/a.cu", "void f();\nvoid g();\nvoid a() {}\n",
		"one/b.cu", "void f() {}\n",
		"two/a.cu", "void f();\n",
		"two/b.cu", "void f() {}\n",
	)
	rest := inputs("one/c.cu", "void g() {}\nvoid h();\n")
	l := New(Options{Rules: []*lint.Rule{declared}, Context: rest})
	want := strings.Join([]string{
		"a.cu:0: error: one/a.cu one/b.cu two/b.cu one/c.cu",
		"one/a.cu:1: info: f [one/b.cu]",
		"one/a.cu:2: info: g [one/c.cu]",
		"two/a.cu:1: info: f [two/b.cu]",
	}, "\n")
	if got := messages(l.Check(context.Background(), files)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSharedCollector: rules with one Collector read the same facts, which are collected once for
// each unit.
func TestSharedCollector(t *testing.T) {
	collected := 0
	shared := &lint.Collector{Run: func(p *lint.CollectPass) error {
		collected++
		bodyFacts.Export(p, "who", p.Unit.File.Source.Path)
		return nil
	}}
	rule := func(name string) *lint.Rule {
		return &lint.Rule{Name: name, Severity: lint.Info, Collect: shared, Check: func(p *lint.CheckPass) error {
			p.Report(lint.Finding{Node: p.Unit.Variables[0].Node, Message: fmt.Sprint(bodyFacts.Of(p, "who"))})
			return nil
		}}
	}
	l := New(Options{Jobs: 1, Rules: []*lint.Rule{rule("a-rule"), rule("b-rule")}})
	want := strings.Join([]string{
		"a.cu:1: info: [b.cu]", "a.cu:1: info: [b.cu]",
		"b.cu:1: info: [a.cu]", "b.cu:1: info: [a.cu]",
	}, "\n")
	if got := messages(l.Check(context.Background(), inputs("a.cu", "int a;\n", "b.cu", "int b;\n"))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if collected != 2 {
		t.Errorf("collected %d times, want once a unit", collected)
	}
}

func TestProgramFailure(t *testing.T) {
	rule := &lint.Rule{Name: "a-rule", Check: func(*lint.CheckPass) error { return nil }, Program: func(*lint.ProgramPass) error { panic("broken") }}
	r := New(Options{Rules: []*lint.Rule{rule}}).Check(context.Background(), inputs("a.cu", "int a;\n"))
	if got := messages(r); !strings.HasPrefix(got, "problem: rule a-rule failed: broken (this is a bug") || !r.Problems[0].Fatal() {
		t.Errorf("got %s", got)
	}
}

// TestToolkit: the toolkit is the last one for the GPU unless one is asked for.
func TestToolkit(t *testing.T) {
	var got []string
	rule := &lint.Rule{Name: "a-rule", Check: func(p *lint.CheckPass) error { got = append(got, p.Target.CUDA); return nil }}
	for _, target := range []lint.Target{{}, {GPU: "sm_70"}, {GPU: "sm_35"}, {GPU: "sm_70", CUDA: "11.8"}} {
		r := New(Options{Rules: []*lint.Rule{rule}, Target: target, Jobs: 1}).Check(context.Background(), inputs("a.cu", "int a;\n"))
		got = append(got, r.Target.CUDA)
	}
	if want := "[13.0 13.0 12.9 12.9 11.8 11.8 11.8 11.8]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
