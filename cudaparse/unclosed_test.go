package cudaparse

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// outline writes the kinds of the nodes with their depth, and the text of names.
func outline(n ast.Node) string {
	var b strings.Builder
	b.WriteString(n.Kind().String())
	if n.Is(ast.Identifier) {
		b.WriteString(" " + n.Text())
	}
	if n.FirstChild().Valid() {
		b.WriteString("(")
		for c := range n.Children() {
			if c != n.FirstChild() {
				b.WriteString(", ")
			}
			if c.Parent() != n {
				b.WriteString("ANOTHER PARENT ")
			}
			b.WriteString(outline(c))
		}
		b.WriteString(")")
	}
	return b.String()
}

// A statement with an unclosed bracket is an error among statements that are as they would
// be without it.
func TestUnclosedStatements(t *testing.T) {
	const before, after = "__global__ void k(int *p, int n) {\n  p[0] = n;", "\n  p[1] = n;\n}\nvoid g() { k<<<1, 1>>>(0, 1); }\n"
	whole := outline(parseString(t, before+after).Root())
	for _, c := range []struct{ typed, inError string }{
		{"  p[n", "identifier p, identifier n"},
		{"  n += f(p, n / 2, table[threadIdx.x & 15", "identifier n, identifier f, identifier p, identifier n, identifier table, identifier threadIdx, identifier x"},
		{"  if (", "identifier if"},
		{"  ((((", ""},
		{"  if (n) {", "identifier if, identifier n"},
		{"  for ()", "identifier for"},
		{"  if (p[n] &&)", "identifier if, identifier p, identifier n"},
		{"  for (int i = 0; i < n)", "identifier for, identifier int, identifier i, identifier i, identifier n"},
	} {
		for _, where := range []string{"between", "first", "last"} {
			text := map[string]string{
				"between": before + "\n" + c.typed + after,
				"first":   strings.Replace(before+after, "{\n", "{\n"+c.typed+"\n", 1),
				"last":    strings.Replace(before+after, "\n}", "\n"+c.typed+"\n}", 1),
			}[where]
			f := parseString(t, text)
			if len(f.Errors) != 1 || f.Errors[0].Missing || f.Source.Slice(f.Errors[0].Span) != strings.TrimLeft(c.typed, " ") {
				t.Errorf("%q %s: the errors are %v", c.typed, where, f.Errors)
				continue
			}
			got := outline(f.Root())
			hole := "ERROR(" + c.inError + ")"
			if c.inError == "" {
				hole = "ERROR"
			}
			if !strings.Contains(got, hole) || strings.Replace(strings.Replace(got, hole+", ", "", 1), ", "+hole, "", 1) != whole {
				t.Errorf("%q %s: the tree is\n%s, want %s in\n%s", c.typed, where, got, hole, whole)
			}
			body := f.NodeAt(f.Errors[0].Span.Start).Enclosing(ast.CompoundStatement)
			if !body.HasError() || !f.Root().HasError() || find(f, ast.CallExpression, "k<<<1, 1>>>(0, 1)").HasError() {
				t.Errorf("%q %s: it is not said where the error is", c.typed, where)
			}
			for n := range f.Root().Descendants() {
				if n.FirstChild().Valid() && n.FirstChild().Index() != n.Index()+1 || n.Next().Valid() && n.Next().Index() != n.End() {
					t.Fatalf("%q %s: node %d is not in preorder", c.typed, where, n.Index())
				}
			}
		}
	}
}

// Files that are one error are left to the parser.
func TestTooManyUnclosed(t *testing.T) {
	text := strings.Repeat("void f() { g( }\n", 1000)
	f, err := Parse(context.Background(), source.NewFile("a.cu", []byte(text)))
	if err != nil || len(f.Errors) < 100 {
		t.Errorf("%d errors, %v", len(f.Errors), err)
	}
}
