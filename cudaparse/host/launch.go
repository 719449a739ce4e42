package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// Limits for the variants of a launch at one place. Variants with lambda expressions as
// arguments have a limit of their own, as each runs different code.
const (
	maxVariants  = 16
	maxCallables = 64
)

// launches evaluates the launches at a place.
func (e *evaluator) launches(p *pending) []*sema.Launch {
	fn := p.function()
	if generic(fn) && mayDiffer(fn) { // what callers pass says more, unless there are none
		if out := e.variants(e.used(fn), p); len(out) > 0 {
			return out
		}
	}
	base := e.bare(fn)
	if base == nil {
		return nil
	}
	e.open = false
	out := e.variants([]*frame{base}, p)
	if e.open && !generic(fn) && mayDiffer(fn) && slices.ContainsFunc(out, unclear) {
		if more := e.variants(e.used(fn), p); len(more) > 0 {
			return more
		}
	}
	return out
}

// function returns the function around a place. Outside of all functions, in code that does
// not parse, it returns a function whose body is the place.
func (p *pending) function() *sema.Function {
	if p.in.Body.Valid() {
		return p.in
	}
	if p.alone == nil {
		p.alone = &sema.Function{Scope: p.in.Scope, Body: p.site}
	}
	return p.alone
}

// used returns the frames of a function, without the unused ones if there are others.
func (e *evaluator) used(fn *sema.Function) []*frame {
	all := e.frames(fn, 0)
	var used []*frame
	for _, fr := range all {
		if !fr.unused() {
			used = append(used, fr)
		}
	}
	if len(used) > 0 {
		return used
	}
	return all
}

// variants evaluates the launches at a place once for each frame of its function, and merges
// those with the same key.
func (e *evaluator) variants(frames []*frame, p *pending) []*sema.Launch {
	if len(frames) > p.in.MaxCalls() {
		return nil
	}
	var out []*sema.Launch
	type kind struct {
		node ast.Node
		key  string
	}
	index := map[kind]*sema.Launch{}
	callables := 0
	for _, fr := range frames {
		for _, in := range e.bodies(fr, []ast.Node{p.site}) {
			for _, id := range p.launches(in.flow) {
				for _, launch := range e.alternatives(in, id, p) {
					key := kind{launch.Node, keyOf(launch)}
					if same := index[key]; same != nil {
						merge(same, launch)
						continue
					}
					if launch.PassesLambda() {
						if callables++; callables > maxCallables {
							continue
						}
					} else if len(out)-callables >= maxVariants {
						return nil
					}
					index[key] = launch
					out = append(out, launch)
				}
			}
		}
	}
	return out
}

// launches returns the launch operations of a function for a place: the launch itself, or those
// in the expansion of the macro that it is an argument or the invocation of.
func (p *pending) launches(w *flow) (out []ir.ID) {
	var around []ir.ID // the expansions of macros around the place
	for _, id := range w.launches {
		switch at := w.f.Op(id).Node.Origin(); {
		case at == p.site:
			out = append(out, id)
		case at.File() == p.site.File() && at.Index() < p.site.Index() && p.site.Index() < at.End():
			around = append(around, id)
		}
	}
	if len(out) > 0 || len(around) == 0 {
		return out
	}
	// If several arguments are launches, the k-th of them is the k-th in the expansion.
	before, all := 0, 0
	at := w.f.Op(around[0]).Node.Origin()
	for n := range at.Descendants() {
		if n.Is(ast.CallExpression) && decl.LaunchFormOf(n) != decl.NoLaunch {
			if all++; n.Index() < p.site.Index() {
				before++
			}
		}
	}
	if all == len(around) {
		return around[before : before+1]
	}
	return around
}

// mayDiffer reports whether the arguments of launches in a function may depend on its callers.
func mayDiffer(fn *sema.Function) bool {
	return (len(fn.Params) > 0 || generic(fn) || fn.Record != nil) && fn.Name != "main" && fn.Name != ""
}

// unclear reports whether a part of a launch is unknown.
func unclear(launch *sema.Launch) bool {
	if len(launch.Kernels) == 0 {
		return true
	}
	for i := range 3 {
		if launch.Block[i] == 0 || launch.Grid[i] == 0 {
			return true
		}
	}
	for _, k := range launch.Kernels {
		for _, p := range k.TemplateParams {
			if launch.Bindings == nil || !launch.Bindings.Args[p.Name].Known() {
				return true
			}
		}
	}
	for _, a := range launch.Args {
		if !a.Value.Known() && (a.Type == nil || a.Type.Object().Arithmetic()) {
			return true
		}
		lacks := func(l types.Leaf) bool { return l.Type.Arithmetic() && !a.HeldAt(l.Path).Known() }
		if slices.ContainsFunc(a.Type.Object().Leaves(), lacks) {
			return true
		}
	}
	return false
}

// alternatives evaluates a launch: once, or once for each known block size that the code
// before it chooses from.
func (e *evaluator) alternatives(fr *frame, id ir.ID, p *pending) []*sema.Launch {
	e.reset()
	e.assumed = e.assumptions(fr, id)
	e.decide(choice{})
	e.branching = true
	first := &sema.Launch{}
	e.shape(first, fr, id)
	e.branching = false
	known := func(l *sema.Launch) bool { return l.Block[0] > 0 && l.Block[1] > 0 && l.Block[2] > 0 }
	if found := e.choice; found.at != "" && known(first) {
		var out []*sema.Launch
		for found.index = range found.count {
			e.decide(found)
			if l := e.evaluate(fr, id, p); known(l) {
				out = append(out, l)
			}
		}
		if len(out) == found.count {
			e.decide(choice{})
			return out
		}
	}
	if e.choice.at != "" {
		e.decide(choice{})
		return []*sema.Launch{e.evaluate(fr, id, p)}
	}
	e.describe(first, fr, id, p)
	return []*sema.Launch{first}
}

// decide sets the choice, and drops the answers that were found with another one.
func (e *evaluator) decide(c choice) {
	e.choice = c
	e.answers.clear()
}

// shape sets the grid and the block.
func (e *evaluator) shape(launch *sema.Launch, fr *frame, id ir.ID) {
	args := fr.f.Op(id).X.Args
	for c, name := range [...]string{".x", ".y", ".z"} {
		grid, block := e.extent(fr, id, args[0], name), e.extent(fr, id, args[1], name)
		launch.Grid[c], launch.Block[c] = size(grid.Const), size(block.Const)
		launch.BlockMost[c] = size(block.most)
		if block.by != "" && launch.Block[c] == 0 {
			launch.BlockBy = block.by
		}
	}
}

// size returns an extent of a grid or block, 0 for an invalid one.
func size(k sema.Const) int64 {
	if k.Known() && k.Type.Kind != sema.Float && k.Int > 0 && k.Int < 1<<31 {
		return k.Int
	}
	return 0
}

// extent returns component "x", "y" or "z" of the dim3 at an address, a grid or a block, at the
// time of the launch; the zero value if address is 0 or the dim3 is unknown.
func (e *evaluator) extent(fr *frame, launch, address ir.ID, component string) value {
	if address == 0 {
		return value{}
	}
	p, ok := e.locate(fr, address)
	if !ok {
		return value{}
	}
	return e.at(fr, launch, p.part(component), types.Fundamental("unsigned int"))
}

// evaluate returns a launch in a frame of its function.
func (e *evaluator) evaluate(fr *frame, id ir.ID, p *pending) *sema.Launch {
	launch := &sema.Launch{}
	e.shape(launch, fr, id)
	e.describe(launch, fr, id, p)
	return launch
}

// describe sets everything but the grid and the block.
func (e *evaluator) describe(launch *sema.Launch, fr *frame, id ir.ID, p *pending) {
	o := fr.f.Op(id)
	launch.Node = o.Node
	if decl.LaunchFormOf(p.site) != decl.NoLaunch {
		launch.Node = p.site // as written, where it is passed to a macro
	}
	launch.Kernel = decl.LaunchedKernel(launch.Node)
	if p.in.Name != "" || p.in.Body.Valid() {
		launch.In = p.in
	}
	if shared := o.X.Args[2]; shared != 0 {
		launch.SharedBytes = -1
		if k := e.value(fr, shared); k.known() && k.Type.Kind != sema.Float {
			launch.SharedBytes = k.Int
		}
	}
	if o.Flags.Has(ir.Packed) {
		launch.Args = e.packed(fr, id, o.X.Args[4])
	} else {
		e.arguments(launch, fr, id, o)
	}
	e.setKernels(launch, fr, o)
}

// arguments sets the arguments of the kernel.
func (e *evaluator) arguments(launch *sema.Launch, fr *frame, id ir.ID, o *ir.Op) {
	var nodes []ast.Node
	for n := range launch.Node.Child(ast.FieldArguments).Children() {
		nodes = append(nodes, n)
	}
	args := o.X.Args[4:]
	nodes = nodes[max(0, len(nodes)-len(args)):]
	for i, a := range args {
		arg := sema.LaunchArg{}
		if len(nodes) == len(args) {
			arg.Node = nodes[i]
		}
		if a != 0 {
			arg.Type = fr.f.Op(a).Type
		}
		if c := o.X.Callee; c != nil && i < len(c.Args) {
			arg.Type = c.Args[i]
		}
		switch v := arg.Type.Value(); {
		case v == nil || v.Arithmetic():
			arg.Value = e.value(fr, a).Const
		case v.Kind == sema.Pointer:
			if v := e.read(fr, a, distanceType); v.Int != 0 {
				arg.Held = []sema.HeldValue{{Value: v.Const}}
			}
		case arg.Type.Object().Same(fr.f.Op(a).Type.Object()):
			if p, ok := e.locate(fr, a); ok {
				arg.Held = e.held(fr, id, p, arg.Type)
			}
		}
		launch.Args = append(launch.Args, arg)
	}
}

// packed returns the arguments that an array of pointers passes, nil if the array is unknown.
func (e *evaluator) packed(fr *frame, id, array ir.ID) (out []sema.LaunchArg) {
	for _, c := range e.cells(fr, id, array) {
		arg := sema.LaunchArg{Node: c.node, Type: c.t}
		switch v := c.t.Value(); {
		case !c.ok:
		case v == nil || v.Arithmetic():
			arg.Value = e.at(fr, id, c.to, c.t).Const
		default:
			arg.Held = e.held(fr, id, c.to, c.t)
		}
		out = append(out, arg)
	}
	return out
}

// keyOf returns a key of a launch: launches of one place with the same key are merged.
func keyOf(launch *sema.Launch) string {
	var b strings.Builder
	for _, k := range launch.Kernels {
		fmt.Fprintf(&b, "%p ", k)
		if launch.Bindings != nil {
			for _, p := range k.TemplateParams {
				a := launch.Bindings.Args[p.Name]
				b.WriteString(a.String() + ",")
				if a.Type != nil && a.Type.Record != nil && sema.ClosureOf(a.Type.Record) != nil {
					fmt.Fprintf(&b, "%p", a.Type.Record) // all lambda expressions have one name
				}
			}
		}
	}
	fmt.Fprint(&b, launch.Block)
	return b.String()
}

// merge removes from a launch what differs in another one.
func merge(launch, other *sema.Launch) {
	for i := range 3 {
		if launch.Grid[i] != other.Grid[i] {
			launch.Grid[i] = 0
		}
	}
	if launch.SharedBytes != other.SharedBytes {
		launch.SharedBytes = -1
	}
	for i := range launch.Args {
		if i >= len(other.Args) {
			break
		}
		a, b := &launch.Args[i], other.Args[i]
		if !sameNumber(a.Value, b.Value) {
			a.Value = sema.Const{}
		}
		a.Held = mergeHeld(a.Held, b.Held)
	}
}

func sameNumber(a, b sema.Const) bool {
	return a.Known() && b.Known() && a.Int == b.Int && a.Float == b.Float
}
