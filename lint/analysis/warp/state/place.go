package state

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// PlaceOf returns the place of a whole object.
func (m *Memory) PlaceOf(o *Object) Place {
	return Place{Targets: o.here[:], Type: o.Type, Literal: true, Addr: m.symbol(o)}
}

// PlaceAt returns the place of type t at an address.
func (m *Memory) PlaceAt(address Value, t *sema.Type) Place {
	p := Place{Targets: address.Ptr, Type: t, Literal: address.Literal, Addr: address.Node}
	if m.Graph != nil && p.Addr == 0 && !tracksAll(p.Targets) {
		p.Addr = m.NodeOf(address)
	}
	return p
}

// tracksAll reports whether targets are variables of a thread, whose addresses cost
// nothing.
func tracksAll(targets []Target) bool {
	for _, t := range targets {
		if !t.Object.Tracked() || t.Object.Space == sema.ParameterSpace {
			return false
		}
	}
	return len(targets) > 0
}

// Address returns where a place is as a value.
func (m *Memory) Address(p Place) Value {
	targets := p.Targets
	return Value{Type: m.pointerTo(p.Type), Ptr: targets, Node: p.Addr, Literal: p.Literal}
}

// PointerTo returns the type of a pointer, the same for the same type.
func (e *evaluator) pointerTo(t *sema.Type) *sema.Type {
	p := e.Pointers[t]
	if p == nil {
		p = ctype.PointerTo(t)
		e.Pointers[t] = p
	}
	return p
}

// DataObject returns an object whose content is data: shared or global memory.
func (m *Memory) DataObject(name string, space sema.MemorySpace, t *sema.Type) *Object {
	o := m.NewObject(name, t)
	o.Space, o.Contents = space, nil
	return o
}

// Member returns the place of a data member.
func (m *Memory) Member(p Place, f sema.Field) Place {
	off := f.Offset
	out := Place{Type: f.Type, Literal: p.Literal}
	if m.Graph != nil {
		out.Addr = m.Graph.Offset(p.Addr, max(off, 0))
	}
	for _, t := range p.Targets {
		o := off
		if o < 0 {
			o = m.placeholderOffset(p.Type, f.Name)
		}
		t.Offset = m.Lanes.Add(lanes.Int64, t.Offset, m.Lanes.Const(lanes.Int64, o))
		out.Targets = append(out.Targets, t)
	}
	return out
}

// placeholderOffset keeps the members of a class of unknown layout apart.
func (m *Memory) placeholderOffset(t *sema.Type, name string) int64 {
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
func (m *Memory) element(p Place, i *lanes.Value, elem *sema.Type) Place {
	return m.ElementAt(p, Value{Num: i}, elem)
}

// ElementAt is element for an index that may have been computed.
func (m *Memory) ElementAt(p Place, index Value, elem *sema.Type) Place {
	i := index.Num
	if p.Addr == 0 && !index.Num.Known() {
		m.Need(index) // of an array in local memory
	}
	out := Place{Type: elem, Literal: p.Literal, Addr: m.indexed(p.Addr, index, ctype.SizeOf(elem), p.Targets, elem)}
	scaled := m.Lanes.Mul(lanes.Int64, m.Lanes.Convert(lanes.Int64, i), m.Lanes.Const(lanes.Int64, ctype.SizeOf(elem)))
	if ir.IsKind(elem, sema.Array) {
		scaled = scaled.RowOffset()
	}
	for _, t := range p.Targets {
		t.Offset = m.Lanes.Add(lanes.Int64, t.Offset, scaled)
		out.Targets = append(out.Targets, t)
	}
	return out
}

// Expose notes that the address of objects was taken: a pointer that nothing is
// known of may point to them from here.
func (m *Memory) Expose(targets []Target) {
	for _, t := range targets {
		if o := t.Object; !o.exposed && o.Tracked() && o.Space == sema.LocalSpace {
			o.exposed = true
			m.exposed = append(m.exposed, o)
		}
	}
}

// Unexpose removes the objects younger than an id from those whose address was taken: they no
// longer exist.
func (m *Memory) Unexpose(id int) {
	m.exposed = slices.DeleteFunc(m.exposed, func(o *Object) bool {
		gone := o.ID > id
		o.exposed = o.exposed && !gone
		return gone
	})
}

// Pointee returns the place a pointer value refers to.
func (m *Memory) Pointee(v Value) Place {
	t := ir.Strip(v.Type)
	p := m.PlaceAt(v, ctype.TypeOther)
	p.Literal = false
	if t != nil && t.Elem != nil {
		p.Type = t.Elem
	}
	return p
}

// ZeroAt writes zeros to a place; of a large one nothing is known.
func (m *Memory) ZeroAt(p Place) {
	t := ir.Strip(p.Type)
	n, isNumber := ctype.Numeric(t)
	switch {
	case isNumber:
		m.Store(p, Value{Type: t, Num: m.zero(n)}, ast.Node{})
	case ir.IsKind(t, sema.Pointer):
		m.Store(p, Value{Type: t, Ptr: []Target{}}, ast.Node{})
	case ir.IsKind(t, sema.RecordKind) && t.Record != nil:
		for _, f := range t.Record.Complete().Fields {
			m.ZeroAt(m.Member(p, f))
		}
	case ir.IsKind(t, sema.Array) && t.Len > 0 && t.Len <= maxCells:
		for i := range t.Len {
			m.ZeroAt(m.element(p, m.Lanes.Const(lanes.Int64, i), t.Elem))
		}
	default:
		m.SmashPlace(p)
	}
}

func (e *evaluator) zero(n lanes.Type) *lanes.Value {
	if n.Float {
		return e.Lanes.ConstFloat(n, 0)
	}
	return e.Lanes.Const(n, 0)
}
