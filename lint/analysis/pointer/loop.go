package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// loopStores describes the stores in a loop.
type loopStores struct {
	Stored
	// changed are the variables of the function, by their OpVar or OpParam, that the loop may
	// assign to.
	changed map[ir.ID]bool
	// The operations of the loop have the IDs from first up to, but not including, last.
	first, last ir.ID
	// repeated caches same: whether an operation yields the same value in every iteration.
	repeated map[ir.ID]bool
}

// A callLoop is a loop in one call of the function that contains it.
type callLoop struct {
	frame *frame
	loop  ir.ID
}

func (r callLoop) valid() bool { return r.frame != nil }

// node returns the syntax node of the loop, or an invalid one for the zero callLoop.
func (r callLoop) node() ast.Node {
	if !r.valid() {
		return ast.Node{}
	}
	return r.frame.ir.Op(r.loop).Node
}

// storesIn returns the stores in a loop and the variables that it changes, nil if no store
// counts. A store that runs at most once in the loop does not count.
func (e *Effects) storesIn(r callLoop) *loopStores {
	if e.loops == nil {
		e.loops = map[callLoop]*loopStores{}
		for i := range e.Accesses {
			if a := &e.Accesses[i]; a.Kind != Load && a.around.valid() && !a.ends {
				e.note(a)
			}
		}
	}
	return e.loops[r]
}

// note adds a store to those of the loop around it, unless every pointer that it goes through
// is __restrict__.
func (e *Effects) note(a *Access) {
	var stored Stored
	if stored.note(e, a); stored.empty() {
		return
	}
	s := e.loops[a.around]
	if s == nil {
		s = &loopStores{changed: map[ir.ID]bool{}, repeated: map[ir.ID]bool{}}
		e.loops[a.around] = s
		if f := a.around.frame.ir; f == e.ir {
			s.first, s.last = firstOf(f.Op(a.around.loop), a.around.loop), a.around.loop
			for id := s.first; id < s.last; id++ {
				changed(f, id, func(v ir.ID) { s.changed[v] = true })
			}
		}
	}
	s.add(stored)
}

// firstOf returns the first operation in a loop, whose own ID is id.
func firstOf(loop *ir.Op, id ir.ID) ir.ID {
	first := id
	for _, r := range loop.X.Regions {
		if len(r.Ops) > 0 {
			first = min(first, r.Ops[0])
		}
	}
	return first
}

// changed yields the variables that an operation may change.
func changed(f *ir.Func, id ir.ID, yield func(ir.ID)) {
	o := f.Op(id)
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget, ir.OpAddress:
		yield(variableOf(f, o.A))
	case ir.OpCall, ir.OpExternal:
		for _, a := range o.X.Args {
			yield(variableOf(f, a))
		}
	}
}

// variableOf returns the OpVar or OpParam of the local variable that contains an address, or 0
// where the address is in no local variable.
func variableOf(f *ir.Func, id ir.ID) ir.ID {
	for {
		switch o := f.Op(id); o.Code {
		case ir.OpVar:
			if sema.MemorySpace(o.Int) == sema.SharedSpace {
				return 0
			}
			return id
		case ir.OpParam:
			if o.Type != nil && o.Type.Kind == sema.Reference {
				return 0
			}
			return id
		case ir.OpMember, ir.OpBase, ir.OpIndex, ir.OpBind, ir.OpAddress:
			id = o.A
		default:
			return 0
		}
	}
}

// repeats reports whether a load in a loop reads the same address in every iteration: the loop
// changes nothing that the address is computed from.
func (s *loopStores) repeats(a *Access, e *Effects) bool {
	return !a.ends && a.in == e.ir && s.last > 0 && s.same(e.ir, a.address)
}

// same reports whether an operation yields the same value in every iteration.
func (s *loopStores) same(f *ir.Func, id ir.ID) bool {
	if id < s.first || id >= s.last {
		return true // computed before the loop
	}
	known, ok := s.repeated[id]
	if !ok {
		s.repeated[id] = false // a cyclic dependency finds a changing value
		known = s.compute(f, f.Op(id))
		s.repeated[id] = known
	}
	return known
}

func (s *loopStores) compute(f *ir.Func, o *ir.Op) bool {
	switch o.Code {
	case ir.OpConst, ir.OpNull, ir.OpSpecial, ir.OpTemplateValue, ir.OpParam, ir.OpVar, ir.OpGlobal:
		return true
	case ir.OpLoad:
		v := variableOf(f, o.A) // other memory may have been stored to
		return v != 0 && !s.changed[v] && s.same(f, o.A)
	case ir.OpMember, ir.OpBase, ir.OpIndex, ir.OpBind, ir.OpAddress, ir.OpConvert, ir.OpTruth, ir.OpUnary, ir.OpBinary, ir.OpDistance, ir.OpLogical, ir.OpChoose:
		for a := range o.Operands {
			if !s.same(f, a) {
				return false
			}
		}
		return o.X == nil || !slices.ContainsFunc(o.X.Regions, func(r ir.Region) bool { return !s.same(f, r.Value) })
	}
	return false
}
