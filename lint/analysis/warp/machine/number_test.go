package machine_test

import (
	"math"
)

func hash(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (ev *evaluator) isUnsigned(e *expr) bool {
	switch e.op {
	case "variable":
		return e.v.unsigned
	case "?:":
		return ev.isUnsigned(e.kids[1]) || ev.isUnsigned(e.kids[2])
	case "+", "-", "*", "&", "|", "^", "/", "%":
		return ev.isUnsigned(e.kids[0]) || ev.isUnsigned(e.kids[1])
	case "<<", ">>":
		return ev.isUnsigned(e.kids[0])
	case "apply":
		return ev.isUnsigned(ev.frame.lambdas[e.v.slot].l.body)
	}
	return false
}

// wrap converts to int or unsigned. Overflow has no meaning, nor does the
// analysis promise anything for unsigned wrap-around of what it does not know.
func (ev *evaluator) wrap(x int64, unsigned bool) number {
	if unsigned {
		if ev.p.open && (x < 0 || x > math.MaxUint32) {
			ev.undefined = true
		}
		return number{int64(uint32(x)), true}
	}
	if x < math.MinInt32 || x > math.MaxUint32 || ev.p.open && x > math.MaxInt32 {
		ev.undefined = true
	}
	return number{x: int64(int32(x))}
}

func (ev *evaluator) binary(op string, a, b number) number {
	unsigned := a.unsigned || b.unsigned
	if op == "<<" || op == ">>" {
		unsigned = a.unsigned
	}
	x, y := ev.wrap(a.x, unsigned).x, ev.wrap(b.x, unsigned).x
	switch op {
	case "<":
		return number{x: bit(x < y)}
	case "<=":
		return number{x: bit(x <= y)}
	case ">":
		return number{x: bit(x > y)}
	case ">=":
		return number{x: bit(x >= y)}
	case "==":
		return number{x: bit(x == y)}
	case "!=":
		return number{x: bit(x != y)}
	}
	var r int64
	switch op {
	case "+":
		r = x + y
	case "-":
		r = x - y
	case "*":
		r = x * y
	case "&":
		r = x & y
	case "|":
		r = x | y
	case "^":
		r = x ^ y
	case "/":
		r = x / y
	case "%":
		r = x % y
	case "<<":
		r = x << y
	case ">>":
		r = x >> y
	}
	if !unsigned && (r > math.MaxInt32 || r < math.MinInt32) {
		ev.undefined = true
	}
	return ev.wrap(r, unsigned)
}
