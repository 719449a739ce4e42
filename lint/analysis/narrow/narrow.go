// Package narrow finds floats that nvcc computes in double precision: expressions whose operands are
// floats, integers and constants, whose result is used as a float, an integer or a condition, and of
// which some operation stays double in PTX. It gets lowered functions.
//
// nvcc (13.0, by PTX) computes in single precision what gives the same result, each operation by
// itself:
//
//   - a sum, difference, product or quotient that is converted to float, where both operands are
//     equal to floats: floats, constants that a float holds, and these negated or times 1.0. "x * 0.5"
//     and "1.0 / x" are such; "x * 0.1" is not, as no float is 0.1, nor is "x * 0.5 + y", as the
//     product is no float;
//   - a comparison of two such operands, or of an integer with a constant;
//   - the result of ?: that is converted to float, where one side is a constant, both are equal to
//     floats, or both are the same operation with one constant; then the same holds of the other
//     side;
//   - calls of no function: sqrt(x) of a float x is the overload for float. sqrt(x * 0.5) is that for
//     double.
//
// The table of narrow_test.go has what was measured, and compares it with nvcc where there is one.
package narrow

import (
	"iter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A Use is what becomes of a result.
type Use uint8

// The uses.
const (
	Float     Use = iota // it is converted to float
	Integer              // it is converted to an integer
	Condition            // it is compared, or tested for zero
)

// An Expression is a computation of floats in double precision.
type Expression struct {
	// Node is the outermost operation in double precision, Function the function it is written in.
	Node     ast.Node
	Function *ir.Func
	Use      Use
	// Literals are the literals of type double in it, Calls the calls of functions that take the
	// overload for double because of an argument that is an integer.
	Literals, Calls []ast.Node
	// Others is set where a constant of type double is no literal: a name, for example.
	Others bool
	// Now is what one execution takes in double precision, Then what it takes in single.
	Now, Then warp.Work
}

// expressionAt returns the expression whose result an operation uses.
func (f *finder) expressionAt(id ir.ID) (e Expression, ok bool) {
	o := f.Op(id)
	e = Expression{Function: f.Func}
	var c tally
	var roots []*term
	switch {
	case o.Code == ir.OpConvert && isDouble(f.Op(o.A).Type):
		e.Use = Integer
		switch t := ir.Strip(o.Type); {
		case ir.IsKind(t, types.Float) && t.Size <= 4:
			e.Use = Float
		case ir.IsKind(t, types.Bool):
			e.Use = Condition
		case !ir.IsKind(t, types.Int):
			return e, false
		}
		roots = []*term{f.term(o.A)}
	case o.Code == ir.OpTruth && isDouble(f.Op(o.A).Type):
		e.Use, roots = Condition, []*term{f.term(o.A)}
	case o.Code == ir.OpBinary && compares(o.Operator) && isDouble(f.Op(o.A).Type) && isDouble(f.Op(o.B).Type):
		e.Use, e.Node, roots = Condition, o.Node, []*term{f.term(o.A), f.term(o.B)}
	default:
		return e, false
	}
	return e.complete(&c, roots)
}

// argumentAt returns the expression that argument i of a call is, where the function takes a float.
func (f *finder) argumentAt(o *ir.Op, i int) (e Expression, ok bool) {
	if !isDouble(f.Op(o.X.Args[i]).Type) {
		return e, false
	}
	e.Function = f.Func
	return e.complete(&tally{}, []*term{f.term(o.X.Args[i])})
}

// floatArguments yields the arguments that a call converts to float.
func (f *finder) floatArguments(o *ir.Op) iter.Seq[int] {
	return func(yield func(int) bool) {
		if o.Code != ir.OpExternal || o.Flags.Has(ir.Method) {
			return
		}
		for i := range o.X.Args {
			if (types.SingleFunction(o.X.Name) || i == 1 && f.addsToFloat(o)) && !yield(i) {
				return
			}
		}
	}
}

// addsToFloat reports whether a call is an atomicAdd on a float.
func (f *finder) addsToFloat(o *ir.Op) bool {
	t := ir.Strip(f.Op(o.X.Args[0]).Type)
	return o.X.Name == "atomicAdd" && ir.IsKind(t, types.Pointer) && ir.IsKind(t.Elem, types.Float) && ir.Strip(t.Elem).Size == 4
}

// complete fills in what follows from the terms of an expression: one, or the two that are compared.
// ok is false where nvcc narrows it, or it is no computation of floats.
func (e *Expression) complete(c *tally, roots []*term) (_ Expression, ok bool) {
	floats, integers := false, false
	for _, t := range roots {
		if t == nil || t.needsRange() {
			return *e, false
		}
		floats, integers = floats || t.has(leafFloat), integers || t.has(leafInt)
	}
	if !floats && (e.Use != Float || !integers) {
		return *e, false
	}
	c.use(e.Use, roots)
	if len(c.now.Operations)+len(c.now.Calls) == 0 || !c.computes() {
		return *e, false
	}
	e.Now, e.Then = c.now, c.then
	for _, t := range roots {
		e.causes(t)
	}
	if !e.Node.Valid() {
		e.Node = roots[0].outermost()
	}
	return *e, e.Node.Valid() && len(e.Literals)+len(e.Calls) > 0
}

// use counts what stays double of terms that are used in a way.
func (c *tally) use(use Use, roots []*term) {
	switch {
	case use == Float:
		c.narrow(roots[0])
	case use == Integer:
		c.full(roots[0])
		c.now.Add(warp.Convert, warp.Double, warp.Int32)
		c.then.Add(warp.Convert, warp.Single, warp.Int32)
	case len(roots) == 1 && roots[0].float():
	case len(roots) == 1:
		c.full(roots[0])
		c.both(warp.Compare)
	case roots[0].float() && roots[1].float():
	default:
		c.full(roots[0])
		c.full(roots[1])
		c.both(warp.Compare)
	}
}

// computes reports whether there is anything but conversions.
func (c *tally) computes() bool {
	for _, o := range c.now.Operations {
		if o.Operation != warp.Convert {
			return true
		}
	}
	return len(c.now.Calls) > 0
}

// causes finds why a term is double.
func (e *Expression) causes(t *term) {
	t.each(func(p *term) {
		switch p.kind {
		case constant:
			if literal, ok := doubleLiteral(p.node); ok {
				e.Literals = append(e.Literals, literal)
			} else if len(p.parts) == 0 && !p.named && !literal.Is(ast.NumberLiteral) {
				e.Others = true
			}
		case call:
			for _, a := range p.parts {
				if a.kind == leafInt || a.kind == constant && len(a.parts) == 0 && integerLiteral(a.node) {
					e.Calls = append(e.Calls, p.node)
					return
				}
			}
		}
	})
}

// integerLiteral reports whether a constant is written as an integer.
func integerLiteral(n ast.Node) bool {
	literal, isDouble := doubleLiteral(n)
	return literal.Is(ast.NumberLiteral) && !isDouble && !floatLiteral(literal)
}

// outermost returns the node of a term, or of the part that it negates.
func (t *term) outermost() ast.Node {
	for !t.node.Valid() && len(t.parts) > 0 {
		t = t.parts[0]
	}
	return t.node
}

func compares(op ast.Op) bool {
	switch op {
	case ast.Less, ast.LessEqual, ast.Greater, ast.GreaterEqual, ast.Equal, ast.NotEqual:
		return true
	}
	return false
}
