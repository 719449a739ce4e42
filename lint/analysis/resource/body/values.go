package body

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// liveValues holds the live ranges of the values of operations.
type liveValues struct {
	// last holds, by the operation, the index in its block of the last operation that uses its
	// value; len(Ops) if the end of the block uses it.
	last []int32
	// crossing numbers the values that other blocks use, too; in holds those that are live at the
	// start of a block.
	crossing map[ir.ID]int
	in       map[*cfg.Block]NameSet
	// Deciding holds the comparisons that only the branch after them uses.
	Deciding map[ir.ID]bool
}

// analyzeValues finds the live ranges of values.
func (f *Function) analyzeValues() {
	l := &f.Values
	l.last = make([]int32, f.Code.Len())
	l.crossing, l.in, l.Deciding = map[ir.ID]int{}, map[*cfg.Block]NameSet{}, map[ir.ID]bool{}
	used := map[*cfg.Block][]ir.ID{} // from other blocks
	use := func(b *cfg.Block, i int, id ir.ID) {
		if f.Graph.BlockOf(id) == b {
			l.last[id] = int32(i)
			return
		}
		if o := f.Code.Op(id); o.Code == ir.OpVar && !o.Flags.Has(ir.Temporary) || o.Code == ir.OpParam {
			return // known everywhere
		}
		if _, ok := l.crossing[id]; !ok {
			l.crossing[id] = len(l.crossing)
		}
		used[b] = append(used[b], id)
	}
	for _, b := range f.Graph.Blocks {
		for i, id := range b.Ops {
			for v := range f.Code.Op(id).Operands {
				use(b, i, v)
			}
		}
		if b.Test != 0 {
			use(b, len(b.Ops), b.Test)
			f.decides(b, b.Test)
		}
		for _, e := range b.Succs {
			if e.Value != 0 {
				use(b, len(b.Ops), e.Value)
				f.decides(b, e.Value)
			}
		}
	}
	f.flowValues(used)
}

// decides records a comparison that only the end of its block uses.
func (f *Function) decides(b *cfg.Block, id ir.ID) {
	var chain []ir.ID
	for range maxWalk {
		o := f.Code.Op(id)
		if f.Graph.BlockOf(id) != b || len(f.Users[id]) > 1 {
			return
		}
		chain = append(chain, id)
		if o.Code == ir.OpBinary && state.ComparisonOf(o.Operator) != state.NoComparison {
			break
		}
		if o.Code != ir.OpTruth && o.Code != ir.OpConvert && !isNot(o) {
			return
		}
		id = o.A
	}
	for _, id := range chain {
		f.Values.Deciding[id] = true
		for v := range f.Code.Op(id).Operands {
			f.Values.last[v] = int32(len(b.Ops)) // they wait with it
		}
	}
}

func isNot(o *ir.Op) bool { return o.Code == ir.OpUnary && o.Operator == ast.Not }

// flowValues finds the values that are live at the starts of blocks.
func (f *Function) flowValues(used map[*cfg.Block][]ir.ID) {
	l := &f.Values
	made := map[*cfg.Block]NameSet{}
	for _, b := range f.Graph.Blocks {
		l.in[b], made[b] = newSet(len(l.crossing)), newSet(len(l.crossing))
		for _, id := range used[b] {
			l.in[b].add(l.crossing[id])
		}
		for _, e := range b.Succs {
			if bit, ok := l.crossing[e.Yields]; ok {
				made[b].add(bit)
			}
		}
	}
	for id, bit := range l.crossing {
		if b := f.Graph.BlockOf(id); b != nil {
			made[b].add(bit)
		}
	}
	flowBack(f.Graph, l.in, made)
}

// Needed reports whether a value is used behind operation i of a block.
func (f *Function) Needed(id ir.ID, b *cfg.Block, i int) bool {
	if f.Graph.BlockOf(id) == b && int(f.Values.last[id]) > i {
		return true
	}
	bit, ok := f.Values.crossing[id]
	if !ok {
		return false
	}
	for _, e := range b.Succs {
		if f.Values.in[e.To].has(bit) {
			return true
		}
	}
	return i < len(b.Ops) && f.usedIn(id, b, i)
}

// usedIn reports whether a block uses a value of another block behind operation i.
func (f *Function) usedIn(id ir.ID, b *cfg.Block, i int) bool {
	return b.Test == id || slices.ContainsFunc(b.Succs, func(e *cfg.Edge) bool { return e.Value == id }) ||
		slices.ContainsFunc(b.Ops[i+1:], func(at ir.ID) bool { return slices.Contains(f.Users[id], at) })
}
