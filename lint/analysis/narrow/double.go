package narrow

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A tally counts what of a term nvcc computes in double precision.
type tally struct {
	now, then warp.Work
}

// narrow counts what stays double of a term that is converted to float. What it leaves out nvcc
// computes in single precision: an operation on floats whose exact result fits a double, so that
// rounding it once more changes nothing.
func (c *tally) narrow(t *term) {
	switch {
	case t.kind == constant || t.float() || t.kind == arithmetic && t.parts[0].float() && t.parts[1].float():
	case t.kind == arithmetic && (t.parts[0].chooses(t.parts[1]) || t.parts[1].chooses(t.parts[0])):
		// It is done on each side, and so with a constant on one of them.
	case t.kind == negation:
		c.narrow(t.parts[0])
	case t.kind == choice && (t.parts[0].kind == constant || t.parts[1].kind == constant):
		c.narrow(t.parts[0])
		c.narrow(t.parts[1])
	case t.kind == choice && t.parts[0].float() && t.parts[1].float():
	case t.kind == choice && alike(t.parts[0], t.parts[1]):
		// One operation on what is chosen.
	case t.kind == leafInt:
	default:
		c.full(t)
		c.convert(warp.Double, warp.Single)
	}
}

// float reports whether nvcc knows a term to be equal to a float.
func (t *term) float() bool {
	switch t.kind {
	case leafFloat:
		return true
	case constant:
		return float64(float32(t.value)) == t.value
	case negation:
		return t.parts[0].float()
	}
	p := t.same()
	return p != nil && p.float()
}

// chooses reports whether a term is a choice between a constant and a float, and the other operand of
// an operation on it is a constant that a float holds.
func (t *term) chooses(other *term) bool {
	if t.kind != choice || other.kind != constant || !other.float() {
		return false
	}
	a, b := t.parts[0], t.parts[1]
	return a.kind == constant && b.float() || b.kind == constant && a.float()
}

// same returns the part that an arithmetic term is equal to up to its sign: x of x * 1.0. It is nil
// for other terms.
func (t *term) same() *term {
	if t.kind != arithmetic || t.op != ast.Mul && t.op != ast.Div {
		return nil
	}
	one := func(p *term) bool { return p.kind == constant && (p.value == 1 || p.value == -1) }
	switch {
	case one(t.parts[1]):
		return t.parts[0]
	case t.op == ast.Mul && one(t.parts[0]):
		return t.parts[1]
	}
	return nil
}

// alike reports whether two terms are the same operation of a float and one constant.
func alike(a, b *term) bool {
	if a.kind != arithmetic || b.kind != arithmetic || a.op != b.op {
		return false
	}
	for i := range 2 {
		k := 1 - i
		if a.parts[i].kind == constant && b.parts[i].kind == constant && a.parts[i].value == b.parts[i].value {
			return a.parts[0].float() && a.parts[1].float() && b.parts[k].float()
		}
	}
	return false
}

// full counts a term that stays double.
func (c *tally) full(t *term) {
	if p := t.same(); p != nil {
		c.full(p)
		return
	}
	switch t.kind {
	case constant:
		return
	case leafFloat:
		c.convert(warp.Single, warp.Double)
		return
	case leafInt:
		c.now.Add(warp.Convert, warp.Int32, warp.Double)
		c.then.Add(warp.Convert, warp.Int32, warp.Single)
		return
	case arithmetic:
		if c.fused(t) {
			return
		}
		c.both(operationOf(t))
	case choice:
		c.both(warp.Select)
	case call:
		c.call(t.name)
	}
	for _, p := range t.parts {
		c.full(p)
	}
}

// fused counts a sum with the product that one instruction computes with it.
func (c *tally) fused(t *term) bool {
	if t.op != ast.Add && t.op != ast.Sub {
		return false
	}
	for i, p := range t.parts {
		if p.kind == arithmetic && p.same() == nil && operationOf(p) == warp.Multiply {
			c.both(warp.MultiplyAdd)
			c.full(p.parts[0])
			c.full(p.parts[1])
			c.full(t.parts[1-i])
			return true
		}
	}
	return false
}

// operationOf returns the operation of an arithmetic term.
func operationOf(t *term) warp.Operation {
	switch t.op {
	case ast.Mul:
		return warp.Multiply
	case ast.Div:
		if d := t.parts[1]; d.kind == constant {
			if f, _ := math.Frexp(math.Abs(d.value)); f == 0.5 {
				return warp.Multiply // by the power of two that is its reciprocal
			}
		}
		return warp.Divide
	}
	return warp.Add
}

// call counts a call of a function.
func (c *tally) call(name string) {
	switch name {
	case "min", "max", "fmin", "fmax":
		c.both(warp.MinMax)
	case "copysign":
		// A change of bits.
	case "abs", "fabs":
		// A modifier of an operand; it counts so that the expression is reported.
		c.both(warp.Logic)
	default:
		c.now.Call(name)
		c.then.Call(name + "f")
	}
}

// both counts an operation that is double now and single then.
func (c *tally) both(op warp.Operation) {
	c.now.Add(op, warp.Double, warp.Double)
	c.then.Add(op, warp.Single, warp.Single)
}

// convert counts a conversion that single precision does not need.
func (c *tally) convert(from, to warp.NumberClass) { c.now.Add(warp.Convert, from, to) }
