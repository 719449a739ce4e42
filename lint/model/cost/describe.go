package cost

import (
	"math"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// The blocks of a grid do not compete for the second level of constant memory, which several SMs
// share, if there are at most SMs / alone of them.
const alone = 16

// describe returns an access together with what the estimate has to know about it besides its
// figures.
func (e *Estimate) describe(t *tracer, a *warp.Access) access {
	x := access{Access: a, executions: finite(a.Executions), nest: a.Nest, read: readOf(a), unsure: a.Unsure}
	if e.kernel.Nests == nil {
		x.executions = trips(a)
		return x
	}
	if v := math.Round(min(finite(a.Vector), 16)); v > 1 && a.Bytes > 0 {
		// One instruction reads several neighbours.
		x.executions /= v
		x.read.Bytes = min(a.Bytes*int64(v), max(a.Bytes, 16))
	}
	if grid := gridBlocks(e.kernel); grid > 0 && grid <= e.product.SMs.Value/alone {
		x.read.Alone = true
	}
	x.followed, x.fresh, x.lines = a.SectorBytes > 0, a.Fresh, linesOf(a, int64(e.model.Global.Line.Value))
	x.read.Apart, x.read.Warps = e.Occupancy.Blocks > 1, e.Occupancy.Warps
	if a.BlockBytes > 0 {
		x.read.Block, x.read.Again = a.BlockBytes, e.inARow[rowOf(a)]
	}
	if a.Pattern == warp.DataDependent && a.ObjectBytes > x.read.Table && !t.dense(a) {
		x.read.Table = a.ObjectBytes
	}
	x.align()
	x.split()
	o := t.origin(a)
	x.perBlock, x.nextBlock, x.byWarp, x.walks = o.block, o.next, o.warps, a.Nest > 0 && !(a.Repeats > 1) || len(o.loops) > 0
	x.moves = len(o.loops) > 0
	if o.unknown && a.Function != nil && !a.Function.Kernel() {
		// The caller's index: it moves with the block as most do.
		x.perBlock = true
	}
	if block := e.kernel.Block.Dim; o.apart && x.followed && a.Kind == warp.Store && block[1] <= 1 && block[2] <= 1 && a.Bytes < sectorBytes {
		x.partial = min(1, max(0, (sectorBytes-a.SectorBytes)/float64(sectorBytes-max(1, a.Bytes))))
	}
	if o.data {
		x.depth, x.carried = 1, o.carried
	}
	x.step = o.step * float64(a.Bytes)
	if n := e.firstNest(o.loops); n != nil && o.period > 0 && n.Trips > float64(o.period) {
		x.repeats = n.Trips / float64(o.period)
	}
	if a.Repeats > 1 {
		x.repeats = max(1, x.repeats) * finite(a.Repeats)
	}
	switch {
	case a.Pattern == warp.DataDependent:
	case len(o.loops) > 0:
		x.read.Order, x.read.Step = gpu.Walking, math.Abs(x.step)
	case o.next:
		// Each block reads what no block before it has read on this SM.
		x.read.Order, x.read.Step = gpu.Walking, 32*sectorsOf(&x)
		if !o.warps {
			x.read.Step /= warpsOf(e.kernel.Block) // the first warp fetches for the others
		}
	}
	x.under, x.readOnly = branchOf(a.Node), readOnly(a, e.kernel.Restrict)
	if n := &e.kernel.Nests[a.Nest]; a.Function != nil && !a.Function.Kernel() && !enclosingLoop(a.Node).Valid() && n.Runs > 0 {
		// Calls from several places: half of them wait for the one before.
		x.calls = max(1, x.executions/n.Runs/parallelism)
	}
	x.uniform = a.Pattern == warp.Uniform && !o.thread && !o.data && a.Function != nil && a.Function.Kernel()
	counted := (x.uniform || a.UniformPath) && !o.block && !o.unknown && len(o.loops) > 0
	x.unrollable = counted
	x.fixed, x.distinct = x.uniform && !o.block && !o.unknown || a.Literal && a.Addresses.Worst <= 1, 1
	for _, loop := range o.loops {
		n := e.nestOf(loop)
		x.unrollable = x.unrollable && n != nil && n.Constant
		if x.fixed = x.fixed && n != nil && n.Constant && n.Unroll == 0; x.fixed {
			x.distinct *= n.Trips
		}
	}
	if a.UniformPath {
		e.describeUniform(&x, &o)
	}
	return x
}

// align takes rows whose place the source does not determine to begin with a sector, as the rows of
// matrices and the data of arrays mostly do: the analysis has the mean over all places.
func (x *access) align() {
	if x.Space != sema.GlobalSpace || x.Pattern == warp.DataDependent || !x.Sectors.Known() || !x.Addresses.Known() || finite(x.Sectors.Mean) >= float64(x.Sectors.Worst) {
		return
	}
	element := float64(min(max(x.read.Bytes, 1), sectorBytes))
	packed := finite(x.Addresses.Mean) * float64(max(x.read.Bytes, 1)) / sectorBytes
	// A row of n sectors reaches n and a part of one more.
	rows := math.Round((finite(x.Sectors.Mean) - packed) / max(1-element/sectorBytes, 1e-3))
	if rows < 1 || element >= sectorBytes {
		return
	}
	x.read.Sectors = max(1, min(finite(x.Sectors.Mean), rows*math.Ceil(packed/rows)))
	x.aligned = true
}

// split makes several instructions of an access to a struct: the compiler may only use the alignment of
// its type. All pieces of an element ask for about the same sectors.
func (x *access) split() {
	const widest = 16 // bytes
	if x.Align <= 0 || x.Align >= min(x.Bytes, widest) || x.Vector > 1 || x.Space != sema.GlobalSpace && x.Space != sema.SharedSpace {
		return
	}
	pieces := float64(x.Bytes / x.Align)
	x.executions *= pieces
	x.fresh /= pieces
	x.pieces = pieces
	x.read.Bytes = x.Align
	if x.read.Sectors > 0 {
		x.read.Sectors = min(x.read.Sectors, warpSize)
	}
}

// linesOf returns how many lines of the given size the worst warp of an access reaches. If the
// offsets are not known, each sector counts as a line.
func linesOf(a *warp.Access, line int64) float64 {
	if a.Lanes == nil || line <= 0 {
		return finite(a.Sectors.Mean)
	}
	seen := map[int64]bool{}
	for _, at := range a.Lanes {
		if at >= 0 {
			seen[at/line] = true
		}
	}
	return float64(len(seen))
}

// shareFresh gives all members of a vector load the same share of new sectors: the analysis counts
// a sector with the first of them.
func (e *Estimate) shareFresh() {
	type vector struct {
		object objectKey
		nest   int
		kind   warp.AccessKind
		bytes  int64
	}
	type sum struct{ fresh, all float64 }
	sums := map[vector]sum{}
	each := func(do func(x *access, key vector)) {
		for i := range e.accesses {
			if x := &e.accesses[i]; x.followed && x.Vector > 1 {
				do(x, vector{keyOf(x.Access), x.nest, x.Kind, x.read.Bytes})
			}
		}
	}
	each(func(x *access, key vector) {
		s, asked := sums[key], sectorsOf(x)*x.executions
		sums[key] = sum{s.fresh + x.fresh*asked, s.all + asked}
	})
	each(func(x *access, key vector) {
		if s := sums[key]; s.all > 0 {
			x.fresh = min(1, x.Vector*s.fresh/s.all)
		}
	})
}

// A tableRow is the key of the reads that read one row of a table element by element.
type tableRow struct {
	object             objectKey
	nest               int
	stride, blockBytes int64
}

func rowOf(a *warp.Access) tableRow { return tableRow{keyOf(a), a.Nest, a.Stride, a.BlockBytes} }

// countRows returns how many reads in a row a warp executes for each time its nest runs.
func countRows(k *warp.Result) map[tableRow]float64 {
	reads := map[tableRow]float64{}
	for i := range k.Accesses {
		if a := &k.Accesses[i]; a.BlockBytes > 0 && k.Nests != nil {
			// One place in an unrolled loop stands for several reads.
			reads[rowOf(a)] += max(1, a.Executions/max(1, k.Nests[a.Nest].Runs))
		}
	}
	return reads
}

// readOnly reports whether a load of global memory takes the read-only path: it is a __ldg, or
// loads through a const __restrict__ parameter of the kernel, or through the parameter that counts
// as such.
func readOnly(a *warp.Access, restrict string) bool {
	if a.Kind != warp.Load {
		return false
	}
	if restrict != "" && a.Object == restrict && a.Space == sema.GlobalSpace && a.Variable == nil {
		return true
	}
	if call := a.Node.Parent().Enclosing(ast.CallExpression); call.Valid() && call.Child(ast.FieldFunction).LastName().Text() == "__ldg" {
		return true
	}
	if a.Kernel == nil {
		return false
	}
	for _, p := range a.Kernel.Params {
		if p.Name != a.Object || p.Name == "" {
			continue
		}
		text := p.Node.Text()
		before, _, pointer := strings.Cut(text, "*")
		return pointer && strings.Contains(before, "const") && strings.Contains(text, "__restrict")
	}
	return false
}

// branchOf returns the arm of the if statement around a node, within the loop or function around
// the node. It is not valid if there is none.
func branchOf(n ast.Node) ast.Node {
	for at := n; at.Valid(); at = at.Parent() {
		switch parent := at.Parent(); {
		case at.Is(ast.FunctionDefinition, ast.ForStatement, ast.WhileStatement, ast.DoStatement):
			return ast.Node{}
		case parent.Is(ast.IfStatement) && at.Field() != ast.FieldCondition:
			return at
		}
	}
	return ast.Node{}
}

// firstNest returns the nest of the first of some loops, nil for none.
func (e *Estimate) firstNest(loops []ast.Node) *warp.Nest {
	if len(loops) == 0 {
		return nil
	}
	return e.nestOf(loops[0])
}

// nestOf returns the nest of a loop statement, nil where it was not reached.
func (e *Estimate) nestOf(loop ast.Node) *warp.Nest {
	for i := range e.kernel.Nests {
		if n := &e.kernel.Nests[i]; n.Loop == loop {
			return n
		}
	}
	return nil
}

// runs returns how often a warp executes the body of a nest, and how many iterations have
// their loads in flight together.
func (e *Estimate) runs(i int) (runs, together float64) {
	if e.kernel.Nests == nil {
		return warp.UnknownTrips, 1
	}
	n := &e.kernel.Nests[i]
	if i == 0 {
		return 1, 1
	}
	copies := float64(n.Unroll)
	if n.Unroll == 0 {
		copies = finite(n.Trips)
	}
	return finite(n.Runs), max(1, min(copies, maxOverlap))
}
