package texture

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Read is a call of a CUDA function that reads a texture at coordinates: tex2D(handle, x, y).
type Read struct {
	Call   ast.Node
	Callee string
	In     *sema.Function
	Handle ast.Node
	// Coordinates are the arguments for x, y and z, as many as the texture has dimensions. A
	// layer is not among them.
	Coordinates []ast.Node
}

// Reads returns the filtered reads of a unit (tex1Dfetch is none, nor are those of cube maps), in
// the order of Unit.Calls.
func Reads(u *sema.Unit) (out []Read) {
	if isHIP(u) {
		return nil
	}
	b := newBuilder(u)
	for _, shape := range []string{"tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered"} {
		for _, form := range []string{"", "Lod", "Grad"} {
			for _, n := range u.Calls(shape + form) {
				in := u.FunctionAt(n)
				if in == nil || !in.OnDevice() || !b.means(n, shape+form) || u.Inactive(n, true) {
					continue
				}
				if own, _ := u.ScopeAt(n).FunctionsNamed(n.Child(ast.FieldFunction)); len(own) > 0 {
					continue
				}
				r := Read{Call: n, Callee: shape + form, In: in}
				for a := range n.Child(ast.FieldArguments).Children() {
					if !r.Handle.Valid() {
						r.Handle = a
					} else if len(r.Coordinates) < int(shape[3]-'0') {
						r.Coordinates = append(r.Coordinates, a)
					}
				}
				if len(r.Coordinates) == int(shape[3]-'0') {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// A KernelParam is a parameter of a kernel.
type KernelParam struct {
	Kernel *sema.Function
	Index  int
}

// KernelParams returns the parameters of kernels that a handle in device code may be: it is one,
// or a parameter of a function to which calls in the unit pass one.
func KernelParams(u *sema.Unit, handle ast.Node) []KernelParam {
	var out []KernelParam
	var find func(n ast.Node, hops int)
	find = func(n ast.Node, hops int) {
		for n.Is(ast.ParenthesizedExpression) {
			n = n.FirstChild()
		}
		if !n.Is(ast.Identifier) || hops > maxHops {
			return
		}
		l, f := u.LocalAt(n, n.Text()), u.FunctionAt(n)
		switch {
		case l == nil || f == nil:
		case !l.Param:
			find(l.Init, hops+1)
		case f.Kernel():
			if k := (KernelParam{f, paramIndex(f, l.Name)}); k.Index >= 0 && !slices.Contains(out, k) {
				out = append(out, k)
			}
		default:
			for _, arg := range argumentsFor(u, f, l.Name) {
				find(arg, hops+1)
			}
		}
	}
	find(handle, 0)
	return out
}

// A Grid tells where the coordinates of a read are among the texels.
type Grid uint8

// The answers.
const (
	Anywhere Grid = iota
	// Corner: a coordinate is an integer, which is where texels meet.
	Corner
	// Multiple: it is an integer that grows in steps of more than 1. Linear filtering at the
	// corners then averages all texels of a larger one.
	Multiple
)

// GridOf returns where a coordinate in device code is.
func GridOf(u *sema.Unit, coordinate ast.Node) Grid {
	g := gridder{u: u}
	return g.of(coordinate, 0)
}

// A gridder computes a Grid.
type gridder struct {
	u     *sema.Unit
	steps int
}

const maxGridSteps = 200

func (g *gridder) of(n ast.Node, depth int) Grid {
	if g.steps++; g.steps > maxGridSteps || depth > maxLinearDepth || !n.Valid() {
		return Anywhere
	}
	depth++
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return g.of(n.FirstChild(), depth)
	case ast.CastExpression:
		return g.cast(n, n.Child(ast.FieldValue), depth)
	case ast.CallExpression:
		return g.call(n, depth)
	case ast.NumberLiteral:
		if k := g.u.ScopeAt(n).Const(n); k.Known() && (!k.Type.Arithmetic() || k.Type.Kind == sema.Int || k.Float == float64(int64(k.Float))) {
			return Corner
		}
	case ast.Identifier:
		return g.name(n, depth)
	case ast.FieldExpression:
		if g.integer(n) {
			return Corner
		}
	case ast.BinaryExpression:
		return g.binary(n, depth)
	case ast.UnaryExpression:
		if n.Op() == ast.Sub {
			return g.of(n.Child(ast.FieldArgument), depth)
		}
	}
	return Anywhere
}

// integer reports whether an expression has an integer type.
func (g *gridder) integer(n ast.Node) bool {
	t := g.u.ScopeAt(n).ExprType(n).Value()
	return t.Known() && t.Kind == sema.Int
}

// cast returns the grid of a conversion of a value.
func (g *gridder) cast(n, value ast.Node, depth int) Grid {
	if g.integer(n) && !g.integer(value) {
		return Multiple // rounded: the distance from one thread to the next is not known
	}
	return g.of(value, depth)
}

func (g *gridder) call(n ast.Node, depth int) Grid {
	first := n.Child(ast.FieldArguments).FirstChild()
	switch callee := n.Child(ast.FieldFunction); {
	case callee.Is(ast.PrimitiveType) && n.Child(ast.FieldArguments).ChildCount() == 1, strings.HasPrefix(callee.Text(), "static_cast<"):
		return g.cast(n, first, depth)
	case callee.Text() == "float" || callee.Text() == "int":
		return g.cast(n, first, depth)
	case callee.Text() == "__mul24" || callee.Text() == "__umul24":
		return product(first, first.Next())
	case callee.Text() == "__int2float_rn" || callee.Text() == "__uint2float_rn":
		return g.of(first, depth)
	case callee.Text() == "min" || callee.Text() == "max":
		return together(g.of(first, depth), g.of(first.Next(), depth))
	}
	return Anywhere
}

// together returns the grid of a sum.
func together(a, b Grid) Grid {
	if a == Anywhere || b == Anywhere {
		return Anywhere
	}
	return max(a, b)
}

// product returns the grid of a product of integers. The first thread of a block is at one.
func product(a, b ast.Node) Grid {
	for _, n := range []ast.Node{a, b} {
		if strings.Contains(n.Text(), "blockIdx") && !strings.Contains(n.Text(), "threadIdx") {
			return Corner
		}
	}
	return Multiple
}

func (g *gridder) binary(n ast.Node, depth int) Grid {
	left, right := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	a, b := g.of(left, depth), g.of(right, depth)
	both := together(a, b)
	if both == Anywhere {
		return Anywhere
	}
	switch n.Op() {
	case ast.Add, ast.Sub:
		if g.counts(left) || g.counts(right) {
			return Corner // a loop visits all texels
		}
		return both
	case ast.Mul:
		return product(left, right)
	case ast.Shl:
		return Multiple
	case ast.Div, ast.Rem, ast.And, ast.Shr:
		if g.integer(n) {
			return a
		}
	}
	return Anywhere
}

// counts reports whether an expression is a variable that its function counts up or down by 1.
func (g *gridder) counts(n ast.Node) bool {
	f := g.u.FunctionAt(n)
	if !n.Is(ast.Identifier) || f == nil {
		return false
	}
	for d := range f.Body.Descendants() {
		if d.Is(ast.UpdateExpression) && d.Child(ast.FieldArgument).Text() == n.Text() {
			return true
		}
	}
	return false
}

// name returns the grid of a variable.
func (g *gridder) name(n ast.Node, depth int) Grid {
	l, f := g.u.LocalAt(n, n.Text()), g.u.FunctionAt(n)
	integer := g.integer(n)
	if l == nil || f == nil {
		if integer {
			return Corner // of file scope
		}
		return Anywhere
	}
	least, most := Multiple, Anywhere
	note := func(value ast.Node) {
		got := g.of(value, depth)
		least, most = min(least, got), max(most, got)
	}
	switch {
	case l.Param && !f.Kernel():
		for _, arg := range argumentsFor(g.u, f, l.Name) {
			note(arg)
		}
	case l.Param:
		most = Corner
	case l.Init.Valid():
		note(l.Init)
	}
	for _, value := range assignedTo(g.u, f, l) {
		note(value)
	}
	if integer {
		if most == Multiple {
			return Multiple
		}
		return Corner
	}
	if least == Anywhere || l.Param && f.Kernel() {
		return Anywhere
	}
	return most
}

// assignedTo returns the values that a function assigns to a local variable or adds to it. One
// that is not valid stands for what is not known.
func assignedTo(u *sema.Unit, f *sema.Function, l *sema.Local) (out []ast.Node) {
	for n := range f.Body.Descendants() {
		left := n.Child(ast.FieldLeft)
		if n.Is(ast.AssignmentExpression) && left.Is(ast.Identifier) && left.Text() == l.Name {
			if other := u.LocalAt(left, l.Name); other != nil && other.Node == l.Node {
				value := n.Child(ast.FieldRight)
				if n.Op() == ast.MulAssign || n.Op() == ast.DivAssign {
					value = ast.Node{}
				}
				out = append(out, value)
			}
		}
	}
	return out
}
