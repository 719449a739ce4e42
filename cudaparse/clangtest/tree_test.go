package clangtest

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A found keeps the names of callees and functions: those of macros are no calls, and
// a function that a macro heads has another name.
type found struct {
	places
	name map[place]string
}

// treeOf returns the tree that cudalint's rules see of a file. includeDirs are where
// its headers are; today no tree depends on them.
func treeOf(t text, includeDirs []string) (*ast.File, error) {
	return cudaparse.Parse(context.Background(), t.File)
}

// readTree returns the constructs in cudalint's tree of a text.
func readTree(t text, includeDirs []string) (found, error) {
	out := found{newPlaces(), map[place]string{}}
	tree, err := treeOf(t, includeDirs)
	if err != nil {
		return out, err
	}
	note := func(c construct, offset int, want byte) (place, bool) {
		p := t.Position(offset)
		at := place{p.Line, p.Column}
		b := t.at(at)
		if b == 0 || want != 0 && b != want {
			return at, false
		}
		out.places[c][at] = true
		return at, true
	}
	for n := range tree.Root().Descendants() {
		switch n.Kind() {
		case ast.FunctionDefinition, ast.LambdaExpression:
			b := bodyOf(n)
			if !b.Valid() {
				break
			}
			note(body, b.Span().End-1, '}')
			if name := functionName(n); name.Valid() && n.Is(ast.FunctionDefinition) {
				if at, ok := note(function, name.Span().Start, 0); ok {
					out.name[at] = name.Text()
				}
			}
		case ast.CallExpression:
			if at, ok := note(call, n.Span().End-1, ')'); ok {
				callee := n.Child(ast.FieldFunction)
				if callee.Is(ast.FieldExpression) {
					callee = callee.Child(ast.FieldField)
				}
				out.name[at] = callee.LastName().Text()
			}
		case ast.SubscriptExpression:
			note(subscript, n.Span().End-1, ']')
		}
	}
	return out, nil
}

// bodyOf returns the block of a function or lambda, which may be a try block.
func bodyOf(n ast.Node) ast.Node {
	if b := n.Child(ast.FieldBody); b.Valid() {
		return b
	}
	return n.ChildOf(ast.TryStatement, ast.CompoundStatement)
}

// functionName returns the name in the declarator of a definition.
func functionName(n ast.Node) ast.Node {
	d := n.Child(ast.FieldDeclarator)
	for d.Valid() {
		inner := d.Child(ast.FieldDeclarator)
		switch d.Kind() {
		case ast.FunctionDeclarator, ast.PointerDeclarator, ast.ArrayDeclarator:
		case ast.ReferenceDeclarator, ast.ParenthesizedDeclarator, ast.AttributedDeclarator:
			if !inner.Valid() {
				inner = d.FirstChild()
			}
		default:
			return d.LastName()
		}
		d = inner
	}
	return d
}
