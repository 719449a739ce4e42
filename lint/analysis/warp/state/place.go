package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

func (m *memory) placeOf(o *object) place {
	return place{targets: o.here[:], typ: o.typ, literal: true, addr: m.symbol(o)}
}

// placeAt returns the place of type t at an address.
func (m *memory) placeAt(address value, t *sema.Type) place {
	p := place{targets: address.ptr, typ: t, literal: address.literal, addr: address.op}
	if m.work != nil && p.addr == 0 && !tracksAll(p.targets) {
		p.addr = m.nodeOf(address)
	}
	return p
}

// tracksAll reports whether targets are variables of a thread, whose addresses cost
// nothing.
func tracksAll(targets []target) bool {
	for _, t := range targets {
		if !t.obj.tracked() || t.obj.space == sema.ParameterSpace {
			return false
		}
	}
	return len(targets) > 0
}

// address returns where a place is as a value.
func (m *memory) address(p place) value {
	targets := p.targets
	return value{typ: m.pointerTo(p.typ), ptr: targets, op: p.addr, literal: p.literal}
}

// pointerTo returns the type of a pointer, the same for the same type.
func (e *evaluator) pointerTo(t *sema.Type) *sema.Type {
	p := e.pointers[t]
	if p == nil {
		p = pointerTo(t)
		e.pointers[t] = p
	}
	return p
}

// dataObject returns an object whose content is data: shared or global memory.
func (m *memory) dataObject(name string, space sema.MemorySpace, t *sema.Type) *object {
	o := m.newObject(name, t)
	o.space, o.state = space, nil
	return o
}

// member returns the place of a data member.
func (m *memory) member(p place, f sema.Field) place {
	off := f.Offset
	out := place{typ: f.Type, literal: p.literal}
	if m.work != nil {
		out.addr = m.work.offset(p.addr, max(off, 0))
	}
	for _, t := range p.targets {
		o := off
		if o < 0 {
			o = m.placeholderOffset(p.typ, f.Name)
		}
		t.off = m.d.Add(lanes.Int64, t.off, m.d.Const(lanes.Int64, o))
		out.targets = append(out.targets, t)
	}
	return out
}

// placeholderOffset keeps the members of a class of unknown layout apart.
func (m *memory) placeholderOffset(t *sema.Type, name string) int64 {
	t = ir.Strip(t)
	if t != nil && t.Record != nil {
		for i, f := range t.Record.Fields {
			if f.Name == name {
				return int64(i+1) << 32
			}
		}
	}
	return 1 << 40
}

// element returns the place of element i, of type elem, from a place.
func (m *memory) element(p place, i *lanes.Value, elem *sema.Type) place {
	return m.elementAt(p, value{num: i}, elem)
}

// elementAt is element for an index that may have been computed.
func (m *memory) elementAt(p place, index value, elem *sema.Type) place {
	i := index.num
	if p.addr == 0 && !index.num.Known() {
		m.use(index) // of an array in local memory
	}
	out := place{typ: elem, literal: p.literal, addr: m.indexed(p.addr, index, sizeOf(elem), p.targets, elem)}
	scaled := m.d.Mul(lanes.Int64, m.d.Convert(lanes.Int64, i), m.d.Const(lanes.Int64, sizeOf(elem)))
	if ir.IsKind(elem, sema.Array) {
		scaled = scaled.RowOffset()
	}
	for _, t := range p.targets {
		t.off = m.d.Add(lanes.Int64, t.off, scaled)
		out.targets = append(out.targets, t)
	}
	return out
}

// expose notes that the address of objects was taken: a pointer that nothing is
// known of may point to them from here.
func (m *memory) expose(targets []target) {
	for _, t := range targets {
		if o := t.obj; !o.exposed && o.tracked() && o.space == sema.LocalSpace {
			o.exposed = true
			m.exposed = append(m.exposed, o)
		}
	}
}

// hideSince forgets that the address of objects younger than an id was taken: they
// are gone.
func (m *memory) hideSince(id int) {
	m.exposed = slices.DeleteFunc(m.exposed, func(o *object) bool {
		gone := o.id > id
		o.exposed = o.exposed && !gone
		return gone
	})
}

// pointee returns the place a pointer value refers to.
func (m *memory) pointee(v value) place {
	t := ir.Strip(v.typ)
	p := m.placeAt(v, typeOther)
	p.literal = false
	if t != nil && t.Elem != nil {
		p.typ = t.Elem
	}
	return p
}

// zeroAt writes zeros to a place; of a large one nothing is known.
func (m *memory) zeroAt(p place) {
	t := ir.Strip(p.typ)
	n, isNumber := numeric(t)
	switch {
	case isNumber:
		m.store(p, value{typ: t, num: m.zero(n)}, ast.Node{})
	case ir.IsKind(t, sema.Pointer):
		m.store(p, value{typ: t, ptr: []target{}}, ast.Node{})
	case ir.IsKind(t, sema.RecordKind) && t.Record != nil:
		for _, f := range t.Record.Complete().Fields {
			m.zeroAt(m.member(p, f))
		}
	case ir.IsKind(t, sema.Array) && t.Len > 0 && t.Len <= maxCells:
		for i := range t.Len {
			m.zeroAt(m.element(p, m.d.Const(lanes.Int64, i), t.Elem))
		}
	default:
		m.smearPlace(p)
	}
}

func (e *evaluator) zero(n lanes.Type) *lanes.Value {
	if n.Float {
		return e.d.ConstFloat(n, 0)
	}
	return e.d.Const(n, 0)
}
