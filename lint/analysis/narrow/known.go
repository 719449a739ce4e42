package narrow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A finder finds the expressions of one function.
type finder struct {
	*ir.Func
	// stored has the value of each local variable that is stored to once and whose address goes
	// nowhere else: nvcc knows it where that is a constant. It is 0 for other variables.
	stored map[ir.ID]ir.ID
}

func newFinder(f *ir.Func) *finder {
	x := &finder{f, map[ir.ID]ir.ID{}}
	more := map[ir.ID]bool{}
	for id := ir.ID(1); int(id) < f.Len(); id++ {
		o := f.Op(id)
		for used := range o.Operands {
			switch {
			case f.Op(used).Code != ir.OpVar || o.Code == ir.OpLoad:
			case o.Code == ir.OpStore && used == o.A && used != o.B && x.stored[used] == 0:
				x.stored[used] = o.B
			default:
				more[used] = true
			}
		}
	}
	for id := range more {
		x.stored[id] = 0
	}
	return x
}

// constant returns the number that a float or an integer is, as far as nvcc knows it.
func (f *finder) constant(id ir.ID, depth int) (x float64, ok bool) {
	const most = 16
	o := f.Op(id)
	if depth > most {
		return 0, false
	}
	switch o.Code {
	case ir.OpConst:
		if ir.IsKind(o.Type, types.Float) {
			return o.X.Float, true
		}
		return float64(o.Int), true
	case ir.OpLoad:
		if v := f.stored[o.A]; v != 0 && f.Op(o.A).Code == ir.OpVar {
			return f.constant(v, depth+1)
		}
	case ir.OpConvert:
		x, ok = f.constant(o.A, depth+1)
		return rounded(x, o.Type), ok && ir.IsKind(o.Type, types.Float)
	case ir.OpUnary:
		x, ok = f.constant(o.A, depth+1)
		return -x, ok && o.Operator == ast.Sub
	case ir.OpBinary:
		a, oka := f.constant(o.A, depth+1)
		b, okb := f.constant(o.B, depth+1)
		x, ok = compute(o.Operator, a, b)
		return rounded(x, o.Type), ok && oka && okb && ir.IsKind(o.Type, types.Float)
	}
	return 0, false
}

// rounded returns a number as one of a floating-point type.
func rounded(x float64, t *types.Type) float64 {
	if isDouble(t) {
		return x
	}
	return float64(float32(x))
}

// compute returns the result of an operation.
func compute(op ast.Op, x, y float64) (z float64, ok bool) {
	switch op {
	case ast.Add:
		return x + y, true
	case ast.Sub:
		return x - y, true
	case ast.Mul:
		return x * y, true
	case ast.Div:
		return x / y, true
	}
	return 0, false
}
