package cost

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Placement is where data can be read from.
type Placement string

// The placements, the simplest change first.
const (
	Literal        Placement = "literal"          // constant memory at literal offsets: the loop unrolled
	ReadOnly       Placement = "global-read-only" // global memory through the first-level or read-only cache
	Global         Placement = "global"           // global memory by plain loads
	InConstant     Placement = "constant"         // __constant__ memory
	InShared       Placement = "shared"           // copied to shared memory by each block
	InRegister     Placement = "register"         // held by the lanes of the warp, read by shuffles
	ThroughTexture Placement = "texture"          // through a texture object
)

// An access is one access of the kernel with its cost in its present placement.
type access struct {
	*warp.Access
	executions float64 // per warp and run of the kernel
	nest       int
	under      ast.Node // the branch it stands in, not valid for none
	depth      int      // how many loads the address waits for
	calls      float64  // how many of its executions in one run of its nest follow each other, 0 for one
	carried    bool     // it waits for a load of the iteration before
	perBlock   bool     // the address differs by block
	nextBlock  bool     // and by the next one
	byWarp     bool     // it differs by warp
	repeats    float64  // how often a loop comes back to each address, 0 for never
	aligned    bool     // read.Sectors is that of rows that begin with a sector, see align
	pieces     float64  // how many instructions load one element, 0 for one
	moves      bool     // a loop changes it
	walks      bool     // it changes with each iteration, by step bytes where that is known
	step       float64
	unrollable bool    // it would be a literal if all loops were
	fixed      bool    // the compiler knows the offset of each execution, after unrolling
	distinct   float64 // how many offsets these are
	uniform    bool    // the compiler knows that all lanes have the same address
	borrowed   bool    // read is that of another access
	readOnly   bool    // a load of const __restrict__ data, or by __ldg
	unsure     bool    // some of the lanes counted as active may be inactive
	coalesced  bool    // its lanes were given neighbouring elements, see Coalesced
	followed   bool    // fresh is known
	partial    float64 // the share of the sectors of a store of which the grid writes a part only
	queue      float64 // lines of the second level that an atomic waits for besides its own, see globalAtomic
	fresh      float64 // the share of its sectors that the block has not asked for before
	lines      float64 // how many lines of the first-level cache it reaches, the mean of one execution
	read       gpu.Read
	cost       gpu.Cost
	priced     bool // the model can tell what it costs
}

// present returns where an access is now; "" for local, surface and unknown memory.
func present(a *warp.Access) Placement {
	switch a.Space {
	case sema.ConstantSpace, sema.ParameterSpace:
		return InConstant
	case sema.GlobalSpace:
		return Global
	case sema.SharedSpace:
		return InShared
	case sema.TextureSpace:
		return ThroughTexture
	}
	return ""
}

// readOf converts an access to the argument of the cost functions of package gpu.
func readOf(a *warp.Access) gpu.Read {
	r := gpu.Read{Addresses: a.Addresses.Mean, Worst: a.Addresses.Worst, Active: a.ActiveLanes.Mean, Bytes: a.Bytes,
		Lanes: a.Lanes, Sectors: a.Sectors.Mean, Table: a.ObjectBytes}
	if a.Pattern == warp.DataDependent {
		r.Order = gpu.Random
		// The rows together make up the table, as do the positions of lanes that each have their
		// own and count sectors.
		own := a.Sectors.Known() && int64(a.Addresses.Worst) > a.DataRange
		if n := a.DataRange; n > 0 && !a.DataInRow && !own && a.Bytes > 0 && n < 1<<40 && (r.Table <= 0 || n*a.Bytes < r.Table) {
			r.Table = n * a.Bytes
		}
	} else if r.Lanes == nil && !a.Sectors.Known() && a.Addresses.Known() {
		// Neighbouring elements, in rows of which the distance is not known.
		r.Sectors = max(1, a.Addresses.Mean*float64(min(max(a.Bytes, 1), 16))/32)
	}
	return r
}

// immediate reports whether a read of constant memory is an operand of another instruction, or a
// uniform load at an address that the compiler knows.
func (x *access) immediate() bool {
	return (x.Literal || x.Immediate) && x.Addresses.Worst <= 1
}

// costIn returns the cost of one execution of an access in a placement. ok is false if the model
// has no price for it, or the placement is not possible.
func (e *Estimate) costIn(x *access, p Placement) (c gpu.Cost, ok bool) {
	m := e.model
	if x.Kind != warp.Load {
		return e.write(x), true
	}
	switch p {
	case InConstant:
		if !x.Addresses.Known() && !x.borrowed {
			return c, false
		}
		switch {
		case x.immediate():
			return m.ConstantLiteral(float64(x.ObjectBytes)), true
		case x.UniformPath && x.read.Rows >= manyRows:
			return m.ConstantLiteral(float64(x.ObjectBytes)), true
		case x.UniformPath:
			return e.touched(x, m.ConstantUniform(x.read)), true
		}
		return e.touched(x, m.ConstantIndexed(x.read)), true
	case Literal:
		return m.ConstantLiteral(float64(x.ObjectBytes)), true
	case ReadOnly:
		return e.cached(x, m.ReadOnlyLoad), true
	case Global:
		if x.readOnly {
			return e.cached(x, m.ReadOnlyLoad), true
		}
		return e.cached(x, m.GlobalLoad), true
	case InShared:
		return m.SharedLoad(x.read), true
	case ThroughTexture:
		if x.Texels && !x.Linear {
			// Gathers, cube maps and levels of detail have no measured price.
			return e.cached(x, m.TextureTiled), x.Tiled
		}
		return e.cached(x, m.TextureFetch), true
	case InRegister:
		// Each element takes a shuffle of its own, also of what is read as a vector.
		one := x.read
		one.Bytes = x.Bytes
		c, ok = m.ShuffleLookup(one)
		elements := float64(max(1, x.read.Bytes/max(1, x.Bytes)))
		c.Cycles, c.Instructions = c.Cycles*elements, c.Instructions*elements
		return c, ok
	}
	return c, false
}

// cached returns the cost of a read of global memory. If nearly all reads hit, its basis is that of
// a hit: how well the few misses are known does not matter then.
func (e *Estimate) cached(x *access, load func(gpu.Read, gpu.Residency) gpu.Cost) gpu.Cost {
	const nearly = 0.9
	at := e.residency(x)
	c := load(x.read, at)
	if at.L1 >= nearly {
		c.Basis = load(x.read, gpu.Reused).Basis
	}
	return c
}

// touched adds the cost of the first read of each line of constant memory. The line comes from
// the second-level constant cache, which several SMs share.
func (e *Estimate) touched(x *access, c gpu.Cost) gpu.Cost {
	miss := max(0, e.model.Constant.SecondLatency.Value-e.model.Constant.Latency.Value)
	misses := e.coldShare(x) * miss
	c.Latency, c.Misses, c.Miss = c.Latency+misses, c.Misses+misses, max(c.Miss, miss)
	return c
}
