package state

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// A Value is what is known of a C++ value in every thread. Exactly one of the
// parts that follow typ is set; none means that nothing is known.
type Value struct {
	Type  *sema.Type
	Num   *lanes.Value // integers, enumerators, booleans, floating point
	Ptr   []Target     // pointers and addresses: what they may point to
	Func  *ir.Extra    // functions: of the operation that yields it
	Group *Group
	// Node is the node that computed it, 0 while nothing is counted.
	Node opgraph.Ref
	// Undefined is set for a variable before its first assignment: any other
	// value may be taken for it.
	Undefined bool
	// Literal is set on an address while every index on the way was a literal.
	Literal bool
}

// A Target is one object a pointer or an lvalue may refer to, with the byte
// offset of each thread from its start.
type Target struct {
	Object *Object
	Offset *lanes.Value
}

// A Place is an lvalue.
type Place struct {
	Targets []Target
	Type    *sema.Type
	// Literal is set while every index on the way was a literal.
	Literal bool
	// Addr is the node of its address, 0 while nothing is counted.
	Addr opgraph.Ref
	// Expr is the expression the place was written as, for what reads it.
	Expr ast.Node
}

// A Group is a cooperative group of size consecutive threads; size 0 stands for
// the whole block, -1 for the grid, -2 for the lanes that happen to be active.
type Group struct {
	Size int
	Kind GroupKind
	// Labels decides which lanes of a warp are together in a labeled group.
	Labels *lanes.Value
}

// A GroupKind is a kind of cooperative group.
type GroupKind uint8

const (
	BlockGroup GroupKind = iota
	TileGroup
	GridGroup
	CoalescedGroup
	LabeledGroup
)
