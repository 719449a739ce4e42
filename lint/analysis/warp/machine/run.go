package warp

import (
	"fmt"
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// run executes the operations of a region for the active threads and returns what it
// yields.
func (m *machine) run(r *ir.Region) value {
	for _, id := range r.Ops {
		if m.mask.empty() {
			break
		}
		m.step()
		m.frame.at = id
		m.frame.vals[id] = m.execute(m.frame.ir.Op(id))
	}
	return m.frame.vals[r.Value]
}

// value returns what an operation yielded.
func (m *machine) value(id ir.ID) value { return m.frame.vals[id] }

// values returns the arguments of an operation.
func (m *machine) values(ids []ir.ID) []value {
	out := make([]value, len(ids))
	for i, id := range ids {
		out[i] = m.value(id)
	}
	return out
}

// execute executes one operation for the active threads and returns its value.
func (m *machine) execute(o *ir.Op) value {
	m.executed++
	switch o.Code {
	case ir.OpConst, ir.OpNull, ir.OpString, ir.OpSpecial, ir.OpTemplateValue, ir.OpUnknown, ir.OpFunction:
		return m.leaf(o)
	case ir.OpVar, ir.OpGlobal, ir.OpMember, ir.OpBase, ir.OpIndex, ir.OpAddress, ir.OpBind:
		return m.addressed(o)
	case ir.OpLoad, ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		return m.access(o)
	case ir.OpConvert, ir.OpTruth, ir.OpUnary, ir.OpBinary, ir.OpDistance, ir.OpLogical, ir.OpChoose:
		return m.compute(o)
	case ir.OpCall:
		return m.call(o)
	case ir.OpExternal:
		return m.external(o)
	case ir.OpLaunch:
		for _, a := range o.X.Args {
			m.use(m.value(a))
		}
	case ir.OpAssembly:
		for _, a := range o.X.Args {
			m.use(m.value(a))
		}
	case ir.OpOutput:
		return m.output(o)
	default:
		m.control(o)
	}
	return value{}
}

// leaf returns the value of an operation without operands, or of which nothing is known.
func (m *machine) leaf(o *ir.Op) value {
	switch o.Code {
	case ir.OpConst:
		c := sema.Const{Type: o.Type, Int: o.Int}
		if o.X != nil {
			c = sema.Const{Type: o.Type, Float: math.Float64frombits(uint64(o.Int))}
		}
		return m.constant(c)
	case ir.OpNull:
		return value{typ: o.Type, ptr: []target{}}
	case ir.OpString:
		return value{typ: o.Type}
	case ir.OpSpecial:
		return m.builtins[ir.Special(o.Int).String()]
	case ir.OpTemplateValue:
		return m.templateValue(o)
	case ir.OpFunction:
		return value{fn: o.X}
	}
	if o.Flags.Has(ir.Alike) {
		return m.unknownAlike(o)
	}
	read := false
	for id := range o.Operands {
		v := m.value(id)
		m.use(v)
		read = read || isRead(v)
	}
	t := orOther(o.Type)
	if read {
		return m.readOutOfSight(t)
	}
	return m.unknown(t)
}

// templateValue returns the value of a template parameter whose argument is not known. It
// is the same for all threads.
func (m *machine) templateValue(o *ir.Op) value {
	key := "template " + o.X.Name
	v, ok := m.builtins[key]
	if !ok {
		t, n := o.Type, lanes.Int32
		if k, ok := numeric(t); ok {
			n = k
		} else {
			t = typeInt
		}
		v = value{typ: t, num: m.d.UniformOf(n)}
		m.builtins[key] = v
	}
	return v
}

// unknownAlike returns a value that is not known but the same for all threads, and wherever
// its name is used in one function.
func (m *machine) unknownAlike(o *ir.Op) value {
	key := fmt.Sprintf("%p %s", m.frame.ir, o.Node.Text())
	v, ok := m.builtins[key]
	if !ok {
		v = m.unknown(orOther(o.Type))
		if n, ok := machineType(v.typ); ok {
			v.num = m.d.UniformOf(n)
		}
		m.builtins[key] = v
	}
	return v
}

// addressed returns the address that an operation yields.
func (m *machine) addressed(o *ir.Op) value {
	switch o.Code {
	case ir.OpVar:
		return m.address(m.placeOf(m.variable(o)))
	case ir.OpGlobal:
		return m.address(m.global(o.X.Variable))
	case ir.OpMember:
		return m.address(m.member(m.placeAt(m.value(o.A), m.recordAt(o.A)), o.X.Field))
	case ir.OpBase:
		p := m.placeAt(m.value(o.A), o.Type)
		if o.Int != 0 {
			p = m.member(p, sema.Field{Type: o.Type, Offset: o.Int})
		}
		return m.address(p)
	case ir.OpBind:
		return m.value(o.A)
	case ir.OpAddress:
		v := m.value(o.A)
		m.expose(v.ptr)
		if v.fn == nil && v.group == nil {
			v.typ = o.Type
		}
		return v
	}
	return m.index(o)
}

// recordAt returns the type of the object at the address that an operation yields.
func (m *machine) recordAt(id ir.ID) *sema.Type { return m.frame.ir.Op(id).Type }

// index returns the address of an element.
func (m *machine) index(o *ir.Op) value {
	base, index := m.value(o.A), m.value(o.B)
	if base.ptr == nil && base.num != nil && index.ptr != nil {
		base, index = index, base
	}
	if index.num == nil || index.num.Type.Float {
		index = m.unknown(typeInt)
	}
	elem := o.Type
	if ir.Opaque(elem) {
		if t := elemOf(base.typ); ir.IsKind(t, sema.Array) {
			elem = orOther(t.Elem)
		} else {
			elem = orOther(t)
		}
	}
	p := m.elementAt(m.placeAt(base, elem), index, elem)
	literal := o.Flags.Has(ir.Literal)
	if ir.IsKind(m.recordAt(o.A), sema.Array) {
		literal = literal && base.literal
	} else {
		for _, t := range base.ptr {
			_, constant := t.off.Constant()
			literal = literal && constant
		}
	}
	p.literal = literal
	return m.address(p)
}

// variable makes the object of a declaration.
func (m *machine) variable(o *ir.Op) *object {
	space := sema.MemorySpace(o.Int)
	switch {
	case o.Flags.Has(ir.Static):
		space = sema.GlobalSpace
	case space == sema.LocalSpace:
		object := m.newObject(o.X.Name, o.Type)
		m.declare(object, o)
		return object
	}
	// One object, however often its declaration is come to.
	key := lasting{o.Node, sizeOf(o.Type)}
	object := m.lasting[key]
	if object == nil {
		object = m.dataObject(o.X.Name, space, o.Type)
		m.lasting[key] = object
	}
	return object
}

// A lasting is the declaration of a variable that does not end with its block; the
// instances of a template have several that differ in size.
type lasting struct {
	name ast.Node
	size int64
}

// access executes an operation that reads or writes.
func (m *machine) access(o *ir.Op) value {
	a := m.value(o.A)
	switch o.Code {
	case ir.OpLoad:
		if a.fn != nil || a.group != nil {
			return a
		}
		t := o.Type
		if ir.Opaque(t) {
			t = m.openType(a)
		}
		v := m.load(m.placeAt(a, t), o.Node)
		if o.Flags.Has(ir.Volatile) || o.X != nil && o.X.Name != "" {
			m.work.alone(v.op)
		}
		return v
	case ir.OpStore:
		t, v := o.Type, m.value(o.B)
		if ir.Opaque(t) {
			t = orOther(v.typ)
		}
		m.store(m.placeAt(a, t), v, o.Node)
	case ir.OpCopy:
		src := m.placeAt(m.value(o.B), o.Type)
		if o.X != nil {
			src.node = o.X.From
			if o.X.Name != "" {
				m.work.endBlock()
				defer m.work.endBlock()
			}
		}
		m.copyInto(m.placeAt(a, o.Type), src, o.Node)
	case ir.OpZero:
		m.zeroAt(m.placeAt(a, o.Type))
	case ir.OpForget:
		if o.X != nil {
			for _, id := range o.X.Args {
				m.use(m.value(id))
			}
		}
		m.smearPlace(m.placeAt(a, o.Type))
	}
	return value{}
}

// openType returns the type of what lies at an address where the source does not tell it.
func (m *machine) openType(address value) *sema.Type {
	if t := ir.Strip(address.typ); t != nil && t.Kind == sema.Pointer && !ir.Opaque(t.Elem) {
		return t.Elem
	}
	if len(address.ptr) == 1 && address.ptr[0].obj.tracked() {
		if x, ok := address.ptr[0].off.Constant(); ok {
			o := address.ptr[0].obj
			if i := o.state.find(x); i >= 0 && o.state.cells[i].val.typ != nil {
				return o.state.cells[i].val.typ
			}
		}
	}
	return typeOther
}
