package ir

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// statement lowers one statement.
func (l *lowerer) statement(n ast.Node) {
	if !n.Valid() || l.full() {
		return
	}
	l.nesting++
	outer := l.enter(n)
	defer func() { l.nesting--; l.enter(outer) }()
	if l.nesting > maxNesting {
		l.f.Incomplete = "statements are nested too deeply"
		return
	}
	switch n.Kind() {
	case ast.CompoundStatement:
		r := l.inRegion(func() ID { l.statements(n); return 0 })
		if len(r.Ops) > 0 {
			l.emit(Op{Code: OpBlock, Node: n, X: &Extra{Regions: []Region{r}}})
		}
	case ast.Declaration:
		l.declaration(n)
	case ast.ExpressionStatement:
		l.expressionStatement(n.FirstChild())
	case ast.PreprocCall:
		l.pragma = unrollPragma(n.Text())
	case ast.IfStatement:
		l.ifStatement(n)
	case ast.ForStatement:
		l.forStatement(n)
	case ast.WhileStatement, ast.DoStatement:
		l.loop(n, n.Child(ast.FieldCondition), ast.Node{})
	case ast.ForRangeLoop:
		l.rangeLoop(n)
	case ast.SwitchStatement:
		l.switchStatement(n)
	case ast.ReturnStatement, ast.CoReturnStatement:
		l.returnStatement(n)
	case ast.BreakStatement:
		l.emit(Op{Code: OpBreak, Node: n})
	case ast.ContinueStatement:
		l.emit(Op{Code: OpContinue, Node: n})
	case ast.GotoStatement:
		l.emit(Op{Code: OpGoto, Node: n, X: &Extra{Name: n.Child(ast.FieldLabel).Text()}})
	case ast.LabeledStatement:
		l.emit(Op{Code: OpLabel, Node: n, X: &Extra{Name: n.Child(ast.FieldLabel).Text()}})
		for c := range n.Children() {
			if c.Field() != ast.FieldLabel {
				l.statement(c)
			}
		}
	case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
		l.arms(n)
	case ast.TypeDefinition, ast.AliasDeclaration, ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		l.localType(n)
	case ast.TryStatement:
		l.tryStatement(n)
	case ast.ThrowStatement:
		l.emit(Op{Code: OpThrow, Node: n, A: l.optional(n.FirstChild())})
	case ast.CallExpression:
		if !l.b.device { // a launch in a piece of source that does not parse
			l.expr(n)
		}
	case ast.Error:
		l.unparsed(n)
		l.statements(n)
	case ast.AttributedStatement, ast.PreprocElse, ast.CaseStatement, ast.LinkageSpecification, ast.InitStatement, ast.ElseClause:
		// An attribute, or a broken piece of source, around statements.
		l.statements(n)
	}
}

// unparsed emits an OpUnknown of the variables named in source with a syntax error.
func (l *lowerer) unparsed(n ast.Node) {
	op := Op{Code: OpUnknown, Node: n, X: &Extra{}}
	for d := range n.Descendants() {
		if !d.Is(ast.Identifier) {
			continue
		}
		if b := l.names.find(d.Text()); b != nil && b.addr != 0 && !slices.Contains(op.X.Args, b.addr) {
			op.X.Args = append(op.X.Args, b.addr)
		}
	}
	if len(op.X.Args) > 0 {
		l.emit(op)
	}
}

func (l *lowerer) statements(n ast.Node) { l.statementList(slices.Collect(n.Children())) }

// block lowers a statement into a region of its own.
func (l *lowerer) block(n ast.Node) Region {
	return l.inRegion(func() ID {
		if n.Is(ast.CompoundStatement) {
			l.statements(n)
		} else {
			l.statement(n)
		}
		return 0
	})
}

// optional lowers an optional expression to a value, 0 where it is omitted.
func (l *lowerer) optional(n ast.Node) ID {
	if !n.Valid() {
		return 0
	}
	return l.value(l.expr(n)).id
}

// expressionStatement lowers an expression whose value is not used, or the invocation of
// a macro that stands for statements.
func (l *lowerer) expressionStatement(n ast.Node) {
	if !n.Valid() {
		return
	}
	if n.Is(ast.CallExpression, ast.Identifier) && l.names.find(n.Text()) == nil {
		if e, ok := l.expand(n); ok && !isExpression(e) {
			l.expanding++
			// Names that a macro declares belong to the block that it is used in.
			if e.Is(ast.CompoundStatement) {
				l.statements(e)
			} else {
				l.statement(e)
			}
			l.expanding--
			return
		}
	}
	if n.Is(ast.CompoundLiteralExpression) && Opaque(l.scope.Type(n.Child(ast.FieldType))) {
		l.unparsed(n) // an unknown macro and a block
		return
	}
	v := l.expr(n)
	if v.lvalue && v.assigned == 0 && isVolatile(v.typ) {
		l.value(v)
	}
}

func isExpression(n ast.Node) bool {
	return !n.Is(ast.CompoundStatement, ast.ExpressionStatement, ast.Declaration, ast.IfStatement, ast.ForStatement,
		ast.WhileStatement, ast.DoStatement, ast.ReturnStatement, ast.SwitchStatement, ast.BreakStatement, ast.ContinueStatement)
}

// expand returns the expansion of a macro invocation.
func (l *lowerer) expand(n ast.Node) (ast.Node, bool) {
	if l.expanding > maxExpansions {
		return ast.Node{}, false
	}
	return l.b.unit.Expand(n)
}

func (l *lowerer) ifStatement(n ast.Node) {
	defer l.scoped()()
	condition := n.Child(ast.FieldCondition)
	if init := condition.Child(ast.FieldInitializer); init.Valid() {
		l.statement(init)
	}
	other := n.Child(ast.FieldAlternative)
	if other.Is(ast.ElseClause) {
		other = other.FirstChild()
	}
	if n.Qualifiers()&ast.Constexpr != 0 {
		if holds, known := l.scope.Const(conditionValue(condition)).True(); known {
			if holds {
				other = n.Child(ast.FieldConsequence)
			}
			if other.Valid() {
				l.emit(Op{Code: OpBlock, Node: n, X: &Extra{Regions: []Region{l.block(other)}}})
			}
			return
		}
	}
	cond := l.condition(condition)
	x := &Extra{Regions: []Region{l.block(n.Child(ast.FieldConsequence)), {}}}
	if other.Valid() {
		x.Regions[1] = l.block(other)
	}
	l.emit(Op{Code: OpIf, A: cond, Node: n, X: x})
}

// conditionValue returns the expression in a condition.
func conditionValue(n ast.Node) ast.Node {
	if n.Is(ast.ConditionClause) {
		if v := n.Child(ast.FieldValue); v.Valid() {
			return v
		}
	}
	return n
}

// condition lowers a condition, which may declare a variable, to a truth value.
func (l *lowerer) condition(n ast.Node) ID {
	n = conditionValue(n)
	if !n.Is(ast.Declaration) {
		return l.truth(l.expr(n))
	}
	l.declaration(n)
	for _, d := range l.scope.Declarators(n) {
		if b := l.names.find(d.Name); b != nil && b.addr != 0 {
			return l.truth(operand{id: b.addr, typ: b.typ, lvalue: true, node: n})
		}
	}
	return l.truth(l.unknown(n))
}

func (l *lowerer) forStatement(n ast.Node) {
	defer l.scoped()()
	pragma := l.takePragma(n)
	if init := n.Child(ast.FieldInitializer); init.Is(ast.Declaration) {
		l.statement(init)
	} else if init.Valid() {
		l.expr(init)
	}
	l.pragma = pragma
	l.loop(n, n.Child(ast.FieldCondition), n.Child(ast.FieldUpdate))
}

// loop lowers a for, while or do statement whose initialiser, if any, has been lowered.
func (l *lowerer) loop(n, condition, update ast.Node) {
	op := Op{Code: OpLoop, Node: n, Int: l.takePragma(n), X: &Extra{Regions: make([]Region, 3)}}
	if n.Is(ast.DoStatement) {
		op.Flags |= TestLast
	}
	outer := l.names
	defer func() { l.names = outer }()
	if condition.Valid() {
		// A variable that the condition declares is known in the body.
		l.names = l.names.inner()
		declared := l.names
		op.X.Regions[0] = l.inRegion(func() ID {
			v := l.condition(condition)
			declared.list = l.names.list
			return v
		})
	} else {
		op.Flags |= Endless
	}
	op.X.Regions[1] = l.block(n.Child(ast.FieldBody))
	if update.Valid() {
		op.X.Regions[2] = l.inRegion(func() ID { l.expr(update); return 0 })
	}
	l.emit(op)
}

func (l *lowerer) switchStatement(n ast.Node) {
	defer l.scoped()()
	condition := n.Child(ast.FieldCondition)
	if init := condition.Child(ast.FieldInitializer); init.Valid() {
		l.statement(init)
	}
	op := Op{Code: OpSwitch, Node: n, A: l.value(l.expr(conditionValue(condition))).id, X: &Extra{}}
	l.labels(op.X, n.Child(ast.FieldBody))
	l.emit(op)
}

// labels lowers the labels of a switch among the children of a node: the whole body, a
// conditional of the preprocessor, or what a macro stands for.
func (l *lowerer) labels(x *Extra, n ast.Node) {
	for c := range n.Children() {
		switch c.Kind() {
		case ast.CaseStatement:
			l.label(x, c)
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			truth := l.b.unit.Condition(c, l.b.device)
			if truth != preproc.False {
				l.labels(x, c)
			}
			if alternative := c.Child(ast.FieldAlternative); alternative.Valid() && truth != preproc.True {
				l.labels(x, alternative)
			}
		case ast.ExpressionStatement, ast.CallExpression, ast.Identifier:
			if c.Is(ast.ExpressionStatement) {
				c = c.FirstChild()
			}
			if e, ok := l.expand(c); ok && e.Is(ast.CompoundStatement) {
				l.expanding++
				l.labels(x, e)
				l.expanding--
			}
		}
	}
}

// label lowers a label of a switch with the statements behind it, and the labels that
// follow within it.
func (l *lowerer) label(x *Extra, n ast.Node) {
	value := n.Child(ast.FieldValue)
	c := Case{Node: n, Default: !value.Valid()}
	if value.Valid() {
		c.Test = l.inRegion(func() ID { return l.value(l.expr(value)).id })
		c.Value = c.Test.Value
	}
	// The sections of one switch are one block of names.
	at := len(x.Cases)
	x.Cases = append(x.Cases, c)
	outer := l.region
	var body Region
	l.region = &body
	for s := range n.Children() {
		if s == value {
			continue
		}
		if s.Is(ast.CaseStatement) {
			x.Cases[at].Body = body
			l.region = outer
			l.label(x, s)
			at, body = len(x.Cases)-1, x.Cases[len(x.Cases)-1].Body
			l.region = &body
			continue
		}
		l.statement(s)
	}
	x.Cases[at].Body = body
	l.region = outer
}

func (l *lowerer) returnStatement(n ast.Node) {
	value := n.FirstChild()
	if !value.Valid() {
		l.emit(Op{Code: OpReturn, Node: n})
		return
	}
	result := l.f.Result
	var v operand
	switch {
	case result != nil && result.Kind == sema.Reference:
		v = l.place(l.expr(value))
	case value.Is(ast.InitializerList) && !Opaque(result):
		v = l.temporary(result, func(object ID) { l.initialize(object, result, value) })
	case Opaque(result):
		v = l.copyOf(l.expr(value))
	default:
		v = l.copyOf(l.convert(l.expr(value), result))
	}
	if l.returned == nil {
		l.returned = v.typ
	}
	l.emit(Op{Code: OpReturn, A: v.id, Type: v.typ, Node: n})
}

// arms lowers a conditional of the preprocessor between statements.
func (l *lowerer) arms(n ast.Node) {
	alternative := n.Child(ast.FieldAlternative)
	then := func() {
		for c := range n.Children() {
			if f := c.Field(); f != ast.FieldCondition && f != ast.FieldName && f != ast.FieldAlternative {
				l.statement(c)
			}
		}
	}
	switch l.b.unit.Condition(n, l.b.device) {
	case preproc.True:
		then()
	case preproc.False:
		l.statement(alternative)
	default:
		// Names that an arm declares are known behind it.
		first, second := l.openRegion(then), l.openRegion(func() { l.statement(alternative) })
		l.emit(Op{Code: OpArms, Node: n, X: &Extra{Regions: []Region{first, second}}})
	}
}

// openRegion lowers something into a region whose names belong to the block around it.
func (l *lowerer) openRegion(lower func()) Region {
	var r Region
	outer := l.region
	l.region = &r
	lower()
	l.region = outer
	return r
}

func (l *lowerer) tryStatement(n ast.Node) {
	x := &Extra{Regions: []Region{l.block(n.Child(ast.FieldBody))}}
	for c := range n.Children() {
		if c.Is(ast.CatchClause) {
			x.Regions = append(x.Regions, l.block(c.Child(ast.FieldBody)))
		}
	}
	l.emit(Op{Code: OpTry, Node: n, X: x})
}
