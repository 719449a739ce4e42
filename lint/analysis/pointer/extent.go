package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Range is a range of bytes relative to the address that a parameter points to, Hi
// exclusive.
type Range struct{ Lo, Hi int64 }

// Overlaps reports whether a range has a byte in common with another one that is shifted by
// some bytes.
func (r Range) Overlaps(o Range, shift int64) bool {
	return r.Lo < o.Hi+shift && o.Lo+shift < r.Hi
}

// Range returns the bytes that the threads of a launch access through a parameter, as far as
// the index can be followed: it is computed from thread and block indexes, constants, scalar
// parameters and counters of loops with constant bounds. ok is false if there is no such
// access.
func (e *Effects) Range(param int, kinds func(Kind) bool, l *sema.Launch) (r Range, ok bool) {
	p := e.Params[param]
	if p.Type == nil || p.Type.Elem == nil || p.Type.Elem.Size <= 0 {
		return r, false
	}
	x := extents{f: e.ir, launch: l, values: map[ir.ID]extent{}}
	for _, a := range e.Accesses {
		if !kinds(a.Kind) || len(a.Params) != 1 || a.Params[0] != param || a.Other || a.in != e.ir {
			continue
		}
		lo, hi, known := x.place(a.address, param)
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

// RangeOf is Range for a single access.
func (e *Effects) RangeOf(a *Access, l *sema.Launch) (r Range, ok bool) {
	if len(a.Params) != 1 || a.Other || a.in != e.ir {
		return r, false
	}
	x := extents{f: e.ir, launch: l, values: map[ir.ID]extent{}}
	lo, hi, known := x.place(a.address, a.Params[0])
	size := sizeOf(a.elem())
	return Range{lo * size, (hi + 1) * size}, known && size > 0
}

// extents computes the range of integers in a kernel over all threads of one launch.
type extents struct {
	f      *ir.Func
	launch *sema.Launch
	values map[ir.ID]extent // of the operations evaluated so far
	// stores lists the operations that assign to each variable. shared are the variables that
	// some operation other than a load or a store uses, and may therefore assign to as well.
	stores map[ir.ID][]ir.ID
	shared map[ir.ID]bool
}

// An extent is the range of an integer, from lo to hi inclusive.
type extent struct {
	lo, hi int64
	known  bool
}

const maxIndex = 1 << 40 // larger values count as unknown

func exactly(v int64) extent { return extent{v, v, v > -maxIndex && v < maxIndex} }

// place returns the indexes of the first and the last element that an address may refer to in
// the array behind a parameter.
func (x *extents) place(id ir.ID, param int) (lo, hi int64, ok bool) {
	o, at := x.f.Op(id), exactly(0)
	if o.Code == ir.OpIndex {
		at = x.value(o.B)
		o = x.f.Op(o.A)
	}
	p := x.f.Op(o.A)
	return at.lo, at.hi, at.known && o.Code == ir.OpLoad && p.Code == ir.OpParam && p.Int == int64(param)
}

// value returns the range of an integer.
func (x *extents) value(id ir.ID) extent {
	v, ok := x.values[id]
	if !ok {
		x.values[id] = v // a cyclic dependency finds an unknown range
		v = x.compute(id, x.f.Op(id))
		x.values[id] = v
	}
	return v
}

func (x *extents) compute(id ir.ID, o *ir.Op) extent {
	switch o.Code {
	case ir.OpConst:
		v := exactly(o.Int)
		v.known = v.known && o.X == nil
		return v
	case ir.OpSpecial:
		return x.special(ir.Special(o.Int))
	case ir.OpConvert:
		v := x.value(o.A)
		v.known = v.known && o.Type != nil && o.Type.Kind == sema.Int && o.Type.Size >= 4
		return v
	case ir.OpLoad:
		return x.variable(id, o.A)
	case ir.OpBinary:
		a, b := x.value(o.A), x.value(o.B)
		v := extent{known: a.known && b.known}
		switch o.Operator {
		case ast.Add:
			v.lo, v.hi = a.lo+b.lo, a.hi+b.hi
		case ast.Sub:
			v.lo, v.hi = a.lo-b.hi, a.hi-b.lo
		case ast.Mul:
			v.lo, v.hi = a.lo*b.lo, a.hi*b.hi
			v.known = v.known && a.lo >= 0 && b.lo >= 0 && (a.hi <= 1<<20 || b.hi <= 1<<20)
		default:
			v.known = false
		}
		v.known = v.known && v.lo > -maxIndex && v.hi < maxIndex
		return v
	}
	return extent{}
}

// special returns the range of a built-in variable such as threadIdx.x.
func (x *extents) special(s ir.Special) extent {
	if s >= ir.WarpSize {
		return extent{}
	}
	sizes := x.launch.Block
	if of := s / 3; of == ir.BlockIdxX/3 || of == ir.GridDimX/3 {
		sizes = x.launch.Grid
	}
	n := sizes[s%3]
	if s < ir.BlockDimX {
		return extent{0, n - 1, n > 0}
	}
	return extent{n, n, n > 0}
}

// variable returns the range of what a load reads. The variable is a scalar parameter whose
// argument the launch gives, a local that is written once, or the counter of a loop around the
// load.
func (x *extents) variable(load, address ir.ID) extent {
	if x.stores == nil {
		x.assignments()
	}
	o, stores := x.f.Op(address), x.stores[address]
	switch {
	case x.shared[address] || len(stores) > 2:
	case o.Code == ir.OpParam && len(stores) == 0 && int(o.Int) < len(x.launch.Args):
		if v := x.launch.Args[o.Int].Value; v.Known() {
			return exactly(v.Int)
		}
	case o.Code == ir.OpVar && len(stores) == 1:
		return x.value(x.f.Op(stores[0]).B)
	case o.Code == ir.OpVar && len(stores) == 2:
		return x.counter(load, address, stores)
	}
	return extent{}
}

// counter returns the range, inside a loop, of a variable that is set before the loop and that
// the loop counts up.
func (x *extents) counter(load, address ir.ID, stores []ir.ID) extent {
	reads := func(id ir.ID) bool {
		o := x.f.Op(id)
		for o.Code == ir.OpConvert {
			o = x.f.Op(o.A)
		}
		return o.Code == ir.OpLoad && o.A == address
	}
	for id := stores[1]; int(id) < x.f.Len(); id++ {
		loop := x.f.Op(id)
		if loop.Code != ir.OpLoop || !slices.Contains(loop.X.Regions[2].Ops, stores[1]) {
			continue
		}
		sum, test := x.f.Op(x.f.Op(stores[1]).B), x.f.Op(loop.X.Regions[0].Value)
		for sum.Code == ir.OpConvert {
			sum = x.f.Op(sum.A)
		}
		first := firstOf(loop, id)
		if load < first || load > id || stores[0] >= first || sum.Operator != ast.Add || !reads(sum.A) || test.Operator != ast.Less || !reads(test.A) {
			break
		}
		from, end := x.value(x.f.Op(stores[0]).B), x.value(test.B)
		return extent{from.lo, end.hi - 1, from.known && end.known && end.hi > from.lo}
	}
	return extent{}
}

// assignments fills stores and shared.
func (x *extents) assignments() {
	x.stores, x.shared = map[ir.ID][]ir.ID{}, map[ir.ID]bool{}
	for id := ir.ID(1); int(id) < x.f.Len(); id++ {
		o := x.f.Op(id)
		switch o.Code {
		case ir.OpStore:
			x.stores[o.A] = append(x.stores[o.A], id)
			continue
		case ir.OpLoad:
			continue
		}
		for a := range o.Operands {
			x.shared[a] = true
		}
	}
}
