package builtin

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/access"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// Reads and writes of images through textures and surfaces. The coordinates of an access are
// put together into one number for each texel, whose distinct values are the texels of a warp.

// The sectors of an image in a CUDA array: 16 bytes of each of 2 rows, in one plane or layer of
// it. Source: package gpu, testdata/image_sectors.csv, counted on an H100.
const (
	sectorWidthBits  = 4
	sectorHeightBits = 1
)

// TextureCall follows a call of CUDA's that reads or writes through a texture or a surface.
// nameOf returns the name of what an operation reads, for a handle.
func (m *Model) TextureCall(c ir.TextureCall, o *ir.Op, args []state.Value, nameOf func(ir.ID) string) state.Value {
	t, written := ir.Strip(o.Type), state.Value{}
	ids, out := o.X.Args, state.Value{}
	switch {
	case len(args) > 1 && c.Store:
		written, t = args[0], ir.Strip(args[0].Type)
		args, ids = args[1:], ids[1:]
	case len(args) > 1 && ir.IsKind(args[0].Type, sema.Pointer) && imageIn(args[0]) == nil:
		// The result goes where the first argument points to.
		out, t = args[0], ir.Strip(ctype.ElemOf(args[0].Type))
		args, ids = args[1:], ids[1:]
	}
	if len(args) == 0 {
		return m.UnknownResult(t)
	}
	f := m.fetchOf(c, t, args[1:])
	f.obj = m.image(args[0], ids[0], c, nameOf)
	addr := m.coordinateNode(args[1:])
	if c.Store {
		row := m.recordFetch(o.Node, warp.Store, f)
		m.StoreNode(f.obj, addr, m.NodeOf(written), row)
		m.Need(written)
		return state.Value{Type: ctype.TypeVoid}
	}
	v := m.fetched(f, m.LoadNode(f.obj, addr, f.typ, m.recordFetch(o.Node, warp.Load, f)))
	if out.Ptr != nil {
		m.storeResult(m.Pointee(out), v)
		return state.Value{Type: ctype.TypeVoid}
	}
	return v
}

// A fetch is one access of an image.
type fetch struct {
	ir.TextureCall
	obj *state.Object
	typ *sema.Type // of a texel
	// texel tells the texels apart, sector the sectors where these are known; at are the
	// coordinates.
	texel, sector *lanes.Value
	at            []*lanes.Value
}

// fetchOf returns the access of texels of a type at coordinates.
func (m *Model) fetchOf(c ir.TextureCall, t *sema.Type, args []state.Value) fetch {
	f := fetch{TextureCall: c, typ: ctype.OrOther(t)}
	n := c.Dimensions
	if c.Layered {
		n++
	}
	for _, a := range args[:min(n, len(args))] {
		x := m.Lanes.Unknown(lanes.Int64)
		if a.Num != nil {
			x = m.Lanes.Texel(a.Num)
		}
		f.at = append(f.at, x)
	}
	bytes := m.Lanes.Const(lanes.Int64, ctype.SizeOf(f.typ))
	if c.Surface && len(f.at) > 0 {
		f.at[0] = m.Lanes.Div(lanes.Int64, f.at[0], bytes)
	}
	f.texel = m.Lanes.Unknown(lanes.Int64)
	if c.Dimensions > 0 && len(f.at) == n && !c.Scaled {
		f.texel = m.Lanes.Mul(lanes.Int64, m.linear(f.at), bytes)
	}
	if c.Dimensions > 0 && len(f.at) == n && !c.Linear && !c.Scaled && !c.Surface && !c.Gather {
		in := slices.Clone(f.at)
		in[0] = m.Lanes.Shr(lanes.Int64, m.Lanes.Mul(lanes.Int64, in[0], bytes), m.Lanes.Const(lanes.Int64, sectorWidthBits))
		if c.Dimensions > 1 {
			in[1] = m.Lanes.Shr(lanes.Int64, in[1], m.Lanes.Const(lanes.Int64, sectorHeightBits))
		}
		f.sector = m.linear(in)
	}
	return f
}

// linear combines coordinates into one number.
func (m *Model) linear(at []*lanes.Value) *lanes.Value {
	v := m.Lanes.Const(lanes.Int64, 0)
	for i := len(at) - 1; i >= 0; i-- {
		v = m.Lanes.Add(lanes.Int64, m.Lanes.Mul(lanes.Int64, v, m.Lanes.Const(lanes.Int64, access.ImageSide)), at[i])
	}
	return v
}

// image returns the object that a texture or a surface stands for.
func (m *Model) image(handle state.Value, id ir.ID, c ir.TextureCall, nameOf func(ir.ID) string) *state.Object {
	if o := imageIn(handle); o != nil {
		return o
	}
	name, space := nameOf(id), sema.TextureSpace
	if c.Surface {
		space = sema.SurfaceSpace
	}
	key := imageKey{name, space}
	o := m.images[key]
	if o == nil {
		o = m.DataObject(name, space, nil)
		if m.images == nil {
			m.images = map[imageKey]*state.Object{}
		}
		m.images[key] = o
	}
	return o
}

// imageIn returns the texture or surface reference that an argument is; nil for a handle.
func imageIn(v state.Value) *state.Object {
	for _, t := range v.Ptr {
		if s := t.Object.Space; s == sema.TextureSpace || s == sema.SurfaceSpace {
			return t.Object
		}
	}
	return nil
}

// An imageKey tells the images of a kernel apart that textures and surfaces are handles of.
type imageKey struct {
	name  string
	space sema.MemorySpace
}

// coordinateNode returns the node of what computes a place in an image.
func (m *Model) coordinateNode(args []state.Value) opgraph.Ref {
	if m.Graph == nil {
		return 0
	}
	n := opgraph.Node{Op: opgraph.OpMerge, Class: warp.Int32}
	for i, a := range args {
		switch i {
		case 0:
			n.A = m.NodeOf(a)
		case 1:
			n.B = m.NodeOf(a)
		case 2:
			n.C = m.NodeOf(a)
		default:
			m.Need(a)
		}
	}
	return m.Graph.Pure(n)
}

// recordFetch notes one execution of an access of an image by the active threads.
func (m *Model) recordFetch(n ast.Node, kind warp.AccessKind, f fetch) int32 {
	if m.Trials > 0 || m.Mask.Empty() || m.Recorder.ConstantOnly || !n.Valid() {
		return 0
	}
	x := m.Execution(n, kind, state.Target{Object: f.obj, Offset: f.texel}, f.typ)
	return m.Recorder.RecordImage(&x, access.Image{Dimensions: f.Dimensions, Linear: f.TextureCall.Linear, Sector: f.sector})
}

// fetched returns the value that an access of an image reads.
func (m *Model) fetched(f fetch, op opgraph.Ref) state.Value {
	number := func(t *sema.Type) state.Value {
		if num, ok := ctype.Numeric(t); ok && len(f.at) > 0 {
			return state.Value{Type: t, Num: m.Lanes.Loaded(num, f.at...), Node: op}
		}
		return m.Unknown(t)
	}
	if !ir.IsKind(f.typ, sema.RecordKind) || f.typ.Record == nil {
		return number(f.typ)
	}
	o := m.NewObject("", f.typ)
	for _, member := range f.typ.Record.Fields {
		if member.Offset >= 0 {
			m.StoreCell(o, member.Offset, number(ir.Strip(member.Type)))
		}
	}
	return m.Address(m.PlaceOf(o))
}

// storeResult writes what was read where a pointer says.
func (m *Model) storeResult(p state.Place, v state.Value) {
	if v.Num != nil {
		m.Store(p, v, ast.Node{})
		return
	}
	m.SmashPlace(p)
}
