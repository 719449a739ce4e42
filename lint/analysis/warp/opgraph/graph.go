// Package opgraph holds what the warps of a block execute as a graph of operations, as a
// compiler sees them: equal operations on equal operands are one node, constants are folded,
// and a node belongs to the innermost loop nest in which its operands change.
//
// Package machine adds a node for each operation that it executes; package codegen turns the
// finished graph into counts of instructions.
package opgraph

import (
	"sync"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A Ref names a node of the graph of operations; 0 is none.
type Ref int32

// An Opcode is what a node computes.
type Opcode uint8

const (
	OpConst   Opcode = iota // imm: the number, or the bits of a floating-point one
	opOpaque                // something that costs nothing and equals nothing else
	OpParam                 // a kernel parameter, blockDim or gridDim: imm tells them apart
	OpSpecial               // threadIdx, blockIdx: imm tells them apart
	OpSymbol                // the address of a variable
	OpPhi                   // what a loop changes: imm is its index in graph.phis
	OpMemory                // the content of memory, as far as stores go
	OpAdd
	OpSub
	OpMul
	OpFMA
	OpDiv
	OpRem // a % b, c is a / b
	OpNeg
	OpAbs
	OpShl
	OpShr
	OpAnd
	OpOr
	OpXor
	OpNot // of all bits
	OpMin
	OpMax
	OpCompare // sub: the relation
	OpLogic   // of predicates
	OpSelect  // a ? b : c
	OpMerge   // b or c, at the end of a branch or a loop: free
	OpWiden   // 32 to 64 bits
	OpNarrow  // to imm bits
	OpConvert // from class from
	OpAddress // pointer a + index b * imm bytes
	OpOffset  // pointer a + imm bytes
	OpCall    // imm: the function
	OpLoad    // at a, when memory was c
	OpStore   // of b at a, when memory was c
	OpAtomic  // of b at a
	OpBranch  // on a
	OpBarrier
)

// Flags of nodes.
const (
	FlagUniform     uint8 = 1 << iota // the same for the block, without memory
	FlagNonNegative                   // the compiler knows the sign
	FlagRoot                          // done for its effect
	FlagUnsigned                      // of operations that depend on the sign
	FlagUnjoined                      // a read that is volatile, or by a function such as __ldg
)

// A Node is one operation. It stands for all executions of the operation on the same operands.
type Node struct {
	Op          Opcode
	Class, From warp.NumberClass
	Sub         uint8
	Flags       uint8
	A, B, C     Ref
	Imm         int64
	// Nest is the innermost nest in which the operands change: the compiler moves the
	// operation there. written is that of the source.
	Nest, SourceNest int32
	// Count is how often a warp executes the node, epoch and current say how much of
	// that is of the present iteration of nest.
	Count, current float64
	epoch          int32
	Row            int32 // number of the access, plus 1
	// Block is the basic block that the node was first executed in: see newBlock.
	Block int32
	// Issued is how often a warp comes to a read, equal ones counted each time.
	Issued float64
	// DivergentNest is the nest, plus 1, in which a branch stands that lanes of a warp may take
	// different ways and the read is in an arm of: the innermost such branch.
	DivergentNest int32
}

// A level is a nest that is being executed.
type level struct {
	nest int32
	// outside is how often the code around the nest is executed.
	outside float64
	// weight and calls are the weight and the depth of calls at the entry.
	weight float64
	calls  int
}

// A NestState is a nest while the graph grows.
type NestState struct {
	warp.Nest
	depth   int32
	epoch   int32
	phis    []Ref
	open    bool
	Exits   bool // threads may leave from inside
	Barrier bool
	Rolled  bool
	Pragma  int // what #pragma unroll asks for: 0 nothing, -1 all
	// DivergentExit is set where lanes of a warp may leave in different iterations, skipped
	// where some may skip the rest of an iteration.
	DivergentExit, DivergentSkip bool
}

type nestKey struct {
	parent     int32
	start, end int
	file       any
}

// A Graph gathers what the warps of a block execute, as nodes by value: computing
// the same again adds nothing, as in compiled code.
type Graph struct {
	// ActiveShare returns the part of the warps that have an active thread.
	activeShare func() float64
	Nodes       []Node
	table       []Ref // an open hash table of nodes
	Nests       []NestState
	Phis        []phi
	byKey       map[nestKey]int32
	levels      []level
	// Weight is how often the present code runs; silent is set while it is only
	// looked at.
	Weight float64
	Muted  bool
	names  map[string]int64
	Called []string
	// Versions of global memory and of what a barrier separates.
	global, barrier Ref
	// Pick says which side a merge takes: 0 both, by cond where that is not 0; 1 the
	// first, 2 the second.
	Pick int
	// small is set where the next branch is done with predicates, forced is then the
	// part of the warps that issue what is in it.
	small  bool
	forced float64
	// guard is the nest of the innermost branch that is being executed. Reads in its arms are
	// not moved out of it.
	guard int32
	// divergentNest is that of the reads under way: see node.
	divergentNest int32
	// block is the present basic block, blocks how many there were.
	block, blocks int32
	// ended is the block begun last at what reads stay on their side of.
	ended int32
	// raised is set where an operation is executed by more warps than before.
	raised   bool
	Cond     Ref
	Before   Ref // nodes older than this were there before the branch
	Test     Ref // what truthy was asked last
	TooLarge bool
}

// maxNodes bounds the memory of one graph.
const maxNodes = 1 << 18

// nodePool are the nodes of graphs that are done, as room for the next.
var nodePool = sync.Pool{New: func() any { return &[]Node{} }}

// Release gives back the room of a graph that is done, which may be nil.
func (g *Graph) Release() {
	if g != nil {
		nodes := g.Nodes
		nodePool.Put(&nodes)
	}
}

// NewGraph returns an empty graph. activeShare returns the part of the warps that have an
// active thread.
func NewGraph(activeShare func() float64) *Graph {
	room := *nodePool.Get().(*[]Node)
	g := &Graph{activeShare: activeShare, Nodes: append(room[:0], Node{}), table: make([]Ref, 512), byKey: map[nestKey]int32{}, names: map[string]int64{}, Weight: 1}
	g.Nests = append(g.Nests, NestState{Nest: warp.Nest{Parent: -1, Trips: 1, TripsKnown: true, Constant: true, Unroll: 1, Entries: 1, Runs: 1}, open: true})
	g.levels = []level{{nest: 0, outside: 1}}
	return g
}

func (g *Graph) current() int32 { return g.levels[len(g.levels)-1].nest }

// home returns the innermost open nest that a nest is, or is in.
func (g *Graph) home(nest int32) int32 {
	for !g.Nests[nest].open {
		nest = int32(g.Nests[nest].Parent)
	}
	return nest
}

// deepest returns the deeper of a nest and that of an operand.
func (g *Graph) deepest(nest int32, r Ref) int32 {
	if r == 0 {
		return nest
	}
	h := g.home(g.Nodes[r].Nest)
	if g.Nests[h].depth > g.Nests[nest].depth {
		return h
	}
	return nest
}

// share returns the part of the warps that issue the present instructions.
func (g *Graph) share() float64 {
	if g.forced > 0 {
		return g.forced
	}
	return g.activeShare()
}

// executions returns how often the present code is executed, as far as it is moved to an open
// nest.
func (g *Graph) executions(nest int32) float64 {
	if g.Muted {
		return 0
	}
	last := len(g.levels) - 1
	if g.levels[last].nest == nest {
		return g.Weight * g.share()
	}
	for i := last; i > 0; i-- {
		if g.levels[i-1].nest == nest {
			return g.levels[i].outside
		}
	}
	return g.Weight * g.share()
}

// active is executions for the warps that have an active thread now.
func (g *Graph) active(nest int32) float64 {
	share := g.activeShare()
	for i := len(g.levels) - 1; i > 0; i-- {
		if g.levels[i-1].nest == nest {
			return min(g.levels[i].outside, g.levels[i].weight*share)
		}
	}
	return g.Weight * share
}

func (n *Node) same(o *Node) bool {
	return n.Op == o.Op && n.A == o.A && n.B == o.B && n.C == o.C && n.Imm == o.Imm && n.Class == o.Class && n.From == o.From && n.Sub == o.Sub
}

func (n *Node) hash() uint32 {
	h := uint64(n.Op) | uint64(n.Class)<<8 | uint64(n.From)<<12 | uint64(n.Sub)<<16
	h = (h ^ uint64(uint32(n.A))<<32 ^ uint64(n.B)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(n.C) ^ uint64(n.Imm)<<17 ^ uint64(n.Imm)>>41) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// add returns the node that is equal to n, and counts one more execution of it. A
// node that stays where it is written has its nest set by the caller.
func (g *Graph) add(n Node) Ref {
	i := n.hash() & uint32(len(g.table)-1)
	for ; g.table[i] != 0; i = (i + 1) & uint32(len(g.table)-1) {
		if r := g.table[i]; g.Nodes[r].same(&n) {
			g.execute(&g.Nodes[r])
			return r
		}
	}
	if len(g.Nodes) >= maxNodes {
		g.TooLarge = true
		return 0
	}
	r := Ref(len(g.Nodes))
	n.SourceNest, n.Block = g.current(), g.block
	n.epoch = -1
	g.execute(&n)
	g.Nodes = append(g.Nodes, n)
	g.table[i] = r
	if len(g.Nodes)*2 > len(g.table) {
		g.grow()
	}
	return r
}

func (g *Graph) grow() {
	g.table = make([]Ref, 2*len(g.table))
	for r := 1; r < len(g.Nodes); r++ {
		if op := g.Nodes[r].Op; op == opOpaque || op == OpPhi {
			continue
		}
		i := g.Nodes[r].hash() & uint32(len(g.table)-1)
		for g.table[i] != 0 {
			i = (i + 1) & uint32(len(g.table)-1)
		}
		g.table[i] = Ref(r)
	}
}

// execute counts an execution of a node, once per iteration of its nest.
func (g *Graph) execute(n *Node) {
	home := g.home(n.Nest)
	w := g.executions(home)
	if !g.Muted && (n.Op == OpLoad || n.Op == OpStore || n.Op == OpAtomic) {
		// Warps without an active thread issue it at most; they access nothing.
		w = g.active(home)
	}
	epoch := g.Nests[home].epoch
	switch {
	case n.epoch != epoch:
		n.epoch, n.current = epoch, w
		n.Count += w
	case w > n.current:
		n.Count += w - n.current
		n.current = w
		g.raised = true
	}
}

// Pure adds an operation whose result depends on its operands only.
func (g *Graph) Pure(n Node) Ref {
	nest := g.deepest(g.deepest(g.deepest(0, n.A), n.B), n.C)
	if n.Op == OpLoad && g.Nests[g.guard].open && g.Nests[g.guard].depth > g.Nests[nest].depth {
		nest = g.guard
	}
	n.Nest = nest
	uniform := FlagUniform
	for _, r := range [...]Ref{n.A, n.B, n.C} {
		if r != 0 {
			uniform &= g.Nodes[r].Flags
		}
	}
	n.Flags |= uniform
	return g.add(n)
}

// pinned adds an operation that is executed where it is written.
func (g *Graph) pinned(n Node) Ref {
	n.Nest = g.current()
	return g.add(n)
}

// MaxForm bounds the depth of an index that is looked at.
const MaxForm = 8
