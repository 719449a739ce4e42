package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Range is a range of bytes from where a parameter points, Hi exclusive.
type Range struct{ Lo, Hi int64 }

// Meets reports whether a range and another one, shifted by some bytes, have a
// byte in common.
func (r Range) Meets(o Range, shift int64) bool {
	return r.Lo < o.Hi+shift && o.Lo+shift < r.Hi
}

// Range returns the bytes that a launch's threads access by the subscripts of a
// parameter that can be followed: those made of thread and block indexes,
// constants and counters of loops with constant bounds. ok is false where there
// are none.
func (e *Effects) Range(param int, kinds func(Kind) bool, l *sema.Launch) (r Range, ok bool) {
	p := e.Params[param]
	if p.Type == nil || p.Type.Elem == nil || p.Type.Elem.Size <= 0 {
		return r, false
	}
	x := extents{fn: e.Function, launch: l}
	for _, a := range e.Accesses {
		if !kinds(a.Kind) || len(a.Params) != 1 || a.Params[0] != param || a.Other || a.In != e.Function {
			continue
		}
		lo, hi, known := x.place(a.Node, e.Function.Params[param].Name)
		if !known {
			continue
		}
		size := p.Type.Elem.Size
		if got := (Range{lo * size, (hi + 1) * size}); !ok {
			r, ok = got, true
		} else {
			r = Range{min(r.Lo, got.Lo), max(r.Hi, got.Hi)}
		}
	}
	return r, ok
}

// An extents evaluates integer expressions of a kernel to the values they take
// over the threads of a launch.
type extents struct {
	fn     *sema.Function
	launch *sema.Launch
	depth  int
}

const maxIndex = 1 << 40 // larger values are given up

// place returns the first and last element that an access to a parameter uses.
func (x *extents) place(n ast.Node, name string) (lo, hi int64, ok bool) {
	for n.Kind() == ast.ParenthesizedExpression {
		n = n.FirstChild()
	}
	switch n.Kind() {
	case ast.SubscriptExpression:
		if n.Child(ast.FieldArgument).Text() == name && n.Child(ast.FieldIndices).ChildCount() == 1 {
			return x.value(n.Child(ast.FieldIndices).FirstChild())
		}
	case ast.PointerExpression:
		switch arg := n.Child(ast.FieldArgument); {
		case n.Op() != ast.Mul:
		case arg.Text() == name:
			return 0, 0, true
		}
	}
	return 0, 0, false
}

// value returns the least and the greatest value of an expression.
func (x *extents) value(n ast.Node) (lo, hi int64, ok bool) {
	if x.depth++; x.depth > 40 {
		x.depth--
		return 0, 0, false
	}
	defer func() { x.depth-- }()
	switch n.Kind() {
	case ast.NumberLiteral:
		k := x.fn.Scope.Const(n)
		return k.Int, k.Int, k.Known() && k.Int >= 0 && k.Int < maxIndex
	case ast.ParenthesizedExpression:
		return x.value(n.FirstChild())
	case ast.FieldExpression:
		return x.index(strings.Join(strings.Fields(n.Text()), ""))
	case ast.Identifier:
		return x.name(n)
	case ast.BinaryExpression:
		a, b, known := x.value(n.Child(ast.FieldLeft))
		c, d, both := x.value(n.Child(ast.FieldRight))
		if !known || !both {
			return 0, 0, false
		}
		switch n.Op() {
		case ast.Add:
			lo, hi = a+c, b+d
		case ast.Sub:
			lo, hi = a-d, b-c
		case ast.Mul:
			if a < 0 || c < 0 || b > 1<<20 && d > 1<<20 {
				return 0, 0, false
			}
			lo, hi = a*c, b*d
		default:
			return 0, 0, false
		}
		return lo, hi, lo > -maxIndex && hi < maxIndex
	}
	return 0, 0, false
}

// index returns the values of a variable of the grid.
func (x *extents) index(text string) (lo, hi int64, ok bool) {
	name, component, _ := strings.Cut(text, ".")
	i := strings.Index("xyz", component)
	if len(component) != 1 || i < 0 {
		return 0, 0, false
	}
	grid, block := x.launch.Grid[i], x.launch.Block[i]
	switch name {
	case "threadIdx":
		return 0, block - 1, block > 0
	case "blockIdx":
		return 0, grid - 1, grid > 0
	case "blockDim":
		return block, block, block > 0
	case "gridDim":
		return grid, grid, grid > 0
	}
	return 0, 0, false
}

// name returns the values of a scalar parameter that the launch gives, or of a
// local that is written once, or counts up in a loop.
func (x *extents) name(n ast.Node) (lo, hi int64, ok bool) {
	name := n.Text()
	for i, p := range x.fn.Params {
		if p.Name == name {
			if i < len(x.launch.Args) && x.launch.Args[i].Value.Known() {
				v := x.launch.Args[i].Value.Int
				return v, v, v > -maxIndex && v < maxIndex
			}
			return 0, 0, false
		}
	}
	var declared, loop ast.Node
	for d := range x.fn.Body.Descendants() {
		switch d.Kind() {
		case ast.InitDeclarator:
			if d.Child(ast.FieldDeclarator).Text() == name {
				if declared.Valid() {
					return 0, 0, false
				}
				declared = d
			}
		case ast.AssignmentExpression, ast.UpdateExpression:
			target := d.Child(ast.FieldLeft)
			if d.Kind() == ast.UpdateExpression {
				target = d.Child(ast.FieldArgument)
			}
			if target.Text() != name {
				continue
			}
			if d.Field() != ast.FieldUpdate || d.Op() != ast.AddAssign && d.Op() != ast.Increment || loop.Valid() {
				return 0, 0, false
			}
			loop = d.Parent()
		}
	}
	if !declared.Valid() {
		return 0, 0, false
	}
	lo, hi, ok = x.value(declared.Child(ast.FieldValue))
	if !loop.Valid() || !ok {
		return lo, hi, ok
	}
	condition := loop.Child(ast.FieldCondition)
	if declared.Parent().Parent() != loop || condition.Kind() != ast.BinaryExpression || condition.Op() != ast.Less || condition.Child(ast.FieldLeft).Text() != name {
		return 0, 0, false
	}
	_, last, known := x.value(condition.Child(ast.FieldRight))
	return lo, last - 1, known && last > lo
}
