package localarray

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A functionInfo is what does not depend on the call of a function.
type functionInfo struct {
	// loops are the loops around each operation that declares or stores, conditions how many
	// branches are.
	loops      map[ir.ID][]ir.ID
	conditions map[ir.ID]int
	stores     map[ir.ID][]ir.ID // of each variable
	escapes    map[ir.ID]bool    // variables whose address goes elsewhere
}

func newInfo(f *ir.Func) *functionInfo {
	x := &functionInfo{map[ir.ID][]ir.ID{}, map[ir.ID]int{}, map[ir.ID][]ir.ID{}, map[ir.ID]bool{}}
	x.region(f, &f.Body, nil, 0)
	return x
}

func (x *functionInfo) region(f *ir.Func, r *ir.Region, loops []ir.ID, conditions int) {
	for _, id := range r.Ops {
		o := f.Op(id)
		switch o.Code {
		case ir.OpVar, ir.OpParam:
			x.loops[id], x.conditions[id] = loops, conditions
		case ir.OpStore:
			x.loops[id], x.conditions[id] = loops, conditions
			x.stores[o.A] = append(x.stores[o.A], id)
		case ir.OpForget, ir.OpAddress, ir.OpBind, ir.OpZero, ir.OpCopy:
			x.escapes[o.A], x.escapes[o.B] = true, true
		case ir.OpCall, ir.OpExternal, ir.OpUnknown, ir.OpAssembly:
			for a := range o.Operands {
				x.escapes[a] = true
			}
		}
		if o.X == nil {
			continue
		}
		inside, under := loops, conditions
		switch o.Code {
		case ir.OpLoop:
			inside = append(loops[:len(loops):len(loops)], id)
		case ir.OpIf, ir.OpSwitch, ir.OpChoose, ir.OpLogical, ir.OpTry:
			under++
		}
		for i := range o.X.Regions {
			x.region(f, &o.X.Regions[i], inside, under)
		}
		for i := range o.X.Cases {
			x.region(f, &o.X.Cases[i].Body, inside, under)
		}
	}
}

// resolve returns the array that an address points into, the frame that declares the array, and what
// is known of the index. The array is nil if the address points elsewhere, or to an unknown place.
func (w *walk) resolve(fr *frame, id ir.ID, depth int) (home *frame, a *Array, kind Kind) {
	if depth > maxDepth || fr == nil || id == 0 {
		return nil, nil, Unclear
	}
	o := fr.Op(id)
	switch o.Code {
	case ir.OpVar:
		return fr, fr.arrays[id], Known
	case ir.OpIndex:
		home, a, kind = w.resolve(fr, o.A, depth+1)
		if a == nil || o.Flags.Has(ir.Literal) {
			return home, a, kind
		}
		return home, a, max(kind, w.index(fr, o.B, nil))
	case ir.OpMember, ir.OpBase, ir.OpConvert, ir.OpAddress, ir.OpBind:
		return w.resolve(fr, o.A, depth+1)
	case ir.OpParam:
		if ir.IsKind(o.Type, types.Pointer) {
			return nil, nil, Unclear
		}
		return w.argument(fr, o, depth)
	case ir.OpLoad:
		p := fr.Op(o.A)
		if !ir.IsKind(o.Type, types.Pointer) {
			return nil, nil, Unclear
		}
		if stores := fr.info.stores[o.A]; p.Code == ir.OpVar && len(stores) == 1 {
			return w.resolve(fr, fr.Op(stores[0]).B, depth+1)
		} else if p.Code == ir.OpParam && len(stores) == 0 {
			return w.argument(fr, p, depth)
		}
	}
	return nil, nil, Unclear
}

// argument resolves the argument of a parameter.
func (w *walk) argument(fr *frame, p *ir.Op, depth int) (*frame, *Array, Kind) {
	if fr.caller == nil || int(p.Int) >= len(fr.args) {
		return nil, nil, Unclear
	}
	return w.resolve(fr.caller, fr.args[p.Int], depth+1)
}

// A variable of a call, while it is being looked at.
type variable struct {
	fr *frame
	id ir.ID
}

// index returns what nvcc knows of a number. busy has the variables that are being looked at.
func (w *walk) index(fr *frame, id ir.ID, busy []variable) Kind {
	if len(busy) > maxDepth || id == 0 {
		return Unclear
	}
	o := fr.Op(id)
	switch o.Code {
	case ir.OpConst, ir.OpTemplateValue:
		return Known
	case ir.OpSpecial:
		return Dynamic
	case ir.OpConvert, ir.OpUnary:
		return w.index(fr, o.A, busy)
	case ir.OpBinary:
		a, b := w.index(fr, o.A, busy), w.index(fr, o.B, busy)
		if a == Unclear || b == Unclear {
			return Unclear
		}
		return max(a, b)
	case ir.OpLoad:
		if p := fr.Op(o.A); p.Code == ir.OpVar || p.Code == ir.OpParam {
			return w.variable(fr, o.A, p, busy)
		}
		if _, a, _ := w.resolve(fr, o.A, 0); a != nil {
			return Unclear // of a table of constants, perhaps
		}
		return Dynamic // from memory
	}
	return Unclear
}

// variable returns what nvcc knows of the number in a variable or parameter.
func (w *walk) variable(fr *frame, id ir.ID, p *ir.Op, busy []variable) Kind {
	for _, b := range busy {
		if b == (variable{fr, id}) {
			return Known // as far as its other values go
		}
	}
	busy = append(busy, variable{fr, id})
	if fr.info.escapes[id] || !ir.IsKind(p.Type, types.Int) || p.Type.Kind == types.Reference {
		return Unclear
	}
	kind := Known
	if p.Code == ir.OpParam {
		switch {
		case fr.caller == nil:
			kind = Dynamic // of the kernel
		case int(p.Int) >= len(fr.args):
			return Unclear
		default:
			kind = w.index(fr.caller, fr.args[p.Int], busy)
		}
	}
	for _, s := range fr.info.stores[id] {
		k := w.stored(fr, id, s, busy)
		if k == Unclear {
			return Unclear
		}
		kind = max(kind, k)
	}
	return kind
}

// stored returns what nvcc knows of a variable after a store to it.
func (w *walk) stored(fr *frame, id, store ir.ID, busy []variable) Kind {
	kind, changes := w.index(fr, fr.Op(store).B, busy), w.changes(fr, id, store)
	switch {
	case fr.info.conditions[store] > fr.info.conditions[id] && kind == Known && !changes:
		return Unclear // one of several constants
	case fr.info.conditions[store] > fr.info.conditions[id]:
		return Dynamic
	case !changes:
		return kind
	}
	for _, l := range fr.info.loops[store][w.begun(fr, id, store):] {
		k := w.loopKind(fr, l)
		if k == Unclear || kind == Unclear {
			return Unclear
		}
		kind = max(kind, k)
	}
	return kind
}

// begun returns how many of the loops around a store, which changes a variable, begin anew with it:
// those around its declaration, or around a store of another value.
func (w *walk) begun(fr *frame, id, store ir.ID) int {
	loops, n := fr.info.loops[store], len(fr.info.loops[id])
	for _, s := range fr.info.stores[id] {
		if other := fr.info.loops[s]; !w.changes(fr, id, s) && fr.info.conditions[s] <= fr.info.conditions[store] {
			common := 0
			for common < min(len(loops), len(other)) && loops[common] == other[common] {
				common++
			}
			n = max(n, common)
		}
	}
	return n
}

// changes reports whether a store makes a new value of the old one: p = p + 1.
func (w *walk) changes(fr *frame, id, store ir.ID) bool {
	var uses func(v ir.ID, depth int) bool
	uses = func(v ir.ID, depth int) bool {
		o := fr.Op(v)
		return depth < maxDepth && v != 0 && (o.Code == ir.OpLoad && o.A == id || (o.Code == ir.OpBinary || o.Code == ir.OpConvert) && (uses(o.A, depth+1) || uses(o.B, depth+1)))
	}
	return uses(fr.Op(store).B, 0)
}

// What nvcc unrolls of loops whose counter indexes an array in any case, and up to what it may do so.
const (
	unrolledFor  = 100
	unrolledUpTo = 400
)

// loopKind returns what nvcc knows of the counter of a loop.
func (w *walk) loopKind(fr *frame, loop ir.ID) Kind {
	o := fr.Op(loop)
	i, ok := fr.nests[loop]
	if !ok {
		return Unclear
	}
	n := &w.Nests[i]
	switch {
	case !n.Constant && (fr.Op(o.X.Regions[0].Value).Code == ir.OpLogical || w.bounded(fr, loop)):
		return Unclear // the loop may be unrolled up to a constant bound
	case !n.Constant:
		return Counter
	case o.Int > 0 && float64(o.Int) < n.Trips:
		return Rolled
	case n.Unroll == 0 || n.Trips <= unrolledFor || len(w.asked) > 0 && n.Trips <= unrolledUpTo:
		return Known // a bound that the counter makes is constant if the loop is unrolled at all
	case n.Trips <= unrolledUpTo:
		return Unclear
	}
	return Rolled
}

// bounded reports whether a loop counts from a constant to a number that is constant once the loops around it
// are unrolled: something else may end it before.
func (w *walk) bounded(fr *frame, loop ir.ID) bool {
	if w.asked[variable{fr, loop}] {
		return false
	}
	w.asked[variable{fr, loop}] = true
	defer delete(w.asked, variable{fr, loop})
	cond := fr.Op(fr.Op(loop).X.Regions[0].Value)
	if cond.Code != ir.OpBinary {
		return false
	}
	for _, sides := range [][2]ir.ID{{cond.A, cond.B}, {cond.B, cond.A}} {
		if w.starts(fr, loop, sides[0]) && !fr.changedIn(loop, sides[1], 0) && w.index(fr, sides[1], nil) == Known {
			return true
		}
	}
	return false
}

// starts reports whether a number is a variable that a loop changes and that is a constant before.
func (w *walk) starts(fr *frame, loop, id ir.ID) bool {
	o := fr.Op(id)
	for depth := 0; o.Code == ir.OpConvert && depth < maxDepth; depth++ {
		o = fr.Op(o.A)
	}
	if o.Code != ir.OpLoad || fr.Op(o.A).Code != ir.OpVar {
		return false
	}
	changed := false
	for _, s := range fr.info.stores[o.A] {
		if slices.Contains(fr.info.loops[s], loop) {
			changed = true
		} else if w.index(fr, fr.Op(s).B, nil) != Known {
			return false
		}
	}
	return changed
}

// changedIn reports whether a number is computed from a variable that a loop stores to.
func (fr *frame) changedIn(loop, id ir.ID, depth int) bool {
	if id == 0 || depth > maxDepth {
		return false
	}
	o := fr.Op(id)
	switch o.Code {
	case ir.OpLoad:
		for _, s := range fr.info.stores[o.A] {
			if slices.Contains(fr.info.loops[s], loop) {
				return true
			}
		}
	case ir.OpConvert, ir.OpUnary, ir.OpBinary:
		return fr.changedIn(loop, o.A, depth+1) || o.Code == ir.OpBinary && fr.changedIn(loop, o.B, depth+1)
	}
	return false
}
