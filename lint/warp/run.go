package warp

import (
	"fmt"
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
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
		if m.work != nil && (o.Flags.Has(ir.Volatile) || o.X != nil && o.X.Name != "") && m.work.is(v.op, opLoad) {
			m.work.nodes[v.op].flags |= flagAlone
			m.endBlock()
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
				m.endBlock()
				defer m.endBlock()
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

// compute executes an operation that computes.
func (m *machine) compute(o *ir.Op) value {
	switch o.Code {
	case ir.OpConvert:
		return m.convert(m.value(o.A), o.Type)
	case ir.OpTruth:
		v := m.value(o.A)
		return value{typ: typeBool, num: m.truthy(v), op: m.truthNode(v)}
	case ir.OpUnary:
		return m.unary(o)
	case ir.OpBinary:
		return m.binary(o.Operator, m.value(o.A), m.value(o.B))
	case ir.OpDistance:
		return m.pointerArithmetic(ast.Sub, m.value(o.A), m.value(o.B))
	case ir.OpLogical:
		return m.shortCircuit(o)
	}
	return m.conditional(o)
}

func (m *machine) unary(o *ir.Op) value {
	v := m.value(o.A)
	if o.Operator == ast.Not {
		return value{typ: typeBool, num: m.d.Not(m.truthy(v)), op: m.negated(m.truthNode(v))}
	}
	t := ir.Promote(v.typ)
	num, ok := machineType(t)
	if v.num == nil || !ok {
		u := m.unknown(t)
		u.op = v.op
		return u
	}
	x, op := m.d.Convert(num, v.num), m.converted(v, num)
	switch o.Operator {
	case ast.Sub:
		op = m.unaryNode(opNeg, num, v)
		if num.Float {
			x = m.d.Float("neg", num, func(a []float64) float64 { return -a[0] }, x)
		} else {
			x = m.d.Neg(num, x)
		}
	case ast.Complement:
		x, op = m.d.Complement(num, x), m.unaryNode(opNot, num, v)
	default:
		return m.unknown(t)
	}
	return value{typ: t, num: x, op: op}
}

// shortCircuit evaluates the right operand for the threads the left one leaves
// open.
func (m *machine) shortCircuit(o *ir.Op) value {
	a := m.truthy(m.value(o.A))
	result, first := a, m.lastTest()
	node := first
	evalRight := func() {
		b := m.truthy(m.run(&o.X.Regions[0]))
		node = m.bothOf(o.Operator == ast.LogicalAnd, first, m.lastTest())
		if o.Operator == ast.LogicalAnd {
			result = m.d.LogicalAnd(a, b)
		} else {
			result = m.d.LogicalOr(a, b)
		}
	}
	if o.Operator == ast.LogicalAnd {
		m.branch(a, evalRight, nil)
	} else {
		m.branch(a, nil, evalRight)
	}
	return value{typ: typeBool, num: result, op: node}
}

// conditional evaluates c ? a : b.
func (m *machine) conditional(o *ir.Op) value {
	cond := m.truthy(m.value(o.A))
	node := m.lastTest()
	var a, b value
	ranA, ranB := false, false
	m.branch(cond,
		func() { a, ranA = m.run(&o.X.Regions[0]), true },
		func() { b, ranB = m.run(&o.X.Regions[1]), true })
	switch {
	case !ranA:
		return b
	case !ranB:
		return a
	}
	if a.num != nil && b.num != nil {
		t := a.typ
		if !sameShape(a.typ, b.typ) {
			t = ir.Arithmetic(a.typ, b.typ)
		}
		a, b = m.convert(a, t), m.convert(b, t)
	}
	if a.ptr == nil && b.ptr != nil && a.num != nil {
		a = value{typ: b.typ, ptr: []target{}} // 0 as a null pointer
	}
	if b.ptr == nil && a.ptr != nil && b.num != nil {
		b = value{typ: a.typ, ptr: []target{}}
	}
	if m.work != nil {
		m.work.cond, m.work.before, m.work.pick = node, 0, 0
		defer func() { m.work.cond = 0 }()
	}
	v := m.choose(cond, a, b)
	v.literal = false
	return v
}

// output returns what inline assembly writes to one of its operands: it is not known,
// except for the special registers of a lane.
func (m *machine) output(o *ir.Op) value {
	asm := m.frame.ir.Op(o.A)
	t, ok := numeric(o.Type)
	if !ok {
		return m.unknown(o.Type)
	}
	if special, ok := m.specialRegister(asm.X.Name); ok {
		return value{typ: o.Type, num: m.d.Convert(t, special)}
	}
	var inputs []*lanes.Value
	for _, id := range asm.X.Args {
		if v := m.value(id); v.num != nil {
			inputs = append(inputs, v.num)
		} else if v.ptr != nil {
			inputs = append(inputs, m.addressOf(lanes.Uint64, v.ptr))
		}
	}
	if len(inputs) == 0 {
		return m.unknown(o.Type)
	}
	return value{typ: o.Type, num: m.d.Derived("asm "+asm.X.Name, t, inputs...)}
}
