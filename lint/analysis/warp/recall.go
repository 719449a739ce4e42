package warp

import (
	"context"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/depend"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Memory keeps the results of analyses of one file from one text to the next: what a
// change does not reach is taken over, with its nodes in the new tree, instead of being
// analysed again. Of concurrent analyses one uses it.
type Memory struct {
	mu    sync.Mutex
	cache *depend.Cache
	unit  *sema.Unit
	parts *depend.Parts
	known map[depend.Digest]*remembered
	// turn counts the units, weight is that of known.
	turn, weight int
	// spared is how much of what macros may expand to in the unit the analyses took that
	// were taken over.
	spared float64
	// Reused and Analysed count the analyses that were taken over and those that were made.
	Reused, Analysed int
}

// NewMemory returns an empty Memory.
func NewMemory() *Memory {
	return &Memory{cache: depend.NewCache(), known: map[depend.Digest]*remembered{}}
}

// What is kept besides the results of the last unit is bounded by the number of its
// accesses and nests: they are what undoing a change, or closing a brace, brings back.
const (
	leastKept = 8000
	timesKept = 3
)

// mostExpansions is which share of what macros may expand to in a unit may be used up where
// results are taken over: what is left to the analyses that follow is not the same then.
const mostExpansions = 0.25

// open makes the unit the one that is analysed, and returns m, to be closed; nil where m is
// of no use.
func (m *Memory) open(unit *sema.Unit) *Memory {
	if m == nil || !m.mu.TryLock() {
		return nil
	}
	if m.unit != unit {
		m.trim()
		m.unit, m.parts, m.spared = unit, m.cache.Parts(unit), 0
		m.turn++
	}
	if unit.ExpansionsUsed()+m.spared > mostExpansions {
		m.mu.Unlock()
		return nil
	}
	return m
}

// close ends what open began.
func (m *Memory) close() {
	if m != nil {
		m.mu.Unlock()
	}
}

// trim drops what was not used for longest.
func (m *Memory) trim() {
	current := 0
	for _, r := range m.known {
		if r.turn == m.turn {
			current += r.weight
		}
	}
	limit := max(leastKept, timesKept*current)
	if m.weight <= limit {
		return
	}
	type aged struct {
		key depend.Digest
		r   *remembered
	}
	var list []aged
	for key, r := range m.known {
		list = append(list, aged{key, r})
	}
	slices.SortFunc(list, func(a, b aged) int { return a.r.turn - b.r.turn })
	for _, a := range list {
		if m.weight <= limit/2 || a.r.turn == m.turn {
			return
		}
		m.weight -= a.r.weight
		delete(m.known, a.key)
	}
}

// analyze is analyzeLaunch, or what is known of it.
func (m *Memory) analyze(ctx context.Context, unit *sema.Unit, k *sema.Function, l *sema.Launch, opts Options, reached map[*sema.Function]bool) Result {
	if m == nil {
		return analyzeLaunch(ctx, unit, k, l, opts, reached)
	}
	w, key, ok := m.key(k, l, &opts)
	if ok {
		if r := m.known[key]; r != nil {
			if res, ok := r.in(w, k, l, reached); ok {
				r.turn = m.turn
				m.spared += r.expansions
				m.Reused++
				return res
			}
		}
	}
	before := unit.ExpansionsUsed()
	own := map[*sema.Function]bool{}
	res := analyzeLaunch(ctx, unit, k, l, opts, own)
	m.Analysed++
	for f := range own {
		reached[f] = true
	}
	if expanded := unit.ExpansionsUsed(); ok && ctx.Err() == nil && expanded+m.spared <= mostExpansions {
		if r := remember(w, &res, own); r != nil {
			r.turn, r.expansions = m.turn, expanded-before
			if old := m.known[key]; old != nil {
				m.weight -= old.weight
			}
			m.known[key] = r
			m.weight += r.weight
			res.Derived = r.result.Derived
		}
	}
	return res
}

// remembered is a result without its nodes, functions and variables.
type remembered struct {
	result Result
	// accesses and nests are the places of what the result's have, reached those of the
	// functions that were interpreted.
	accesses     []accessRefs
	nests        []depend.NodeRef // from the second on
	reached      []depend.NodeRef
	expansions   float64
	turn, weight int
}

type accessRefs struct {
	node, function, variable depend.NodeRef
	hasFunction, hasVariable bool
}

// remember returns what is to be kept of a result, nil where that cannot be.
func remember(w *keyWriter, res *Result, reached map[*sema.Function]bool) *remembered {
	slice := w.slice
	r := &remembered{result: *res, weight: 1 + len(res.Accesses) + len(res.Nests)}
	kept := &r.result
	kept.Kernel, kept.Launch, kept.Block.Launch = nil, nil, nil
	kept.Derived = &Derived{map[any]any{}}
	kept.Accesses = slices.Clone(res.Accesses)
	kept.Nests = slices.Clone(res.Nests)
	if res.Block.Launch != nil && res.Block.Launch != res.Launch {
		return nil
	}
	r.accesses = make([]accessRefs, len(res.Accesses))
	for i := range kept.Accesses {
		a, refs := &kept.Accesses[i], &r.accesses[i]
		var ok bool
		if refs.node, ok = slice.Ref(a.Node); !ok || a.Kernel != res.Kernel || a.Block != res.Block {
			return nil
		}
		if f := a.Function; f != nil {
			refs.hasFunction = true
			if refs.function, ok = slice.Ref(f.Node); !ok || w.function(f.Node) != f {
				return nil
			}
		}
		if v := a.Variable; v != nil {
			refs.hasVariable = true
			if refs.variable, ok = slice.Ref(v.Node); !ok || slice.Variable(v.Node) != v {
				return nil
			}
		}
		a.Node, a.Function, a.Kernel, a.Variable, a.Block = nowhere, nil, nil, nil, Block{}
	}
	for i := range kept.Nests {
		n := &kept.Nests[i]
		ref, ok := slice.Ref(n.Loop)
		if !ok && n.Loop.Valid() {
			return nil
		}
		r.nests = append(r.nests, ref)
		n.Loop = nowhere
	}
	for f := range reached {
		if w.function(f.Node) != f {
			continue // an instance, which is none of the unit's functions
		}
		ref, ok := slice.Ref(f.Node)
		if !ok {
			return nil
		}
		r.reached = append(r.reached, ref)
	}
	return r
}

// in returns the result in a unit where the same is asked for; ok is false where that
// has not what it should have.
func (r *remembered) in(w *keyWriter, k *sema.Function, l *sema.Launch, reached map[*sema.Function]bool) (res Result, ok bool) {
	slice := w.slice
	res = r.result
	res.Kernel, res.Launch = k, l
	if res.Block.Source == FromLaunch {
		res.Block.Launch = l
	}
	res.Accesses = slices.Clone(res.Accesses)
	for i := range res.Accesses {
		a, refs := &res.Accesses[i], &r.accesses[i]
		a.Node, a.Kernel, a.Block = slice.At(refs.node), k, res.Block
		if refs.hasFunction {
			if a.Function = w.function(slice.At(refs.function)); a.Function == nil {
				return res, false
			}
		}
		if refs.hasVariable {
			if a.Variable = slice.Variable(slice.At(refs.variable)); a.Variable == nil {
				return res, false
			}
		}
	}
	res.Nests = slices.Clone(res.Nests)
	for i := range res.Nests {
		if n := &res.Nests[i]; n.Parent >= 0 {
			n.Loop = slice.At(r.nests[i])
		}
	}
	for _, ref := range r.reached {
		f := w.function(slice.At(ref))
		if f == nil {
			return res, false
		}
		reached[f] = true
	}
	return res, true
}
