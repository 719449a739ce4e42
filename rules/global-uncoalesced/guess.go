package globaluncoalesced

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// guessed reports whether the distance between lanes is a number that the source does not determine,
// and may well be small: a stride, as in p[i * stride]. In p[row * width + column] it is the length
// of a row, and so it is where a loop walks on from there.
func guessed(unit *sema.Unit, a *warp.Access) bool {
	if r := a.Ranges.Sectors; !r.Known() || float64(r.Least) >= 2*a.IdealSectors() || walks(a) {
		return false
	}
	const most = 6 // pointers and indexes that are followed, one after the other
	return !inRow(unit, a.Node, most)
}

// walks reports whether the block uses neighbouring elements in other iterations.
func walks(a *warp.Access) bool {
	return a.SectorBytes >= 2*float64(a.Bytes) && a.Fresh < 0.9
}

// inRow reports whether an address is a place in a row: a sum with a product and something else than
// a number or the pointer itself.
func inRow(unit *sema.Unit, n ast.Node, steps int) bool {
	if steps == 0 || !n.Valid() {
		return false
	}
	switch n.Kind() {
	case ast.SubscriptExpression:
		return inRow(unit, n.Child(ast.FieldIndices), steps-1) || inRow(unit, n.Child(ast.FieldArgument), steps-1)
	case ast.FieldExpression, ast.PointerExpression:
		return inRow(unit, n.Child(ast.FieldArgument), steps)
	case ast.ParenthesizedExpression, ast.ArgumentList, ast.SubscriptArgumentList:
		return inRow(unit, n.FirstChild(), steps)
	case ast.CastExpression:
		return inRow(unit, n.Child(ast.FieldValue), steps)
	case ast.Identifier:
		l := unit.LocalAt(n, n.Text())
		return l != nil && !l.Param && inRow(unit, l.Init, steps-1)
	case ast.BinaryExpression:
		return sumInRow(unit, n, steps)
	}
	return false
}

// sumInRow is inRow for a sum.
func sumInRow(unit *sema.Unit, sum ast.Node, steps int) bool {
	products, others, inside := 0, 0, false
	var add func(n ast.Node)
	add = func(n ast.Node) {
		switch {
		case n.Is(ast.BinaryExpression) && (n.Op() == ast.Add || n.Op() == ast.Sub):
			add(n.Child(ast.FieldLeft))
			add(n.Child(ast.FieldRight))
		case product(n):
			products++
		case !n.Is(ast.NumberLiteral) && !pointer(unit, n):
			others++
			inside = inside || inRow(unit, n, steps-1)
		default:
			inside = inside || inRow(unit, n, steps-1)
		}
	}
	add(sum)
	return inside || products > 1 || products > 0 && others > 0
}

// pointer reports whether an expression is the name of a pointer.
func pointer(unit *sema.Unit, n ast.Node) bool {
	if !n.Is(ast.Identifier) {
		return false
	}
	l := unit.LocalAt(n, n.Text())
	return l != nil && l.Type != nil && l.Type.Kind == sema.Pointer
}

func product(n ast.Node) bool {
	for n.Is(ast.ParenthesizedExpression) {
		n = n.FirstChild()
	}
	return n.Is(ast.BinaryExpression) && n.Op() == ast.Mul
}
