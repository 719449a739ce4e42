package cfg

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// builder builds the graph of a function by visiting its regions in source order.
type builder struct {
	graph   *Graph
	f       *ir.Func
	options Options
	// uses is the number of uses of each value, by ID.
	uses []int
	// current is the block that the next operation is appended to. After a jump it is a new
	// block without predecessors.
	current *Block
	exit    *Block
	labels  map[string]*label
	targets []target
	tries   []*try
}

// A target is what break and continue jump to.
type target struct {
	breakTo, continueTo *Block // continueTo is nil for a switch
}

// A try holds the catch handlers of one try statement while its body is being visited.
type try struct {
	handlers []*Block
	catchAll bool
}

// A label is the target of goto statements.
type label struct {
	block   *Block
	defined bool
}

func countUses(f *ir.Func) []int {
	uses := make([]int, f.Len())
	for i := range uses {
		o := f.Op(ir.ID(i))
		for v := range o.Operands {
			uses[v]++
		}
		if o.X == nil {
			continue
		}
		for _, r := range o.X.Regions {
			uses[r.Value]++
		}
		for _, c := range o.X.Cases {
			uses[c.Value]++
		}
	}
	return uses
}

func (b *builder) block() *Block {
	n := &Block{Index: len(b.graph.Blocks)}
	b.graph.Blocks = append(b.graph.Blocks, n)
	return n
}

func (b *builder) edge(from, to *Block, kind EdgeKind, label ast.Node) *Edge {
	e := &Edge{From: from, To: to, Kind: kind, Label: label}
	from.Succs = append(from.Succs, e)
	return e
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

// add appends an operation to the current block. Inside a try body the block gets edges to
// the handlers.
func (b *builder) add(id ir.ID) {
	if len(b.current.Ops) == 0 && len(b.tries) > 0 {
		b.throw(b.current, ast.Node{})
	}
	b.current.Ops = append(b.current.Ops, id)
	b.graph.blockOf[id] = b.current
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

func (b *builder) build() {
	g := b.graph
	b.exit = &Block{}
	g.Exit = b.exit
	g.Entry = b.block()
	b.current = g.Entry
	b.region(b.f.Body.Ops)
	b.edge(b.current, b.exit, Next, ast.Node{})
	for _, l := range b.labels {
		if !l.defined { // in code that does not parse
			b.edge(l.block, b.exit, Next, ast.Node{})
		}
	}
	b.exit.Index = len(g.Blocks)
	g.Blocks = append(g.Blocks, b.exit)
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

// region appends a list of operations that run one after the other. The operations before a
// branch are passed on with it, because a condition of && and || is split into several
// blocks.
func (b *builder) region(ops []ir.ID) {
	from := 0
	for i, id := range ops {
		o := b.f.Op(id)
		switch o.Code {
		case ir.OpLogical:
			if b.decides(ops, i) {
				continue
			}
		case ir.OpChoose, ir.OpIf, ir.OpArms, ir.OpLoop, ir.OpSwitch, ir.OpBlock, ir.OpTry,
			ir.OpReturn, ir.OpBreak, ir.OpContinue, ir.OpGoto, ir.OpLabel, ir.OpThrow:
		default:
			continue
		}
		b.structure(ops[from:i], id, o)
		from = i + 1
	}
	b.straight(ops[from:])
}

// decides reports whether the only use of an OpLogical is as the condition of a later
// branch.
func (b *builder) decides(ops []ir.ID, i int) bool {
	v := ops[i]
	for _, id := range ops[i+1:] {
		o := b.f.Op(id)
		switch {
		case b.uses[v] != 1 || o.A != v:
			return false
		case o.Code == ir.OpIf || o.Code == ir.OpChoose || o.Code == ir.OpLogical:
			return true
		case !passesTruth(o):
			return false
		}
		v = id
	}
	return false
}

// passesTruth reports whether an operation is true exactly where its operand is true, or
// exactly where its operand is false.
func passesTruth(o *ir.Op) bool {
	return o.Code == ir.OpTruth || o.Code == ir.OpUnary && o.Operator == ast.Not
}

// straight appends operations that do not branch. A call that never returns ends the block.
func (b *builder) straight(ops []ir.ID) {
	for _, id := range ops {
		b.add(id)
		if o := b.f.Op(id); o.Code == ir.OpExternal && b.options.NoReturn != nil && b.options.NoReturn(o) {
			b.jump(b.exit, Terminate, o.Node)
		}
	}
}

// branch appends operations, and then branches to yes where value is true, else to no.
// Where value is an && or || at their end, each of its operands gets a branch of its own.
func (b *builder) branch(ops []ir.ID, value ir.ID, yes, no *Block) {
	for value != 0 && passesTruth(b.f.Op(value)) {
		o := b.f.Op(value)
		if last := len(ops) - 1; last < 0 || ops[last] != value || b.uses[value] != 1 {
			break
		}
		if o.Code == ir.OpUnary {
			yes, no = no, yes
		}
		ops, value = ops[:len(ops)-1], o.A
	}
	if last := len(ops) - 1; value != 0 && last >= 0 && ops[last] == value && b.uses[value] == 1 {
		if o := b.f.Op(value); o.Code == ir.OpLogical {
			right := b.block()
			if o.Operator == ast.LogicalAnd {
				b.branch(ops[:last], o.A, right, no)
			} else {
				b.branch(ops[:last], o.A, yes, right)
			}
			b.current = right
			second := o.X.Regions[0]
			b.branch(second.Ops, second.Value, yes, no)
			return
		}
	}
	b.region(ops)
	b.current.Test, b.current.Condition = value, b.nodeOf(value)
	b.edge(b.current, yes, True, ast.Node{})
	b.edge(b.current, no, False, ast.Node{})
}

// nodeOf returns the expression of a value. A value that is implied, such as a conversion,
// has the expression of its operand.
func (b *builder) nodeOf(value ir.ID) ast.Node {
	for range 20 {
		o := b.f.Op(value)
		if o.Node.Valid() || o.A == 0 {
			return o.Node
		}
		value = o.A
	}
	return ast.Node{}
}
