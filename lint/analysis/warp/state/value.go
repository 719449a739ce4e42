package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A value is what is known of a C++ value in every thread. Exactly one of the
// parts that follow typ is set; none means that nothing is known.
type value struct {
	typ   *sema.Type
	num   *lanes.Value // integers, enumerators, booleans, floating point
	ptr   []target     // pointers and addresses: what they may point to
	fn    *ir.Extra    // functions: of the operation that yields it
	group *group
	// op is the node that computed it, 0 while nothing is counted.
	op ref
	// undefined is set for a variable before its first assignment: any other
	// value may be taken for it.
	undefined bool
	// literal is set on an address while every index on the way was a literal.
	literal bool
}

// A target is one object a pointer or an lvalue may refer to, with the byte
// offset of each thread from its start.
type target struct {
	obj *object
	off *lanes.Value
}

// A place is an lvalue.
type place struct {
	targets []target
	typ     *sema.Type
	// literal is set while every index on the way was a literal.
	literal bool
	// addr is the node of its address, 0 while nothing is counted.
	addr ref
	// node is the expression the place was written as, for what reads it.
	node ast.Node
}

// A group is a cooperative group of size consecutive threads; size 0 stands for
// the whole block, -1 for the grid, -2 for the lanes that happen to be active.
type group struct {
	size int
	kind groupKind
	// labels decides which lanes of a warp are together in a labeled group.
	labels *lanes.Value
}

type groupKind uint8

const (
	blockGroup groupKind = iota
	tileGroup
	gridGroup
	coalescedGroup
	labeledGroup
)
