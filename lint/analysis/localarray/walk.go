package localarray

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Bounds of the work on one kernel.
const (
	maxVisits = 1 << 19
	maxCalls  = 24
	maxDepth  = 24
)

// A frame is a call that is being followed.
type frame struct {
	*ir.Func
	info   *functionInfo
	caller *frame
	args   []ir.ID // values of the caller
	// nests has the nests of the loops that were entered.
	nests map[ir.ID]int
	loops []ir.ID // those around the present operation, the outermost first
	depth int
	// arrays are those of this call, by their OpVar.
	arrays map[ir.ID]*Array
}

// A walk follows one kernel.
type walk struct {
	*warp.NestTree
	ctx     context.Context
	builder *ir.Builder
	infos   map[*ir.Func]*functionInfo
	visits  int
	arrays  []*Array
	asked   map[variable]bool // loops that are being looked at
}

// Find returns the local arrays that an instance of a kernel indexes, in the order of their
// declarations. nests are those of an analysis of the instance, not nil.
func Find(ctx context.Context, builder *ir.Builder, kernel *ir.Instance, nests []warp.Nest) []*Array {
	f := builder.Lower(kernel)
	if f == nil || len(nests) == 0 {
		return nil
	}
	w := &walk{NestTree: warp.TreeOf(nests), ctx: ctx, builder: builder, infos: map[*ir.Func]*functionInfo{}, asked: map[variable]bool{}}
	w.call(f, nil, nil, w.Root())
	if w.visits > maxVisits || ctx.Err() != nil {
		return nil
	}
	return w.arrays
}

// call follows a call of a function in a nest.
func (w *walk) call(f *ir.Func, caller *frame, args []ir.ID, nest int) {
	fr := &frame{Func: f, info: w.infoOf(f), caller: caller, args: args, nests: map[ir.ID]int{}, arrays: map[ir.ID]*Array{}}
	if caller != nil {
		fr.depth = caller.depth + 1
	}
	w.region(fr, &f.Body, nest)
}

func (w *walk) infoOf(f *ir.Func) *functionInfo {
	x := w.infos[f]
	if x == nil {
		x = newInfo(f)
		w.infos[f] = x
	}
	return x
}

// region follows the operations of a region.
func (w *walk) region(fr *frame, r *ir.Region, nest int) {
	for _, id := range r.Ops {
		if w.visits++; w.visits > maxVisits || nest == warp.Outside {
			return
		}
		o := fr.Op(id)
		switch o.Code {
		case ir.OpVar:
			w.declare(fr, id, o)
		case ir.OpLoad, ir.OpZero:
			w.access(fr, o.A, o, o.Code != ir.OpLoad, nest)
		case ir.OpStore:
			w.access(fr, o.A, o, true, nest)
		case ir.OpCopy:
			w.access(fr, o.A, o, true, nest)
			w.access(fr, o.B, o, false, nest)
		case ir.OpCall:
			callee := w.builder.Lower(o.X.Callee)
			if callee != nil && fr.depth < maxCalls && o.X.Callee.Function.Qualifiers&ast.NoInline == 0 {
				w.call(callee, fr, o.X.Args, nest)
			}
		}
		if o.X != nil {
			w.inner(fr, id, o, nest)
		}
	}
}

// inner follows the regions of an operation.
func (w *walk) inner(fr *frame, id ir.ID, o *ir.Op, nest int) {
	if o.Code == ir.OpLoop {
		nest = w.Enter(nest, o.Node)
		if nest != warp.Outside {
			fr.nests[id] = nest
		}
		fr.loops = append(fr.loops, id)
		defer func() { fr.loops = fr.loops[:len(fr.loops)-1] }()
	}
	for i := range o.X.Regions {
		if c := fr.Op(o.A); (o.Code == ir.OpIf || o.Code == ir.OpChoose) && c.Code == ir.OpConst && c.X == nil && (c.Int != 0) == (i == 1) {
			continue
		}
		w.region(fr, &o.X.Regions[i], nest)
	}
	for i := range o.X.Cases {
		w.region(fr, &o.X.Cases[i].Test, nest)
		w.region(fr, &o.X.Cases[i].Body, nest)
	}
}

// declare adds an array of a call.
func (w *walk) declare(fr *frame, id ir.ID, o *ir.Op) {
	t := ir.Strip(o.Type)
	if fr.arrays[id] != nil || !ir.IsKind(t, types.Array) || sema.MemorySpace(o.Int) != sema.LocalSpace || o.Flags.Has(ir.Static) || o.Flags.Has(ir.Temporary) || t.Size <= 0 || !o.Node.Valid() {
		return
	}
	a := &Array{Function: fr.Func, Node: o.Node, Name: o.X.Name, Bytes: t.Size, loops: len(fr.loops), filled: map[variable]bool{}}
	fr.arrays[id] = a
	w.arrays = append(w.arrays, a)
}

// access notes an access of an array.
func (w *walk) access(fr *frame, address ir.ID, o *ir.Op, write bool, nest int) {
	home, a, kind := w.resolve(fr, address, 0)
	if a == nil || home == nil {
		return
	}
	runs := w.Runs(nest)
	if write {
		a.Writes += runs
	} else {
		a.Reads += runs
	}
	if t := ir.Strip(o.Type); t != nil && o.Code != ir.OpZero {
		size := t.Size
		if ir.IsKind(t, types.RecordKind) || size > 8 {
			size = 4
		}
		if a.Element == 0 || size < a.Element {
			a.Element = size
		}
	}
	inner, rolled, times := w.around(fr, home, a)
	if write && (kind == Known || kind == Unclear) {
		for _, l := range rolled {
			a.filled[l] = true
		}
	}
	if kind == Known {
		return
	}
	x := Access{Node: indexNode(fr, address), Write: write, Kind: kind, Loop: len(rolled) > 0, Times: times, inner: inner}
	if !x.Node.Valid() {
		x.Node = o.Node
	}
	for _, y := range a.Indexed {
		if y.Node == x.Node && y.Write == x.Write {
			return
		}
	}
	a.Indexed = append(a.Indexed, x)
}

// around returns the loops that are left after unrolling between an access and the declaration of its
// array, and the innermost of them, and how many copies unrolling makes otherwise.
func (w *walk) around(fr, home *frame, a *Array) (inner variable, rolled []variable, times float64) {
	times = 1
	for f := fr; f != nil; f = f.caller {
		loops := f.loops
		if f == home {
			loops = loops[min(a.loops, len(loops)):]
		}
		for i := len(loops) - 1; i >= 0; i-- {
			l := loops[i]
			if w.loopKind(f, l) != Known {
				rolled = append(rolled, variable{f, l})
			} else if n, ok := f.nests[l]; ok {
				times *= max(1, w.Nests[n].Trips)
			}
		}
		if f == home {
			break
		}
	}
	if len(rolled) > 0 {
		inner = rolled[0]
	}
	return inner, rolled, times
}

// indexNode returns the expression of an access: the innermost element that is named.
func indexNode(fr *frame, id ir.ID) ast.Node {
	for range maxDepth {
		o := fr.Op(id)
		if o.Node.Valid() {
			return o.Node
		}
		if o.A == 0 {
			break
		}
		id = o.A
	}
	return ast.Node{}
}
