package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// loopStores are what a loop does besides an access.
type loopStores struct {
	any    bool  // it stores through something that may be what is read
	params []int // the parameters without __restrict__ it stores through
	// changed are the variables that it may assign to, by what makes them.
	changed map[ir.ID]bool
	// first and last enclose the operations in the loop.
	first, last ir.ID
	// repeated are the values that are the same in every round, as far as was asked.
	repeated map[ir.ID]bool
}

// storesIn returns what a loop stores to, and which variables of the function it changes.
func (e *Effects) storesIn(loop ast.Node) *loopStores {
	if s := e.loops[loop]; s != nil {
		return s
	}
	s := &loopStores{changed: map[ir.ID]bool{}, repeated: map[ir.ID]bool{}}
	for _, a := range e.Accesses {
		if a.Kind == Load || a.Loop != loop {
			continue
		}
		s.any = true
		for _, p := range a.Params {
			if !slices.Contains(s.params, p) && (!e.Params[p].Restrict || a.NotInlined) {
				s.params = append(s.params, p)
			}
		}
	}
	if s.any {
		s.first, s.last = e.loopAt(loop)
		for id := s.first; id < s.last; id++ {
			s.change(e.ir, id)
		}
	}
	if e.loops == nil {
		e.loops = map[ast.Node]*loopStores{}
	}
	e.loops[loop] = s
	return s
}

// loopAt returns the range of the operations in a loop of the function itself: they are
// numbered in order, before the loop that holds them.
func (e *Effects) loopAt(loop ast.Node) (first, last ir.ID) {
	for id := ir.ID(1); int(id) < e.ir.Len(); id++ {
		if o := e.ir.Op(id); o.Code == ir.OpLoop && o.Node == loop {
			return firstOf(o, id), id
		}
	}
	return 0, 0
}

// firstOf returns the first operation in a loop.
func firstOf(loop *ir.Op, id ir.ID) ir.ID {
	first := id
	for _, r := range loop.X.Regions {
		if len(r.Ops) > 0 {
			first = min(first, r.Ops[0])
		}
	}
	return first
}

// change notes the variables that an operation may change.
func (s *loopStores) change(f *ir.Func, id ir.ID) {
	o := f.Op(id)
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget, ir.OpAddress:
		s.changed[variableOf(f, o.A)] = true
	case ir.OpCall, ir.OpExternal:
		for _, a := range o.X.Args {
			s.changed[variableOf(f, a)] = true
		}
	}
}

// variableOf returns the operation that makes the variable an address is in, 0 where it is
// in none.
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

// repeats reports whether a load in a loop reads the same address in every round: nothing
// that it is computed from changes in the loop.
func (s *loopStores) repeats(a Access, e *Effects) bool {
	return a.in == e.ir && s.last > 0 && s.same(e.ir, a.address)
}

// same reports whether a value is the same in every round.
func (s *loopStores) same(f *ir.Func, id ir.ID) bool {
	if id < s.first || id >= s.last {
		return true // computed once
	}
	known, ok := s.repeated[id]
	if !ok {
		s.repeated[id] = false // against circles
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
		v := variableOf(f, o.A) // memory that is loaded may have changed
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
