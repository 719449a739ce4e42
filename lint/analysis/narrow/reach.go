package narrow

import (
	"context"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A Search finds the expressions that kernels reach. It looks at each lowered function once.
type Search struct {
	ctx     context.Context
	builder *ir.Builder
	found   map[*ir.Func]*functionFound
}

// A functionFound is what was found in one function.
type functionFound struct {
	at map[ir.ID][]Expression
	// any is set where the function or one that it calls has an expression.
	any bool
}

// NewSearch returns a Search that lowers functions with a builder.
func NewSearch(ctx context.Context, builder *ir.Builder) *Search {
	return &Search{ctx: ctx, builder: builder, found: map[*ir.Func]*functionFound{}}
}

// Reached is an expression as a kernel reaches it.
type Reached struct {
	Expression
	// Executions is how often a warp executes it per run of the kernel, at most: a branch around it
	// counts as taken. It is 0 where that is not known.
	Executions float64
}

// maxVisits bounds the operations that one kernel is followed through.
const maxVisits = 1 << 20

// Kernel returns the expressions that an instance of a kernel reaches, in the order in which it comes
// to them. nests are those of an analysis of the instance; nil for none.
func (s *Search) Kernel(kernel *ir.Instance, nests []warp.Nest) []Reached {
	f := s.builder.Lower(kernel)
	if f == nil || !s.in(f, 0).any {
		return nil
	}
	w := &walk{Search: s, NestTree: warp.TreeOf(nests), index: map[place]int{}}
	w.region(f, &f.Body, w.Root(), 0)
	return w.out
}

// in returns what a function and those that it calls have.
func (s *Search) in(f *ir.Func, depth int) *functionFound {
	if x, ok := s.found[f]; ok {
		return x
	}
	x := &functionFound{at: map[ir.ID][]Expression{}}
	s.found[f] = x
	own := newFinder(f)
	for id := ir.ID(1); int(id) < f.Len() && s.ctx.Err() == nil; id++ {
		o := f.Op(id)
		if e, ok := own.expressionAt(id); ok {
			x.at[id] = append(x.at[id], e)
		}
		for i := range own.floatArguments(o) {
			if e, ok := own.argumentAt(o, i); ok {
				x.at[id] = append(x.at[id], e)
			}
		}
		if o.Code == ir.OpCall && depth < maxCalls {
			if callee := s.builder.Lower(o.X.Callee); callee != nil {
				x.any = s.in(callee, depth+1).any || x.any
			}
		}
	}
	x.any = x.any || len(x.at) > 0
	return x
}

// maxCalls bounds how deep calls are followed.
const maxCalls = 24

type place struct {
	f  *ir.Func
	id ir.ID
	i  int
}

// A walk follows one kernel through its calls.
type walk struct {
	*Search
	*warp.NestTree
	visits int
	index  map[place]int
	out    []Reached
}

// region follows the operations of a region that is executed in a nest.
func (w *walk) region(f *ir.Func, r *ir.Region, nest, depth int) {
	here := w.in(f, 0)
	for _, id := range r.Ops {
		if w.visits++; w.visits > maxVisits {
			return
		}
		for i := range here.at[id] {
			w.reach(place{f, id, i}, &here.at[id][i], nest)
		}
		o := f.Op(id)
		switch {
		case o.Code == ir.OpCall && depth < maxCalls:
			if callee := w.builder.Lower(o.X.Callee); callee != nil && w.in(callee, 0).any {
				w.region(callee, &callee.Body, nest, depth+1)
			}
		case o.X != nil:
			w.inner(f, o, nest, depth)
		}
	}
}

// inner follows the regions of an operation, but for arms that a constant decides against.
func (w *walk) inner(f *ir.Func, o *ir.Op, nest, depth int) {
	if o.Code == ir.OpLoop {
		nest = w.Enter(nest, o.Node)
	}
	for i := range o.X.Regions {
		if c := f.Op(o.A); (o.Code == ir.OpIf || o.Code == ir.OpChoose) && c.Code == ir.OpConst && c.X == nil && (c.Int != 0) == (i == 1) {
			continue
		}
		w.region(f, &o.X.Regions[i], nest, depth)
	}
	for i := range o.X.Cases {
		w.region(f, &o.X.Cases[i].Test, nest, depth)
		w.region(f, &o.X.Cases[i].Body, nest, depth)
	}
}

// reach notes that an expression is executed in a nest.
func (w *walk) reach(at place, e *Expression, nest int) {
	i, ok := w.index[at]
	if !ok {
		i = len(w.out)
		w.index[at] = i
		w.out = append(w.out, Reached{Expression: *e})
	}
	w.out[i].Executions += w.Runs(nest)
}

// Instances returns the instances of a kernel under its launches, the one without template arguments
// where there is no launch; it leaves out those that are the same.
func Instances(kernel *sema.Function, launches []*sema.Launch) []*ir.Instance {
	if len(launches) == 0 {
		return []*ir.Instance{{Function: kernel}}
	}
	var out []*ir.Instance
	for _, l := range launches {
		inst := InstanceOf(kernel, l)
		if !slices.ContainsFunc(out, func(x *ir.Instance) bool { return x.Key() == inst.Key() }) {
			out = append(out, inst)
		}
	}
	return out
}

// InstanceOf returns the instance of a kernel that a launch starts; the launch may be nil.
func InstanceOf(kernel *sema.Function, l *sema.Launch) *ir.Instance {
	inst := &ir.Instance{Function: kernel}
	if l != nil {
		inst.Bindings = l.Bindings
		for _, a := range l.Args {
			inst.Args = append(inst.Args, a.Type)
		}
	}
	return inst
}
