package cfg

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// builder grows a graph along the regions of a function.
type builder struct {
	graph   *Graph
	f       *ir.Func
	options Options
	// uses says how often each value is used.
	uses []int
	// current takes the next operation. After a jump it is a new block that nothing
	// leads to.
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

// A try holds the handlers around the operations being visited.
type try struct {
	handlers []*Block
	catchAll bool
}

// A label is where goto leads.
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

// add appends an operation to the current block. Inside a try, the block may be left
// for a handler.
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

// region visits operations that run one after the other. Those in front of a branch
// whose condition is made of && and || are visited with it.
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

// decides reports whether the only use of an OpLogical is to decide a later branch.
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

// passesTruth reports whether the truth of an operation is that of its operand, or the
// opposite.
func passesTruth(o *ir.Op) bool {
	return o.Code == ir.OpTruth || o.Code == ir.OpUnary && o.Operator == ast.Not
}

// straight adds operations that do not branch.
func (b *builder) straight(ops []ir.ID) {
	for _, id := range ops {
		b.add(id)
		if o := b.f.Op(id); o.Code == ir.OpExternal && b.options.NoReturn != nil && b.options.NoReturn(o) {
			b.jump(b.exit, Terminate, o.Node)
		}
	}
}

// branch runs operations and leaves them for yes or no, as a value that they end with
// says.
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

// nodeOf returns where a value is written, of one that is implied what it is made of.
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
