// Package cfg derives the control-flow graph of a lowered function from its regions.
//
// The operations of a block run one after the other. Those that branch or loop are
// not among them: they become edges, and so do && and ||, and ?:. Where the value of
// one of these decides a branch by itself, its operands lead to the branch's targets.
package cfg

import (
	"fmt"
	"strings"

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
	// Exit is where every path ends: it has no operations and no successors. How a
	// path ends is the kind of the edge: Return, Throw, Terminate, or Next where
	// the end of the body is reached.
	Exit *Block

	blockOf []*Block // by operation
	order   []*Block // reverse post-order of the reachable blocks
}

// A Block is a run of operations that are entered at the first and, but for
// exceptions, left after the last.
type Block struct {
	// Index is the place in Graph.Blocks.
	Index int
	Ops   []ir.ID
	// Test decides between the successors: by its truth, or for a switch by its
	// value. It is 0 where control goes on in one way, and where nothing that is
	// computed decides: in a loop over elements of unknown number, and in a
	// conditional of the preprocessor.
	Test ir.ID
	// Condition is where the source decides between the successors: an expression, a
	// ForRangeLoop (is there another element?) or a conditional of the preprocessor.
	// It is not valid where control goes on in one way.
	Condition ast.Node
	// Handler is the CatchClause that begins with the block, not valid for others.
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
	// Yields is the OpLogical or OpChoose whose value is known once the edge is taken,
	// and Value what it is, or for an OpLogical its truth; 0 for most edges.
	Yields, Value ir.ID
	// Back is set where the edge closes a loop: To does not come behind From in reverse
	// post-order.
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
	// Throw runs to a handler or to Exit. Every block of a try body has such
	// edges: it may leave the block before or after any of its operations.
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
	// NoReturn reports whether a call never returns, such as one of exit: the path
	// ends behind it.
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

// BlockOf returns the block in which an operation runs, nil for one that is not run by
// itself, such as a parameter or a loop.
func (g *Graph) BlockOf(id ir.ID) *Block { return g.blockOf[id] }

// String returns a dump for tests and debugging: one line a block.
func (g *Graph) String() string {
	var s strings.Builder
	for _, b := range g.Blocks {
		fmt.Fprintf(&s, "%d", b.Index)
		switch {
		case b == g.Entry:
			s.WriteString(" entry")
		case b == g.Exit:
			s.WriteString(" exit")
		case !b.Reachable:
			s.WriteString(" unreachable")
		}
		s.WriteString(":")
		if b.Handler.Valid() {
			s.WriteString(" catch")
		}
		for _, id := range b.Ops {
			switch o := g.Func.Op(id); o.Code {
			case ir.OpCall, ir.OpExternal, ir.OpReturn, ir.OpBreak, ir.OpContinue, ir.OpGoto, ir.OpThrow:
				fmt.Fprintf(&s, " {%s}", strings.Join(strings.Fields(o.Node.Text()), " "))
			case ir.OpVar, ir.OpStore:
				fmt.Fprintf(&s, " %s", o.Code)
			}
		}
		if b.Test != 0 {
			fmt.Fprintf(&s, " {%s}", b.Condition.Text())
		}
		for _, e := range b.Succs {
			fmt.Fprintf(&s, " -%s", e.Kind)
			if e.Kind == Case {
				fmt.Fprintf(&s, " %s", e.Label.Child(ast.FieldValue).Text())
			}
			fmt.Fprintf(&s, "> %d", e.To.Index)
			if e.Yields != 0 {
				s.WriteString(" (yields)")
			}
			if e.Back {
				s.WriteString(" (back)")
			}
		}
		s.WriteString("\n")
	}
	return s.String()
}
