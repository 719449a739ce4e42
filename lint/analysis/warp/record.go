package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A recorder collects the accesses of one run: one row per expression, kind of
// access and object.
type recorder struct {
	rows map[rowKey]*row
	list []*row
	// unseen are the names of what was called and not followed.
	unseen map[string]bool
}

type rowKey struct {
	file       *ast.File
	start, end int
	kind       AccessKind
	obj        *object
}

// A row gathers the executions of one access.
type row struct {
	Access
	obj *object
	// executions counts the warps that executed the access, each as often as it
	// did; the sums are over them.
	executions, addresses, sectors, conflicts, lanes, divergent float64
	// The figures of some execution are not known: all, or those of the name.
	unknown, sectorsOpen, conflictsOpen bool
	// astray is set where nothing bounds them, either.
	astray bool
	// trips is how often each warp executed the access, tripsOpen set where that
	// is not known.
	trips     []int64
	tripsOpen bool
	number    int32 // its place in the list, plus 1
	// ranges are between what and what the figures of its executions are; datum is set where
	// some address is computed from data.
	ranges Ranges
	datum  bool
	open   bool // see lanes.Spread.Open
	// at are the nodes of the addresses in a kernel's parameter that it reads, elsewhere is
	// set where those are not all.
	at        []ref
	elsewhere bool
}

func newRecorder() *recorder { return &recorder{rows: map[rowKey]*row{}, unseen: map[string]bool{}} }

// sites returns what the graph counts of the rows.
func (rec *recorder) sites() []site {
	out := make([]site, len(rec.list))
	for i, r := range rec.list {
		out[i] = site{object: r.obj.id, constant: r.obj.constant(), function: r.Function, parameters: r.at, partial: r.elsewhere}
	}
	return out
}

// use sets what the compiler makes of the rows; there is none where nothing was counted.
func (rec *recorder) use(usages []usage) {
	for i, u := range usages {
		r := rec.list[i]
		r.Nest, r.Executions, r.Repeats, r.Vector, r.Immediate, r.UniformPath = u.nest, u.executions, u.repeats, u.vector, u.immediate, u.uniformPath
	}
}

// record notes one execution of an access by the active threads. It returns the
// number of the row, plus 1, or 0 where there is none.
func (m *machine) record(n ast.Node, kind AccessKind, tg target, t *sema.Type, literal bool) int32 {
	m.note(m.d.Shape(tg.off, true))
	if m.dry > 0 || !n.Valid() || m.mask.empty() {
		return 0
	}
	if m.constantOnly && !tg.obj.constant() {
		return 0
	}
	r := m.rowOf(n, kind, tg.obj, t)
	r.Literal = r.Literal && literal
	fp := lanes.Footprint{Address: tg.off, Active: m.mask.active(m), Bytes: sizeOf(t), Extent: tg.obj.size, Align: alignOf(t)}
	warps := m.countLanes(r, fp.Active)
	r.astray = r.astray || m.astray
	r.unknown = r.unknown || m.astray
	if !r.astray && !(r.unknown && r.ranges.anything(lanes.WarpSize)) {
		m.measure(r, fp, tg.obj.space, warps*m.times)
	}
	return r.number
}

// rowOf returns the row of an access, which is executed now.
func (m *machine) rowOf(n ast.Node, kind AccessKind, o *object, t *sema.Type) *row {
	origin := n.Origin()
	key := rowKey{origin.File(), origin.Span().Start, origin.Span().End, kind, o}
	r := m.rec.rows[key]
	if r == nil {
		r = &row{obj: o, number: int32(len(m.rec.list) + 1)}
		r.Access = Access{Node: origin, Function: m.enclosing(), Kernel: m.kernel, Kind: kind, Object: o.name,
			Variable: o.variable, Bytes: sizeOf(t), ObjectBytes: o.size, Block: m.block, Literal: true}
		m.rec.rows[key] = r
		m.rec.list = append(m.rec.list, r)
	}
	r.Unsure = r.Unsure || m.mask.unsure()
	r.Guarded = r.Guarded || m.guards > 0
	return r
}

// maxReadAt bounds the addresses of one row that are looked at.
const maxReadAt = 64

// readAt notes the node of an address in a kernel's parameter.
func (r *row) readAt(addr ref) {
	switch {
	case slices.Contains(r.at, addr):
	case addr == 0 || len(r.at) == maxReadAt:
		r.elsewhere = true
	default:
		r.at = append(r.at, addr)
	}
}

// constant reports whether an object is in constant or parameter memory.
func (o *object) constant() bool {
	return o.space == sema.ConstantSpace || o.space == sema.ParameterSpace
}

// goAstray gives up the figures that a goto statement may change: those of what is
// reached from here, and of what stands behind its label, if that comes first.
func (m *machine) goAstray(n ast.Node) {
	m.reason = "goto is not followed"
	if m.trace != nil {
		m.trace.open = true // what follows is told by the text
	}
	m.astray = true
	label := n.Child(ast.FieldLabel).Text()
	for d := range m.enclosing().Body.Descendants() {
		if !d.Is(ast.LabeledStatement) || d.Child(ast.FieldLabel).Text() != label {
			continue
		}
		for _, r := range m.rec.list {
			if r.Function != m.enclosing() || r.Node.Span().Start >= d.Span().Start {
				r.unknown, r.astray = true, true
			}
		}
	}
}

// enclosing returns the function whose source the access stands in.
func (m *machine) enclosing() *sema.Function {
	for f := m.frame; f != nil; f = f.caller {
		if f.fn != nil {
			return f.fn
		}
	}
	return m.kernel
}

// countLanes adds the active lanes and trips of one execution to a row. It returns
// how many warps have an active lane.
func (m *machine) countLanes(r *row, active []bool) (warps float64) {
	if r.trips == nil {
		r.trips = make([]int64, len(active)/lanes.WarpSize)
	}
	r.tripsOpen = r.tripsOpen || m.trips == 0
	weight := m.times
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
		r.trips[w] += m.trips
		r.ActiveLanes.Worst = max(r.ActiveLanes.Worst, n)
		r.lanes += float64(n) * weight
	}
	r.executions += warps * weight
	return warps
}

// measure adds the figures of one execution to a row. They are means over warps;
// weight says how many warps, how often, they stand for.
func (m *machine) measure(r *row, fp lanes.Footprint, space sema.MemorySpace, weight float64) {
	s := m.d.Addresses(fp)
	r.ranges.Addresses.add(s)
	r.open = r.open || s.Open
	r.datum = r.datum || fp.Address.IsRead()
	if !s.Known {
		r.unknown = true
	}
	switch space {
	case sema.GlobalSpace, sema.LocalSpace, sema.TextureSpace:
		r.addSectors(m.d.Sectors(fp), weight)
	case sema.SharedSpace:
		b := m.d.BankConflicts(fp)
		r.ranges.BankConflict.add(b)
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
		m.classify(r, fp, s)
	}
	if s.Data && r.Pattern != Uniform {
		r.Pattern = DataDependent
		r.DataRange = max(r.DataRange, s.DataRange)
		r.DataInRow = r.DataInRow || s.InRow
	}
}

// addSectors adds the sectors of one execution.
func (r *row) addSectors(s lanes.Spread, weight float64) {
	r.ranges.Sectors.add(s)
	r.sectorsOpen = r.sectorsOpen || !s.Known
	r.Sectors.Worst = max(r.Sectors.Worst, s.Worst)
	r.sectors += s.Mean * weight
}

// constantLine is the line of the first-level constant cache in bytes (measured on
// sm_90, see package gpu; 64 on all architectures of which it is published).
const constantLine = 64

// classify sets the pattern of the worst execution.
func (m *machine) classify(r *row, fp lanes.Footprint, s lanes.Spread) {
	r.Lanes = m.d.WarpOffsets(fp, s.WorstWarp)
	if s.Worst > 1 && r.obj.constant() && len(m.warps) == m.block.warps() {
		r.BlockBytes = m.d.BlockBytes(fp, constantLine)
	}
	stride, affine := m.d.Stride(fp)
	switch {
	case s.Worst == 1:
		r.Pattern = Uniform
	case s.Data:
		r.Pattern = DataDependent
		r.DataRange = max(r.DataRange, s.DataRange)
	case affine:
		r.Pattern, r.Stride = Affine, stride
	default:
		r.Pattern = Permuted
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
		if s, seen := space[r.Node]; seen && s != r.obj.space {
			generic[r.Node] = true
		}
		space[r.Node] = r.obj.space
	}
	return generic
}

// finish turns the rows into accesses in the order they were first reached:
// constantOnly those of constant and parameter memory.
func (rec *recorder) finish(constantOnly bool) []Access {
	list := rec.list
	if constantOnly {
		list = slices.DeleteFunc(slices.Clone(list), func(r *row) bool { return !r.obj.constant() })
	}
	out := make([]Access, 0, len(list))
	generic := genericLoads(list)
	for _, r := range list {
		a := r.Access
		a.Space = r.obj.space
		if generic[a.Node] {
			a.Space = sema.NoSpace
		}
		if a.Space == sema.ParameterSpace && (!a.Literal && !a.Immediate || r.obj.copied()) && r.obj.inLocalMemory() {
			a.Space = sema.LocalSpace
		}
		if !r.tripsOpen {
			a.Trips = slices.Max(r.trips)
		}
		a.ActiveLanes.Mean = r.lanes / r.executions
		r.tellRanges(&a)
		if r.unknown {
			a.Pattern, a.Addresses, a.Sectors, a.BankConflict = PatternUnknown, Count{}, Count{}, Count{}
			a.Lanes, a.Stride, a.DataRange, a.DataInRow = nil, 0, 0, false
		} else {
			a.Addresses.Mean = r.addresses / r.executions
			a.DivergentShare = r.divergent / r.executions
			a.Sectors.Mean = r.sectors / r.executions
			if r.sectorsOpen {
				a.Sectors = Count{}
			}
			a.BankConflict.Mean = r.conflicts / r.executions
			if r.conflictsOpen {
				a.BankConflict = Count{}
			}
		}
		if a.Space == sema.ParameterSpace && a.Literal {
			continue // a scalar parameter, or one picked by literals
		}
		out = append(out, a)
	}
	return out
}
