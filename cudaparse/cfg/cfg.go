// Package cfg derives the control-flow graph of a lowered function from its regions.
//
// A block is a list of operations that run one after the other. Operations that hold
// regions (branches, loops, &&, || and ?:) are in no block: they become blocks and edges.
// Where the only use of an && or || is to decide a branch, each of its operands branches
// straight to the targets of that branch. The value of any other &&, || or ?: is given by
// the edges that lead to its end (see Edge.Yields).
package cfg

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// A Graph is the control flow of one function. It is immutable and safe for
// concurrent use.
type Graph struct {
	Func *ir.Func
	// Blocks holds all blocks, Entry first and Exit last, the others roughly in
	// source order. Code that cannot be reached is kept; see Block.Reachable.
	Blocks []*Block
	// Entry runs first and has no predecessors.
	Entry *Block
	// Exit is the block in which every path ends. It has no operations and no successors.
	// The kind of its incoming edge says how the path ends: Return, Throw, Terminate, or
	// Next at the end of the body.
	Exit *Block

	blockOf []*Block // by operation
	order   []*Block // reverse post-order of the reachable blocks
}

// A Block is a list of operations that run one after the other. Control enters at the first
// one. It leaves after the last one, or anywhere by an exception.
type Block struct {
	// Index is the place in Graph.Blocks.
	Index int
	Ops   []ir.ID
	// Test is the value that chooses the successor: a truth value, or the value of a
	// switch. It is 0 for a block with one successor. It is also 0 where no operation
	// computes the choice: in a loop over an unknown number of elements, and at a
	// preprocessor conditional.
	Test ir.ID
	// Condition is the source of the choice: an expression, a ForRangeLoop ("is there
	// another element?") or a preprocessor conditional. It is the zero Node for a block
	// with one successor.
	Condition ast.Node
	// Handler is the CatchClause of the first block of a handler, the zero Node for any
	// other block.
	Handler ast.Node
	// Succs and Preds are the edges out of and into the block, in the order of
	// the source.
	Succs, Preds []*Edge
	// Reachable is set where a path leads from Entry to the block.
	Reachable bool

	position int // in Graph.order
}

// An Edge is a possible step from one block to another.
type Edge struct {
	From, To *Block
	Kind     EdgeKind
	// Label is the CaseStatement of a Case or Default edge, and the statement
	// that jumps for Break, Continue, Goto, Return and explicit Throw edges.
	Label ast.Node
	// Case is the label of a Case or Default edge.
	Case *ir.Case
	// Yields is an OpLogical or OpChoose that gets its value on this edge, 0 for most
	// edges. Value is the operation whose value it takes; an OpLogical takes only its
	// truth.
	Yields, Value ir.ID
	// Back is set where the edge closes a loop: in reverse post-order, To is From or comes
	// before it.
	Back bool
}

// An EdgeKind says why control takes an edge.
type EdgeKind uint8

// The kinds of edges.
const (
	// Next is ordinary flow to what follows.
	Next EdgeKind = iota
	// True and False leave a condition.
	True
	False
	// Case and Default leave the value of a switch; NoCase does where no case
	// fits and there is no default.
	Case
	Default
	NoCase
	// Fallthrough runs from the end of a case into the next one.
	Fallthrough
	Break
	Continue
	Goto
	Return
	// Throw leads to a handler or to Exit. Every block of a try body with operations has
	// Throw edges to the handlers: an exception may leave it before or after any operation.
	Throw
	// Terminate ends the program or thread (see Options.NoReturn).
	Terminate
	// Arm leads into an arm of a preprocessor conditional that is not decided.
	Arm
)

var kindNames = [...]string{"next", "true", "false", "case", "default", "no case", "fallthrough", "break", "continue",
	"goto", "return", "throw", "terminate", "arm"}

// String returns the name of the kind.
func (k EdgeKind) String() string { return kindNames[k] }

// Options guide the building of a graph. The zero value is a good default.
type Options struct {
	// NoReturn reports whether a call never returns, such as a call of exit. The path ends
	// after it.
	NoReturn func(call *ir.Op) bool
}

// New returns the graph of a function.
func New(f *ir.Func, options Options) *Graph {
	g := &Graph{Func: f, blockOf: make([]*Block, f.Len())}
	b := &builder{graph: g, f: f, options: options, uses: countUses(f), labels: map[string]*label{}}
	b.build()
	g.finish()
	return g
}

// BlockOf returns the block of an operation. It is nil for an operation that is in no
// block: a parameter, a label, or one that holds regions, such as a loop.
func (g *Graph) BlockOf(id ir.ID) *Block { return g.blockOf[id] }
