package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// exec interprets one statement for the active threads.
func (m *machine) exec(n ast.Node) {
	if !n.Valid() || m.mask.empty() {
		return
	}
	m.step()
	switch n.Kind() {
	case ast.CompoundStatement:
		m.frame.push()
		m.execAll(n)
		m.frame.pop()
	case ast.Declaration:
		m.declare(n)
	case ast.ExpressionStatement:
		m.execExpression(n.FirstChild())
	case ast.PreprocCall:
		m.pragma = unrollPragma(n.Text())
	case ast.IfStatement:
		m.execIf(n)
	case ast.ForStatement:
		m.execFor(n)
	case ast.WhileStatement:
		m.runLoop(loop{node: n, unroll: m.takePragma(n), condition: n.Child(ast.FieldCondition), body: m.scoped(n.Child(ast.FieldBody))})
	case ast.DoStatement:
		m.runLoop(loop{node: n, unroll: m.takePragma(n), condition: n.Child(ast.FieldCondition), body: m.scoped(n.Child(ast.FieldBody)), testLast: true})
	case ast.ForRangeLoop:
		m.execRange(n)
	case ast.SwitchStatement:
		m.execSwitch(n)
	case ast.ReturnStatement:
		m.execReturn(n.FirstChild())
	case ast.BreakStatement:
		m.leave(exitBreak)
	case ast.ContinueStatement:
		m.leave(exitContinue)
	case ast.GotoStatement:
		m.goAstray(n)
	case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
		m.execConditional(n)
	case ast.TypeDefinition, ast.AliasDeclaration, ast.StructSpecifier, ast.ClassSpecifier, ast.EnumSpecifier, ast.UsingDeclaration:
		m.declareType(n)
	case ast.LabeledStatement, ast.AttributedStatement, ast.PreprocElse, ast.Error, ast.TryStatement, ast.CaseStatement, ast.LinkageSpecification, ast.InitStatement:
		// A label, an attribute or a broken piece of source around statements.
		for c := range n.Children() {
			m.exec(c)
		}
	}
}

func (m *machine) execAll(n ast.Node) {
	for c := range n.Children() {
		m.exec(c)
	}
}

func (m *machine) scoped(body ast.Node) func() {
	return func() {
		m.frame.push()
		m.exec(body)
		m.frame.pop()
	}
}

// execExpression interprets an expression statement, which may be the invocation
// of a macro that expands to statements.
func (m *machine) execExpression(n ast.Node) {
	if !n.Valid() {
		return
	}
	if n.Is(ast.CallExpression, ast.Identifier) {
		if e, ok := m.expand(n); ok && !isExpression(e) {
			// Names a macro declares belong to the block it is used in.
			if e.Is(ast.CompoundStatement) {
				m.execAll(e)
			} else {
				m.exec(e)
			}
			return
		}
	}
	m.eval(n)
}

func isExpression(n ast.Node) bool {
	return !n.Is(ast.CompoundStatement, ast.ExpressionStatement, ast.Declaration, ast.IfStatement, ast.ForStatement,
		ast.WhileStatement, ast.DoStatement, ast.ReturnStatement, ast.SwitchStatement, ast.BreakStatement, ast.ContinueStatement)
}

// expand returns the expansion of a macro invocation, unless a local variable
// has its name.
func (m *machine) expand(n ast.Node) (ast.Node, bool) {
	if m.expanding > 40 {
		return ast.Node{}, false
	}
	return m.unit.Expand(n)
}

func (m *machine) execIf(n ast.Node) {
	m.frame.push()
	defer m.frame.pop()
	condition := n.Child(ast.FieldCondition)
	if init := condition.Child(ast.FieldInitializer); init.Valid() {
		m.exec(init)
	}
	cond := m.condition(condition)
	m.branchOn(m.work != nil && predicated(n))
	other := n.Child(ast.FieldAlternative)
	if !other.Valid() {
		m.branch(cond, m.scoped(n.Child(ast.FieldConsequence)), nil)
		return
	}
	if other.Is(ast.ElseClause) {
		other = other.FirstChild()
	}
	m.branch(cond, m.scoped(n.Child(ast.FieldConsequence)), m.scoped(other))
}

// condition returns the truth of a condition, which may declare a variable.
func (m *machine) condition(n ast.Node) *lanes.Value {
	if n.Is(ast.ConditionClause) {
		if v := n.Child(ast.FieldValue); v.Valid() {
			n = v
		}
	}
	var v value
	if n.Is(ast.Declaration) {
		m.declare(n)
		for _, d := range m.frame.scope.Declarators(n) {
			if b := m.frame.lookup(d.Name); b != nil {
				v = m.load(b.place, n)
			}
		}
	} else {
		v = m.eval(n)
	}
	return m.truthy(v)
}

func (m *machine) truthy(v value) *lanes.Value {
	if m.work != nil {
		m.work.last = m.truthNode(v)
	}
	switch {
	case v.num != nil:
		return m.d.Truthy(v.num)
	case v.mem != nil:
		if c, ok := m.conversionOperator(v, typeBool); ok && c.num != nil {
			return m.d.Truthy(c.num)
		}
	}
	// A pointer, or something unknown: in device code this is nearly always the
	// same for all threads, but nothing says so.
	if v.ptr != nil && isUniform(v) {
		return m.d.UniformOf(lanes.Bool)
	}
	return m.d.Opaque(lanes.Bool, false)
}

func (m *machine) execFor(n ast.Node) {
	m.frame.push()
	defer m.frame.pop()
	if init := n.Child(ast.FieldInitializer); init.Valid() {
		if init.Is(ast.Declaration) {
			m.declare(init)
		} else {
			m.eval(init)
		}
	}
	m.runLoop(loop{node: n, unroll: m.takePragma(n), condition: n.Child(ast.FieldCondition), update: n.Child(ast.FieldUpdate), body: m.scoped(n.Child(ast.FieldBody))})
}

// execRange interprets a range-based for: over an array in sight element by
// element, else with an element nothing is known of.
func (m *machine) execRange(n ast.Node) {
	m.frame.push()
	defer m.frame.pop()
	if init := n.Child(ast.FieldInitializer); init.Valid() {
		m.exec(init)
	}
	over := m.place(n.Child(ast.FieldRight))
	name := n.Child(ast.FieldDeclarator)
	for name.Is(ast.ReferenceDeclarator, ast.PointerDeclarator) {
		name = name.FirstChild()
	}
	body := m.scoped(n.Child(ast.FieldBody))
	t := strip(over.typ)
	if t != nil && t.Kind == sema.Array && t.Len > 0 && t.Len <= int64(m.concreteLimit) && len(over.targets) > 0 {
		m.runElements(t.Len, func(i int64) {
			element := m.element(over, m.d.Const(lanes.Int64, i), t.Elem)
			element.literal = false
			if tg := element.targets[0].obj; tg.tracked() && !n.Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator) {
				copied := m.placeOf(m.newObject(name.Text(), t.Elem))
				m.store(copied, m.load(element, ast.Node{}), ast.Node{})
				element = copied
			}
			m.frame.bind(name.Text(), &binding{place: element})
			body()
		})
		return
	}
	elem := typeOther
	if t != nil && t.Elem != nil {
		elem = t.Elem
	}
	b := &binding{}
	if t != nil && t.Kind == sema.Array && len(over.targets) > 0 {
		// The same element for all threads, not known which.
		b.place = m.element(over, m.d.Uniform(lanes.Int64, 0, max(t.Len-1, 0)), elem)
	} else {
		obj := m.newObject(name.Text(), elem)
		obj.content = func(_ int64, t *sema.Type) value { return m.unknown(t) }
		b.place = m.placeOf(obj)
	}
	b.place.literal = false
	m.frame.bind(name.Text(), b)
	m.runLoop(loop{node: n, unroll: m.takePragma(n), condition: n.Child(ast.FieldRight), opaque: true, body: body})
}

// execSwitch interprets a switch as a chain of tests in the order of the labels;
// the section of a label runs on through the following ones until a break.
func (m *machine) execSwitch(n ast.Node) {
	v := m.eval(unparenthesize(n.Child(ast.FieldCondition)))
	body := n.Child(ast.FieldBody)
	var labels []ast.Node
	for c := range body.Children() {
		if c.Is(ast.CaseStatement) {
			labels = append(labels, c)
		}
	}
	ctx := &loopContext{outer: m.loops, isSwitch: true, broke: m.noThreads()}
	m.loops = ctx
	m.frame.push()
	m.tryLabels(v, labels, 0, ctx)
	m.frame.pop()
	m.loops = ctx.outer
	m.rejoin(ctx.onBreak, m.mask.empty())
	m.mask = m.mask.or(ctx.broke)
}

// maxLabels bounds the labels of one switch that are told apart.
const maxLabels = 64

// tryLabels runs the section of label i for the threads whose value is that of
// the label, and goes on with the next label for the others; default is last.
func (m *machine) tryLabels(v value, labels []ast.Node, i int, ctx *loopContext) {
	if i >= len(labels) || i >= maxLabels {
		for j, l := range labels {
			if !l.Child(ast.FieldValue).Valid() {
				m.runSections(labels[j:])
				return
			}
		}
		return
	}
	label := labels[i].Child(ast.FieldValue)
	if !label.Valid() {
		m.tryLabels(v, labels, i+1, ctx)
		return
	}
	c := m.eval(label)
	m.charge(labelCost * m.stepCost)
	cond := m.d.Opaque(lanes.Bool, true)
	if m.work != nil {
		m.work.last = m.relation(ast.Equal, Int32, false, m.nodeOf(v), m.nodeOf(c))
		m.branchOn(false)
	}
	if v.num != nil && c.num != nil {
		cond = m.d.Equal(lanes.Int64, m.d.Convert(lanes.Int64, v.num), m.d.Convert(lanes.Int64, c.num))
	}
	m.branch(cond, func() { m.runSections(labels[i:]) }, func() { m.tryLabels(v, labels, i+1, ctx) })
}

// labelCost is what a label counts for, in evaluations: the state of all threads is kept
// for each, and merged after it. With less, a switch over the 40 operators of an
// expression tree takes half a minute within the bounds.
const labelCost = 100

// runSections runs the statements of labels one after the other while threads are
// left.
func (m *machine) runSections(labels []ast.Node) {
	for _, l := range labels {
		value := l.Child(ast.FieldValue)
		for c := range l.Children() {
			if c != value {
				m.exec(c)
			}
		}
		if m.mask.empty() {
			return
		}
	}
}

func (m *machine) execReturn(n ast.Node) {
	if n.Valid() {
		var v value
		if isKind(m.frame.result, sema.Reference) || m.frame.result != nil && m.frame.result.Kind == sema.Reference {
			p := m.place(n)
			v = value{typ: p.typ, mem: &p}
		} else if n.Is(ast.InitializerList) && m.frame.result != nil {
			v = m.initialize(m.frame.result, n)
		} else {
			v = m.eval(n)
			if v.mem != nil {
				v = m.copyOf(v)
			} else if !opaque(m.frame.result) {
				v = m.convert(v, m.frame.result)
			}
		}
		departed := len(m.frame.departed)
		r := returned{mask: m.mask, val: v}
		m.leave(exitReturn)
		if len(m.frame.departed) > departed {
			r.from = m.frame.departed[departed]
		}
		m.frame.returns = append(m.frame.returns, r)
		return
	}
	m.leave(exitReturn)
}

// returnValue combines what the return statements of a call gave.
func (m *machine) returnValue(f *frame) value {
	if len(f.returns) == 0 {
		return value{typ: typeVoid}
	}
	v := f.returns[len(f.returns)-1].val
	for i := len(f.returns) - 2; i >= 0; i-- {
		r := f.returns[i]
		cond := r.mask.value(m)
		if r.from != nil {
			cond = r.from.condition(m)
		}
		v = m.choose(cond, r.val, v)
	}
	return v
}

// execConditional interprets a preprocessor conditional between statements. Where
// its condition is not decided, both arms count, as under a uniform condition.
func (m *machine) execConditional(n ast.Node) {
	alternative := n.Child(ast.FieldAlternative)
	then := func() {
		for c := range n.Children() {
			if f := c.Field(); f != ast.FieldCondition && f != ast.FieldName && f != ast.FieldAlternative {
				m.exec(c)
			}
		}
	}
	otherwise := func() {
		if alternative.Valid() {
			m.exec(alternative)
		}
	}
	switch m.unit.Condition(n, true) {
	case sema.True:
		then()
	case sema.False:
		otherwise()
	default:
		m.branch(m.d.UniformOf(lanes.Bool), then, otherwise)
	}
}
