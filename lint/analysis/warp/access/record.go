// Package access counts what loads, stores and atomics do: for each access in the source, the
// addresses, sectors and bank conflicts of the lanes of each warp, as mean and worst case, or the
// range that they are in. It gets one execution at a time and gives the accesses of the result.
package access

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/codegen"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// A Recorder collects the accesses of one run: one row per expression, kind of
// access and object.
type Recorder struct {
	d     *lanes.Domain
	block warp.Block
	// kernel is the entry point, function returns the function whose source is executed.
	kernel   *sema.Function
	function func() *sema.Function
	// AllWarps is set where all warps of the block are followed.
	AllWarps bool
	// ConstantOnly leaves out accesses of memory that is not constant.
	ConstantOnly bool

	// Trips is how often the current statement is executed, 0 where that is not known. Times is
	// its weight in means: the same, with loops of unknown length counted as one iteration.
	Trips int64
	Times float64
	// Guards counts the conditions on data under which the current statement is executed: see
	// package machine.
	Guards int
	// lost is set after a goto, which is not followed: no figure is known from there.
	lost bool

	rows    map[rowKey]*row
	List    []*row
	reached map[reachKey]*reach
	// Unseen are the names of functions that were called but not executed.
	Unseen map[string]bool
	// without are the expressions that access memory which nothing is known of.
	without map[ast.Node]bool
}

// Lose notes an access that has no row, as nothing is known of the memory.
func (rec *Recorder) Lose(n ast.Node) {
	if rec.without == nil {
		rec.without = map[ast.Node]bool{}
	}
	rec.without[n] = true
}

// WithoutRow returns the number of accesses that have no row.
func (rec *Recorder) WithoutRow() int { return len(rec.without) }

type rowKey struct {
	file       *ast.File
	start, end int
	kind       warp.AccessKind
	obj        *Storage
}

// A row sums up the executions of one access.
type row struct {
	warp.Access
	storage *Storage
	// executions counts the warps that executed the access, each as often as it
	// did; the sums are over them.
	executions, addresses, sectors, conflicts, lanes, divergent float64
	// unknown is set where an execution has no known figures, the others where one of its
	// figures is not known.
	unknown, sectorsOpen, conflictsOpen bool
	// unbounded is set where an execution has figures without bounds.
	unbounded bool
	// trips is how often each warp executed the access, tripsOpen set where that
	// is not known.
	trips     []int64
	tripsOpen bool
	number    int32 // its place in the list, plus 1
	// ranges are the bounds of the figures of all executions; dataAddress is set where some
	// address is computed from data.
	ranges      warp.Ranges
	dataAddress bool
	open        bool // see lanes.Spread.Open
	// parameters are the nodes of the addresses that it reads in kernel parameters; partial is
	// set where the list is not complete.
	parameters []opgraph.Ref
	partial    bool
	reuse      reuse
}

// An Execution is one execution of an access by the active threads.
type Execution struct {
	Node    ast.Node
	Kind    warp.AccessKind
	Storage *Storage
	Offset  *lanes.Value // of each thread, in bytes
	Type    *sema.Type   // of what one thread reads or writes
	Literal bool         // every index is a literal
	Active  []bool       // the threads
	// Unsure is set where some of these may not be active.
	Unsure bool
}

// NewRecorder returns a recorder without accesses.
func NewRecorder(d *lanes.Domain, block warp.Block, kernel *sema.Function, function func() *sema.Function) *Recorder {
	return &Recorder{d: d, block: block, kernel: kernel, function: function, Trips: 1, Times: 1, rows: map[rowKey]*row{}, reached: map[reachKey]*reach{}, Unseen: map[string]bool{}}
}

// Sites returns what the graph counts of the rows.
func (rec *Recorder) Sites() []codegen.Site {
	out := make([]codegen.Site, len(rec.List))
	for i, r := range rec.List {
		out[i] = codegen.Site{Object: r.storage.ID, Constant: r.storage.Constant(), Function: r.Function, Parameters: r.parameters, Partial: r.partial}
	}
	return out
}

// SetUsages sets what the compiler makes of the rows; there is none where nothing was counted.
func (rec *Recorder) SetUsages(usages []codegen.Usage) {
	for i, u := range usages {
		r := rec.List[i]
		r.Nest, r.Executions, r.Repeats, r.Vector, r.Immediate, r.UniformPath = u.Nest, u.Executions, u.Repeats, u.Vector, u.Immediate, u.UniformPath
	}
}

// Record notes one execution of an access. It returns the number of the row, plus 1.
func (rec *Recorder) Record(x *Execution) int32 {
	r := rec.rowOf(x)
	r.Literal = r.Literal && x.Literal
	fp := lanes.Footprint{Address: x.Offset, Active: x.Active, Bytes: ctype.SizeOf(x.Type), Extent: x.Storage.Size, Align: ctype.AlignOf(x.Type)}
	warps := rec.countLanes(r, x.Active)
	if !r.unbounded && !(r.unknown && anything(&r.ranges, lanes.WarpSize)) {
		rec.measure(r, fp, x.Storage.Space, warps*rec.Times)
	}
	if x.Storage.Space == sema.GlobalSpace {
		rec.follow(r, fp)
	}
	return r.number
}

// ImageSide is more than any image is wide, high or deep (CUDA C++ Programming Guide,
// technical specifications: 131,072 texels).
const ImageSide = 1 << 18

// An Image is how an access through a texture or a surface is counted.
type Image struct {
	Dimensions int
	Linear     bool         // see Access.Linear
	Sector     *lanes.Value // tells the sectors apart, nil where these are not known
}

// RecordImage is record for an access of an image: its offset tells the texels apart.
func (rec *Recorder) RecordImage(x *Execution, in Image) int32 {
	r := rec.rowOf(x)
	r.Literal = false
	r.Texels, r.Dimensions, r.Linear, r.Tiled = true, in.Dimensions, in.Linear, in.Sector != nil
	fp := lanes.Footprint{Address: x.Offset, Active: x.Active, Bytes: ctype.SizeOf(x.Type), Extent: -1}
	weight := rec.countLanes(r, x.Active) * rec.Times
	if r.unbounded {
		return r.number
	}
	rec.measure(r, fp, sema.NoSpace, weight)
	if in.Dimensions > 1 {
		r.Lanes = nil // offsets in rows that are as long as no image's
		if r.Pattern == warp.Affine && (r.Stride >= ImageSide || r.Stride <= -ImageSide) {
			r.Pattern, r.Stride = warp.Permuted, 0
		}
	}
	switch {
	case in.Linear:
		r.addSectors(rec.d.Sectors(fp), weight)
	case in.Sector != nil:
		r.addSectors(rec.d.Addresses(lanes.Footprint{Address: in.Sector, Active: x.Active, Bytes: 1, Extent: -1}), weight)
	default:
		r.sectorsOpen = true
	}
	return r.number
}

// rowOf returns the row of an access, which is executed now.
func (rec *Recorder) rowOf(x *Execution) *row {
	origin := x.Node.Origin()
	key := rowKey{origin.File(), origin.Span().Start, origin.Span().End, x.Kind, x.Storage}
	r := rec.rows[key]
	if r == nil {
		o := x.Storage
		r = &row{storage: o, number: int32(len(rec.List) + 1)}
		r.Access = warp.Access{Node: origin, Function: rec.function(), Kernel: rec.kernel, Kind: x.Kind, Object: o.Name,
			Variable: o.Variable, Bytes: ctype.SizeOf(x.Type), ObjectBytes: o.Size, Block: rec.block, Literal: true, Align: ctype.AlignOf(x.Type)}
		if num, ok := ctype.Numeric(x.Type); ok {
			r.Floating = num.Float
		}
		rec.rows[key] = r
		rec.List = append(rec.List, r)
	}
	r.Unsure = r.Unsure || x.Unsure
	r.Guarded = r.Guarded || rec.Guards > 0
	r.unbounded, r.unknown = r.unbounded || rec.lost, r.unknown || rec.lost
	return r
}

// maxReadAt bounds the addresses of one row that are looked at.
const maxReadAt = 64

// ReadAt notes the node of an address in a kernel's parameter.
func (r *row) ReadAt(addr opgraph.Ref) {
	switch {
	case slices.Contains(r.parameters, addr):
	case addr == 0 || len(r.parameters) == maxReadAt:
		r.partial = true
	default:
		r.parameters = append(r.parameters, addr)
	}
}

// Forget marks as unknown all accesses from now on, and those of a function that stand behind
// one of some places.
func (rec *Recorder) Forget(in *sema.Function, from []int) {
	rec.lost = true
	for _, start := range from {
		for _, r := range rec.List {
			if r.Function != in || r.Node.Span().Start >= start {
				r.unknown, r.unbounded = true, true
			}
		}
	}
}

// countLanes adds the active lanes and trips of one execution to a row. It returns
// how many warps have an active lane.
func (rec *Recorder) countLanes(r *row, active []bool) (warps float64) {
	if r.trips == nil {
		r.trips = make([]int64, len(active)/lanes.WarpSize)
	}
	r.tripsOpen = r.tripsOpen || rec.Trips == 0
	weight := rec.Times
	for w := range r.trips {
		n := 0
		for _, a := range active[w*lanes.WarpSize : (w+1)*lanes.WarpSize] {
			if a {
				n++
			}
		}
		if n == 0 {
			continue
		}
		warps++
		r.trips[w] += rec.Trips
		r.ActiveLanes.Worst = max(r.ActiveLanes.Worst, n)
		r.lanes += float64(n) * weight
	}
	r.executions += warps * weight
	return warps
}

// measure adds the figures of one execution to a row. They are means over warps;
// weight says how many warps, how often, they stand for.
func (rec *Recorder) measure(r *row, fp lanes.Footprint, space sema.MemorySpace, weight float64) {
	s := rec.d.Addresses(fp)
	widen(&r.ranges.Addresses, s)
	r.open = r.open || s.Open
	r.dataAddress = r.dataAddress || fp.Address.IsRead()
	if !s.Known {
		r.unknown = true
	}
	switch space {
	case sema.GlobalSpace, sema.LocalSpace, sema.TextureSpace:
		r.addSectors(rec.d.Sectors(fp), weight)
	case sema.SharedSpace:
		b := rec.d.BankConflicts(fp)
		widen(&r.ranges.BankConflict, b)
		r.conflictsOpen = r.conflictsOpen || !b.Known
		r.BankConflict.Worst = max(r.BankConflict.Worst, b.Worst)
		r.conflicts += b.Mean * weight
	}
	if r.unknown {
		return
	}
	r.addresses += s.Mean * weight
	r.divergent += s.Several * weight
	r.Averaged = r.Averaged || s.Averaged
	if s.Worst > r.Addresses.Worst {
		r.Addresses.Worst = s.Worst
		rec.classify(r, fp, s)
	}
	if s.Data && r.Pattern != warp.Uniform {
		r.Pattern = warp.DataDependent
		r.DataRange = max(r.DataRange, s.DataRange)
		r.DataInRow = r.DataInRow || s.InRow
	}
}

// addSectors adds the sectors of one execution.
func (r *row) addSectors(s lanes.Spread, weight float64) {
	widen(&r.ranges.Sectors, s)
	r.sectorsOpen = r.sectorsOpen || !s.Known
	r.Sectors.Worst = max(r.Sectors.Worst, s.Worst)
	r.sectors += s.Mean * weight
}

// constantLine is the line of the first-level constant cache in bytes (measured on
// sm_90, see package gpu; 64 on all architectures of which it is published).
const constantLine = 64

// classify sets the pattern of the worst execution.
func (rec *Recorder) classify(r *row, fp lanes.Footprint, s lanes.Spread) {
	r.Lanes = rec.d.WarpOffsets(fp, s.WorstWarp)
	if s.Worst > 1 && r.storage.Constant() && rec.AllWarps {
		r.BlockBytes = rec.d.BlockBytes(fp, constantLine)
	}
	r.StrideX, r.StrideY = 0, rec.d.Distance(fp, 0, rec.block.Dim[0])
	if rec.block.Dim[0] > 1 {
		r.StrideX = rec.d.Distance(fp, 0, 1)
	}
	stride, affine := rec.d.Stride(fp)
	switch {
	case s.Worst == 1:
		r.Pattern = warp.Uniform
	case s.Data:
		r.Pattern = warp.DataDependent
		r.DataRange = max(r.DataRange, s.DataRange)
	case affine:
		r.Pattern, r.Stride = warp.Affine, stride
	default:
		r.Pattern = warp.Permuted
	}
}

// genericLoads returns the accesses in functions that are not inlined which reach
// objects of several memory spaces: the compiler has one load for all of them, a
// generic one, which does not go through the constant cache (measured with nvcc
// 13.0: testdata/truth/constant_idioms.cu).
func genericLoads(rows []*row) map[ast.Node]bool {
	space := map[ast.Node]sema.MemorySpace{}
	generic := map[ast.Node]bool{}
	for _, r := range rows {
		if r.Function == nil || r.Function.Qualifiers&ast.NoInline == 0 {
			continue
		}
		if s, seen := space[r.Node]; seen && s != r.storage.Space {
			generic[r.Node] = true
		}
		space[r.Node] = r.storage.Space
	}
	return generic
}

// Accesses returns the accesses in the order in which they were first executed: all, or only
// those of constant and parameter memory.
func (rec *Recorder) Accesses(constantOnly bool) []warp.Access {
	list := rec.List
	if constantOnly {
		list = slices.DeleteFunc(slices.Clone(list), func(r *row) bool { return !r.storage.Constant() })
	}
	out := make([]warp.Access, 0, len(list))
	generic := genericLoads(list)
	for _, r := range list {
		a := r.Access
		a.Space = r.storage.Space
		if generic[a.Node] {
			a.Space = sema.NoSpace
		}
		if a.Space == sema.ParameterSpace && (!a.Literal && !a.Immediate || r.storage.copied()) && r.storage.inLocalMemory() {
			a.Space = sema.LocalSpace
		}
		if !r.tripsOpen {
			a.Trips = slices.Max(r.trips)
		}
		a.ActiveLanes.Mean = r.lanes / r.executions
		r.setRanges(&a)
		if r.unknown {
			a.Pattern, a.Addresses, a.Sectors, a.BankConflict = warp.PatternUnknown, warp.Count{}, warp.Count{}, warp.Count{}
			a.Lanes, a.Stride, a.DataRange, a.DataInRow = nil, 0, 0, false
		} else {
			a.Addresses.Mean = r.addresses / r.executions
			a.DivergentShare = r.divergent / r.executions
			a.Sectors.Mean = r.sectors / r.executions
			if r.sectorsOpen {
				a.Sectors = warp.Count{}
			}
			a.BankConflict.Mean = r.conflicts / r.executions
			if r.conflictsOpen {
				a.BankConflict = warp.Count{}
			}
		}
		rec.setReuse(&a, r)
		if a.Space == sema.ParameterSpace && a.Literal {
			continue // a scalar parameter, or one picked by literals
		}
		out = append(out, a)
	}
	return out
}
