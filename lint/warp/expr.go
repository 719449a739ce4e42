package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// maxExpressionDepth bounds the nesting of one expression.
const maxExpressionDepth = 600

// eval evaluates an expression for the active threads.
func (m *machine) eval(n ast.Node) value {
	m.step()
	m.depth++
	defer func() { m.depth-- }()
	if m.depth > maxExpressionDepth {
		return value{typ: typeOther}
	}
	if n.HasError() && n.ChildOf(ast.Error).Valid() {
		return m.broken(n)
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression, ast.ConditionClause:
		return m.eval(n.FirstChild())
	case ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False:
		return m.constant(m.frame.scope.Const(n))
	case ast.Nullptr:
		return value{typ: pointerTo(typeVoid), ptr: []target{}}
	case ast.StringLiteral, ast.RawStringLiteral, ast.ConcatenatedString:
		return value{typ: pointerTo(typeOther)}
	case ast.Identifier, ast.QualifiedIdentifier, ast.FieldIdentifier, ast.SubscriptExpression, ast.FieldExpression, ast.TypeIdentifier:
		if e, ok := m.expandExpression(n); ok && m.frame.lookup(n.Text()) == nil {
			m.expanding++
			defer func() { m.expanding-- }()
			return m.eval(e)
		}
		return m.load(m.place(n), n)
	case ast.This:
		if m.frame.this != nil {
			return value{typ: pointerTo(m.frame.this.typ), ptr: m.frame.this.targets, op: m.frame.this.addr}
		}
	case ast.PointerExpression:
		return m.evalPointer(n)
	case ast.UnaryExpression:
		return m.unary(n)
	case ast.BinaryExpression:
		return m.binaryExpression(n)
	case ast.AssignmentExpression:
		return m.assign(n)
	case ast.UpdateExpression:
		return m.update(n)
	case ast.ConditionalExpression:
		return m.conditional(n, false)
	case ast.CommaExpression:
		m.eval(n.Child(ast.FieldLeft))
		return m.eval(n.Child(ast.FieldRight))
	case ast.CastExpression:
		return m.cast(m.frame.scope.Type(n.Child(ast.FieldType)), n.Child(ast.FieldValue))
	case ast.CompoundLiteralExpression:
		t := m.frame.scope.Type(n.Child(ast.FieldType))
		return m.initialize(t, n.Child(ast.FieldValue))
	case ast.SizeofExpression, ast.AlignofExpression:
		if c := m.frame.scope.Const(n); c.Known() {
			return m.constant(c)
		}
		return value{typ: typeUlong, num: m.d.UniformOf(lanes.Uint64)}
	case ast.CallExpression:
		return m.call(n)
	case ast.TemplateFunction:
		fns, explicit := m.frame.scope.FunctionsNamed(n)
		if len(fns) > 0 {
			return value{fn: &callable{functions: fns, explicit: explicit}}
		}
	case ast.LambdaExpression:
		return m.lambda(n)
	case ast.InitializerList:
		return m.initialize(typeOther, n)
	case ast.ExtensionExpression:
		return m.eval(n.FirstChild())
	case ast.GnuAsmExpression:
		m.assembly(n)
	}
	return value{typ: typeOther}
}

// broken stands for an expression part of which does not parse: what is there is
// followed for its accesses, and nothing is known of its value or of what it
// assigns to.
func (m *machine) broken(n ast.Node) value {
	if n.Is(ast.AssignmentExpression) {
		p := m.place(n.Child(ast.FieldLeft))
		m.store(p, m.unknown(p.typ), ast.Node{})
	}
	for c := range n.Children() {
		if !c.Is(ast.Error) {
			m.eval(c)
		}
	}
	return value{typ: typeOther}
}

func (m *machine) evalPointer(n ast.Node) value {
	if n.Op() == ast.And {
		argument := n.Child(ast.FieldArgument)
		p := m.place(argument)
		if p.num != nil {
			return *p.num // the address of a function
		}
		m.expose(p.targets)
		return value{typ: pointerTo(p.typ), ptr: p.targets, op: p.addr}
	}
	return m.load(m.place(n), n)
}

func (m *machine) unary(n ast.Node) value {
	v := m.eval(n.Child(ast.FieldArgument))
	if v.mem != nil {
		if r, ok := m.operator(v, n.Op().String(), nil, n); ok {
			return r
		}
		if n.Op() != ast.Not {
			m.consume(v)
			return m.unknown(v.typ)
		}
	}
	if n.Op() == ast.Not {
		return value{typ: typeBool, num: m.d.Not(m.truthy(v)), op: m.negated(m.truthNode(v))}
	}
	t := promote(v.typ)
	num, ok := numeric(t)
	if v.num == nil || !ok {
		u := m.unknown(t)
		u.op = v.op
		return u
	}
	x, op := m.d.Convert(num, v.num), m.converted(v, num)
	switch n.Op() {
	case ast.Sub:
		op = m.unaryNode(opNeg, num, v)
		if num.Float {
			x = m.d.Float("neg", num, func(a []float64) float64 { return -a[0] }, x)
		} else {
			x = m.d.Neg(num, x)
		}
	case ast.Complement:
		x, op = m.d.Complement(num, x), m.unaryNode(opNot, num, v)
	case ast.Add:
	default:
		return m.unknown(t)
	}
	return value{typ: t, num: x, op: op}
}

func (m *machine) binaryExpression(n ast.Node) value {
	left, right, op := n.Child(ast.FieldLeft), n.Child(ast.FieldRight), n.Op()
	if op == ast.LogicalAnd || op == ast.LogicalOr {
		return m.shortCircuit(left, right, op)
	}
	a := m.eval(left)
	b := m.eval(right)
	return m.binary(op, a, b, n)
}

// shortCircuit evaluates the right operand for the threads the left one leaves
// open.
func (m *machine) shortCircuit(left, right ast.Node, op ast.Op) value {
	a := m.truthy(m.eval(left))
	result, first := a, m.lastTest()
	node := first
	evalRight := func() {
		b := m.truthy(m.eval(right))
		node = m.bothOf(op == ast.LogicalAnd, first, m.lastTest())
		if op == ast.LogicalAnd {
			result = m.d.LogicalAnd(a, b)
		} else {
			result = m.d.LogicalOr(a, b)
		}
	}
	if op == ast.LogicalAnd {
		m.branch(a, evalRight, nil)
	} else {
		m.branch(a, nil, evalRight)
	}
	return value{typ: typeBool, num: result, op: node}
}

func (m *machine) assign(n ast.Node) value {
	left, right := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	op := n.Op().Binary()
	p := m.place(left)
	if isKind(p.typ, sema.RecordKind) && len(p.targets) > 0 {
		target := value{typ: p.typ, mem: &p}
		if right.Is(ast.InitializerList) {
			m.store(p, m.initialize(p.typ, right), left)
			return target
		}
		v := m.eval(right)
		if r, ok := m.operator(target, n.Op().String(), []value{v}, n); ok {
			return r
		}
		if op != ast.OpNone {
			if r, ok := m.freeOperator(n.Op().String(), []value{target, v}, n); ok {
				return r
			}
			v = m.binary(op, target, v, n)
		}
		m.store(p, v, left)
		return target
	}
	var v value
	if right.Is(ast.InitializerList) {
		v = m.initialize(p.typ, right)
	} else {
		v = m.eval(right)
	}
	if op != ast.OpNone {
		v = m.binary(op, m.load(p, left), v, n)
	}
	if opaque(p.typ) && p.num == nil && len(p.targets) == 1 && v.typ != nil {
		p.typ = v.typ
	}
	m.store(p, v, left)
	return m.convert(v, p.typ)
}

func (m *machine) update(n ast.Node) value {
	argument := n.Child(ast.FieldArgument)
	p := m.place(argument)
	old := m.load(p, argument)
	op := ast.Add
	if n.Op() == ast.Decrement {
		op = ast.Sub
	}
	if old.mem != nil {
		if r, ok := m.operator(old, n.Op().String(), nil, n); ok {
			return r
		}
		m.smearPlace(p)
		return old
	}
	now := m.binary(op, old, m.intValue(1), n)
	if old.num != nil {
		now = m.convert(now, old.typ)
	}
	m.store(p, now, argument)
	if n.FirstChild().Span().Start == n.Span().Start {
		return old // i++
	}
	return now
}

// conditional evaluates c ? a : b; wantPlace keeps structs where they are.
func (m *machine) conditional(n ast.Node, wantPlace bool) value {
	cond := m.truthy(m.eval(n.Child(ast.FieldCondition)))
	node := m.lastTest()
	var a, b value
	ranA, ranB := false, false
	evaluate := func(c ast.Node) value {
		if wantPlace {
			p := m.place(c)
			if p.num != nil {
				return *p.num
			}
			return value{typ: p.typ, mem: &p}
		}
		return m.eval(c)
	}
	m.branch(cond,
		func() { a, ranA = evaluate(n.Child(ast.FieldConsequence)), true },
		func() { b, ranB = evaluate(n.Child(ast.FieldAlternative)), true })
	switch {
	case !ranA:
		return b
	case !ranB:
		return a
	}
	if a.mem != nil && b.mem != nil {
		both := *a.mem
		both.targets = m.choosePointer(cond, a.mem.targets, b.mem.targets)
		both.literal = false
		if wantPlace || len(both.targets) == 1 {
			return value{typ: a.typ, mem: &both}
		}
		p := m.placeOf(m.newObject("", a.typ))
		m.branch(cond, func() { m.copyInto(p, *a.mem, ast.Node{}) }, func() { m.copyInto(p, *b.mem, ast.Node{}) })
		return value{typ: a.typ, mem: &p}
	}
	if a.num != nil && b.num != nil {
		t := a.typ
		if !sameShape(a.typ, b.typ) {
			t = arithmeticType(a.typ, b.typ)
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
	return m.choose(cond, a, b)
}

// cast converts an expression to a type.
func (m *machine) cast(t *sema.Type, n ast.Node) value {
	if t != nil && t.Kind == sema.Reference {
		p := m.place(n)
		p.typ = t.Elem
		return m.load(p, n)
	}
	if n.Is(ast.InitializerList) {
		return m.initialize(t, n)
	}
	v := m.eval(n)
	if isKind(t, sema.RecordKind) && v.mem == nil {
		return m.construct(t, []value{v}, n)
	}
	if isKind(t, sema.Pointer) && v.mem != nil && isKind(v.typ, sema.Array) {
		return value{typ: t, ptr: v.mem.targets, op: v.mem.addr}
	}
	return m.convert(v, t)
}

// assembly interprets inline assembly: what it writes is not known, except for
// the special registers of a lane.
func (m *machine) assembly(n ast.Node) {
	special, isSpecial := m.specialRegister(n.Child(ast.FieldAssemblyCode).Text())
	var inputs []*lanes.Value
	for list := range n.Children() {
		if list.Is(ast.GnuAsmInputOperandList) {
			for o := range list.Children() {
				v := m.eval(o.Child(ast.FieldValue))
				m.use(v)
				if v.num != nil {
					inputs = append(inputs, v.num)
				} else if v.ptr != nil {
					inputs = append(inputs, m.addressOf(lanes.Uint64, v.ptr))
				}
			}
		}
	}
	for list := range n.Children() {
		if !list.Is(ast.GnuAsmOutputOperandList) {
			continue
		}
		for o := range list.Children() {
			p := m.place(o.Child(ast.FieldValue))
			t, ok := numeric(p.typ)
			switch {
			case isSpecial && ok:
				m.store(p, value{typ: p.typ, num: m.d.Convert(t, special)}, ast.Node{})
			case ok && len(inputs) > 0:
				m.store(p, value{typ: p.typ, num: m.d.Derived("asm "+n.Child(ast.FieldAssemblyCode).Text(), t, inputs...)}, ast.Node{})
			default:
				m.store(p, m.unknown(p.typ), ast.Node{})
			}
		}
	}
}
