package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Meeting says whether two accesses, each by any thread of one launch, touch the same bytes.
type Meeting uint8

// The answers, from the weakest.
const (
	// NotShown: they are apart, or an unknown number in their offsets may keep them apart.
	NotShown Meeting = iota
	// Probable: their offsets differ by numbers that take many values, of which some let them
	// meet: data, loop counters, the indexes of threads.
	Probable
	// Sure: they touch the same bytes.
	Sure
)

// Meet compares the addresses of two accesses of the function. shift is the address behind the
// parameter of b minus that of a, in bytes.
func (e *Effects) Meet(a, b *Access, shift int64) Meeting {
	sizeA, sizeB := sizeOf(a.elem()), sizeOf(b.elem())
	if sizeA == 0 || sizeB == 0 || !sameType(a.elem(), b.elem()) {
		return NotShown
	}
	best := NotShown
	for _, p := range chains(a.frame) {
		for _, q := range chains(b.frame) {
			x := &offsets{chain: p, index: map[*ir.Func]*extents{}, visiting: map[ir.ID]bool{}}
			first := x.value(a.frame, a.address)
			x.chain = q
			second := x.value(b.frame, b.address).plus(exact(shift), 1)
			m := compare(first, second, sizeA, sizeB)
			if m == Sure && excluded(a, b, p, q) {
				m = NotShown
			}
			best = max(best, m)
		}
	}
	return best
}

// elem returns the type of the object that an access reads or writes, nil if it is not known.
func (a *Access) elem() *sema.Type {
	o := a.in.Op(a.op)
	if a.address != 0 {
		switch at := a.in.Op(a.address); at.Code {
		case ir.OpIndex, ir.OpMember, ir.OpBase, ir.OpGlobal:
			return at.Type
		default:
			if at.Type != nil && at.Type.Kind == sema.Pointer {
				return at.Type.Elem
			}
		}
	}
	return o.Type
}

// chains returns the ways in which a frame is called, each with the call of every frame on the
// way. It is empty if there are too many.
func chains(f *frame) (out []map[*frame]site) {
	var climb func(f *frame, chain map[*frame]site, depth int)
	climb = func(f *frame, chain map[*frame]site, depth int) {
		if len(f.sites) == 0 {
			copied := map[*frame]site{}
			for k, v := range chain {
				copied[k] = v
			}
			out = append(out, copied)
			return
		}
		if depth > maxSites || len(f.sites) > maxSites || len(out) > maxSites {
			return
		}
		for _, s := range f.sites {
			if _, recursive := chain[s.frame]; recursive {
				continue
			}
			chain[f] = s
			climb(s.frame, chain, depth+1)
			delete(chain, f)
		}
	}
	climb(f, map[*frame]site{}, 0)
	if len(out) > maxSites {
		return nil
	}
	return out
}

// compare compares the offsets of two accesses of some bytes each.
func compare(a, b offset, sizeA, sizeB int64) Meeting {
	d := a.plus(b, -1)
	if step := stride(a, b); step > 0 {
		if r := ((d.base % step) + step) % step; r >= sizeB && r+sizeA <= step {
			return NotShown // between the elements of the other
		}
	}
	v, positive := d.is()
	_, negative := exact(0).plus(d, -1).is()
	switch {
	case len(d.terms) == 0:
		return compareConstant(a, d.base, sizeA, sizeB)
	case positive && d.base >= sizeB, negative && d.base <= -sizeA, v == anyhow:
		return NotShown
	}
	for _, t := range d.terms {
		if t.variation == uniform || t.scaled {
			return NotShown
		}
	}
	return Probable
}

// compareConstant compares two accesses at a constant distance.
func compareConstant(a offset, distance, sizeA, sizeB int64) Meeting {
	if distance < sizeB && -distance < sizeA {
		return Sure
	}
	for _, t := range a.terms {
		step := max(t.factor, -t.factor)
		if t.variation == byThread && !t.scaled && max(distance, -distance) <= 31*step {
			return Sure // what a neighbour in the warp accesses
		}
		if t.variation == byLoop && !t.scaled {
			return Probable // what another iteration accesses
		}
	}
	return NotShown
}

// stride returns the greatest number that divides all factors, 0 if there are no terms.
func stride(a, b offset) int64 {
	var g int64
	for _, o := range []offset{a, b} {
		for _, t := range o.terms {
			x := max(t.factor, -t.factor)
			for x != 0 {
				g, x = x, g%x
			}
		}
	}
	return g
}

// excluded reports whether two accesses are in arms of one branch that exclude each other.
func excluded(a, b *Access, p, q map[*frame]site) bool {
	first, second := common(placeOf{a.frame, a.op, p, a.around}, placeOf{b.frame, b.op, q, b.around})
	return first.frame == second.frame && exclusive(first.frame.ir, first.call, second.call)
}

// common returns the operations in one function that two operations are or are called by.
func common(a, b placeOf) (first, second site) {
	first, second = site{a.frame, a.op}, site{b.frame, b.op}
	up := map[*frame]site{first.frame: first}
	for at, ok := a.chain[first.frame]; ok; at, ok = a.chain[at.frame] {
		up[at.frame] = at
	}
	for {
		if found, ok := up[second.frame]; ok {
			return found, second
		}
		next, ok := b.chain[second.frame]
		if !ok {
			return first, second
		}
		second = next
	}
}

// exclusive reports whether two operations of a function are in arms of one branch of which one
// runs.
func exclusive(f *ir.Func, a, b ir.ID) bool {
	x, y := armsAround(f, &f.Body, a), armsAround(f, &f.Body, b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i].branch == y[i].branch && f.Op(x[i].branch).Code != ir.OpLoop
		}
	}
	return false
}

// An arm is a region of an operation.
type arm struct {
	branch ir.ID
	region int
}

// armsAround returns the regions around an operation that are within a region, the outermost
// first; nil if the operation is directly in it, or not in it at all.
func armsAround(f *ir.Func, in *ir.Region, id ir.ID) []arm {
	for _, holder := range in.Ops {
		if holder < id {
			continue // regions are numbered before the operation that holds them
		}
		o := f.Op(holder)
		if o.X == nil {
			continue
		}
		for i := range o.X.Regions {
			r := &o.X.Regions[i]
			if slices.Contains(r.Ops, id) {
				return []arm{{holder, i}}
			}
			if inner := armsAround(f, r, id); inner != nil {
				return append([]arm{{holder, i}}, inner...)
			}
		}
	}
	return nil
}
