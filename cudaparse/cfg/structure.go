package cfg

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// structure appends the operations in before, and then the blocks and edges of o, an
// operation that branches, loops or jumps.
func (b *builder) structure(before []ir.ID, id ir.ID, o *ir.Op) {
	switch o.Code {
	case ir.OpIf:
		b.ifElse(before, o)
		return
	case ir.OpChoose:
		b.choose(before, id, o)
		return
	case ir.OpLogical:
		b.logical(before, id, o)
		return
	}
	b.straight(before)
	switch o.Code {
	case ir.OpArms:
		b.arms(o)
	case ir.OpLoop:
		b.loop(o)
	case ir.OpSwitch:
		b.switchOf(o)
	case ir.OpBlock:
		b.region(o.X.Regions[0].Ops)
	case ir.OpTry:
		b.tryCatch(o)
	case ir.OpLabel:
		b.define(o.X.Name)
	default:
		b.add(id)
		b.leave(o)
	}
}

// leave ends the current block with the edge of a jump statement.
func (b *builder) leave(o *ir.Op) {
	to := b.exit
	switch o.Code {
	case ir.OpReturn:
		b.jump(to, Return, o.Node)
	case ir.OpThrow:
		b.throw(b.current, o.Node)
		b.current = b.block()
	case ir.OpGoto:
		b.jump(b.label(o.X.Name).block, Goto, o.Node)
	case ir.OpBreak:
		if len(b.targets) > 0 {
			to = b.targets[len(b.targets)-1].breakTo
		}
		b.jump(to, Break, o.Node)
	case ir.OpContinue:
		for i := len(b.targets) - 1; i >= 0; i-- {
			if next := b.targets[i].continueTo; next != nil {
				to = next
				break
			}
		}
		b.jump(to, Continue, o.Node)
	}
}

func (b *builder) ifElse(before []ir.ID, o *ir.Op) {
	yes, join := b.block(), b.block()
	no, other := join, o.X.Regions[1].Ops
	if len(other) > 0 {
		no = b.block()
	}
	b.branch(before, o.A, yes, no)
	b.current = yes
	b.region(o.X.Regions[0].Ops)
	b.edge(b.current, join, Next, ast.Node{})
	if len(other) > 0 {
		b.current = no
		b.region(other)
		b.edge(b.current, join, Next, ast.Node{})
	}
	b.current = join
}

// choose adds both arms of ?:. Each arm gives the OpChoose its value on its edge to the
// join.
func (b *builder) choose(before []ir.ID, id ir.ID, o *ir.Op) {
	arms := [2]*Block{b.block(), b.block()}
	join := b.block()
	b.branch(before, o.A, arms[0], arms[1])
	for i, r := range o.X.Regions {
		b.current = arms[i]
		b.region(r.Ops)
		b.yield(b.current, join, id, r.Value)
	}
	b.current = join
}

// yield adds an edge on which operation id gets its value.
func (b *builder) yield(from, to *Block, id, value ir.ID) {
	e := b.edge(from, to, Next, ast.Node{})
	e.Yields, e.Value = id, value
}

// logical adds an && or || whose value is used other than as the condition of a branch.
func (b *builder) logical(before []ir.ID, id ir.ID, o *ir.Op) {
	right, decided, join := b.block(), b.block(), b.block()
	if o.Operator == ast.LogicalAnd {
		b.branch(before, o.A, right, decided)
	} else {
		b.branch(before, o.A, decided, right)
	}
	second := o.X.Regions[0]
	b.current = right
	b.region(second.Ops)
	b.yield(b.current, join, id, second.Value)
	b.yield(decided, join, id, o.A)
	b.current = join
}

func (b *builder) arms(o *ir.Op) {
	head, join := b.current, b.block()
	head.Condition = o.Node
	for i, r := range o.X.Regions {
		label := o.Node
		if other := o.Node.Child(ast.FieldAlternative); i == 1 && other.Valid() {
			label = other
		}
		if len(r.Ops) == 0 && i == 1 {
			b.edge(head, join, Arm, label)
			continue
		}
		b.current = b.block()
		b.edge(head, b.current, Arm, label)
		b.region(r.Ops)
		b.start(join, Next)
	}
	b.current = join
}

// loop adds a loop. In its body, break jumps to after, and continue to the update, or to
// the test of a loop without one.
func (b *builder) loop(o *ir.Op) {
	head, body, after := b.block(), b.block(), b.block()
	next, update := head, o.X.Regions[2].Ops
	if len(update) > 0 {
		next = b.block()
	}
	if o.Flags.Has(ir.TestLast) {
		b.start(body, Next)
	} else {
		b.start(head, Next)
		b.test(o, body, after)
	}
	b.current = body
	b.targets = append(b.targets, target{breakTo: after, continueTo: next})
	b.region(o.X.Regions[1].Ops)
	b.targets = b.targets[:len(b.targets)-1]
	b.edge(b.current, next, Next, ast.Node{})
	if len(update) > 0 {
		b.current = next
		b.region(update)
		b.edge(b.current, head, Next, ast.Node{})
	}
	if o.Flags.Has(ir.TestLast) {
		b.current = head
		b.test(o, body, after)
	}
	b.current = after
}

// test adds the branch that enters the body once more or ends the loop.
func (b *builder) test(o *ir.Op, body, after *Block) {
	r := o.X.Regions[0]
	switch {
	case o.Flags.Has(ir.Endless):
		b.edge(b.current, body, Next, ast.Node{})
		return
	case o.Flags.Has(ir.Counted):
		b.edge(b.current, body, True, ast.Node{})
		b.edge(b.current, after, False, ast.Node{})
	default:
		b.branch(r.Ops, r.Value, body, after)
	}
	if o.Node.Is(ast.ForRangeLoop) {
		b.current.Condition = o.Node
	}
}

func (b *builder) switchOf(o *ir.Op) {
	head, after := b.current, b.block()
	head.Test, head.Condition = o.A, b.nodeOf(o.A)
	b.targets = append(b.targets, target{breakTo: after})
	// Statements before the first case label never run.
	b.current = b.block()
	hasDefault := false
	for i := range o.X.Cases {
		c := &o.X.Cases[i]
		block, kind := b.block(), Case
		if c.Default {
			kind, hasDefault = Default, true
		}
		b.start(block, Fallthrough)
		b.edge(head, block, kind, c.Node).Case = c
		b.region(c.Body.Ops)
	}
	b.targets = b.targets[:len(b.targets)-1]
	b.edge(b.current, after, Next, ast.Node{})
	if !hasDefault {
		b.edge(head, after, NoCase, ast.Node{})
	}
	b.current = after
}

func (b *builder) tryCatch(o *ir.Op) {
	t, after := &try{}, b.block()
	for i := range o.X.Regions[1:] {
		h := b.block()
		h.Handler = o.Handler(i)
		t.handlers = append(t.handlers, h)
		t.catchAll = t.catchAll || h.Handler.Child(ast.FieldParameters).ChildCount() == 0
	}
	b.tries = append(b.tries, t)
	b.start(b.block(), Next)
	b.region(o.X.Regions[0].Ops)
	b.tries = b.tries[:len(b.tries)-1]
	b.edge(b.current, after, Next, ast.Node{})
	for i, h := range t.handlers {
		b.current = h
		b.region(o.X.Regions[i+1].Ops)
		b.edge(b.current, after, Next, ast.Node{})
	}
	b.current = after
}
