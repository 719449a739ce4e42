package state

import (
	"math/bits"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// symbol returns the node of the address of a variable.
func (e *evaluator) symbol(o *Object) opgraph.Ref {
	if e.Graph == nil || o.Tracked() && o.Space != sema.ParameterSpace {
		return 0
	}
	return e.Graph.Symbol(o.ID, o.Space, alignBits(o.Type))
}

// indexed returns the node of a place's address plus an index.
func (e *evaluator) indexed(base opgraph.Ref, index Value, scale int64, targets []Target, elem *sema.Type) opgraph.Ref {
	if e.Graph == nil || len(targets) == 0 || base == 0 {
		return 0
	}
	cls, align := opgraph.AddressClass(targets[0].Object.Space), alignBits(elem)
	r := e.NodeOf(index)
	if index.Num != nil && cls == warp.Int64 && !index.Num.Type.Float {
		r = e.Graph.Convert(r, index.Num.Type, lanes.Int64)
	}
	return e.Graph.Address(base, r, scale, cls, align)
}

// alignBits returns the number of low bits that are zero in the addresses of a type.
func alignBits(t *sema.Type) uint8 {
	if t = ir.Strip(t); t != nil && t.Align > 1 {
		return uint8(bits.TrailingZeros64(uint64(t.Align)))
	}
	return 0
}

// contentVersion returns the node of what the memory of an object holds now.
func (m *Memory) contentVersion(o *Object) opgraph.Ref {
	g := m.Graph
	switch {
	case o.Constant() || o.Space == sema.TextureSpace:
		return 0
	case o.Space == sema.SharedSpace:
		return g.Contents(o.Version, true, false)
	}
	return g.Contents(o.Version, !o.Restrict, !o.Restrict)
}

// LoadNode returns the node of a read of an object.
func (m *Memory) LoadNode(o *Object, addr opgraph.Ref, t *sema.Type, row int32) opgraph.Ref {
	g := m.Graph
	if g == nil {
		return 0
	}
	n := opgraph.Node{Op: opgraph.OpLoad, Class: warp.Int64, A: addr, C: m.contentVersion(o), Imm: ctype.SizeOf(t)}
	if num, ok := ctype.Numeric(t); ok {
		n.Class = opgraph.ClassOf(num)
		if n.Class == warp.Predicate {
			n.Class = warp.Int32
		}
		if !num.Signed && num.Bits < 32 {
			n.Flags |= opgraph.FlagNonNegative
		}
	}
	if addr == 0 {
		n.A = g.Opaque(warp.Int64)
	}
	return g.Load(n, o.Constant(), row)
}

// StoreNode notes a write to an object.
func (m *Memory) StoreNode(o *Object, addr, val opgraph.Ref, row int32) {
	g := m.Graph
	if g == nil {
		m.noteStore(o)
		return
	}
	m.noteStore(o)
	o.Version = g.Store(addr, val, row, !o.Restrict && o.Space != sema.SharedSpace)
}

// noteStore notes a store for the loops that are tried out.
func (m *Memory) noteStore(o *Object) {
	if m.Watching > 0 && len(m.Stored) < 64 {
		m.Stored = append(m.Stored, o)
	}
}

// AtomicNode notes an atomic operation.
func (m *Memory) AtomicNode(o *Object, addr opgraph.Ref, args []Value, row int32) opgraph.Ref {
	g := m.Graph
	m.noteStore(o)
	if g == nil {
		return 0
	}
	n := opgraph.Node{Op: opgraph.OpAtomic, Class: warp.Int32, A: addr, Imm: int64(row), Flags: opgraph.FlagRoot}
	for i, v := range args {
		if i == 0 {
			n.B = m.NodeOf(v)
		} else {
			m.Need(v)
		}
	}
	o.Version = g.Change(n, row, !o.Restrict && o.Space != sema.SharedSpace)
	return o.Version
}

// Need marks a value that is used in a way that is not followed.
func (e *evaluator) Need(v Value) {
	if e.Graph != nil {
		e.Graph.Need(v.Node)
	}
}

// parameterNode returns the node of a read of a struct that is a kernel parameter.
func (m *Memory) parameterNode(o *Object, addr opgraph.Ref, off *lanes.Value, t *sema.Type, row int32) opgraph.Ref {
	if m.Graph == nil {
		return 0
	}
	if c, ok := off.Constant(); ok {
		cls := warp.Int64
		if num, ok := ctype.Numeric(t); ok {
			cls = opgraph.ClassOf(num)
		}
		return m.Graph.Leaf(opgraph.OpParam, cls, int64(o.ID)<<32|c, opgraph.FlagUniform)
	}
	return m.LoadNode(o, addr, t, row)
}
