package cfg

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// TestExpand has a macro that is a statement take part in the graph, here with
// the body of another function for its expansion.
func TestExpand(t *testing.T) {
	expansion := function(t, "void m() { if (x) return; }").Child(ast.FieldBody)
	expand := func(n ast.Node) (ast.Node, bool) {
		return expansion, strings.HasPrefix(n.Text(), "CHECK")
	}
	body := function(t, "void f() { CHECK(a()); b(); }")
	g := New(body, Options{Expand: expand})
	const want = `0 entry: {x} -true> 1 -false> 2
1: {return;} -return> 3
2: {b();} -next> 3
3 exit:
`
	if got := g.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if b := g.BlockOf(body.Child(ast.FieldBody).FirstChild()); b != g.Entry {
		t.Errorf("the invocation is in block %v", b)
	}
	if b := g.BlockOf(expansion.FirstChild().Child(ast.FieldConsequence)); b == nil || b.Index != 1 {
		t.Errorf("the return of the expansion is in block %v", b)
	}
}
