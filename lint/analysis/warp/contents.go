package warp

import (
	"math/bits"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// symbol returns the node of the address of a variable.
func (m *machine) symbol(o *object) ref {
	if m.work == nil || o.tracked() && o.space != sema.ParameterSpace {
		return 0
	}
	g, cls := m.work, addressClass(o.space)
	if cls == Int64 {
		return g.add(node{op: opSymbol, cls: cls, imm: int64(o.id), sub: alignBits(o.typ), flags: flagUniform})
	}
	// Addresses in one window of memory share what is computed of them.
	return g.offset(g.leaf(opSymbol, cls, -int64(o.space), flagUniform), int64(o.id)<<20)
}

// addressClass returns how wide addresses of a space are.
func addressClass(s sema.MemorySpace) NumberClass {
	switch s {
	case sema.SharedSpace, sema.ConstantSpace, sema.ParameterSpace, sema.LocalSpace:
		return Int32
	}
	return Int64
}

// indexed returns the node of a place's address plus an index.
func (m *machine) indexed(base ref, index value, scale int64, targets []target, elem *sema.Type) ref {
	if m.work == nil || len(targets) == 0 || base == 0 {
		return 0
	}
	cls, align := addressClass(targets[0].obj.space), alignBits(elem)
	r := m.nodeOf(index)
	if index.num != nil && cls == Int64 && !index.num.Type.Float {
		r = m.work.convert(r, index.num.Type, lanes.Int64)
	}
	return m.work.address(base, r, scale, cls, align)
}

// alignBits returns the number of low bits that are zero in the addresses of a type.
func alignBits(t *sema.Type) uint8 {
	if t = ir.Strip(t); t != nil && t.Align > 1 {
		return uint8(bits.TrailingZeros64(uint64(t.Align)))
	}
	return 0
}

// contentVersion returns the node of what the memory of an object holds now.
func (m *machine) contentVersion(o *object) ref {
	g := m.work
	n := node{op: opMemory, a: o.version}
	switch {
	case o.constant() || o.space == sema.TextureSpace:
		return 0
	case o.space == sema.SharedSpace:
		n.b = g.barrier
	case !o.restrict:
		n.b, n.c = g.barrier, g.global
	}
	if n.a == 0 && n.b == 0 && n.c == 0 {
		return 0
	}
	return g.pure(n)
}

// loadNode returns the node of a read of an object.
func (m *machine) loadNode(o *object, addr ref, t *sema.Type, row int32) ref {
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
	g.raised = false
	r := g.pure(n)
	if r != 0 {
		x := &g.nodes[r]
		if !g.silent {
			x.issued += g.active(g.current())
		}
		if g.apart > 0 {
			x.apart = g.apart
		}
		if o.space == sema.ConstantSpace || o.space == sema.ParameterSpace {
			if g.nodes[n.a].flags&flagUniform != 0 {
				x.flags |= flagUniform
			}
		} else {
			x.flags &^= flagUniform
		}
		// The read that most warps execute stands for all of the same.
		if row != 0 && (g.nodes[r].row == 0 || g.raised) {
			g.nodes[r].row = row
		}
	}
	return r
}

// storeNode notes a write to an object.
func (m *machine) storeNode(o *object, addr, val ref, row int32) {
	g := m.work
	if g == nil {
		m.noteEffect(o)
		return
	}
	if g.is(val, opNarrow) && g.nodes[val].imm < byteOf {
		val = g.nodes[val].a
	}
	r := g.pinned(node{op: opStore, a: addr, b: val, imm: int64(row), flags: flagRoot})
	if r != 0 {
		g.nodes[r].row = row
	}
	m.noteEffect(o)
	o.version = r
	if !o.restrict && o.space != sema.SharedSpace {
		g.global = r
	}
}

// noteEffect notes a store for the loops that are tried out.
func (m *machine) noteEffect(o *object) {
	if m.trying > 0 && len(m.stored) < 64 {
		m.stored = append(m.stored, o)
	}
}

// atomicNode notes an atomic operation.
func (m *machine) atomicNode(o *object, addr ref, args []value, row int32) ref {
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
	r := g.pinned(n)
	if r != 0 {
		g.nodes[r].row = row
	}
	o.version = r
	if !o.restrict && o.space != sema.SharedSpace {
		g.global = r
	}
	return r
}

// use notes that something out of sight needs a value.
func (m *machine) use(v value) {
	if m.work != nil && v.op != 0 {
		m.work.nodes[v.op].flags |= flagRoot
	}
}

// parameterNode returns the node of a read of a struct that is a kernel parameter.
func (m *machine) parameterNode(o *object, addr ref, off *lanes.Value, t *sema.Type, row int32) ref {
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
