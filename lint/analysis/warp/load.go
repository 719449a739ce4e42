package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// load returns the value at a place and records the access. Of structs and arrays the
// address is returned: their members are read when they are used.
func (m *machine) load(p place, n ast.Node) value {
	t := ir.Strip(p.typ)
	switch {
	case p.targets == nil:
		return m.readOutOfSight(t)
	case len(p.targets) == 0:
		return m.unknown(t)
	case ir.IsKind(t, sema.Array, sema.RecordKind):
		return m.address(p)
	}
	var out value
	for i, tg := range p.targets {
		v := m.loadFrom(tg, p.addr, t, p.literal, n)
		if i == 0 {
			out = v
			continue
		}
		out = m.choose(m.d.Opaque(lanes.Bool, false), out, v)
	}
	return out
}

// readOutOfSight returns what is read from a place that is not known.
func (m *machine) readOutOfSight(t *sema.Type) value {
	if n, ok := machineType(t); ok {
		return value{typ: t, num: m.d.Read(n)}
	}
	return m.unknown(t)
}

func (m *machine) loadFrom(tg target, addr ref, t *sema.Type, literal bool, n ast.Node) value {
	o := tg.obj
	if o.tracked() {
		if o.space == sema.ParameterSpace {
			row := m.record(n, Load, tg, t, literal)
			if row != 0 && !literal {
				m.rec.list[row-1].readAt(addr)
			}
			v := m.loadTracked(o, tg.off, t)
			if _, ok := tg.off.Constant(); !ok || v.op == 0 {
				v.op = m.parameterNode(o, addr, tg.off, t, row)
			}
			return v
		}
		return m.loadTracked(o, tg.off, t)
	}
	op := m.loadNode(o, addr, t, m.record(n, Load, tg, t, literal))
	if o.table != nil {
		if v := m.loadTracked(o.table, tg.off, t); !v.undefined {
			v.op = op
			return v
		}
	}
	v := m.loaded(o, tg.off, t)
	v.op = op
	return v
}

// loaded returns a number, or a pointer, read from memory whose content is data.
func (m *machine) loaded(o *object, off *lanes.Value, t *sema.Type) value {
	if ir.IsKind(t, sema.Pointer) {
		return m.loadedPointer(o, off, t)
	}
	num, ok := machineType(t)
	if !ok {
		return m.unknown(t)
	}
	if off.IsUnknown() {
		return value{typ: t, num: m.d.Opaque(num, true)}
	}
	return value{typ: t, num: m.d.Loaded(num, off)}
}

// loadedPointer returns a pointer found in memory: to an object of its own per
// place it was found at, at an offset that is the same for threads that read the
// same pointer.
func (m *machine) loadedPointer(o *object, off *lanes.Value, t *sema.Type) value {
	key := pointee{obj: o, off: -1}
	if c, ok := off.Constant(); ok {
		key.off = c
	}
	target0 := m.pointees[key]
	if target0 == nil {
		name := o.name
		target0 = m.dataObject(name, sema.GlobalSpace, elemOf(t))
		target0.size = -1
		m.pointees[key] = target0
	}
	zero := m.d.Const(lanes.Int64, 0)
	if !off.IsUniform() {
		zero = m.d.Mul(lanes.Int64, m.d.Loaded(lanes.Int64, off), m.d.Const(lanes.Int64, sizeOf(elemOf(t))))
	}
	return value{typ: t, ptr: []target{{target0, zero}}}
}

func elemOf(t *sema.Type) *sema.Type {
	if t = ir.Strip(t); t != nil && t.Elem != nil {
		return t.Elem
	}
	return typeOther
}

// maxGather bounds the elements a per-thread index into a local array is
// resolved over.
const maxGather = 64

// loadTracked reads a local variable at a per-thread offset.
func (m *machine) loadTracked(o *object, off *lanes.Value, t *sema.Type) value {
	if c, ok := off.Constant(); ok {
		return m.loadCell(o, c, t)
	}
	m.note(m.d.Shape(off, false))
	num, ok := machineType(t)
	if !ok || off.IsUnknown() {
		if ir.IsKind(t, sema.Pointer) && !off.IsUnknown() && o.space == sema.ParameterSpace {
			return m.loadedPointer(o, off, t)
		}
		return m.unknown(t)
	}
	if off.Known() && !o.state.smeared {
		if v, ok := m.gather(o, off, t); ok {
			return v
		}
	}
	if o.content != nil && len(o.state.cells) == 0 || o.space == sema.ParameterSpace {
		if off.IsUniform() {
			return value{typ: t, num: m.d.UniformOf(num)}
		}
		return value{typ: t, num: m.d.Loaded(num, off)}
	}
	if o.state.smeared {
		return m.smear(o, off, t)
	}
	// Some element, not known which: uniform if the index and all elements are.
	uniform, data, read := off.IsUniform(), off.IsData(), off.IsRead()
	for _, c := range o.state.cells {
		uniform, data, read = uniform && isUniform(c.val), data || isData(c.val), read || isRead(c.val)
	}
	if uniform {
		return value{typ: t, num: m.d.UniformOf(num)}
	}
	return value{typ: t, num: m.open(num, data, read)}
}

// gather selects among the elements of a local array by a known index.
func (m *machine) gather(o *object, off *lanes.Value, t *sema.Type) (value, bool) {
	seen := map[int64]bool{}
	var order []int64
	for i, truth := range m.mask.truth {
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
		return value{}, false
	}
	out := m.loadCell(o, order[0], t)
	for _, x := range order[1:] {
		here := m.d.Equal(lanes.Int64, off, m.d.Const(lanes.Int64, x))
		out = m.choose(here, m.loadCell(o, x, t), out)
	}
	return out, true
}

// store writes a value to a place for the active threads and records the access.
func (m *machine) store(p place, v value, n ast.Node) {
	t := ir.Strip(p.typ)
	if ir.IsKind(t, sema.RecordKind, sema.Array) {
		m.use(v)
		m.smearPlace(p)
		return
	}
	if len(p.targets) == 0 {
		m.use(v)
	}
	if p.targets == nil {
		// Through a pointer that nothing is known of (an empty list is a null one).
		for _, o := range m.exposed {
			m.smearObject(o)
		}
	}
	if p.typ != nil && !ir.Opaque(t) {
		v = m.convert(v, t)
	}
	if v.typ == nil || !ir.Opaque(t) {
		v.typ = t
	}
	for _, tg := range p.targets {
		val := v
		if len(p.targets) > 1 && tg.obj.tracked() {
			val = m.unknown(t)
		}
		m.storeTo(tg, p.addr, val, t, n)
	}
}

func (m *machine) storeTo(tg target, addr ref, v value, t *sema.Type, n ast.Node) {
	o := tg.obj
	if !o.tracked() {
		row := m.record(n, Store, tg, t, false)
		m.storeNode(o, addr, m.nodeOf(v), row)
		return
	}
	if o.space == sema.ParameterSpace {
		o.written = true
	}
	if c, ok := tg.off.Constant(); ok {
		m.storeCell(o, c, v)
		return
	}
	m.note(m.d.Shape(tg.off, false))
	if tg.off.Known() && !o.state.smeared && m.scatter(o, tg.off, v) {
		return
	}
	m.use(v)
	m.smearAll(o, v)
}

// scatter stores to a different known element in each thread.
func (m *machine) scatter(o *object, off *lanes.Value, v value) bool {
	byOffset := map[int64][]lanes.Truth{}
	var order []int64
	for i, truth := range m.mask.truth {
		if truth == lanes.False {
			continue
		}
		x, _ := off.At(i)
		if byOffset[x] == nil {
			if len(order) == maxGather {
				return false
			}
			byOffset[x] = make([]lanes.Truth, len(m.mask.truth))
			order = append(order, x)
		}
		byOffset[x][i] = truth
	}
	keep := m.mask
	for _, x := range order {
		m.mask = newMask(byOffset[x])
		m.storeCell(o, x, v)
	}
	m.mask = keep
	return true
}

// copyInto copies a struct or array. Reading it from memory is one access of its
// whole size; n is the expression that reads.
func (m *machine) copyInto(dst, src place, n ast.Node) {
	t := ir.Strip(dst.typ)
	if ir.Opaque(t) {
		t = ir.Strip(src.typ)
	}
	for _, tg := range src.targets {
		if src.node.Valid() && (!tg.obj.tracked() || tg.obj.space == sema.ParameterSpace) {
			m.loadNode(tg.obj, src.addr, t, m.record(src.node, Load, tg, t, src.literal))
		}
	}
	if n.Valid() {
		for _, tg := range dst.targets {
			if !tg.obj.tracked() {
				m.storeNode(tg.obj, dst.addr, 0, m.record(n, Store, tg, t, false))
			}
		}
	}
	m.dry++
	defer func() { m.dry-- }()
	m.copyMembers(dst, src, t, 0)
}

func (m *machine) copyMembers(dst, src place, t *sema.Type, depth int) {
	t = ir.Strip(t)
	switch {
	case depth > 6:
	case ir.IsKind(t, sema.RecordKind) && t.Record != nil:
		for _, b := range t.Record.Bases {
			m.copyMembers(retyped(dst, b), retyped(src, b), b, depth+1)
		}
		for _, f := range t.Record.Fields {
			if f.Type != nil && f.Type.Kind == sema.Reference {
				f.Type = pointerTo(f.Type.Elem)
			}
			m.copyMembers(m.member(retyped(dst, t), f), m.member(retyped(src, t), f), f.Type, depth+1)
		}
	case ir.IsKind(t, sema.Array) && t.Len > 0 && t.Len <= maxGather:
		for i := range t.Len {
			at := m.d.Const(lanes.Int64, i)
			m.copyMembers(m.element(dst, at, t.Elem), m.element(src, at, t.Elem), t.Elem, depth+1)
		}
	case ir.IsKind(t, sema.Array):
		m.smearPlace(dst)
	default:
		src.typ, dst.typ = t, t
		m.store(dst, m.load(src, ast.Node{}), ast.Node{})
	}
}

func retyped(p place, t *sema.Type) place {
	p.typ = t
	return p
}

func (m *machine) smearPlace(p place) {
	for _, tg := range p.targets {
		if tg.obj.tracked() {
			m.smearObject(tg.obj)
		}
	}
}

// smearObject gives up what a tracked object holds.
func (m *machine) smearObject(o *object) {
	s := m.writable(o)
	s.cells, s.smeared, s.varied = nil, true, true
}
