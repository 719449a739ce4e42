package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An Image is a read through a texture or a surface, or a write through a surface.
type Image struct {
	// Node is the call, Call what it does.
	Node ast.Node
	Call ir.TextureCall
	// Param is the parameter of the kernel that is the texture or surface object, -1 for a
	// reference: Variable is its declaration.
	Param    int
	Variable ast.Node

	site  imageSite
	chain map[*frame]site
}

// An imageSite is a call of a texture or surface function in a frame.
type imageSite struct {
	frame  *frame
	op     ir.ID
	around callLoop
}

// maxImages bounds the images of one function.
const maxImages = 500

// images reports whether a function calls texture or surface functions.
func (m *machine) images(f *ir.Func) bool {
	known, ok := m.hasImages[f]
	if !ok {
		for id := ir.ID(1); int(id) < f.Len() && !known; id++ {
			_, known = imageCall(f.Op(id))
		}
		m.hasImages[f] = known
	}
	return known
}

// imageCall returns the texture or surface function that an operation calls.
func imageCall(o *ir.Op) (c ir.TextureCall, ok bool) {
	if o.Code != ir.OpExternal || o.X == nil || o.Flags.Has(ir.Method) || len(o.X.Candidates) > 0 {
		return c, false
	}
	return ir.TextureCallOf(o.X.Name)
}

// Images returns the texture and surface accesses of a function whose object is a parameter of it,
// or a reference. An access in a callee is listed once for each way of calls.
func (e *Effects) Images() (out []Image) {
	for _, s := range e.images {
		c, _ := imageCall(s.frame.ir.Op(s.op))
		for _, chain := range chains(s.frame) {
			i := Image{Node: s.frame.ir.Op(s.op).Node, Call: c, site: s, chain: chain}
			if i.resolve() {
				out = append(out, i)
			}
		}
	}
	return out
}

// resolve finds the object of an access.
func (i *Image) resolve() bool {
	fr, id := i.site.frame, i.argument(0)
	for range maxCalls {
		o := fr.ir.Op(id)
		switch {
		case id == 0:
			return false
		case o.Code == ir.OpConvert || o.Code == ir.OpLoad:
			id = o.A
		case o.Code == ir.OpGlobal:
			i.Param, i.Variable = -1, o.X.Variable.Node
			return true
		case o.Code == ir.OpParam:
			at, called := i.chain[fr]
			if !called {
				i.Param = int(o.Int)
				return true
			}
			given, ok := argumentOf(at, fr, int(o.Int))
			if !ok {
				return false
			}
			fr, id = at.frame, given
		default:
			return false
		}
	}
	return false
}

// argument returns an argument of the call: the object, then the coordinates.
func (i *Image) argument(n int) ir.ID {
	if i.Call.Store {
		n++ // after the value
	}
	args := i.site.frame.ir.Op(i.site.op).X.Args
	if n >= len(args) {
		return 0
	}
	return args[n]
}

// texel returns the type of what is read or written, nil if it is not known.
func (i *Image) texel() *sema.Type {
	o := i.site.frame.ir.Op(i.site.op)
	if i.Call.Store && len(o.X.Args) > 0 && o.X.Args[0] != 0 {
		return i.site.frame.ir.Op(o.X.Args[0]).Type
	}
	return o.Type
}

// coordinates returns those of a texel, the layer last.
func (i *Image) coordinates() []offset {
	n := i.Call.Dimensions
	if i.Call.Layered {
		n++
	}
	x := &offsets{chain: i.chain, index: map[*ir.Func]*extents{}, visiting: map[ir.ID]bool{}}
	out := make([]offset, n)
	for k := range out {
		out[k] = x.coordinate(i.site.frame, i.argument(1+k))
	}
	return out
}

// coordinate returns the number of the texel at a coordinate, which may be a float: half a texel
// more is the same texel.
func (x *offsets) coordinate(fr *frame, id ir.ID) offset {
	o := fr.ir.Op(id)
	if x.steps++; x.steps > maxOffsetSteps || id == 0 {
		return x.opaque(fr, id, anyhow)
	}
	if o.Type != nil && o.Type.Kind == sema.Int {
		return x.value(fr, id)
	}
	switch {
	case o.Code == ir.OpConst && o.X != nil && (o.X.Float-0.5 == float64(int64(o.X.Float-0.5)) || o.X.Float == float64(int64(o.X.Float))):
		return exact(int64(o.X.Float))
	case o.Code == ir.OpConvert:
		return x.coordinate(fr, o.A)
	case o.Code == ir.OpBinary && (o.Operator == ast.Add || o.Operator == ast.Sub):
		sign := int64(1)
		if o.Operator == ast.Sub {
			sign = -1
		}
		return x.coordinate(fr, o.A).plus(x.coordinate(fr, o.B), sign)
	case o.Code == ir.OpLoad:
		v := fr.ir.Op(o.A)
		stores, alone := x.assigned(fr.ir, o.A)
		if v.Code == ir.OpVar && alone && len(stores) == 1 {
			return x.coordinate(fr, fr.ir.Op(stores[0]).B)
		}
		if at, called := x.chain[fr]; called && v.Code == ir.OpParam && alone && len(stores) == 0 {
			if given, ok := argumentOf(at, fr, int(v.Int)); ok {
				return x.coordinate(at.frame, given)
			}
		}
	}
	return x.opaque(fr, id, anyhow)
}

// Stale says whether a read through a texture may return what a write of the same launch has
// already changed, where both are of one array. A thread that reads its own texel and then writes
// it is fine.
func (e *Effects) Stale(read, write *Image) Meeting {
	a, b := read.coordinates(), write.coordinates()
	size := sizeOf(write.texel())
	if len(a) != len(b) || len(a) == 0 || size <= 0 {
		return NotShown
	}
	meeting, own := Sure, true
	for k := range a {
		scale, bytes := int64(1), int64(1)
		if k == 0 {
			bytes = size // surfaces count bytes there
			if !read.Call.Surface {
				scale = size
			}
		}
		p := exact(0).plus(a[k], scale)
		d := p.plus(b[k], -1)
		m := compare(p, b[k], bytes, bytes)
		if v, _ := d.is(); m == NotShown && v == anyhow {
			m = Probable // positions of all kinds, in one image
		}
		meeting, own = min(meeting, m), own && len(d.terms) == 0 && d.base == 0
	}
	return e.ordered(meeting, own, a, read.place(), write.place())
}

// StaleLinear is Stale for a fetch from linear memory and a write through a pointer, which is shift
// bytes behind the start of the texture.
func (e *Effects) StaleLinear(read *Image, write *Access, shift int64) Meeting {
	size, written := sizeOf(read.texel()), sizeOf(write.elem())
	if !read.Call.Linear || size <= 0 || written <= 0 || read.texel().Kind == sema.Dependent || write.elem().Kind == sema.Dependent {
		return NotShown
	}
	at := read.coordinates()
	if len(at) != 1 {
		return NotShown
	}
	p, best := exact(0).plus(at[0], size), NotShown
	for _, chain := range chains(write.frame) {
		x := &offsets{chain: chain, index: map[*ir.Func]*extents{}, visiting: map[ir.ID]bool{}}
		q := x.value(write.frame, write.address).plus(exact(shift), 1)
		d := p.plus(q, -1)
		own := len(d.terms) == 0 && d.base == 0 && size == written
		best = max(best, e.ordered(compare(p, q, size, written), own, at, read.place(), placeOf{write.frame, write.op, chain, write.around}))
	}
	return best
}

// varies reports whether an offset has more than one value in a launch.
func varies(o offset) bool {
	v, _ := o.is()
	return v != uniform
}

// A placeOf is an operation with the calls that lead to it.
type placeOf struct {
	frame  *frame
	op     ir.ID
	chain  map[*frame]site
	around callLoop
}

func (i *Image) place() placeOf { return placeOf{i.site.frame, i.site.op, i.chain, i.site.around} }

// ordered weakens a meeting where the order of the two in each thread keeps them apart.
func (e *Effects) ordered(m Meeting, own bool, at []offset, read, write placeOf) Meeting {
	if m == NotShown {
		return m
	}
	first, second := common(read, write)
	if m == Sure && exclusive(first.frame.ir, first.call, second.call) {
		return NotShown
	}
	if !own || first.call > second.call || !slices.ContainsFunc(at, varies) {
		return m
	}
	if !read.around.valid() || read.around != write.around {
		return NotShown // it is read, then written, once
	}
	counted := slices.ContainsFunc(at, func(o offset) bool {
		for _, t := range o.terms {
			if t.variation > byThread {
				return true
			}
		}
		return false
	})
	if counted {
		return NotShown // each iteration has its own
	}
	return m
}

// MayLeave reports whether an index into linear memory may be outside of it where a plain access by
// the same thread is inside: it has a constant or a number subtracted, or a neighbour added, or it
// is not known.
func (i *Image) MayLeave() bool {
	at := i.coordinates()
	if len(at) != 1 {
		return true
	}
	step := stride(at[0], offset{})
	for _, t := range at[0].terms {
		if t.factor < 0 || t.variation == anyhow {
			return true
		}
	}
	return at[0].base < 0 || step > 0 && at[0].base >= step
}

// Texel returns the type of what is read, nil if it is not known.
func (i *Image) Texel() *sema.Type { return i.texel() }
