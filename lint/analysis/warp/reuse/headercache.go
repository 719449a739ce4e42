package reuse

import (
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A HeaderCache holds the results for functions of headers that no launch is visible of. The
// units that include a header execute such a function once: in each of them it is lowered,
// with what it calls, and where all lowered bodies are the same, so is the result. It is
// safe for concurrent use.
type HeaderCache struct {
	mu      sync.Mutex
	entries map[uint64][]*headerEntry
	weight  int
	// Reused counts the results that were reused.
	Reused int
}

// maxWeight bounds the entries, in accesses, nests and bodies.
const maxWeight = 1 << 15

// maxVariants bounds the entries for one question.
const maxVariants = 8

// NewHeaderCache returns an empty HeaderCache.
func NewHeaderCache() *HeaderCache { return &HeaderCache{entries: map[uint64][]*headerEntry{}} }

// A headerEntry is a result without its nodes, functions and variables.
type headerEntry struct {
	result warp.Result
	steps  []step
	// accesses and nests say where the nodes of those of the result are.
	accesses []accessPlaces
	nests    []opPlace // from the second on
}

// An opPlace says where a node is in the lowered bodies: it is the node of an operation, or its
// X.From if from is set.
type opPlace struct {
	body int32
	id   ir.ID
	from bool
}

type accessPlaces struct {
	node, variable opPlace // variable has no id where the access has none
	// function is the body of the function that the access is written in, plus 1.
	function int32
}

// Result returns the result for a function without a launch: that of an entry, or what
// analyze returns, which notes in the trace what it depends on. A function of the file itself
// has no entry: analyze gets no trace then.
func (h *HeaderCache) Result(d *Digester, unit *sema.Unit, root *warp.Result, instance *ir.Instance, q *Question, reached map[*sema.Function]bool, analyze func(*Trace) warp.Result) warp.Result {
	if root.Kernel.Node.File() == unit.Files[0] {
		return analyze(nil)
	}
	key := d.key(unit, root, q)
	if res, ok := h.find(key, d, root, instance, reached); ok {
		return res
	}
	t := &Trace{digester: d}
	res := analyze(t)
	if e := t.entry(&res); e != nil {
		h.add(key, e)
	}
	return res
}

// find returns the result of an entry in the unit of a digester; ok is false where there is
// none.
func (h *HeaderCache) find(key uint64, d *Digester, root *warp.Result, instance *ir.Instance, reached map[*sema.Function]bool) (res warp.Result, ok bool) {
	h.mu.Lock()
	list := h.entries[key]
	h.mu.Unlock()
	for _, r := range list {
		bodies := d.replay(instance, r.steps)
		if bodies == nil {
			continue
		}
		h.mu.Lock()
		h.Reused++
		h.mu.Unlock()
		return r.resolve(bodies, root, reached), true
	}
	return res, false
}

func (h *HeaderCache) add(key uint64, r *headerEntry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	weight := len(r.accesses) + len(r.nests) + len(r.steps)
	if h.weight+weight > maxWeight {
		clear(h.entries)
		h.weight = 0
	}
	if len(h.entries[key]) < maxVariants {
		// A list that was handed out stays as it is.
		h.entries[key] = append(slices.Clip(h.entries[key]), r)
		h.weight += weight
	}
}

// entry returns the entry of a result, nil where it depends on more than the bodies.
func (t *Trace) entry(res *warp.Result) *headerEntry {
	if t.open || len(t.bodies) == 0 || res.Incomplete == warp.Cancelled || res.Derived != nil {
		return nil
	}
	r := &headerEntry{result: *res, steps: t.steps}
	stored := &r.result
	stored.Accesses, stored.Nests = slices.Clone(res.Accesses), slices.Clone(res.Nests)
	places := t.places()
	for i := range stored.Accesses {
		a := &stored.Accesses[i]
		at, ok := places.nodes[a.Node]
		p := accessPlaces{node: at}
		if a.Variable != nil && ok {
			p.variable, ok = places.variables[a.Variable]
		}
		if a.Function != nil && ok {
			p.function, ok = places.functions[a.Function]
		}
		if !ok || a.Kernel != res.Kernel || a.Block != res.Block {
			return nil
		}
		r.accesses = append(r.accesses, p)
		a.Node, a.Function, a.Kernel, a.Variable, a.Block = nowhere, nil, nil, nil, warp.Block{}
	}
	for i := range stored.Nests {
		n := &stored.Nests[i]
		at, ok := places.nodes[n.Loop]
		if !ok && n.Loop.Valid() {
			return nil
		}
		r.nests = append(r.nests, at)
		n.Loop = nowhere
	}
	stored.Kernel, stored.Block = nil, warp.Block{} // these have a syntax tree
	return r
}

// resolve returns the result in the unit of some bodies.
func (r *headerEntry) resolve(bodies []*ir.Func, root *warp.Result, reached map[*sema.Function]bool) warp.Result {
	res := r.result
	res.Kernel, res.Block = root.Kernel, root.Block
	res.Accesses, res.Nests = slices.Clone(res.Accesses), slices.Clone(res.Nests)
	for i := range res.Accesses {
		a, p := &res.Accesses[i], &r.accesses[i]
		a.Node, a.Kernel, a.Block = p.node.in(bodies), root.Kernel, root.Block
		if p.variable.id != 0 {
			a.Variable = bodies[p.variable.body].Op(p.variable.id).X.Variable
		}
		if p.function != 0 {
			a.Function = textOwner(bodies[p.function-1])
		}
	}
	for i := range res.Nests {
		if n := &res.Nests[i]; n.Parent >= 0 {
			n.Loop = r.nests[i].in(bodies)
		}
	}
	for i, s := range r.steps {
		if !s.initializer {
			reached[bodies[i].Instance.Function], reached[textOwner(bodies[i])] = true, true
		}
	}
	return res
}

// in returns the node at a place.
func (p opPlace) in(bodies []*ir.Func) ast.Node {
	if p.id == 0 {
		return nowhere
	}
	o := bodies[p.body].Op(p.id)
	if p.from {
		return o.X.From.Origin()
	}
	return o.Node.Origin()
}

// textOwner returns the function in whose text a body stands: that around a lambda expression.
func textOwner(f *ir.Func) *sema.Function {
	if c := f.Instance.Function.Closure; c != nil {
		return c.In
	}
	return f.Instance.Function
}
