package body

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Shorten cuts a text for a message.
func Shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		return ""
	}
	return text
}

// SpelledCall returns the call as the source spells it: the one among the arguments
// of the macro that it was expanded from, else the macro's invocation.
func SpelledCall(n ast.Node) ast.Node {
	origin := n.Origin()
	if origin == n {
		return n
	}
	text := strings.Join(strings.Fields(n.Text()), "")
	for m := range origin.Descendants() {
		if m.Is(ast.CallExpression) && CalleeName(m) == CalleeName(n) && (strings.Join(strings.Fields(m.Text()), "") == text || m != origin) {
			return m
		}
	}
	return origin
}

// Line returns the line of a node in the source, 1 for the first; 0 for no node.
func Line(n ast.Node) int {
	n = n.Origin()
	if !n.Valid() {
		return 0
	}
	return n.File().Source.Position(n.Span().Start).Line
}

// WithoutSpace returns a text without its white space.
func WithoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }

// LastPart returns the last part of a qualified name.
func LastPart(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == ':' {
			return name[i+1:]
		}
	}
	return name
}

// Within reports whether a node is another one or stands in it.
func Within(outer, n ast.Node) bool {
	return n.File() == outer.File() && outer.Index() <= n.Index() && n.Index() < outer.End()
}

// NamesAny reports whether a node names one of some variables.
func NamesAny(n ast.Node, names map[string]bool) bool {
	for m := range n.Descendants() {
		if m.Is(ast.Identifier, ast.TypeIdentifier) && names[m.Text()] {
			return true
		}
	}
	return false
}

// LastLine returns the line that a node ends on.
func LastLine(n ast.Node) int {
	return n.File().Source.Position(max(n.Span().End-1, 0)).Line
}

// Nested reports whether a return is not simply the last statement of the body,
// but one that is taken early or comes from a macro.
func Nested(n, function ast.Node) bool {
	if n.Origin() != n {
		return true
	}
	for p := n.Parent(); p.Valid() && p != function; p = p.Parent() {
		if !p.Is(ast.CompoundStatement, ast.TryStatement, ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElse, ast.LabeledStatement) {
			return true
		}
	}
	return false
}

// CalleeName returns the plain name of what a call calls, "" where it has none.
func CalleeName(call ast.Node) string {
	n := call.Child(ast.FieldFunction)
	for range 20 {
		n = n.LastName()
		switch n.Kind() {
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
		case ast.FieldExpression:
			n = n.Child(ast.FieldField)
		case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.PrimitiveType:
			return n.Text()
		default:
			return ""
		}
	}
	return ""
}

// Arguments returns the arguments of a call.
func Arguments(call ast.Node) []ast.Node {
	var out []ast.Node
	for c := range call.Child(ast.FieldArguments).Children() {
		out = append(out, sema.Argument(c))
	}
	return out
}
