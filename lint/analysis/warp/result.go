// Package warp holds the results of the analysis of warps: what the lanes of each warp do at
// every memory access of a kernel, and which operations a kernel executes. Its packages work
// them out:
//
//	kernels   decides what is executed, and how often: Analyze
//	reuse     returns results that are known
//	machine   executes a function for a thread block
//	builtin   what CUDA itself provides
//	state     values, memory and active threads
//	access    counts addresses, sectors and bank conflicts
//	codegen   what the compiler makes of the operations
//	opgraph   the operations that are executed
//	ctype     C++ types as machine types
//	lanes     the abstract domain: one number in every thread
package warp

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Pattern classifies the addresses that the lanes of a warp use.
type Pattern uint8

// The patterns.
const (
	// PatternUnknown: the source in sight does not determine the addresses.
	PatternUnknown Pattern = iota
	// Uniform: all active lanes use one address.
	Uniform
	// Affine: the address is a base that the lanes share plus a constant stride
	// times the lane number.
	Affine
	// Permuted: each lane's offset from a shared base is known, but not affine.
	Permuted
	// DataDependent: the address is computed from loaded data.
	DataDependent
)

// String returns the name used in reports.
func (p Pattern) String() string {
	return [...]string{"unknown", "uniform", "affine", "permuted", "data-dependent"}[p]
}

// An AccessKind is what an access does to memory.
type AccessKind uint8

// The kinds of access.
const (
	Load AccessKind = iota
	Store
	Atomic
)

// String returns the name used in reports.
func (k AccessKind) String() string { return [...]string{"load", "store", "atomic"}[k] }

// A Count is a figure per warp instruction: in the worst warp and iteration, and
// the mean over all warps and iterations that execute the access with at least
// one active lane. A zero Worst means the count is not known.
type Count struct {
	Worst int
	Mean  float64
}

// Known reports whether the count has been determined.
func (c Count) Known() bool { return c.Worst > 0 }

// A BlockSource says where the shape of the thread block came from.
type BlockSource uint8

// The sources of a block shape, the surest first.
const (
	FromLaunch       BlockSource = iota // a launch in sight
	FromBlockSize                       // __block_size__
	FromFlag                            // --block
	FromConfig                          // the configuration file
	FromLaunchBounds                    // __launch_bounds__, a maximum and so only assumed
	Assumed                             // 256x1x1
)

// String returns the name used in reports.
func (s BlockSource) String() string {
	return [...]string{"launch", "block_size", "flag", "config", "launch_bounds", "assumed"}[s]
}

// A Block is the shape of a thread block and where it is known from.
type Block struct {
	Dim    [3]int // threads in x, y and z
	Source BlockSource
	// Launch is the launch that gave it, nil unless Source is FromLaunch. Encodings leave it out.
	Launch *sema.Launch `cbor:"-"`
}

// MaxThreads is the largest number of threads of a block (CUDA C++ Programming
// Guide, technical specifications per compute capability).
const MaxThreads = 1024

// valid reports whether a block may have that shape.
func (b Block) Possible() bool {
	n := 1
	for _, d := range b.Dim {
		if d < 1 || d > MaxThreads {
			return false
		}
		n *= d
	}
	return n <= MaxThreads
}

// Threads returns the number of threads of the block.
func (b Block) Threads() int { return b.Dim[0] * b.Dim[1] * b.Dim[2] }

// An Access is one load, store or atomic of a kernel, as reached from one launch.
type Access struct {
	// Node is the expression that is read or written, Function where it is
	// written, Kernel the entry point it is reached from.
	Node     ast.Node
	Function *sema.Function
	Kernel   *sema.Function
	Space    sema.MemorySpace
	Kind     AccessKind
	// Object is the name of the variable or parameter accessed, "" if not known;
	// Variable is set where it is a variable of file, namespace or class scope.
	Object   string
	Variable *sema.Variable
	// Bytes is the size of what one lane reads or writes, Floating is set where that is a
	// floating-point number.
	Bytes    int64
	Floating bool
	// Align is the alignment of its type in bytes, 0 where that is not known: the compiler loads a
	// struct in pieces of that size.
	Align int64
	// ObjectBytes is the size of the whole object, -1 where it is not known.
	ObjectBytes int64
	Pattern     Pattern
	// Stride is the distance in bytes between the addresses of neighbouring
	// lanes where Pattern is Affine.
	Stride int64
	// StrideX and StrideY are the distances in bytes between the addresses of threads that are
	// neighbours in x and in y, where the source determines them; 0 where it does not, or the
	// block is one thread wide there.
	StrideX, StrideY int64
	// Addresses counts distinct addresses per warp, Sectors 32-byte sectors
	// (global, local and texture space), BankConflict the conflict degree of
	// shared memory (1: none).
	Addresses, Sectors, BankConflict, ActiveLanes Count
	// Lanes is the byte offset of each lane of the worst warp from the lowest
	// of them, -1 where a lane is inactive; nil where offsets are not known.
	Lanes []int64
	// BlockBytes is how many bytes of constant memory, in whole lines of 64 bytes, all
	// warps of the block reach together in one execution; 0 where that is not known, or
	// no warp reads more than one address.
	BlockBytes int64
	// Trips is how often a warp executes the access per kernel run, 0 where it
	// is not known.
	Trips int64
	// DivergentShare is the share, from 0 to 1, of the executions in which the lanes use
	// more than one address; 0 where Addresses is not known.
	DivergentShare float64
	// Fresh is the share, from 0 to 1, of the sectors of global memory that a warp asks for which
	// no access of its block has asked for before: 1/8 for rows of floats that lanes read one
	// element after the other. SectorBytes is how many bytes, from 1 to 32, the block uses of
	// each sector of the object, in all its loads, or in all its stores and atomics. Both are
	// from the first iterations of loops and the first warps of the block. SectorBytes is 0 where
	// they are not known, as addresses are not known, or data.
	Fresh, SectorBytes float64
	// Unsure is set where lanes that count as active may be inactive: the source does not
	// determine it.
	Unsure bool
	// Guarded is set where the access is executed under a condition on data, or on an unknown
	// value, that may be false for all lanes.
	Guarded bool
	// Averaged is set where the means are over values that the source does not
	// determine and that are no data.
	Averaged bool
	// Nest is the index in Result.Nests of the nest that the compiler executes the
	// access in, Executions how often a warp does per run of the kernel, the mean over
	// the block's warps: loops of unknown length count as UnknownTrips iterations, and
	// what is read again with no store between counts once. Both are 0 where
	// Result.Nests is nil.
	Nest       int
	Executions float64
	// Repeats is how often, on average, a warp executes the access with one address. It is more
	// than 1 where the loops around a store do not change its address, or where a load cannot
	// be moved out of such loops, as a store or a barrier may change the memory.
	Repeats float64
	// Vector is how many reads of neighbouring elements, this one included, the compiler
	// does with one instruction, the mean over the executions: 4 for each member of a float4
	// that is read as a whole, 1 for a read of its own.
	Vector float64
	// Immediate is set where the compiler knows the address in constant or parameter
	// memory of every execution, after unrolling: the reads are operands of other
	// instructions, or uniform loads.
	Immediate bool
	// UniformPath is set where the compiler reads constant memory through the uniform
	// datapath (ULDC, LDCU), from sm_75 on: in a loop that is not unrolled, at an
	// address that it knows all lanes share but not which one it is, into a register
	// of the warp that the instructions that use it can take.
	UniformPath bool
	// Texels is set where an image is accessed through a texture or a surface: Addresses
	// counts texels, which Dimensions coordinates tell apart, that of a layer aside (0: they
	// do not). Linear is set for tex1Dfetch, whose sectors are 32 bytes of linear memory;
	// Tiled for an image in a CUDA array, whose sectors are 16 bytes of each of 2 rows.
	Texels        bool
	Dimensions    int
	Linear, Tiled bool
	// Literal is set where every index is a literal: the compiler folds the
	// address into the instruction.
	Literal bool
	// DataRange is the number of equally likely values the index was taken to
	// have where Pattern is DataDependent.
	DataRange int64
	// DataInRow is set where DataRange is the length of one row of a table: in
	// "table[row * 24 + x]", with a row that is data which the lanes share and x data
	// of each lane, x is taken to select one of 24. It is an assumption of the means;
	// the Worst of a Count does not rely on it.
	DataInRow bool
	// Ranges bound the counts where these are no single numbers; a Count that is not known
	// may still have a Range.
	Ranges Ranges
	Block  Block
}

// IdealSectors returns the sectors that one execution would ask for if the distinct bytes that the
// active lanes reach were neighbours, the mean over the executions; 0 where Addresses is not known.
// Neighbouring elements that one instruction accesses count as one element.
func (a *Access) IdealSectors() float64 {
	if !a.Addresses.Known() {
		return 0
	}
	const sector = 32 // bytes
	return max(1, math.Ceil(a.Addresses.Mean*float64(a.Bytes)*max(1, a.Vector)/sector))
}

// Why a Result is incomplete, among other reasons.
const (
	TooLong   = "the kernel takes too long to follow"
	Cancelled = "cancelled" // nobody waits for it any more
)

// A Result is what was found out about one kernel under one launch.
type Result struct {
	Kernel *sema.Function
	Launch *sema.Launch // nil where no launch is visible
	// LeftOut is the number of launches of the kernel that were not analysed, as there are too
	// many different ones.
	LeftOut int
	// Callable is set where the function executed is no kernel but a lambda or functor that host
	// code passes to an algorithm: Kernel is its call operator.
	Callable *localflow.Callable
	Block    Block
	// Restrict names the pointer parameter that was taken to be const __restrict__, ""
	// for none: see Options.
	Restrict string
	Accesses []Access
	// WithoutRow is the number of accesses that Accesses does not have, as they go through pointers
	// that nothing is known of.
	WithoutRow int
	// Nests are the loop nests of the kernel and what its warps execute in them besides
	// memory accesses; the first is the code outside of all loops. nil where only reads
	// of constant memory were looked at, or the kernel is too large.
	Nests []Nest
	// SomeWarps is set where not all warps of the block were followed: figures are
	// over the first two, the middle one and the last.
	SomeWarps bool
	// Unseen names the functions and methods that were called but not executed, in order: those
	// without a body in the unit, and CUDA's own that are not modelled. "" stands for calls
	// through pointers.
	Unseen []string
	// Incomplete says why the analysis stopped early, "" if it did not.
	Incomplete string
	// Derived holds values that others compute from the result. They are reused with it, so
	// that they must not refer to a syntax tree. It is nil where the result is not cached.
	Derived *Derived
}

// Derived holds values computed from a result, by keys of types that belong to those who
// compute them. Two results with the same Derived differ in their nodes only.
type Derived struct{ Values map[any]any }
