package warp

import (
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Shared holds the results for functions of headers that no launch is in sight of. The
// units that include a header follow such a function once: in each of them it is lowered,
// with what it calls, and where all lowered bodies are the same, so is the result. It is
// safe for concurrent use.
type Shared struct {
	mu     sync.Mutex
	known  map[uint64][]*sharedResult
	weight int
	// Reused counts the results that were taken over.
	Reused int
}

// maxShared bounds what is held, in accesses, nests and bodies.
const maxShared = 1 << 15

// maxVariants bounds the results held for one function.
const maxVariants = 8

// NewShared returns an empty Shared.
func NewShared() *Shared { return &Shared{known: map[uint64][]*sharedResult{}} }

// A sharedResult is a result without its nodes, functions and variables.
type sharedResult struct {
	result Result
	steps  []step
	// accesses and nests say where the nodes of those of the result are.
	accesses []accessPlaces
	nests    []opPlace // from the second on
}

// An opPlace is an operation of a body, which from says what of it counts: its node, or
// X.From.
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

// analyzeShared is analyzeRoot for a function without a launch, or what is known of it.
func analyzeShared(unit *sema.Unit, res Result, opts *Options, reached map[*sema.Function]bool, follow func() Result) Result {
	if opts.Shared == nil || res.Kernel.Node.File() == unit.Files[0] {
		return follow()
	}
	d := opts.digester
	key := d.key(unit, &res, opts)
	if known, ok := opts.Shared.find(key, d, &res, reached); ok {
		return known
	}
	d.trace = &trace{digester: d}
	made := follow()
	t := d.trace
	d.trace = nil
	if kept := t.keep(&made); kept != nil {
		opts.Shared.add(key, kept)
	}
	return made
}

// find returns a known result in the unit of a digester; ok is false where there is none.
func (s *Shared) find(key uint64, d *digester, root *Result, reached map[*sema.Function]bool) (res Result, ok bool) {
	s.mu.Lock()
	list := s.known[key]
	s.mu.Unlock()
	for _, r := range list {
		bodies := d.replay(rootInstance(root), r.steps)
		if bodies == nil {
			continue
		}
		s.mu.Lock()
		s.Reused++
		s.mu.Unlock()
		return r.in(bodies, root, reached), true
	}
	return res, false
}

func (s *Shared) add(key uint64, r *sharedResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	weight := len(r.accesses) + len(r.nests) + len(r.steps)
	if s.weight+weight > maxShared {
		clear(s.known)
		s.weight = 0
	}
	if len(s.known[key]) < maxVariants {
		// A list that was handed out stays as it is.
		s.known[key] = append(slices.Clip(s.known[key]), r)
		s.weight += weight
	}
}

// keep returns what is to be held of a result, nil where it rests on more than the bodies.
func (t *trace) keep(res *Result) *sharedResult {
	if t.open || len(t.bodies) == 0 || res.Incomplete == cancelled || res.Derived != nil {
		return nil
	}
	r := &sharedResult{result: *res, steps: t.steps}
	kept := &r.result
	kept.Accesses, kept.Nests = slices.Clone(res.Accesses), slices.Clone(res.Nests)
	places := t.places()
	for i := range kept.Accesses {
		a := &kept.Accesses[i]
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
		a.Node, a.Function, a.Kernel, a.Variable, a.Block = nowhere, nil, nil, nil, Block{}
	}
	for i := range kept.Nests {
		n := &kept.Nests[i]
		at, ok := places.nodes[n.Loop]
		if !ok && n.Loop.Valid() {
			return nil
		}
		r.nests = append(r.nests, at)
		n.Loop = nowhere
	}
	kept.Kernel, kept.Block = nil, Block{} // these have a syntax tree
	return r
}

// in returns the result in the unit of some bodies.
func (r *sharedResult) in(bodies []*ir.Func, root *Result, reached map[*sema.Function]bool) Result {
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
