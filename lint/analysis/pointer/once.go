package pointer

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// once reports whether a region of an operation runs at most once in the outermost loop. That
// holds for an arm of a branch that always leaves the loop, and for one that changes the flag
// that the branch tests.
func (m *machine) once(o *ir.Op, region int) bool {
	if o.Code != ir.OpIf || !m.around.valid() || m.frame != m.around.frame {
		return false
	}
	r := &o.X.Regions[region]
	f := m.frame.ir
	return m.leaves(r) && !f.Contains(r, ir.OpContinue, ir.OpGoto) || region == 0 && m.clearsFlag(o)
}

// leaves reports whether a region leaves the outermost loop on every path to its end.
func (m *machine) leaves(r *ir.Region) bool {
	for _, id := range r.Ops {
		switch o := m.frame.ir.Op(id); o.Code {
		case ir.OpReturn, ir.OpThrow:
			return true
		case ir.OpBreak:
			return m.breaks
		case ir.OpIf:
			if m.leaves(&o.X.Regions[0]) && m.leaves(&o.X.Regions[1]) {
				return true
			}
		case ir.OpBlock:
			if m.leaves(&o.X.Regions[0]) {
				return true
			}
		}
	}
	return false
}

// clearsFlag reports whether the first arm of a branch changes the flag that the branch tests,
// and nothing else in the loop does: the arm cannot run again.
func (m *machine) clearsFlag(o *ir.Op) bool {
	f, loop, branch := m.frame.ir, m.around.loop, &o.X.Regions[0]
	if f.Contains(branch, ir.OpContinue, ir.OpGoto) {
		return false
	}
	for v, set := range m.flags(o.A) {
		if v < firstOf(f.Op(loop), loop) && m.changesIn(m.around)[v] == 1 && resets(f, branch, v, !set) {
			return true
		}
	}
	return false
}

// resets reports whether a region always assigns a constant to variable v: a nonzero one if
// set, else zero.
func resets(f *ir.Func, r *ir.Region, v ir.ID, set bool) bool {
	for _, id := range r.Ops {
		switch o := f.Op(id); o.Code {
		case ir.OpStore:
			if value := f.Op(o.B); o.A == v && value.Code == ir.OpConst && (value.Int != 0) == set {
				return true
			}
		case ir.OpBlock:
			if resets(f, &o.X.Regions[0], v, set) {
				return true
			}
		}
	}
	return false
}

// changesIn counts, for each variable of the function, the operations in a loop that may change
// it.
func (m *machine) changesIn(r callLoop) map[ir.ID]int {
	if n := m.changes[r]; n != nil {
		return n
	}
	f, n := r.frame.ir, map[ir.ID]int{}
	for id := firstOf(f.Op(r.loop), r.loop); id < r.loop; id++ {
		changed(f, id, func(v ir.ID) { n[v]++ })
	}
	m.changes[r] = n
	return n
}

// flags returns the local variables that decide a condition. It holds only if each of them is
// nonzero (true in the map) or zero (false).
func (m *machine) flags(condition ir.ID) map[ir.ID]bool {
	out := map[ir.ID]bool{}
	f := m.frame.ir
	var visit func(id ir.ID, wanted bool)
	visit = func(id ir.ID, wanted bool) {
		switch o := f.Op(id); o.Code {
		case ir.OpTruth, ir.OpConvert:
			visit(o.A, wanted)
		case ir.OpUnary:
			if o.Operator == ast.Not {
				visit(o.A, !wanted)
			}
		case ir.OpBinary:
			if b := f.Op(o.B); b.Code == ir.OpConst && b.Int == 0 && b.X == nil && (o.Operator == ast.Equal || o.Operator == ast.NotEqual) {
				visit(o.A, wanted == (o.Operator == ast.NotEqual))
			}
		case ir.OpLogical:
			if wanted == (o.Operator == ast.LogicalAnd) {
				visit(o.A, wanted)
				visit(o.X.Regions[0].Value, wanted)
			}
		case ir.OpLoad:
			if f.Op(o.A).Code == ir.OpVar && variableOf(f, o.A) == o.A {
				out[o.A] = wanted
			}
		}
	}
	visit(condition, true)
	return out
}
