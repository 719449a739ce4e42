package surfacebyteoffset

import (
	"fmt"
	"strconv"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// fixesOf returns the fix of an access: it multiplies x by the size of an element, or
// replaces a wrong factor by that. It is never safe. The access is undefined as it is, but
// other accesses of the surface may use the same wrong x, and the surface may be too narrow
// for the new one.
func fixesOf(pass *lint.Pass, a texture.SurfaceAccess, d Data) []fixes.Fix {
	name := elementName(a)
	if name == "" || !lint.Written(a.X) || a.X.HasError() {
		return nil
	}
	fix := fixes.Fix{Title: fmt.Sprintf("multiply x of %s by sizeof(%s)", a.Callee, name), Safety: fixes.Unsafe}
	switch factor := scale(pass.Unit, a.X, d.Step); {
	case d.By == "" || d.Step == 1:
		text := a.X.Text()
		if !binds(pass.Unit, a.X) {
			text = "(" + text + ")"
		}
		fix.Edits = []fixes.Edit{pass.Edit(a.X, text+" * sizeof("+name+")")}
	case factor.Valid():
		fix.Title += " instead of " + factor.Text()
		fix.Edits = []fixes.Edit{pass.Edit(factor, "sizeof("+name+")")}
	default:
		return nil
	}
	return []fixes.Fix{fix}
}

// elementName spells the type of an element: as in the call, or by its name if that is a
// type of the language or the toolkit. It returns "" for other types, which may not be in
// scope at the call.
func elementName(a texture.SurfaceAccess) string {
	callee := a.Call.Child(ast.FieldFunction)
	if callee.Kind() == ast.QualifiedIdentifier {
		callee = callee.Child(ast.FieldName)
	}
	if callee.Kind() == ast.TemplateFunction {
		return callee.Child(ast.FieldArguments).FirstChild().Text()
	}
	t := a.Element.Without()
	if !t.Arithmetic() && (t.Kind != sema.RecordKind || t.Record == nil || t.Record.Node.Valid()) {
		return ""
	}
	return t.Name
}

// scale returns the factor of the product x that is equal to step and is written as a number
// or a sizeof. The node is not valid if there is none.
func scale(u *sema.Unit, x ast.Node, step int64) ast.Node {
	for x.Kind() == ast.ParenthesizedExpression {
		x = x.FirstChild()
	}
	if x.Kind() != ast.BinaryExpression || x.Op() != ast.Mul {
		return ast.Node{}
	}
	for _, field := range []ast.Field{ast.FieldRight, ast.FieldLeft} {
		f := x.Child(field)
		if f.Is(ast.SizeofExpression, ast.NumberLiteral) && lint.Written(f) && (f.Kind() == ast.SizeofExpression || f.Text() == strconv.FormatInt(step, 10)) {
			if c := u.ScopeAt(f).Const(f); c.Known() && c.Int == step {
				return f
			}
		}
	}
	return ast.Node{}
}

// binds reports whether an expression needs no parentheses as the factor of a product.
func binds(u *sema.Unit, n ast.Node) bool {
	switch n.Kind() {
	case ast.Identifier, ast.CallExpression:
		x, ok := u.Expand(n)
		return !ok || x.Kind() == ast.ParenthesizedExpression
	case ast.BinaryExpression:
		return n.Op() == ast.Mul || n.Op() == ast.Div || n.Op() == ast.Rem
	case ast.NumberLiteral, ast.ParenthesizedExpression, ast.SubscriptExpression, ast.FieldExpression, ast.QualifiedIdentifier, ast.CastExpression:
		return true
	}
	return false
}
