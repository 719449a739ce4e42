package warp

import (
	"math/bits"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// symbol returns the node of the address of a variable.
func (e *evaluator) symbol(o *object) ref {
	if e.work == nil || o.tracked() && o.space != sema.ParameterSpace {
		return 0
	}
	return e.work.symbol(o.id, o.space, alignBits(o.typ))
}

// indexed returns the node of a place's address plus an index.
func (e *evaluator) indexed(base ref, index value, scale int64, targets []target, elem *sema.Type) ref {
	if e.work == nil || len(targets) == 0 || base == 0 {
		return 0
	}
	cls, align := addressClass(targets[0].obj.space), alignBits(elem)
	r := e.nodeOf(index)
	if index.num != nil && cls == Int64 && !index.num.Type.Float {
		r = e.work.convert(r, index.num.Type, lanes.Int64)
	}
	return e.work.address(base, r, scale, cls, align)
}

// alignBits returns the number of low bits that are zero in the addresses of a type.
func alignBits(t *sema.Type) uint8 {
	if t = ir.Strip(t); t != nil && t.Align > 1 {
		return uint8(bits.TrailingZeros64(uint64(t.Align)))
	}
	return 0
}

// contentVersion returns the node of what the memory of an object holds now.
func (m *memory) contentVersion(o *object) ref {
	g := m.work
	switch {
	case o.constant() || o.space == sema.TextureSpace:
		return 0
	case o.space == sema.SharedSpace:
		return g.contents(o.version, true, false)
	}
	return g.contents(o.version, !o.restrict, !o.restrict)
}

// loadNode returns the node of a read of an object.
func (m *memory) loadNode(o *object, addr ref, t *sema.Type, row int32) ref {
	g := m.work
	if g == nil {
		return 0
	}
	n := node{op: opLoad, cls: Int64, a: addr, c: m.contentVersion(o), imm: sizeOf(t)}
	if num, ok := numeric(t); ok {
		n.cls = classOf(num)
		if n.cls == Predicate {
			n.cls = Int32
		}
		if !num.Signed && num.Bits < 32 {
			n.flags |= flagNonNegative
		}
	}
	if addr == 0 {
		n.a = g.opaque(Int64)
	}
	return g.load(n, o.constant(), row)
}

// storeNode notes a write to an object.
func (m *memory) storeNode(o *object, addr, val ref, row int32) {
	g := m.work
	if g == nil {
		m.noteEffect(o)
		return
	}
	m.noteEffect(o)
	o.version = g.store(addr, val, row, !o.restrict && o.space != sema.SharedSpace)
}

// noteEffect notes a store for the loops that are tried out.
func (m *memory) noteEffect(o *object) {
	if m.trying > 0 && len(m.stored) < 64 {
		m.stored = append(m.stored, o)
	}
}

// atomicNode notes an atomic operation.
func (m *memory) atomicNode(o *object, addr ref, args []value, row int32) ref {
	g := m.work
	m.noteEffect(o)
	if g == nil {
		return 0
	}
	n := node{op: opAtomic, cls: Int32, a: addr, imm: int64(row), flags: flagRoot}
	for i, v := range args {
		if i == 0 {
			n.b = m.nodeOf(v)
		} else {
			m.use(v)
		}
	}
	o.version = g.change(n, row, !o.restrict && o.space != sema.SharedSpace)
	return o.version
}

// use notes that something out of sight needs a value.
func (e *evaluator) use(v value) {
	if e.work != nil {
		e.work.need(v.op)
	}
}

// parameterNode returns the node of a read of a struct that is a kernel parameter.
func (m *memory) parameterNode(o *object, addr ref, off *lanes.Value, t *sema.Type, row int32) ref {
	if m.work == nil {
		return 0
	}
	if c, ok := off.Constant(); ok {
		cls := Int64
		if num, ok := numeric(t); ok {
			cls = classOf(num)
		}
		return m.work.leaf(opParam, cls, int64(o.id)<<32|c, flagUniform)
	}
	return m.loadNode(o, addr, t, row)
}
