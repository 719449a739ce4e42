package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// liveValues says how long the values of operations are needed.
type liveValues struct {
	// last is, by the operation, the place in its block of the last operation that uses
	// it, len(Ops) where the end of the block does.
	last []int32
	// crossing numbers the values that other blocks use, too; in and out are those that are
	// needed from the start and from the end of a block on.
	crossing map[ir.ID]int
	in, out  map[*cfg.Block]nameSet
	// deciding are the comparisons that nothing but a branch behind them uses.
	deciding map[ir.ID]bool
}

// analyzeValues finds how long values are needed.
func (f *function) analyzeValues() {
	l := &f.values
	l.last = make([]int32, f.code.Len())
	l.crossing, l.in, l.out, l.deciding = map[ir.ID]int{}, map[*cfg.Block]nameSet{}, map[*cfg.Block]nameSet{}, map[ir.ID]bool{}
	used := map[*cfg.Block][]ir.ID{} // from other blocks
	use := func(b *cfg.Block, i int, id ir.ID) {
		if f.graph.BlockOf(id) == b {
			l.last[id] = int32(i)
			return
		}
		if o := f.code.Op(id); o.Code == ir.OpVar && !o.Flags.Has(ir.Temporary) || o.Code == ir.OpParam {
			return // known everywhere
		}
		if _, ok := l.crossing[id]; !ok {
			l.crossing[id] = len(l.crossing)
		}
		used[b] = append(used[b], id)
	}
	for _, b := range f.graph.Blocks {
		for i, id := range b.Ops {
			for v := range f.code.Op(id).Operands {
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

// decides notes that nothing but the end of a block asks for a comparison.
func (f *function) decides(b *cfg.Block, id ir.ID) {
	var chain []ir.ID
	for range maxWalk {
		o := f.code.Op(id)
		if f.graph.BlockOf(id) != b || len(f.users[id]) > 1 {
			return
		}
		chain = append(chain, id)
		if o.Code == ir.OpBinary && comparisonOf(o.Operator) != noComparison {
			break
		}
		if o.Code != ir.OpTruth && o.Code != ir.OpConvert && !isNot(o) {
			return
		}
		id = o.A
	}
	for _, id := range chain {
		f.values.deciding[id] = true
		for v := range f.code.Op(id).Operands {
			f.values.last[v] = int32(len(b.Ops)) // they wait with it
		}
	}
}

func isNot(o *ir.Op) bool { return o.Code == ir.OpUnary && o.Operator == ast.Not }

// flowValues finds which values are needed at the ends of blocks.
func (f *function) flowValues(used map[*cfg.Block][]ir.ID) {
	l := &f.values
	words := (len(l.crossing) + 63) / 64
	if words == 0 {
		return
	}
	made := map[*cfg.Block]nameSet{}
	for _, b := range f.graph.Blocks {
		l.in[b], l.out[b], made[b] = make(nameSet, words), make(nameSet, words), make(nameSet, words)
		for _, id := range used[b] {
			l.in[b].add(l.crossing[id])
		}
	}
	for _, b := range f.graph.Blocks {
		for _, e := range b.Succs {
			if bit, ok := l.crossing[e.Yields]; ok {
				made[b].add(bit)
			}
		}
	}
	for id, bit := range l.crossing {
		if b := f.graph.BlockOf(id); b != nil {
			made[b].add(bit)
		}
	}
	order := f.graph.Blocks
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			for _, e := range b.Succs {
				for w, bits := range l.in[e.To] {
					// What the edge itself yields is needed behind it.
					l.out[b][w] |= bits
				}
			}
			for w, bits := range l.out[b] {
				if bits &^= made[b][w]; l.in[b][w]|bits != l.in[b][w] {
					l.in[b][w] |= bits
					changed = true
				}
			}
		}
	}
}

// needed reports whether a value is used behind operation i of a block.
func (f *function) needed(id ir.ID, b *cfg.Block, i int) bool {
	if f.graph.BlockOf(id) == b && int(f.values.last[id]) > i {
		return true
	}
	bit, ok := f.values.crossing[id]
	if !ok {
		return false
	}
	return f.values.out[b].has(bit) || i < len(b.Ops) && f.usedIn(id, b, i)
}

// usedIn reports whether an operation behind operation i of a block uses a value of another
// block.
func (f *function) usedIn(id ir.ID, b *cfg.Block, i int) bool {
	if b.Test == id {
		return true
	}
	for _, u := range f.users[id] {
		if f.graph.BlockOf(u) == b {
			for _, at := range b.Ops[i+1:] {
				if at == u {
					return true
				}
			}
		}
	}
	for _, e := range b.Succs {
		if e.Value == id {
			return true
		}
	}
	return false
}
