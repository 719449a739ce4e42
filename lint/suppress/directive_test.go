package suppress

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// parsed returns the tree of a text.
func parsed(t testing.TB, text string) *ast.File {
	t.Helper()
	file, err := cudaparse.Parse(context.Background(), source.NewFile("a.cu", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func alive(int) bool { return false }

// spell writes a directive as its kind, its list and what is wrong with it.
func spell(d Directive) string {
	s := string(d.Kind)
	if d.Listed {
		var names []string
		for _, n := range d.Names {
			names = append(names, n.Text)
		}
		s += "(" + strings.Join(names, "|") + ")"
	}
	if d.Reason != "" {
		s += " " + d.Reason
	}
	if d.Flaw != "" {
		s += " !"
	}
	return s
}

func TestParseDirectives(t *testing.T) {
	for _, c := range []struct{ comment, want string }{
		{"// NOLINT", "NOLINT"},
		{"//NOLINT", "NOLINT"},
		{"/* NOLINT */", "NOLINT"},
		{"// nolint", ""},
		{"// why NOLINT: it is", "NOLINT"},
		{"// NOLINT(a-b,c-d)", "NOLINT(a-b|c-d)"},
		{"// NOLINT( a-b ,\t c-* , -c-e )", "NOLINT(a-b|c-*|-c-e)"},
		{"// NOLINT()", "NOLINT()"},
		{"// NOLINT (a-b)", "NOLINT"},
		{"// NOLINT(a-b", "NOLINT"},
		{"/* NOLINT(a-b\n) */", "NOLINT"},
		{"// NOLINT(*)", "NOLINT(*)"},
		{"// NOLINTNEXTLINE(a-b)", "NOLINTNEXTLINE(a-b)"},
		{"// NOLINTBEGIN NOLINTEND", "NOLINTBEGIN;NOLINTEND"},
		{"// NOLINTNEXTLINES NOLINT_X XNOLINT NOLINT2", ""},
		{"// NOLINT(a-b) NOLINT(c-d)", "NOLINT(a-b);NOLINT(c-d)"},
		{"// cudalint: ignore[a-b] why", "ignore(a-b) why"},
		{"//cudalint:ignore[a-b,c-d]", "ignore(a-b|c-d)"},
		{"// cudalint: ignore [a-b,]", "ignore(a-b)"},
		{"// cudalint: ignore", "ignore"},
		{"/* cudalint: ignore[a-b] why */", "ignore(a-b) why"},
		{"/*\n * cudalint: ignore[a-b] why\n * more\n */", "ignore(a-b) why"},
		{"/// cudalint: ignore[a-b]", "ignore(a-b)"},
		{"// text // cudalint: ignore[a-b] why // more", "ignore(a-b) why"},
		{"// NOLINT(x-y) cudalint: ignore[a-b]", "NOLINT(x-y);ignore(a-b)"},
		{"// cudalint: ignore-file[a-b] why", "ignore-file(a-b) why"},
		{"// use cudalint: ignore[a-b]", ""},
		{"// `// cudalint: ignore[a-b]`", ""},
		{"// http://cudalint: ignore[a-b]", ""},
		{"// cudalint: it is so", ""},
		{"// cudalint: ignored here", "ignored here !"},
		{"// cudalint: ignroe[a-b]", "ignroe(a-b) !"},
		{"// cudalint: disable a-b", "disable a-b !"},
		{"// cudalint: ignore[]", "ignore() !"},
		{"// cudalint: ignore(a-b)", "ignore (a-b) !"},
		{"// cudalint: ignore[a-b", "ignore [a-b !"},
		{"// a \\\n cudalint: ignore[a-b]", "ignore(a-b)"},
		{"// cudalint: ignore[a-b] why\r", "ignore(a-b) why"},
		{"//", ""},
	} {
		var got []string
		for _, d := range Parse([]byte(c.comment), source.Span{End: len(c.comment)}) {
			if d.Span.Start < 0 || d.Span.End > len(c.comment) || d.Span.Len() <= 0 {
				t.Errorf("%q: %v", c.comment, d.Span)
			}
			got = append(got, spell(d))
		}
		if got := strings.Join(got, ";"); got != c.want {
			t.Errorf("%q: %q, want %q", c.comment, got, c.want)
		}
	}
}

// TestDirectivesCover: each directive covers, of the lines that begin with a number, those
// whose number stands after => in it.
func TestDirectivesCover(t *testing.T) {
	for _, text := range []string{
		"1; // NOLINT(=>1)\n2;\n",
		"1;\n// NOLINT(=>)\n2;\n",
		"1; // NOLINTNEXTLINE(=>2)\n2;\n3;",
		"// NOLINTNEXTLINE(=>)\n\n2;\n",
		"1; // NOLINTNEXTLINE(=>)",
		"1;\n/* NOLINTBEGIN(=>2,3) */\n2;\n3; /* NOLINTEND(=>2,3) */\n4;\n",
		"/* NOLINTBEGIN(=>1,2,3) */\n1;\n/* NOLINTBEGIN(x=>2) */ \n2; \n/* NOLINTEND(x=>2) */\n3;\n/* NOLINTEND(=>1,2,3) */\n4;",
		"1; // cudalint: ignore[=>1]\n2;\n",
		"1;\n// cudalint: ignore[=>2]\n2;\n3;\n",
		"1;\n// cudalint: ignore[=>2]\n\n  // more\n/* and\n more */\n#pragma unroll\n#if A // b\n 2;\n3;\n#endif\n",
		"// cudalint: ignore[=>1]\n#define A /* b */ \\\n  5\n1;\n2;",
		"// cudalint: ignore[=>1]\n#define A \\\n\n1;\n2;",
		"// cudalint: ignore[=>1]\r\n#define A 5 \\\r\n\r\n1;\r\n2;",
		"// cudalint: ignore[=>1]\n#define A /* b\n*/ 5\n1;\n2;",
		"// cudalint: ignore[=>1]\n#define A 5 /* b\n*/\n1;\n2;",
		"// cudalint: ignore[=>1]\n#define A \"/*\" // '\n1;\n2;",
		"/* cudalint: ignore[=>1] */ 1;\n2;\n",
		"1; /* cudalint: ignore[=>1] */ /* b */ // c\n2;\n",
		"1; /* a */ /* cudalint: ignore[=>1]\n */\n2;\n",
		"// cudalint: ignore[=>1,2]\n1 +\n2;\n3;\n",
		"1 + // cudalint: ignore[=>1]\n2;\n3;\n",
		"0;\n1 +\n2; // cudalint: ignore[=>1,2]\n3;\n",
		"for (;;) {\n1;\n} // cudalint: ignore[=>]\n2;\n",
		"// cudalint: ignore[=>]\nfor (;;)\n{\n1;\n}\n2;\n",
		"auto f = [] {\n1;\n}; // cudalint: ignore[=>]\n2;\n",
		"// cudalint: ignore[=>1]\r\n1;\r\n2;\r\n",
		"1; // cudalint: ignore[=>1]\r\n2;\r\n",
	} {
		body := "void f() {\n" + text + "\n}\n"
		found, _ := Of(parsed(t, body), alive)
		if len(found) == 0 {
			t.Errorf("%q has no directive", text)
		}
		for _, d := range found {
			_, want, _ := strings.Cut(body[d.Span.Start:d.Span.End-1], "=>")
			var got []string
			at := 0
			for _, line := range strings.SplitAfter(body, "\n") {
				code := strings.TrimLeft(strings.TrimPrefix(line, "/* cudalint: ignore[=>1] */"), " ")
				if code != "" && '0' <= code[0] && code[0] <= '9' && d.Covers.Contains(at+len(line)-len(code)) {
					got = append(got, code[:1])
				}
				at += len(line)
			}
			if strings.Join(got, ",") != want {
				t.Errorf("%q: %s covers %q", text, body[d.Span.Start:d.Span.End], got)
			}
		}
	}
}

func TestIgnoreFileIsFirst(t *testing.T) {
	for text, want := range map[string]string{
		"// cudalint: ignore-file[a-b]\nint a;\n":                                                  "ignore-file(a-b)",
		"\xef\xbb\xbf// Licence\n\n/* cudalint: ignore-file */\n":                                  "ignore-file",
		"#pragma once\n#include <a.h> // b\n#ifndef A\n#define A\n// cudalint: ignore-file[a-b]\n": "ignore-file(a-b)",
		"int a; // cudalint: ignore-file[a-b]\n":                                                   "ignore-file(a-b) !",
		"int a;\n// cudalint: ignore-file[a-b]\n":                                                  "ignore-file(a-b) !",
	} {
		found, _ := Of(parsed(t, text), alive)
		if len(found) != 1 || spell(found[0]) != want {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// TestBlocksMatch: of a sequence of begins and ends, each with its list, those that match.
func TestBlocksMatch(t *testing.T) {
	for sequence, want := range map[string]string{
		"(a )a":             "a",
		"(a (b )b )a":       "b a",
		"(a (b )a )b":       "b", // )a comes while b is open
		"(a":                "",
		")a":                "",
		"(a (a )a )a":       "a a",
		"(a )a )a (a":       "a",
		"(a )b )a":          "a",
		"( )":               "-",
		"( )a":              "",
		"(a,b )a,b (a )a,b": "a,b",
	} {
		var text strings.Builder
		for _, token := range strings.Fields(sequence) {
			kind := map[byte]string{'(': "BEGIN", ')': "END"}[token[0]]
			if list := token[1:]; list != "" {
				kind += "( " + list + ")"
			}
			fmt.Fprintf(&text, "// NOLINT%s\n", kind)
		}
		var got []string
		found, _ := Of(parsed(t, text.String()), alive)
		for _, d := range found {
			if d.Kind != NoLintBegin || d.Flaw != "" {
				continue
			}
			var names []string
			for _, n := range d.Names {
				names = append(names, n.Text)
			}
			if !d.Listed {
				names = []string{"-"}
			}
			got = append(got, strings.Join(names, ","))
		}
		slices.Sort(got)
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: %q, want %q", sequence, got, wanted)
		}
	}
}

func TestMatchGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a-b", "a-b", true}, {"a-b", "a-bc", false}, {"a-*", "a-b", true}, {"a*", "a", true}, {"*", "", true},
		{"*-b", "a-b", true}, {"*b*", "abc", true}, {"a*b*c", "a-b-c", true}, {"a*b*c", "a-c", false},
		{"ab*ba", "aba", false}, {"", "a", false}, {"a.b", "a-b", false}, {"**", "x", true}, {"*x*y*x", "xyx", true},
	} {
		if got := matchGlob(c.pattern, c.name); got != c.want {
			t.Errorf("%q and %q: %v", c.pattern, c.name, got)
		}
	}
}

// FuzzDirectives: reading directives is total, and they lie in comments, in order.
func FuzzDirectives(f *testing.F) {
	f.Add("// cudalint: ignore[a-b] why\nint a; /* NOLINT(x) NOLINTBEGIN */\n// NOLINTEND")
	f.Add("#if 0\n// NOLINT\n#endif\nvoid f() { g(1, // cudalint: ignore\n 2); // cudalint: ignore[all]\n}")
	f.Add("// \\\n NOLINT(\\\n)\r\n#define A \\\n /* cudalint:ignore-file")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := cudaparse.Parse(context.Background(), source.NewFile("a.cu", []byte(text)))
		if err != nil {
			t.Skip()
		}
		last := -1
		found, _ := Of(file, alive)
		for _, d := range found {
			if d.Span.Start < last || d.Span.Start < d.Comment.Start || d.Span.End > d.Comment.End || d.Span.Len() <= 0 {
				t.Errorf("%q: %+v", text, d)
			}
			if d.Covers.Start < 0 || d.Covers.End > len(text)+1 || d.Covers.Len() < 0 || d.Flaw != "" && d.Covers.Len() > 0 {
				t.Errorf("%q covers %v", text, d.Covers)
			}
			for _, n := range d.Names {
				if text[n.Span.Start:n.Span.End] != n.Text {
					t.Errorf("%q: %+v", text, n)
				}
			}
			last = d.Span.Start
		}
	})
}

// TestManyDirectives: the time to read directives and to apply them is bounded by the size
// of the file, whatever it holds.
func TestManyDirectives(t *testing.T) {
	const n = 40_000
	repeat := func(s string) string { return strings.Repeat(s, n) }
	for name, text := range map[string]string{
		"lines":            repeat("// NOLINT(a-rule)\n"),
		"alone":            repeat("// cudalint: ignore[a-rule]\n") + "void f() { bad(1); }\n",
		"one line":         "void f() { bad(1); } " + repeat("/* cudalint: ignore */"),
		"nested":           repeat("// NOLINTBEGIN(a-rule)\n") + "void f() { bad(1); }\n" + repeat("// NOLINTEND(a-rule)\n"),
		"begins":           repeat("// NOLINTBEGIN(a-rule)\n"),
		"one comment":      "// " + repeat("NOLINT("),
		"own, one comment": "// " + repeat("cudalint: ignore[a-rule] // "),
		"own, no bracket":  "// " + repeat("cudalint: ignore["),
		"long list":        "// cudalint: ignore[" + repeat("a-rule,") + "]",
		"stars":            "// NOLINT(" + repeat("*a*") + ")",
		"findings":         "void f() {\n" + strings.Repeat("bad(1); // NOLINT(a-rule)\n", n/10) + "}\n",
	} {
		t.Run(name, func(t *testing.T) {
			file := parsed(t, text)
			start := time.Now()
			found, _ := Of(file, alive)
			s := NewSet([]string{"a-rule"}, func(string, bool, []string) bool { return true }, []File{{Path: "a.cu", Directives: found}})
			var at []Hit
			for i := range file.Len() {
				if n := file.At(i); n.Kind() == ast.CallExpression {
					at = append(at, Hit{"a-rule", "a.cu", n.Span().Start})
				}
			}
			s.Match(at)
			s.Unused(func(string) bool { return true })
			// It takes some 0.1 s; what grows with the square would take minutes.
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%d directives took %v", len(found), took)
			}
		})
	}
}

// TestDirectivesAreBounded: those beyond the limit do nothing, and it is told where they begin.
func TestDirectivesAreBounded(t *testing.T) {
	const line = "int x; // NOLINT(constant-overflow)\n" // a directive and a name
	text := strings.Repeat(line, Max/2+10)
	found, beyond := Of(parsed(t, text), func(int) bool { return false })
	if want := Max/2*len(line) + strings.Index(line, "NOLINT"); len(found) != Max/2 || beyond != want {
		t.Errorf("%d directives, the rest from %d on; want %d, %d", len(found), beyond, Max/2, want)
	}
	if found, beyond := Of(parsed(t, line), func(int) bool { return false }); len(found) != 1 || beyond != -1 {
		t.Errorf("one line: %d directives, %d", len(found), beyond)
	}
}
