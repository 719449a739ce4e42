// Package reuse holds results of earlier analyses and returns them where nothing changed that
// they depend on. A FileCache holds those for the functions of a file from one text of it to the
// next; a HeaderCache holds those for functions of headers that many units include.
package reuse

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/depend"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A FileCache holds the results for the functions of one file from one text of it to the
// next: where nothing changed that a result depends on, the result is returned with the nodes
// of the new syntax tree. Of concurrent analyses one uses it.
type FileCache struct {
	mu      sync.Mutex
	cache   *depend.Cache
	unit    *sema.Unit
	parts   *depend.Parts
	entries map[depend.Digest]*fileEntry
	// turn counts the units, weight is that of the entries.
	turn, weight int
	// expanded is the share of what macros may expand to in the unit that the reused results
	// would have used up.
	expanded float64
	// Reused and Analysed count the results that were reused and those that were made.
	Reused, Analysed int
}

// NewFileCache returns an empty FileCache.
func NewFileCache() *FileCache {
	return &FileCache{cache: depend.NewCache(), entries: map[depend.Digest]*fileEntry{}}
}

// The entries of earlier units are bounded by the number of their accesses and nests. They
// are used when a change is undone, or a brace is closed again.
const (
	minWeight    = 8000
	weightFactor = 3 // of the weight of the last unit
)

// maxExpanded is the share of what macros may expand to in a unit that may be used up where
// results are reused: beyond it the order of the analyses decides which macros are expanded.
const maxExpanded = 0.25

// Open makes the unit the one that is analysed. It returns c, to be closed, or nil where c
// cannot be used.
func (c *FileCache) Open(unit *sema.Unit) *FileCache {
	if c == nil || !c.mu.TryLock() {
		return nil
	}
	if c.unit != unit {
		c.trim()
		c.unit, c.parts, c.expanded = unit, c.cache.Parts(unit), 0
		c.turn++
	}
	if unit.ExpansionsUsed()+c.expanded > maxExpanded {
		c.mu.Unlock()
		return nil
	}
	return c
}

// Close ends what open began.
func (c *FileCache) Close() {
	if c != nil {
		c.mu.Unlock()
	}
}

// trim drops the entries that were not used for longest.
func (c *FileCache) trim() {
	current := 0
	for _, r := range c.entries {
		if r.turn == c.turn {
			current += r.weight
		}
	}
	limit := max(minWeight, weightFactor*current)
	if c.weight <= limit {
		return
	}
	type aged struct {
		key depend.Digest
		r   *fileEntry
	}
	var list []aged
	for key, r := range c.entries {
		list = append(list, aged{key, r})
	}
	slices.SortFunc(list, func(a, b aged) int { return a.r.turn - b.r.turn })
	for _, a := range list {
		if c.weight <= limit/2 || a.r.turn == c.turn {
			return
		}
		c.weight -= a.r.weight
		delete(c.entries, a.key)
	}
}

// Result returns the result for a function under a launch: that of an entry, or what analyze
// returns. Both add the functions that were executed to reached.
func (c *FileCache) Result(ctx context.Context, k *sema.Function, l *sema.Launch, q *Question, reached map[*sema.Function]bool, analyze func(reached map[*sema.Function]bool) warp.Result) warp.Result {
	if c == nil {
		return analyze(reached)
	}
	w, key, ok := c.key(k, l, q)
	if ok {
		if r := c.entries[key]; r != nil {
			if res, ok := r.resolve(w, k, l, reached); ok {
				r.turn = c.turn
				c.expanded += r.expansions
				c.Reused++
				return res
			}
		}
	}
	before := c.unit.ExpansionsUsed()
	own := map[*sema.Function]bool{}
	res := analyze(own)
	c.Analysed++
	maps.Copy(reached, own)
	if expanded := c.unit.ExpansionsUsed(); ok && ctx.Err() == nil && expanded+c.expanded <= maxExpanded {
		if r := newFileEntry(w, &res, own); r != nil {
			r.expansions = expanded - before
			c.add(key, r)
			res.Derived = r.result.Derived
		}
	}
	return res
}

func (c *FileCache) add(key depend.Digest, r *fileEntry) {
	r.turn = c.turn
	if old := c.entries[key]; old != nil {
		c.weight -= old.weight
	}
	c.entries[key] = r
	c.weight += r.weight
}

// A fileEntry is a result without its nodes, functions and variables.
type fileEntry struct {
	result warp.Result
	// accesses and nests are the places of what the result's have, reached those of the
	// functions that were executed.
	accesses     []accessRefs
	nests        []depend.NodeRef // from the second on
	reached      []depend.NodeRef
	expansions   float64 // see FileCache.expanded
	turn, weight int
}

type accessRefs struct {
	node, function, variable depend.NodeRef
	hasFunction, hasVariable bool
}

// newFileEntry returns the entry of a result; nil where one of its nodes has no place that a
// later unit knows.
func newFileEntry(w *keyWriter, res *warp.Result, reached map[*sema.Function]bool) *fileEntry {
	slice := w.slice
	r := &fileEntry{result: *res, weight: 1 + len(res.Accesses) + len(res.Nests)}
	stored := &r.result
	stored.Kernel, stored.Launch, stored.Block.Launch = nil, nil, nil
	stored.Derived = &warp.Derived{Values: map[any]any{}}
	stored.Accesses = slices.Clone(res.Accesses)
	stored.Nests = slices.Clone(res.Nests)
	if res.Block.Launch != nil && res.Block.Launch != res.Launch {
		return nil
	}
	r.accesses = make([]accessRefs, len(res.Accesses))
	for i := range stored.Accesses {
		a, refs := &stored.Accesses[i], &r.accesses[i]
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
		a.Node, a.Function, a.Kernel, a.Variable, a.Block = nowhere, nil, nil, nil, warp.Block{}
	}
	for i := range stored.Nests {
		n := &stored.Nests[i]
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

// resolve returns the result with the nodes of the present unit; ok is false where a
// function or a variable of it is gone.
func (r *fileEntry) resolve(w *keyWriter, k *sema.Function, l *sema.Launch, reached map[*sema.Function]bool) (res warp.Result, ok bool) {
	slice := w.slice
	res = r.result
	res.Kernel, res.Launch = k, l
	if res.Block.Source == warp.FromLaunch {
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
