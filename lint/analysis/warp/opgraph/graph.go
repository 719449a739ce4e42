package warp

import (
	"math"
	"sync"
)

// A ref names a node of the graph of operations; 0 is none.
type ref int32

// An opcode is what a node computes.
type opcode uint8

const (
	opConst   opcode = iota // imm: the number, or the bits of a floating-point one
	opOpaque                // something that costs nothing and equals nothing else
	opParam                 // a kernel parameter, blockDim or gridDim: imm tells them apart
	opSpecial               // threadIdx, blockIdx: imm tells them apart
	opSymbol                // the address of a variable
	opPhi                   // what a loop changes: imm is its index in graph.phis
	opMemory                // the content of memory, as far as stores go
	opAdd
	opSub
	opMul
	opFMA
	opDiv
	opRem // a % b, c is a / b
	opNeg
	opAbs
	opShl
	opShr
	opAnd
	opOr
	opXor
	opNot // of all bits
	opMin
	opMax
	opCompare // sub: the relation
	opLogic   // of predicates
	opSelect  // a ? b : c
	opMerge   // b or c, at the end of a branch or a loop: free
	opWiden   // 32 to 64 bits
	opNarrow  // to imm bits
	opConvert // from class from
	opAddress // pointer a + index b * imm bytes
	opOffset  // pointer a + imm bytes
	opCall    // imm: the function
	opLoad    // at a, when memory was c
	opStore   // of b at a, when memory was c
	opAtomic  // of b at a
	opBranch  // on a
	opBarrier
)

// What is known of a node besides what it computes.
const (
	flagUniform     uint8 = 1 << iota // the same for the block, without memory
	flagNonNegative                   // the compiler knows the sign
	flagRoot                          // done for its effect
	flagUnsigned                      // of operations that depend on the sign
	flagAlone                         // a read that is volatile, or by a function such as __ldg
)

// A node is one operation. Nodes are shared by all executions that compute the same
// from the same operands.
type node struct {
	op        opcode
	cls, from NumberClass
	sub       uint8
	flags     uint8
	a, b, c   ref
	imm       int64
	// nest is the innermost nest in which the operands change: the compiler moves the
	// operation there. written is that of the source.
	nest, written int32
	// count is how often a warp executes the node, epoch and current say how much of
	// that is of the present iteration of nest.
	count, current float64
	epoch          int32
	row            int32 // number of the access, plus 1
	// block is the basic block that the node was first executed in: see newBlock.
	block int32
	// issued is how often a warp comes to a read, equal ones counted each time.
	issued float64
	// apart is the nest, plus 1, in which a branch stands that lanes of a warp may take
	// different ways and the read is in an arm of: the innermost such branch.
	apart int32
}

// A level is a nest under way.
type level struct {
	nest int32
	// outside is how often the code around the nest was executed at the entry.
	outside float64
	// weight is the weight then, calls the depth of calls.
	weight float64
	calls  int
}

// A nestState is a nest while the graph grows.
type nestState struct {
	Nest
	depth   int32
	epoch   int32
	phis    []ref
	open    bool
	exits   bool // threads may leave from inside
	barrier bool
	rolled  bool
	pragma  int // what #pragma unroll asks for: 0 nothing, -1 all
	// uneven is set where lanes of a warp may leave in different iterations, skipped
	// where some may skip the rest of an iteration.
	uneven, skipped bool
}

type nestKey struct {
	parent     int32
	start, end int
	file       any
}

// A graph gathers what the warps of a block execute, as nodes by value: computing
// the same again adds nothing, as in compiled code.
type graph struct {
	// activeShare returns the part of the warps that have an active thread.
	activeShare func() float64
	nodes       []node
	table       []ref // an open hash table of nodes
	nests       []nestState
	phis        []phi
	byKey       map[nestKey]int32
	levels      []level
	// weight is how often the present code runs; silent is set while it is only
	// looked at.
	weight float64
	silent bool
	names  map[string]int64
	called []string
	// Versions of global memory and of what a barrier separates.
	global, barrier ref
	// pick says which side a merge takes: 0 both, by cond where that is not 0; 1 the
	// first, 2 the second.
	pick int
	// small is set where the next branch is done with predicates, forced is then the
	// part of the warps that issue what is in it.
	small  bool
	forced float64
	// guard is the nest in which the innermost branch under way stands: what is read in
	// its arms is not read before.
	guard int32
	// apart is that of the reads under way: see node.
	apart int32
	// block is the present basic block, blocks how many there were.
	block, blocks int32
	// ended is the block begun last at what reads stay on their side of.
	ended int32
	// raised is set where more warps execute an operation than before.
	raised  bool
	cond    ref
	before  ref // nodes older than this were there before the branch
	last    ref // what truthy was asked last
	dropped bool
}

// maxNodes bounds the memory of one graph.
const maxNodes = 1 << 18

// rooms are the nodes of graphs that are done, as room for the next.
var rooms = sync.Pool{New: func() any { return &[]node{} }}

// release gives back the room of a graph that is done, which may be nil.
func (g *graph) release() {
	if g != nil {
		nodes := g.nodes
		rooms.Put(&nodes)
	}
}

func newGraph(activeShare func() float64) *graph {
	room := *rooms.Get().(*[]node)
	g := &graph{activeShare: activeShare, nodes: append(room[:0], node{}), table: make([]ref, 512), byKey: map[nestKey]int32{}, names: map[string]int64{}, weight: 1}
	g.nests = append(g.nests, nestState{Nest: Nest{Parent: -1, Trips: 1, TripsKnown: true, Constant: true, Unroll: 1, Entries: 1, Runs: 1}, open: true})
	g.levels = []level{{nest: 0, outside: 1}}
	return g
}

func (g *graph) current() int32 { return g.levels[len(g.levels)-1].nest }

// home returns the innermost nest under way that a nest is, or is in.
func (g *graph) home(nest int32) int32 {
	for !g.nests[nest].open {
		nest = int32(g.nests[nest].Parent)
	}
	return nest
}

// deepest returns the deeper of a nest and that of an operand.
func (g *graph) deepest(nest int32, r ref) int32 {
	if r == 0 {
		return nest
	}
	h := g.home(g.nodes[r].nest)
	if g.nests[h].depth > g.nests[nest].depth {
		return h
	}
	return nest
}

// share returns the part of the warps that issue the present instructions.
func (g *graph) share() float64 {
	if g.forced > 0 {
		return g.forced
	}
	return g.activeShare()
}

// executions returns how often the present code of a nest under way is executed.
func (g *graph) executions(nest int32) float64 {
	if g.silent {
		return 0
	}
	last := len(g.levels) - 1
	if g.levels[last].nest == nest {
		return g.weight * g.share()
	}
	for i := last; i > 0; i-- {
		if g.levels[i-1].nest == nest {
			return g.levels[i].outside
		}
	}
	return g.weight * g.share()
}

// active is executions for the warps that have an active thread now.
func (g *graph) active(nest int32) float64 {
	share := g.activeShare()
	for i := len(g.levels) - 1; i > 0; i-- {
		if g.levels[i-1].nest == nest {
			return min(g.levels[i].outside, g.levels[i].weight*share)
		}
	}
	return g.weight * share
}

func (n *node) same(o *node) bool {
	return n.op == o.op && n.a == o.a && n.b == o.b && n.c == o.c && n.imm == o.imm && n.cls == o.cls && n.from == o.from && n.sub == o.sub
}

func (n *node) hash() uint32 {
	h := uint64(n.op) | uint64(n.cls)<<8 | uint64(n.from)<<12 | uint64(n.sub)<<16
	h = (h ^ uint64(uint32(n.a))<<32 ^ uint64(n.b)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(n.c) ^ uint64(n.imm)<<17 ^ uint64(n.imm)>>41) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// add returns the node that is equal to n, and counts one more execution of it. A
// node that stays where it is written has its nest set by the caller.
func (g *graph) add(n node) ref {
	i := n.hash() & uint32(len(g.table)-1)
	for ; g.table[i] != 0; i = (i + 1) & uint32(len(g.table)-1) {
		if r := g.table[i]; g.nodes[r].same(&n) {
			g.execute(&g.nodes[r])
			return r
		}
	}
	if len(g.nodes) >= maxNodes {
		g.dropped = true
		return 0
	}
	r := ref(len(g.nodes))
	n.written, n.block = g.current(), g.block
	n.epoch = -1
	g.execute(&n)
	g.nodes = append(g.nodes, n)
	g.table[i] = r
	if len(g.nodes)*2 > len(g.table) {
		g.grow()
	}
	return r
}

func (g *graph) grow() {
	g.table = make([]ref, 2*len(g.table))
	for r := 1; r < len(g.nodes); r++ {
		if op := g.nodes[r].op; op == opOpaque || op == opPhi {
			continue
		}
		i := g.nodes[r].hash() & uint32(len(g.table)-1)
		for g.table[i] != 0 {
			i = (i + 1) & uint32(len(g.table)-1)
		}
		g.table[i] = ref(r)
	}
}

// execute counts an execution of a node, once per iteration of its nest.
func (g *graph) execute(n *node) {
	home := g.home(n.nest)
	w := g.executions(home)
	if !g.silent && (n.op == opLoad || n.op == opStore || n.op == opAtomic) {
		// Warps without an active thread issue it at most; they access nothing.
		w = g.active(home)
	}
	epoch := g.nests[home].epoch
	switch {
	case n.epoch != epoch:
		n.epoch, n.current = epoch, w
		n.count += w
	case w > n.current:
		n.count += w - n.current
		n.current = w
		g.raised = true
	}
}

// pure adds an operation whose result depends on its operands only.
func (g *graph) pure(n node) ref {
	nest := g.deepest(g.deepest(g.deepest(0, n.a), n.b), n.c)
	if n.op == opLoad && g.nests[g.guard].open && g.nests[g.guard].depth > g.nests[nest].depth {
		nest = g.guard
	}
	n.nest = nest
	uniform := flagUniform
	for _, r := range [...]ref{n.a, n.b, n.c} {
		if r != 0 {
			uniform &= g.nodes[r].flags
		}
	}
	n.flags |= uniform
	return g.add(n)
}

// pinned adds an operation that is executed where it is written.
func (g *graph) pinned(n node) ref {
	n.nest = g.current()
	return g.add(n)
}

// opaque returns a node that is unlike any other.
func (g *graph) opaque(cls NumberClass) ref {
	if len(g.nodes) >= maxNodes {
		g.dropped = true
		return 0
	}
	g.nodes = append(g.nodes, node{op: opOpaque, cls: cls, nest: g.current(), written: g.current()})
	return ref(len(g.nodes) - 1)
}

func (g *graph) constInt(cls NumberClass, x int64) ref {
	n := node{op: opConst, cls: cls, imm: x, flags: flagUniform}
	if x >= 0 {
		n.flags |= flagNonNegative
	}
	return g.add(n)
}

func (g *graph) constFloat(cls NumberClass, x float64) ref {
	return g.add(node{op: opConst, cls: cls, imm: int64(math.Float64bits(x)), flags: flagUniform})
}

// leaf returns a node without operands that is the same everywhere.
func (g *graph) leaf(op opcode, cls NumberClass, imm int64, flags uint8) ref {
	return g.add(node{op: op, cls: cls, imm: imm, flags: flags})
}

// name returns the number of a function.
func (g *graph) name(s string) int64 {
	i, ok := g.names[s]
	if !ok {
		i = int64(len(g.called))
		g.names[s] = i
		g.called = append(g.called, s)
	}
	return i
}

func (g *graph) is(r ref, op opcode) bool { return r != 0 && g.nodes[r].op == op }

// constant returns the number of an integer constant.
func (g *graph) constant(r ref) (int64, bool) {
	if g.is(r, opConst) && g.nodes[r].cls <= Int64 {
		return g.nodes[r].imm, true
	}
	return 0, false
}

// floating returns the number of a floating-point constant.
func (g *graph) floating(r ref) (float64, bool) {
	if g.is(r, opConst) && g.nodes[r].cls >= Half {
		return math.Float64frombits(uint64(g.nodes[r].imm)), true
	}
	return 0, false
}

// maxForm bounds the depth of an index that is looked at.
const maxForm = 8
