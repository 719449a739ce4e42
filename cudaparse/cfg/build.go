package cfg

import "github.com/cudalint/cudalint/cudaparse/ast"

// builder grows a graph along the statements of a body.
type builder struct {
	graph   *Graph
	options Options
	// current takes the next node. After a jump it is a new block that nothing
	// leads to.
	current *Block
	exit    *Block
	labels  map[string]*label
	targets []target
	tries   []*try
	// expanding counts the macros around the statement being visited.
	expanding int
}

// A target is what break and continue jump to.
type target struct {
	breakTo, continueTo *Block // continueTo is nil for a switch
	cases               *cases // of a switch
}

// cases are the labels of a switch met so far.
type cases struct {
	head       *Block
	hasDefault bool
}

// A try holds the handlers around the statements being visited.
type try struct {
	handlers []*Block
	catchAll bool
}

func (b *builder) block() *Block {
	n := &Block{Index: len(b.graph.Blocks)}
	b.graph.Blocks = append(b.graph.Blocks, n)
	return n
}

func (b *builder) edge(from, to *Block, kind EdgeKind, label ast.Node) {
	e := &Edge{From: from, To: to, Kind: kind, Label: label}
	from.Succs = append(from.Succs, e)
}

// start makes to the current block, entered from the current one.
func (b *builder) start(to *Block, kind EdgeKind) {
	b.edge(b.current, to, kind, ast.Node{})
	b.current = to
}

// jump ends the current block.
func (b *builder) jump(to *Block, kind EdgeKind, statement ast.Node) {
	b.edge(b.current, to, kind, statement)
	b.current = b.block()
}

// add appends a node to the current block. Inside a try, the block may be left
// for a handler.
func (b *builder) add(n ast.Node) {
	if len(b.current.Nodes) == 0 && len(b.tries) > 0 {
		b.throw(b.current, ast.Node{})
	}
	b.current.Nodes = append(b.current.Nodes, n)
	b.graph.blockOf[n] = b.current
}

// throw adds the edges of an exception. One thrown by a statement, rather than
// possibly by a callee, leaves the function where nothing catches it.
func (b *builder) throw(from *Block, statement ast.Node) {
	for i := len(b.tries) - 1; i >= 0; i-- {
		for _, h := range b.tries[i].handlers {
			b.edge(from, h, Throw, statement)
		}
		if b.tries[i].catchAll {
			return
		}
	}
	if statement.Valid() {
		b.edge(from, b.exit, Throw, statement)
	}
}

func (b *builder) build(body ast.Node) {
	g := b.graph
	b.exit = &Block{}
	g.Exit = b.exit
	g.Entry = b.block()
	b.current = g.Entry
	for init := range g.Function.ChildOf(ast.MemberInitializerList).Children() {
		b.add(init)
	}
	b.statement(body)
	b.edge(b.current, b.exit, Next, ast.Node{})
	for _, l := range b.labels {
		if !l.defined { // in code that does not parse
			b.edge(l.block, b.exit, Next, ast.Node{})
		}
	}
	b.exit.Index = len(g.Blocks)
	g.Blocks = append(g.Blocks, b.exit)
}

// statements visits the children of a node that are statements.
func (b *builder) statements(n ast.Node) {
	for c := range n.Children() {
		if c.Field() == ast.NoField {
			b.statement(c)
		}
	}
}

func (b *builder) statement(n ast.Node) {
	switch n.Kind() {
	case ast.None, ast.PreprocCall, ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocInclude, ast.PreprocDirective,
		ast.AttributeDeclaration, ast.Attribute, ast.AttributeSpecifier, ast.StatementIdentifier:
		// Nothing runs.
	case ast.CompoundStatement, ast.AttributedStatement, ast.SehFinallyClause:
		b.statements(n)
		if body := n.Child(ast.FieldBody); body.Valid() {
			b.statement(body)
		}
	case ast.ExpressionStatement:
		b.expression(n)
	case ast.IfStatement:
		b.ifStatement(n)
	case ast.WhileStatement:
		b.whileStatement(n)
	case ast.DoStatement:
		b.doStatement(n)
	case ast.ForStatement:
		b.forStatement(n)
	case ast.ForRangeLoop:
		b.forRange(n)
	case ast.SwitchStatement:
		b.switchStatement(n)
	case ast.CaseStatement:
		b.caseStatement(n)
	case ast.LabeledStatement:
		b.define(n.Child(ast.FieldLabel).Text())
		for c := range n.Children() {
			if c.Field() != ast.FieldLabel {
				b.statement(c)
			}
		}
	case ast.GotoStatement:
		b.add(n)
		b.jump(b.label(n.Child(ast.FieldLabel).Text()).block, Goto, n)
	case ast.BreakStatement:
		b.breakStatement(n)
	case ast.ContinueStatement:
		b.continueStatement(n)
	case ast.ReturnStatement, ast.CoReturnStatement:
		b.add(n)
		b.jump(b.exit, Return, n)
	case ast.ThrowStatement:
		b.add(n)
		b.throw(b.current, n)
		b.current = b.block()
	case ast.TryStatement, ast.SehTryStatement:
		b.tryStatement(n)
	case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
		b.conditional(n)
	case ast.PreprocElse:
		b.statements(n)
	default:
		b.add(n)
	}
}

// expression adds a statement that is an expression; an empty one runs nothing.
func (b *builder) expression(n ast.Node) {
	value := n.FirstChild()
	if !value.Valid() || b.expand(n, value) {
		return
	}
	b.add(n)
	if value.Is(ast.GnuAsmExpression) {
		if labels := value.Child(ast.FieldGotoLabels); labels.Valid() {
			from := b.current
			for l := range labels.Children() {
				b.edge(from, b.label(l.Text()).block, Goto, n)
			}
			b.start(b.block(), Next)
		}
		return
	}
	if value.Is(ast.CallExpression) && b.options.NoReturn != nil && b.options.NoReturn(value) {
		b.jump(b.exit, Terminate, n)
	}
}

// expand visits what a statement that is a macro invocation stands for.
func (b *builder) expand(n, invocation ast.Node) bool {
	if b.options.Expand == nil || b.expanding >= maxExpansionDepth || !invocation.Is(ast.CallExpression, ast.Identifier) {
		return false
	}
	x, ok := b.options.Expand(invocation)
	if !ok || x.HasError() {
		return false // a call of an unknown function, as far as the graph goes
	}
	b.graph.blockOf[n] = b.current
	b.expanding++
	b.statement(x)
	b.expanding--
	return true
}

// A label is where goto leads.
type label struct {
	block   *Block
	defined bool
}

// label returns a label, which may be defined later.
func (b *builder) label(name string) *label {
	l := b.labels[name]
	if l == nil {
		l = &label{block: b.block()}
		b.labels[name] = l
	}
	return l
}

// define makes a label's block the current one.
func (b *builder) define(name string) {
	l := b.label(name)
	if l.defined { // twice, which does not compile
		l.block = b.block()
	}
	l.defined = true
	b.start(l.block, Next)
}

// branch evaluates a condition in the current block and leaves it for yes or no.
// A condition that is absent always holds.
func (b *builder) branch(condition ast.Node, yes, no *Block) {
	switch {
	case !condition.Valid():
		b.edge(b.current, yes, Next, ast.Node{})
		return
	case condition.Is(ast.ConditionClause):
		if init := condition.Child(ast.FieldInitializer); init.Valid() {
			b.initializer(init)
		}
		b.branch(condition.Child(ast.FieldValue), yes, no)
		return
	case condition.Is(ast.ParenthesizedExpression) && condition.FirstChild().Valid():
		b.branch(condition.FirstChild(), yes, no)
		return
	case condition.Is(ast.UnaryExpression) && condition.Op() == ast.Not:
		b.branch(condition.Child(ast.FieldArgument), no, yes)
		return
	case condition.Is(ast.BinaryExpression) && (condition.Op() == ast.LogicalAnd || condition.Op() == ast.LogicalOr):
		right := b.block()
		if condition.Op() == ast.LogicalAnd {
			b.branch(condition.Child(ast.FieldLeft), right, no)
		} else {
			b.branch(condition.Child(ast.FieldLeft), yes, right)
		}
		b.current = right
		b.branch(condition.Child(ast.FieldRight), yes, no)
		return
	}
	b.add(condition)
	b.current.Condition = condition
	b.edge(b.current, yes, True, ast.Node{})
	b.edge(b.current, no, False, ast.Node{})
}

// initializer adds the first part of an if, switch or for.
func (b *builder) initializer(n ast.Node) {
	if n.Is(ast.InitStatement) {
		for c := range n.Children() {
			b.initializer(c)
		}
		return
	}
	if n.Is(ast.ExpressionStatement) && !n.FirstChild().Valid() {
		return
	}
	b.add(n)
}

// conditional visits an #if inside the body.
func (b *builder) conditional(n ast.Node) {
	then, otherwise := true, true
	if b.options.Active != nil {
		then, otherwise = b.options.Active(n)
	}
	rest := n.Child(ast.FieldAlternative)
	if then != otherwise {
		if then {
			b.statements(n)
		} else if rest.Valid() {
			b.statement(rest)
		}
		return
	}
	if !then {
		return
	}
	head, join := b.current, b.block()
	head.Condition = n
	arm := b.block()
	b.edge(head, arm, Arm, n)
	b.current = arm
	b.statements(n)
	b.start(join, Next)
	if !rest.Valid() {
		b.edge(head, join, Arm, n)
		return
	}
	b.current = b.block()
	b.edge(head, b.current, Arm, rest)
	b.statement(rest)
	b.start(join, Next)
}
