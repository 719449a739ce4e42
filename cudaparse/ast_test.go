package cudaparse

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// The accessors are tested on parsed trees: package ast cannot make one.

func find(f *ast.File, kind ast.Kind, text string) ast.Node {
	for n := range f.Root().Descendants() {
		if n.Is(kind) && (text == "" || n.Text() == text) {
			return n
		}
	}
	return ast.Node{}
}

func TestNodeAccessors(t *testing.T) {
	f := parseString(t, "__global__ void k(int *p, int n) {\n  // comment\n  p[n] = f(1, n + 2);\n}\nint g;\n")
	call := find(f, ast.CallExpression, "f(1, n + 2)")
	if call.Child(ast.FieldFunction).Text() != "f" || call.Field() != ast.FieldRight || call.File() != f || !call.Valid() {
		t.Errorf("call: %q as %v", call.Text(), call.Field())
	}
	arguments := call.Child(ast.FieldArguments)
	if arguments.ChildCount() != 2 || arguments.ChildOf(ast.BinaryExpression).Op() != ast.Add {
		t.Errorf("arguments %q", arguments.Text())
	}
	var kinds []ast.Kind
	for c := range arguments.Children() {
		kinds = append(kinds, c.Kind())
	}
	if len(kinds) != 2 || kinds[0] != ast.NumberLiteral || kinds[1] != ast.BinaryExpression {
		t.Errorf("children %v", kinds)
	}
	if p := call.Enclosing(ast.FunctionDefinition); p.Qualifiers() != ast.Global || p.Parent() != f.Root() {
		t.Errorf("enclosing function %q", p.Text())
	}
	if next := call.Enclosing(ast.FunctionDefinition).Next(); next.Text() != "int g;" || next.Next().Valid() {
		t.Errorf("next %q", next.Text())
	}
	if call.Enclosing(ast.ForStatement).Valid() || f.Root().Parent().Valid() {
		t.Error("a node above that is not there")
	}
	if len(f.Comments) != 1 || f.Source.Slice(f.Comments[0]) != "// comment" {
		t.Errorf("comments %v", f.Comments)
	}
	if f.At(call.Index()) != call || call.End() <= call.Index() || f.Root().End() != f.Len() {
		t.Error("index of a node")
	}
	count := 0
	for n := range call.Descendants() {
		if n.Index() < call.Index() || n.Index() >= call.End() {
			t.Errorf("%q is not in the subtree", n.Text())
		}
		count++
	}
	if count != call.End()-call.Index() {
		t.Errorf("%d descendants, want %d", count, call.End()-call.Index())
	}
	for range f.Root().Descendants() {
		break // stopping early must be allowed
	}
	for range f.Root().ChildrenWith(ast.NoField) {
		break
	}
}

func TestZeroNode(t *testing.T) {
	var n ast.Node
	if n.Valid() || n.Kind() != ast.None || n.Is(ast.Error) || n.Text() != "" || n.Span().Len() != 0 || n.Op() != ast.OpNone ||
		n.Qualifiers() != 0 || n.Field() != ast.NoField || n.HasError() || n.Missing() || n.Parent().Valid() ||
		n.FirstChild().Valid() || n.Next().Valid() || n.Child(ast.FieldBody).Valid() || n.ChildOf(ast.Error).Valid() ||
		n.ChildCount() != 0 || n.End() != 0 || n.Enclosing(ast.Error).Valid() || n.Origin().Valid() {
		t.Error("the zero node is something")
	}
	for range n.Children() {
		t.Error("the zero node has children")
	}
	for range n.Descendants() {
		t.Error("the zero node has descendants")
	}
}

func TestSyntaxErrors(t *testing.T) {
	f := parseRaw(t, "int a\nint f( { return 1; }\n")
	if len(f.Errors) == 0 || !f.Root().HasError() {
		t.Fatalf("errors %v", f.Errors)
	}
	f = parseRaw(t, "int f() {\n  return 1\n}\n")
	if len(f.Errors) != 1 || !f.Errors[0].Missing || f.Errors[0].Span.Len() != 0 || at(f, f.Errors[0].Span.Start) != "2:11" {
		t.Errorf("missing semicolon: %v at %s", f.Errors, at(f, f.Errors[0].Span.Start))
	}
}

func TestOperators(t *testing.T) {
	for _, c := range []struct {
		text string
		kind ast.Kind
		op   ast.Op
	}{
		{"a + b", ast.BinaryExpression, ast.Add}, {"a <=> b", ast.BinaryExpression, ast.ThreeWay},
		{"a and b", ast.BinaryExpression, ast.LogicalAnd}, {"a >>= b", ast.AssignmentExpression, ast.ShrAssign},
		{"a = b", ast.AssignmentExpression, ast.Assign}, {"-a", ast.UnaryExpression, ast.Sub}, {"!a", ast.UnaryExpression, ast.Not},
		{"~a", ast.UnaryExpression, ast.Complement}, {"*a", ast.PointerExpression, ast.Mul}, {"&a", ast.PointerExpression, ast.And},
		{"a++", ast.UpdateExpression, ast.Increment}, {"--a", ast.UpdateExpression, ast.Decrement},
		{"a.b", ast.FieldExpression, ast.Dot}, {"a->b", ast.FieldExpression, ast.Arrow},
	} {
		f := parseString(t, "void f() { x("+c.text+"); }")
		if n := find(f, c.kind, c.text); n.Op() != c.op {
			t.Errorf("%s: %v", c.text, n.Op())
		}
	}
	if ast.ShlAssign.Binary() != ast.Shl || ast.Add.Binary() != ast.OpNone {
		t.Error("the operator of a compound assignment")
	}
}
