package opgraph

import "github.com/cudalint/cudalint/lint/analysis/warp"

// nvcc computes some numbers of double precision in single precision, where the result is the same:
// "x * 0.5" of a float x that becomes a float, or "x > 0.5". Package narrow (lint/analysis) decides
// the same about the source, and its test compares the decisions with what nvcc makes.

// narrowed returns the node of a number of double precision that is converted to float, as the
// compiler computes it in single precision; 0 where it keeps the double.
func (g *Graph) narrowed(r Ref, depth int) Ref {
	if x := g.widened(r, depth); x != 0 {
		return x
	}
	n := g.Nodes[r]
	if n.Class != warp.Double || depth > MaxForm {
		return 0
	}
	switch n.Op {
	case OpConst:
		x, _ := g.Floating(r)
		return g.ConstFloat(warp.Single, float64(float32(x)))
	case OpNeg:
		if x := g.narrowed(n.A, depth+1); x != 0 {
			return g.Pure(Node{Op: OpNeg, Class: warp.Single, A: x})
		}
	case OpAdd, OpSub, OpMul, OpDiv:
		if a, b := g.widened(n.A, depth+1), g.widened(n.B, depth+1); a != 0 && b != 0 {
			return g.Arithmetic(n.Op, warp.Single, false, a, b)
		}
	case OpSelect:
		if !g.Is(n.B, OpConst) && !g.Is(n.C, OpConst) && (g.widened(n.B, depth+1) == 0 || g.widened(n.C, depth+1) == 0) {
			return 0
		}
		if a, b := g.narrowed(n.B, depth+1), g.narrowed(n.C, depth+1); a != 0 && b != 0 {
			return g.Choice(n.A, a, b, warp.Single)
		}
	}
	return 0
}

// widened returns the float that a number of double precision is equal to; 0 where the compiler
// knows none.
func (g *Graph) widened(r Ref, depth int) Ref {
	n := g.Nodes[r]
	switch {
	case r == 0 || n.Class != warp.Double || depth > MaxForm:
		return 0
	case n.Op == OpConst:
		if x, _ := g.Floating(r); float64(float32(x)) == x {
			return g.ConstFloat(warp.Single, x)
		}
	case n.Op == OpConvert && n.From == warp.Single:
		return n.A
	case n.Op == OpNeg:
		if x := g.widened(n.A, depth+1); x != 0 {
			return g.Pure(Node{Op: OpNeg, Class: warp.Single, A: x})
		}
	}
	return 0
}
