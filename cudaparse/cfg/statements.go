package cfg

import "github.com/cudalint/cudalint/cudaparse/ast"

func (b *builder) ifStatement(n ast.Node) {
	yes, join := b.block(), b.block()
	no := join
	alternative := n.Child(ast.FieldAlternative)
	if alternative.Valid() {
		no = b.block()
	}
	b.branch(n.Child(ast.FieldCondition), yes, no)
	b.current = yes
	b.statement(n.Child(ast.FieldConsequence))
	b.edge(b.current, join, Next, ast.Node{})
	if alternative.Valid() {
		b.current = no
		b.elseClause(alternative)
		b.edge(b.current, join, Next, ast.Node{})
	}
	b.current = join
}

func (b *builder) elseClause(n ast.Node) {
	if n.Is(ast.ElseClause) {
		for c := range n.Children() {
			b.statement(c)
		}
		return
	}
	b.statement(n)
}

// loop visits the body of a loop. break leaves for after, continue for next.
func (b *builder) loop(body ast.Node, next, after *Block) {
	b.targets = append(b.targets, target{breakTo: after, continueTo: next})
	b.statement(body)
	b.targets = b.targets[:len(b.targets)-1]
	b.edge(b.current, next, Next, ast.Node{})
	b.current = after
}

func (b *builder) whileStatement(n ast.Node) {
	head, body, after := b.block(), b.block(), b.block()
	b.start(head, Next)
	b.branch(n.Child(ast.FieldCondition), body, after)
	b.current = body
	b.loop(n.Child(ast.FieldBody), head, after)
}

func (b *builder) doStatement(n ast.Node) {
	body, test, after := b.block(), b.block(), b.block()
	b.start(body, Next)
	b.loop(n.Child(ast.FieldBody), test, after)
	b.current = test
	b.branch(n.Child(ast.FieldCondition), body, after)
	b.current = after
}

func (b *builder) forStatement(n ast.Node) {
	if init := n.Child(ast.FieldInitializer); init.Valid() {
		b.initializer(init)
	}
	head, body, after := b.block(), b.block(), b.block()
	next := head
	update := n.Child(ast.FieldUpdate)
	if update.Valid() {
		next = b.block()
	}
	b.start(head, Next)
	b.branch(n.Child(ast.FieldCondition), body, after)
	b.current = body
	b.loop(n.Child(ast.FieldBody), next, after)
	if update.Valid() {
		b.current = next
		b.add(update)
		b.edge(next, head, Next, ast.Node{})
		b.current = after
	}
}

// forRange evaluates the range once; then the loop's own node asks for the next
// element (the condition) and, in the body's block, stands for binding it.
func (b *builder) forRange(n ast.Node) {
	if init := n.Child(ast.FieldInitializer); init.Valid() {
		b.initializer(init)
	}
	if r := n.Child(ast.FieldRight); r.Valid() {
		b.add(r)
	}
	head, body, after := b.block(), b.block(), b.block()
	b.start(head, Next)
	head.Condition = n
	b.edge(head, body, True, ast.Node{})
	b.edge(head, after, False, ast.Node{})
	b.current = body
	b.add(n)
	b.loop(n.Child(ast.FieldBody), head, after)
}

func (b *builder) switchStatement(n ast.Node) {
	condition := n.Child(ast.FieldCondition)
	value := condition
	if condition.Is(ast.ConditionClause) {
		if init := condition.Child(ast.FieldInitializer); init.Valid() {
			b.initializer(init)
		}
		value = condition.Child(ast.FieldValue)
	}
	if value.Valid() {
		b.add(value)
	}
	c := &cases{head: b.current}
	b.current.Condition = value
	after := b.block()
	b.targets = append(b.targets, target{breakTo: after, cases: c})
	// What stands before the first label never runs.
	b.current = b.block()
	b.statement(n.Child(ast.FieldBody))
	b.targets = b.targets[:len(b.targets)-1]
	b.edge(b.current, after, Next, ast.Node{})
	if !c.hasDefault {
		b.edge(c.head, after, NoCase, ast.Node{})
	}
	b.current = after
}

func (b *builder) caseStatement(n ast.Node) {
	block := b.block()
	b.start(block, Fallthrough)
	for i := len(b.targets) - 1; i >= 0; i-- {
		if c := b.targets[i].cases; c != nil {
			kind := Case
			if !n.Child(ast.FieldValue).Valid() {
				kind, c.hasDefault = Default, true
			}
			b.edge(c.head, block, kind, n)
			break
		}
	}
	b.statements(n)
}

func (b *builder) breakStatement(n ast.Node) {
	b.add(n)
	to := b.exit
	if len(b.targets) > 0 {
		to = b.targets[len(b.targets)-1].breakTo
	}
	b.jump(to, Break, n)
}

func (b *builder) continueStatement(n ast.Node) {
	b.add(n)
	to := b.exit
	for i := len(b.targets) - 1; i >= 0; i-- {
		if next := b.targets[i].continueTo; next != nil {
			to = next
			break
		}
	}
	b.jump(to, Continue, n)
}

func (b *builder) tryStatement(n ast.Node) {
	t, after := &try{}, b.block()
	var clauses []ast.Node
	for c := range n.Children() {
		if !c.Is(ast.CatchClause, ast.SehExceptClause, ast.SehFinallyClause) {
			continue
		}
		clauses = append(clauses, c)
		t.handlers = append(t.handlers, b.block())
		if !c.Is(ast.CatchClause) || c.Child(ast.FieldParameters).ChildCount() == 0 {
			t.catchAll = true
		}
	}
	b.tries = append(b.tries, t)
	b.start(b.block(), Next)
	b.statement(n.Child(ast.FieldBody))
	b.tries = b.tries[:len(b.tries)-1]
	b.edge(b.current, after, Next, ast.Node{})
	for i, c := range clauses {
		b.current = t.handlers[i]
		b.add(c)
		b.statement(c.Child(ast.FieldBody))
		b.edge(b.current, after, Next, ast.Node{})
	}
	b.current = after
}
