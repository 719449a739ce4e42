package cost

import (
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

// An origin says what the address of an access is made of.
type origin struct {
	thread bool // threadIdx or a lane number
	block  bool // blockIdx
	data   bool // something loaded
	walks  bool // what changes in the innermost loop around it
	step   bool // by one element in each iteration
}

// A tracer follows the names in address expressions to what they are computed
// from. It knows assignments, not control flow: what a name is assigned anywhere in
// the function counts.
type tracer struct {
	functions map[*sema.Function]map[string]*assigned
	loops     map[ast.Node]map[string]bool
}

// assigned is what a name is computed from.
type assigned struct {
	names map[string]bool
	data  bool
}

func newTracer() *tracer {
	return &tracer{map[*sema.Function]map[string]*assigned{}, map[ast.Node]map[string]bool{}}
}

// origin returns what the address of an access is made of; loop is the innermost
// loop that it is executed in, not valid for none.
func (t *tracer) origin(a *warp.Access, loop ast.Node) origin {
	start := &assigned{names: map[string]bool{}}
	var index []ast.Node
	if a.Node.Is(ast.SubscriptExpression) {
		for c := range a.Node.Children() {
			index = append(index, c)
		}
	} else {
		index = append(index, a.Node)
	}
	for i, n := range index {
		start.gather(n, i == 0)
	}
	inLoop := t.changedIn(loop)
	o := origin{data: start.data || a.Pattern == warp.DataDependent, step: stepsByOne(a.Node, loop, inLoop)}
	known := t.assignments(a.Function)
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		switch name {
		case "threadIdx":
			o.thread = true
		case "blockIdx":
			o.block = true
		}
		o.walks = o.walks || inLoop[name]
		from := known[name]
		if from == nil {
			return
		}
		o.data = o.data || from.data
		for n := range from.names {
			visit(n)
		}
	}
	for name := range start.names {
		visit(name)
	}
	return o
}

// gather adds the names in an expression. The outermost subscript is the access
// itself, not data that it depends on.
func (s *assigned) gather(n ast.Node, access bool) {
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.Identifier:
			s.names[d.Text()] = true
		case ast.SubscriptExpression:
			s.data = s.data || !access || d != n
		case ast.PointerExpression:
			s.data = s.data || !access && d.Op() == ast.Mul
		case ast.CallExpression:
			switch d.Child(ast.FieldFunction).LastName().Text() {
			case "__ldg", "__ldca", "__ldcg", "tex1Dfetch", "tex1D", "tex2D", "tex3D":
				s.data = true
			}
		}
	}
}

// assignments returns what the names of a function are computed from.
func (t *tracer) assignments(f *sema.Function) map[string]*assigned {
	if f == nil || !f.Body.Valid() {
		return nil
	}
	if known, ok := t.functions[f]; ok {
		return known
	}
	known := map[string]*assigned{}
	for d := range f.Body.Descendants() {
		target, value := assignment(d)
		if !target.Valid() || !value.Valid() {
			continue
		}
		name := firstIdentifier(target)
		if known[name] == nil {
			known[name] = &assigned{names: map[string]bool{}}
		}
		known[name].gather(value, false)
	}
	t.functions[f] = known
	return known
}

// assignment returns what a node assigns to and the value, not valid for nodes that
// assign nothing.
func assignment(d ast.Node) (target, value ast.Node) {
	switch d.Kind() {
	case ast.InitDeclarator:
		return d.Child(ast.FieldDeclarator), d.Child(ast.FieldValue)
	case ast.AssignmentExpression:
		return d.Child(ast.FieldLeft), d.Child(ast.FieldRight)
	}
	return target, value
}

func firstIdentifier(n ast.Node) string {
	for d := range n.Descendants() {
		if d.Kind() == ast.Identifier {
			return d.Text()
		}
	}
	return ""
}

// changedIn returns the names that a loop changes.
func (t *tracer) changedIn(loop ast.Node) map[string]bool {
	if !loop.Valid() {
		return nil
	}
	if names, ok := t.loops[loop]; ok {
		return names
	}
	names := map[string]bool{}
	for d := range loop.Descendants() {
		switch d.Kind() {
		case ast.UpdateExpression:
			names[firstIdentifier(d)] = true
		case ast.AssignmentExpression:
			names[firstIdentifier(d.Child(ast.FieldLeft))] = true
		}
	}
	t.loops[loop] = names
	return names
}

// stepsByOne reports whether the address moves by one element with each iteration:
// the loop counts by one, and the counter stands in the index without a factor.
func stepsByOne(n, loop ast.Node, changed map[string]bool) bool {
	update := loop.Child(ast.FieldUpdate)
	if !update.Is(ast.UpdateExpression) {
		return false
	}
	counter := firstIdentifier(update)
	for d := range n.Descendants() {
		if d.Kind() != ast.Identifier || d.Text() != counter {
			continue
		}
		for p := d.Parent(); p.Valid() && p != n.Parent(); p = p.Parent() {
			if p.Is(ast.BinaryExpression) && (p.Op() == ast.Mul || p.Op() == ast.Shl || p.Op() == ast.Div || p.Op() == ast.Shr || p.Op() == ast.Rem) {
				return false
			}
		}
		return true
	}
	return false
}

// describe fills in what the estimate needs of an access besides its figures.
func (e *Estimate) describe(t *tracer, a *warp.Access) access {
	x := access{Access: a, executions: a.Executions, nest: a.Nest, read: readOf(a), guarded: a.Guarded}
	if e.kernel.Nests == nil {
		x.executions = trips(a)
		return x
	}
	loop := e.kernel.Nests[a.Nest].Loop
	o := t.origin(a, loop)
	x.perBlock, x.walks = o.block, o.walks
	x.uniform = a.Pattern == warp.Uniform && !o.thread && !o.data && a.Function != nil && a.Function.Kernel()
	if o.data && a.Pattern == warp.DataDependent {
		x.depth = 1
	}
	if o.step {
		x.step = float64(a.Bytes)
	}
	if x.walks && a.Pattern != warp.DataDependent {
		x.read.Order, x.read.Step = gpu.Walking, math.Abs(x.step)
	}
	return x
}

// rolled reports whether an access is executed in a loop that the compiler does not
// unroll fully: what its index is then is not known to it.
func (e *Estimate) rolled(x *access) bool {
	for i := x.nest; i > 0; i = e.kernel.Nests[i].Parent {
		if e.kernel.Nests[i].Unroll != 0 {
			return true
		}
	}
	return false
}

// unrolled reports whether a read at one address for the block has a literal offset
// once the compiler has unrolled the loops around it.
func (e *Estimate) unrolled(x *access) bool {
	return x.uniform && x.walks && !x.perBlock && e.kernel.Nests != nil && x.nest > 0 && e.kernel.Nests[x.nest].Unroll == 0
}

// unrollable reports whether it would have if the loops were unrolled: they run a
// constant number of times.
func (e *Estimate) unrollable(x *access) bool {
	return x.uniform && x.walks && !x.perBlock && e.kernel.Nests != nil && x.nest > 0 && e.kernel.Nests[x.nest].Constant
}

// runs returns how often a warp runs the body of a nest, and how many iterations
// have their loads under way together.
func (e *Estimate) runs(i int) (runs, together float64) {
	if e.kernel.Nests == nil {
		return warp.UnknownTrips, 1
	}
	n := &e.kernel.Nests[i]
	if i == 0 {
		return 1, 1
	}
	copies := float64(n.Unroll)
	if n.Unroll == 0 {
		copies = n.Trips
	}
	return n.Runs, max(1, min(copies, maxOverlap))
}
