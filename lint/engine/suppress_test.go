package engine

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// badCalls reports each call of bad.
func badCalls(name string) *lint.Rule {
	return &lint.Rule{Name: name, Severity: lint.Warning, Check: func(pass *lint.CheckPass) error {
		for _, call := range pass.Unit.Calls("bad") {
			pass.Report(lint.Finding{Node: call, Message: "bad"})
		}
		return nil
	}}
}

// TestRandomDirectives places directives at random and compares what is suppressed with
// what the lines of the text say.
func TestRandomDirectives(t *testing.T) {
	rules := []*lint.Rule{badCalls("one-rule"), badCalls("two-rules")}
	linter := New(Options{Rules: rules, Jobs: 1})
	random := rand.New(rand.NewSource(1))
	pick := func(of ...string) string { return of[random.Intn(len(of))] }
	for round := range 300 {
		lines := []string{"void f() {"}
		want := map[string]bool{} // rule and line that are suppressed
		bad := map[int]bool{}
		suppress := func(list string, line int) {
			for _, r := range rules {
				switch list {
				case "", "(*)", "[all]", "(" + r.Name + ")", "[" + r.Name + "]", "(" + r.Name[:3] + "*)", "[" + r.Name[:3] + "]":
					want[fmt.Sprint(r.Name, line)] = true
				}
			}
		}
		open, openList := false, ""
		var waiting []string // lists for the next line of code
		var next []string    // lists for the next line
		for range 3 + random.Intn(20) {
			line := len(lines) + 1
			now := next
			next = nil
			cpp := pick("", "(*)", "(one-rule)", "(two*)", "(bugprone-*)", "()")
			own := pick("", "[all]", "[one-rule]", "[two]", "[texture]")
			text := pick("bad(1);", "good();", "", "// text")
			code := text == "bad(1);" || text == "good();"
			bad[line] = text == "bad(1);"
			comment := ""
			switch kind := random.Intn(8); {
			case kind == 0:
				comment = "// NOLINT" + cpp
				suppress(cpp, line)
			case kind == 1:
				comment = "/* NOLINTNEXTLINE" + cpp + " */"
				next = append(next, cpp)
			case kind == 2 && text != "// text":
				comment = "// cudalint: ignore" + own + " why"
				if code {
					suppress(own, line)
				} else {
					waiting = append(waiting, own)
				}
			case kind == 3 && !open:
				comment, open, openList = "// NOLINTBEGIN"+cpp, true, cpp
			case kind == 4 && open:
				comment, open = "// NOLINTEND"+openList, false
				if code {
					suppress(openList, line)
				}
			}
			for _, list := range now {
				suppress(list, line)
			}
			if code {
				for _, list := range waiting {
					suppress(list, line)
				}
				waiting = nil
			}
			if open && !strings.Contains(comment, "BEGIN") {
				suppress(openList, line)
			}
			lines = append(lines, text+" "+comment)
		}
		if open {
			lines = append(lines, "// NOLINTEND"+openList)
		}
		lines = append(lines, "}")
		text := []byte(strings.Join(lines, "\n"))
		if round%2 == 1 {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		result := linter.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: text, HasText: true}})
		for _, d := range result.Findings {
			if want[fmt.Sprint(d.Rule, d.Start.Line)] {
				t.Errorf("%s at line %d is not suppressed in\n%s", d.Rule, d.Start.Line, text)
			}
		}
		for _, d := range result.Suppressed {
			if !want[fmt.Sprint(d.Rule, d.Start.Line)] {
				t.Errorf("%s at line %d is suppressed by %s in\n%s", d.Rule, d.Start.Line, text[d.Directive.Span.Start:d.Directive.Span.End], text)
			}
		}
		calls := 0
		for _, is := range bad {
			if is {
				calls++
			}
		}
		if n := len(result.Findings) + len(result.Suppressed); n != calls*len(rules) {
			t.Errorf("%d findings, %d calls:\n%s", n, calls, text)
		}
		if t.Failed() {
			return
		}
	}
}
