package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// Reads and writes of images through textures and surfaces. The coordinates of an access are
// put together into one number for each texel, whose distinct values are the texels of a warp.

// The sectors of an image in a CUDA array: 16 bytes of each of 2 rows, in one plane or layer of
// it. Source: package gpu, testdata/image_sectors.csv, counted on an H100.
const (
	sectorWidthBits  = 4
	sectorHeightBits = 1
)

// textureCall follows a call of CUDA's that reads or writes through a texture or a surface.
// nameOf returns the name of what an operation reads, for a handle.
func (m *model) textureCall(c ir.TextureCall, o *ir.Op, args []value, nameOf func(ir.ID) string) value {
	t, written := ir.Strip(o.Type), value{}
	ids, out := o.X.Args, value{}
	switch {
	case len(args) > 1 && c.Store:
		written, t = args[0], ir.Strip(args[0].typ)
		args, ids = args[1:], ids[1:]
	case len(args) > 1 && ir.IsKind(args[0].typ, sema.Pointer) && imageIn(args[0]) == nil:
		// The result goes where the first argument points to.
		out, t = args[0], ir.Strip(elemOf(args[0].typ))
		args, ids = args[1:], ids[1:]
	}
	if len(args) == 0 {
		return m.unknownResult(t)
	}
	f := m.fetchOf(c, t, args[1:])
	f.obj = m.image(args[0], ids[0], c, nameOf)
	addr := m.coordinateNode(args[1:])
	if c.Store {
		row := m.recordFetch(o.Node, Store, f)
		m.storeNode(f.obj, addr, m.nodeOf(written), row)
		m.use(written)
		return value{typ: typeVoid}
	}
	v := m.fetched(f, m.loadNode(f.obj, addr, f.typ, m.recordFetch(o.Node, Load, f)))
	if out.ptr != nil {
		m.storeResult(m.pointee(out), v)
		return value{typ: typeVoid}
	}
	return v
}

// A fetch is one access of an image.
type fetch struct {
	ir.TextureCall
	obj *object
	typ *sema.Type // of a texel
	// texel tells the texels apart, sector the sectors where these are known; at are the
	// coordinates.
	texel, sector *lanes.Value
	at            []*lanes.Value
}

// fetchOf returns the access of texels of a type at coordinates.
func (m *model) fetchOf(c ir.TextureCall, t *sema.Type, args []value) fetch {
	f := fetch{TextureCall: c, typ: orOther(t)}
	n := c.Dimensions
	if c.Layered {
		n++
	}
	for _, a := range args[:min(n, len(args))] {
		x := m.d.Unknown(lanes.Int64)
		if a.num != nil {
			x = m.d.Texel(a.num)
		}
		f.at = append(f.at, x)
	}
	bytes := m.d.Const(lanes.Int64, sizeOf(f.typ))
	if c.Surface && len(f.at) > 0 {
		f.at[0] = m.d.Div(lanes.Int64, f.at[0], bytes)
	}
	f.texel = m.d.Unknown(lanes.Int64)
	if c.Dimensions > 0 && len(f.at) == n && !c.Scaled {
		f.texel = m.d.Mul(lanes.Int64, m.together(f.at), bytes)
	}
	if c.Dimensions > 0 && len(f.at) == n && !c.Linear && !c.Scaled && !c.Surface && !c.Gather {
		in := slices.Clone(f.at)
		in[0] = m.d.Shr(lanes.Int64, m.d.Mul(lanes.Int64, in[0], bytes), m.d.Const(lanes.Int64, sectorWidthBits))
		if c.Dimensions > 1 {
			in[1] = m.d.Shr(lanes.Int64, in[1], m.d.Const(lanes.Int64, sectorHeightBits))
		}
		f.sector = m.together(in)
	}
	return f
}

// together puts coordinates together into one number.
func (m *model) together(at []*lanes.Value) *lanes.Value {
	v := m.d.Const(lanes.Int64, 0)
	for i := len(at) - 1; i >= 0; i-- {
		v = m.d.Add(lanes.Int64, m.d.Mul(lanes.Int64, v, m.d.Const(lanes.Int64, imageSide)), at[i])
	}
	return v
}

// image returns the object that a texture or a surface stands for.
func (m *model) image(handle value, id ir.ID, c ir.TextureCall, nameOf func(ir.ID) string) *object {
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
		o = m.dataObject(name, space, nil)
		if m.images == nil {
			m.images = map[imageKey]*object{}
		}
		m.images[key] = o
	}
	return o
}

// imageIn returns the texture or surface reference that an argument is; nil for a handle.
func imageIn(v value) *object {
	for _, t := range v.ptr {
		if s := t.obj.space; s == sema.TextureSpace || s == sema.SurfaceSpace {
			return t.obj
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
func (m *model) coordinateNode(args []value) ref {
	if m.work == nil {
		return 0
	}
	n := node{op: opMerge, cls: Int32}
	for i, a := range args {
		switch i {
		case 0:
			n.a = m.nodeOf(a)
		case 1:
			n.b = m.nodeOf(a)
		case 2:
			n.c = m.nodeOf(a)
		default:
			m.use(a)
		}
	}
	return m.work.pure(n)
}

// recordFetch notes one execution of an access of an image by the active threads.
func (m *model) recordFetch(n ast.Node, kind AccessKind, f fetch) int32 {
	if m.dry > 0 || m.mask.empty() || m.rec.constantOnly || !n.Valid() {
		return 0
	}
	x := m.execution(n, kind, target{f.obj, f.texel}, f.typ)
	return m.rec.recordImage(&x, image{dimensions: f.Dimensions, linear: f.TextureCall.Linear, sector: f.sector})
}

// fetched returns what is read at the coordinates of an access.
func (m *model) fetched(f fetch, op ref) value {
	number := func(t *sema.Type) value {
		if num, ok := numeric(t); ok && len(f.at) > 0 {
			return value{typ: t, num: m.d.Loaded(num, f.at...), op: op}
		}
		return m.unknown(t)
	}
	if !ir.IsKind(f.typ, sema.RecordKind) || f.typ.Record == nil {
		return number(f.typ)
	}
	o := m.newObject("", f.typ)
	for _, member := range f.typ.Record.Fields {
		if member.Offset >= 0 {
			m.storeCell(o, member.Offset, number(ir.Strip(member.Type)))
		}
	}
	return m.address(m.placeOf(o))
}

// storeResult writes what was read where a pointer says.
func (m *model) storeResult(p place, v value) {
	if v.num != nil {
		m.store(p, v, ast.Node{})
		return
	}
	m.smearPlace(p)
}
