// Package cfg builds the control-flow graph of one function body.
//
// The nodes of a block are statements that do not branch, and expressions that
// decide or belong to a branch, in the order they run. The operators && and ||
// (and !) of a condition are split into blocks of their own; within any other
// expression they, and ?:, stay part of the expression.
package cfg

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A Graph is the control flow of one function. It is immutable and safe for
// concurrent use.
type Graph struct {
	// Function is the node the graph was built from.
	Function ast.Node
	// Blocks holds all blocks, Entry first and Exit last, the others roughly in
	// source order. Code that cannot be reached is kept; see Block.Reachable.
	Blocks []*Block
	// Entry runs first and has no predecessors.
	Entry *Block
	// Exit is where every path ends: it has no nodes and no successors. How a
	// path ends is the kind of the edge: Return, Throw, Terminate, or Next where
	// the end of the body is reached.
	Exit *Block

	blockOf    map[ast.Node]*Block // by an item's node
	order      []*Block            // reverse post-order of the reachable blocks
	dominators []int               // immediate dominator, by position in order
}

// A Block is a run of nodes that are entered at the first and, but for
// exceptions, left after the last.
type Block struct {
	// Index is the place in Graph.Blocks.
	Index int
	// Nodes run in this order. The node of a ForRangeLoop or CatchClause stands
	// for binding its variable.
	Nodes []ast.Node
	// Condition decides between the successors; it is the last of Nodes, or a
	// ForRangeLoop (is there another element?), SwitchStatement's value, or the
	// node of a preprocessor conditional that is not decided (not in Nodes). It
	// is no node where control goes on in one way.
	Condition ast.Node
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
	// Back is set where the edge closes a loop: To dominates From.
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
	// edges: it may leave the block before or after any of its nodes.
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
	// Active decides a preprocessor conditional inside the body, given its #if,
	// #ifdef, #ifndef or #elif node: whether its own arm and whether the rest can
	// be compiled. Both can where it is nil.
	Active func(conditional ast.Node) (then, otherwise bool)
	// NoReturn reports whether a call never returns, such as one of exit. The
	// path ends behind a statement that is such a call.
	NoReturn func(call ast.Node) bool
	// Expand returns what a macro invocation (a call or an identifier) that is a
	// statement by itself stands for, so that a return in it is an edge of the
	// graph; ok is false for any other node. The graph then has the nodes of the
	// expansion.
	Expand func(invocation ast.Node) (expansion ast.Node, ok bool)
}

// maxExpansionDepth bounds macros that expand to macros.
const maxExpansionDepth = 8

// New returns the graph of a FunctionDefinition or LambdaExpression with a
// body, or of a statement by itself; nil for any other node.
func New(function ast.Node, options Options) *Graph {
	body := function
	if function.Is(ast.FunctionDefinition, ast.LambdaExpression) {
		body = function.Child(ast.FieldBody)
		if try := function.ChildOf(ast.TryStatement); !body.Valid() && try.Valid() {
			body = try
		}
	}
	if !body.Valid() {
		return nil
	}
	g := &Graph{Function: function, blockOf: map[ast.Node]*Block{}}
	b := &builder{graph: g, options: options, labels: map[string]*label{}}
	b.build(body)
	g.finish()
	return g
}

// BlockOf returns the block in which a node of the function, or the statement
// around it, is evaluated; nil for a node that is not evaluated, such as a brace.
// Code in a lambda belongs to the block in which the lambda is made.
func (g *Graph) BlockOf(n ast.Node) *Block {
	for ; n.Valid(); n = n.Parent() {
		if b, ok := g.blockOf[n]; ok {
			return b
		}
		if n == g.Function {
			return nil
		}
	}
	return nil
}

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
		for _, n := range b.Nodes {
			fmt.Fprintf(&s, " {%s}", headline(n))
		}
		for _, e := range b.Succs {
			fmt.Fprintf(&s, " -%s", e.Kind)
			if e.Kind == Case {
				fmt.Fprintf(&s, " %s", e.Label.Child(ast.FieldValue).Text())
			}
			fmt.Fprintf(&s, "> %d", e.To.Index)
			if e.Back {
				s.WriteString(" (back)")
			}
		}
		s.WriteString("\n")
	}
	return s.String()
}

// headline returns the first line of a node's text; of a node that stands for a
// part of itself, the part in front of its body.
func headline(n ast.Node) string {
	text := n.Text()
	if body := n.Child(ast.FieldBody); n.Is(ast.ForRangeLoop, ast.CatchClause) && body.Valid() {
		text = text[:body.Span().Start-n.Span().Start]
	}
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSpace(text)
}
