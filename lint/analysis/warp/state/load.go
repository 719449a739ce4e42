package state

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/access"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// Load returns the value at a place and records the access. Of structs and arrays the
// address is returned: their members are read when they are used.
func (m *Memory) Load(p Place, n ast.Node) Value {
	t := ir.Strip(p.Type)
	switch {
	case p.Targets == nil:
		m.recordLost(n)
		return m.UnknownRead(t)
	case len(p.Targets) == 0:
		return m.Unknown(t)
	case ir.IsKind(t, sema.Array, sema.RecordKind):
		return m.Address(p)
	}
	var out Value
	for i, tg := range p.Targets {
		v := m.loadFrom(tg, p.Addr, t, p.Literal, n)
		if i == 0 {
			out = v
			continue
		}
		out = m.Choose(m.Lanes.Opaque(lanes.Bool, false), out, v)
	}
	return out
}

// Record notes one execution of an access by the active threads. It returns the
// number of the row, plus 1, or 0 where there is none.
func (m *Memory) Record(n ast.Node, kind warp.AccessKind, tg Target, t *sema.Type, literal bool) int32 {
	m.Mix(m.Lanes.Shape(tg.Offset, true))
	if m.Trials > 0 || !n.Valid() || m.Mask.Empty() || m.Recorder.ConstantOnly && !tg.Object.Constant() {
		return 0
	}
	x := m.Execution(n, kind, tg, t)
	x.Literal = literal
	return m.Recorder.Record(&x)
}

// recordLost notes an access through a pointer that nothing is known of: it has no row.
func (m *Memory) recordLost(n ast.Node) {
	if m.Trials > 0 || m.Mask.Empty() || m.Recorder.ConstantOnly {
		return
	}
	if n.Is(ast.SubscriptExpression) || n.Is(ast.PointerExpression) && n.Op() == ast.Mul {
		m.Recorder.Lose(n)
	}
}

// Execution returns an execution of an access by the active threads.
func (m *Memory) Execution(n ast.Node, kind warp.AccessKind, tg Target, t *sema.Type) access.Execution {
	return access.Execution{Node: n, Kind: kind, Storage: &tg.Object.Storage, Offset: tg.Offset, Type: t, Active: m.Mask.active(m), Unsure: m.Mask.unsure()}
}

func (m *Memory) loadFrom(tg Target, addr opgraph.Ref, t *sema.Type, literal bool, n ast.Node) Value {
	o := tg.Object
	if o.Tracked() {
		if o.Space == sema.ParameterSpace {
			row := m.Record(n, warp.Load, tg, t, literal)
			if row != 0 && !literal {
				m.Recorder.List[row-1].ReadAt(addr)
			}
			v := m.loadTracked(o, tg.Offset, t)
			if _, ok := tg.Offset.Constant(); !ok || v.Node == 0 {
				v.Node = m.parameterNode(o, addr, tg.Offset, t, row)
			}
			return v
		}
		return m.loadTracked(o, tg.Offset, t)
	}
	op := m.LoadNode(o, addr, t, m.Record(n, warp.Load, tg, t, literal))
	if o.Table != nil {
		if v := m.loadTracked(o.Table, tg.Offset, t); !v.Undefined {
			v.Node = op
			return v
		}
	}
	v := m.loaded(o, tg.Offset, t)
	v.Node = op
	return v
}

// loaded returns a number, or a pointer, read from memory whose content is data.
func (m *Memory) loaded(o *Object, off *lanes.Value, t *sema.Type) Value {
	if ir.IsKind(t, sema.Pointer) {
		return m.loadedPointer(o, off, t)
	}
	num, ok := ctype.MachineType(t)
	if !ok {
		return m.Unknown(t)
	}
	if off.IsUnknown() {
		return Value{Type: t, Num: m.Lanes.Opaque(num, true)}
	}
	return Value{Type: t, Num: m.Lanes.Loaded(num, off)}
}

// loadedPointer returns a pointer that was read from memory. Each place that a pointer
// is read from has its own object. Threads that read the same pointer have the same
// offset in it. All nodes of a list or a tree are one object; their offsets are unknown.
func (m *Memory) loadedPointer(o *Object, off *lanes.Value, t *sema.Type) Value {
	if node := o.nodeOf(ctype.ElemOf(t)); node != nil {
		at := m.Lanes.UniformOf(lanes.Int64)
		if !off.IsUniform() {
			at = m.Lanes.Loaded(lanes.Int64, off)
		}
		return Value{Type: t, Ptr: []Target{{node, m.Lanes.Mul(lanes.Int64, at, m.Lanes.Const(lanes.Int64, ctype.SizeOf(node.Type)))}}}
	}
	key := Pointee{obj: o, off: -1}
	if c, ok := off.Constant(); ok {
		key.off = c
	}
	target0 := m.Pointees[key]
	if target0 == nil {
		name := o.Name
		target0 = m.DataObject(name, sema.GlobalSpace, ctype.ElemOf(t))
		target0.Size, target0.from = -1, o
		m.Pointees[key] = target0
	}
	zero := m.Lanes.Const(lanes.Int64, 0)
	if !off.IsUniform() {
		zero = m.Lanes.Mul(lanes.Int64, m.Lanes.Loaded(lanes.Int64, off), m.Lanes.Const(lanes.Int64, ctype.SizeOf(ctype.ElemOf(t))))
	}
	return Value{Type: t, Ptr: []Target{{target0, zero}}}
}

// maxLinks bounds how many pointers lead from a node of a list to the next.
const maxLinks = 4

// nodeOf returns the object of a type that pointers lead from to an object, or the object itself;
// nil where there is none.
func (o *Object) nodeOf(t *sema.Type) *Object {
	t = ir.Strip(t)
	for range maxLinks {
		if o == nil || t == nil || o.Space != sema.GlobalSpace || o.Tracked() {
			break
		}
		if own := ir.Strip(o.Type); own == t || own != nil && own.Record != nil && own.Record == t.Record {
			return o
		}
		o = o.from
	}
	return nil
}

// maxGather bounds the elements a per-thread index into a local array is
// resolved over.
const maxGather = 64

// loadTracked reads a local variable at a per-thread offset.
func (m *Memory) loadTracked(o *Object, off *lanes.Value, t *sema.Type) Value {
	if c, ok := off.Constant(); ok {
		return m.loadCell(o, c, t)
	}
	m.Mix(m.Lanes.Shape(off, false))
	num, ok := ctype.MachineType(t)
	if !ok || off.IsUnknown() {
		if ir.IsKind(t, sema.Pointer) && !off.IsUnknown() && o.Space == sema.ParameterSpace {
			return m.loadedPointer(o, off, t)
		}
		return m.Unknown(t)
	}
	if off.Known() && !o.Contents.Smashed {
		if v, ok := m.gather(o, off, t); ok {
			return v
		}
	}
	if o.Content != nil && len(o.Contents.Cells) == 0 || o.Space == sema.ParameterSpace {
		if off.IsUniform() {
			return Value{Type: t, Num: m.Lanes.UniformOf(num)}
		}
		return Value{Type: t, Num: m.Lanes.Loaded(num, off)}
	}
	if o.Contents.Smashed {
		return m.loadSmashed(o, off, t)
	}
	// Some element, not known which: uniform if the index and all elements are.
	uniform, data, read := off.IsUniform(), off.IsData(), off.IsRead()
	for _, c := range o.Contents.Cells {
		uniform, data, read = uniform && IsUniform(c.Value), data || IsData(c.Value), read || IsRead(c.Value)
	}
	if uniform {
		return Value{Type: t, Num: m.Lanes.UniformOf(num)}
	}
	return Value{Type: t, Num: m.Varying(num, data, read)}
}

// gather selects among the elements of a local array by a known index.
func (m *Memory) gather(o *Object, off *lanes.Value, t *sema.Type) (Value, bool) {
	seen := map[int64]bool{}
	var order []int64
	for i, truth := range m.Mask.Truth {
		if truth == lanes.False {
			continue
		}
		x, _ := off.At(i)
		if !seen[x] {
			seen[x] = true
			order = append(order, x)
		}
	}
	if len(order) == 0 || len(order) > maxGather {
		return Value{}, false
	}
	out := m.loadCell(o, order[0], t)
	for _, x := range order[1:] {
		here := m.Lanes.Equal(lanes.Int64, off, m.Lanes.Const(lanes.Int64, x))
		out = m.Choose(here, m.loadCell(o, x, t), out)
	}
	return out, true
}

// Store writes a value to a place for the active threads and records the access.
func (m *Memory) Store(p Place, v Value, n ast.Node) {
	t := ir.Strip(p.Type)
	if ir.IsKind(t, sema.RecordKind, sema.Array) {
		m.Need(v)
		m.SmashPlace(p)
		return
	}
	if len(p.Targets) == 0 {
		m.Need(v)
	}
	if p.Targets == nil {
		m.recordLost(n)
		// Through a pointer that nothing is known of (an empty list is a null one).
		for _, o := range m.exposed {
			m.Smash(o)
		}
	}
	if p.Type != nil && !ir.Opaque(t) {
		v = m.Convert(v, t)
	}
	if v.Type == nil || !ir.Opaque(t) {
		v.Type = t
	}
	for _, tg := range p.Targets {
		val := v
		if len(p.Targets) > 1 && tg.Object.Tracked() {
			val = m.Unknown(t)
		}
		m.storeTo(tg, p.Addr, val, t, n)
	}
}

func (m *Memory) storeTo(tg Target, addr opgraph.Ref, v Value, t *sema.Type, n ast.Node) {
	o := tg.Object
	if !o.Tracked() {
		row := m.Record(n, warp.Store, tg, t, false)
		m.StoreNode(o, addr, m.NodeOf(v), row)
		return
	}
	if o.Space == sema.ParameterSpace {
		o.Written = true
	}
	if c, ok := tg.Offset.Constant(); ok {
		m.StoreCell(o, c, v)
		return
	}
	m.Mix(m.Lanes.Shape(tg.Offset, false))
	if tg.Offset.Known() && !o.Contents.Smashed && m.scatter(o, tg.Offset, v) {
		return
	}
	m.Need(v)
	m.smashAll(o, v)
}

// scatter stores to a different known element in each thread.
func (m *Memory) scatter(o *Object, off *lanes.Value, v Value) bool {
	byOffset := map[int64][]lanes.Truth{}
	var order []int64
	for i, truth := range m.Mask.Truth {
		if truth == lanes.False {
			continue
		}
		x, _ := off.At(i)
		if byOffset[x] == nil {
			if len(order) == maxGather {
				return false
			}
			byOffset[x] = make([]lanes.Truth, len(m.Mask.Truth))
			order = append(order, x)
		}
		byOffset[x][i] = truth
	}
	keep := m.Mask
	for _, x := range order {
		m.Mask = NewMask(byOffset[x])
		m.StoreCell(o, x, v)
	}
	m.Mask = keep
	return true
}

// CopyInto copies a struct or array. Reading it from memory is one access of its
// whole size; n is the expression that reads.
func (m *Memory) CopyInto(dst, src Place, n ast.Node) {
	t := ir.Strip(dst.Type)
	if ir.Opaque(t) {
		t = ir.Strip(src.Type)
	}
	for _, tg := range src.Targets {
		if src.Expr.Valid() && (!tg.Object.Tracked() || tg.Object.Space == sema.ParameterSpace) {
			m.LoadNode(tg.Object, src.Addr, t, m.Record(src.Expr, warp.Load, tg, t, src.Literal))
		}
	}
	if n.Valid() {
		for _, tg := range dst.Targets {
			if !tg.Object.Tracked() {
				m.StoreNode(tg.Object, dst.Addr, 0, m.Record(n, warp.Store, tg, t, false))
			}
		}
	}
	m.Trials++
	defer func() { m.Trials-- }()
	m.copyMembers(dst, src, t, 0)
}

func (m *Memory) copyMembers(dst, src Place, t *sema.Type, depth int) {
	t = ir.Strip(t)
	switch {
	case depth > 6:
	case ir.IsKind(t, sema.RecordKind) && t.Record != nil:
		for _, b := range t.Record.Bases {
			m.copyMembers(retyped(dst, b), retyped(src, b), b, depth+1)
		}
		for _, f := range t.Record.Fields {
			if f.Type != nil && f.Type.Kind == sema.Reference {
				f.Type = ctype.PointerTo(f.Type.Elem)
			}
			m.copyMembers(m.Member(retyped(dst, t), f), m.Member(retyped(src, t), f), f.Type, depth+1)
		}
	case ir.IsKind(t, sema.Array) && t.Len > 0 && t.Len <= maxGather:
		for i := range t.Len {
			at := m.Lanes.Const(lanes.Int64, i)
			m.copyMembers(m.element(dst, at, t.Elem), m.element(src, at, t.Elem), t.Elem, depth+1)
		}
	case ir.IsKind(t, sema.Array):
		m.SmashPlace(dst)
	default:
		src.Type, dst.Type = t, t
		m.Store(dst, m.Load(src, ast.Node{}), ast.Node{})
	}
}

func retyped(p Place, t *sema.Type) Place {
	p.Type = t
	return p
}

// SmashPlace gives up what the tracked objects hold that a place may be in.
func (m *Memory) SmashPlace(p Place) {
	for _, tg := range p.Targets {
		if tg.Object.Tracked() {
			m.Smash(tg.Object)
		}
	}
}

// Smash makes the contents of a tracked object unknown.
func (m *Memory) Smash(o *Object) {
	s := m.Writable(o)
	s.Cells, s.Smashed, s.Varied = nil, true, true
}

// UnknownResult is what a call returns that is not followed.
func (m *Memory) UnknownResult(t *sema.Type) Value {
	if t == nil {
		return Value{Type: ctype.TypeOther}
	}
	return m.Unknown(ir.Strip(t))
}
