package parameter

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// capture makes a lambda expression capture a parameter of the function around it, and reports
// whether that is possible.
func (t *threader) capture(g *group, lambda ast.Node, s site) bool {
	captures := lambda.Child(ast.FieldCaptures)
	if captures.ChildOf(ast.LambdaDefaultCapture).Valid() {
		return true
	}
	if !captures.FirstChild().Valid() && !keepsType(lambda) {
		return false
	}
	l := &list{kind: captureList, file: captures.File(), open: captures.Span().Start, close: captures.Span().End - 1}
	text := l.file.Source.Text
	l.items = splitList(text, preproc.LexAt(text, l.open+1, max(l.close, l.open+1), preproc.Operators))
	t.add(l, g, s)
	return true
}

const noCapture = "a lambda expression without captures becomes a pointer to a function"

// keepsType reports whether a lambda expression may get captures where it stands: with captures it
// no longer converts to a pointer to a function.
func keepsType(lambda ast.Node) bool {
	p := lambda.Parent()
	for p.Kind() == ast.ParenthesizedExpression {
		p = p.Parent()
	}
	switch p.Kind() {
	case ast.InitDeclarator:
		return p.Parent().Child(ast.FieldType).Kind() == ast.PlaceholderTypeSpecifier
	case ast.CallExpression, ast.ArgumentList, ast.ReturnStatement, ast.LambdaCaptureInitializer:
		return true
	}
	return false
}

// lambdas captures a value in the lambda expressions of a function that use it themselves.
func (t *threader) lambdas(g *group, u *sema.Unit, f *sema.Function, need int) {
	if !f.Body.Valid() || !written(f.Body) {
		return
	}
	for n := range f.Body.Descendants() {
		if n.Kind() == ast.LambdaExpression && written(n) && !dead(u, n) && t.uses(u, n, t.needs[need].Name) && !t.capture(g, n, site{u: u, caller: g, at: n, used: need}) {
			t.fail(need, n, noCapture)
		}
	}
}

// uses reports whether an expression, or a macro that it invokes, names a value.
func (t *threader) uses(u *sema.Unit, expression ast.Node, name string) bool {
	for n := range expression.Descendants() {
		switch {
		case n.Kind() == ast.Identifier && n.Text() == name:
			if u.LocalAt(n, name) == nil {
				return true
			}
		case n.Is(ast.Identifier, ast.CallExpression) && expand(u, n).words[name]:
			return true
		}
	}
	return false
}
