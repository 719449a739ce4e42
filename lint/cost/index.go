package cost

import (
	"math"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

// An origin says what the address of an access is made of.
type origin struct {
	thread  bool // threadIdx or a lane number
	warps   bool // more of threadIdx than the lane
	block   bool // blockIdx
	next    bool // blockIdx.x: the next block has another one
	data    bool // something loaded
	carried bool // something loaded in the iteration before
	unknown bool // a parameter
	// loops are the loops around the access, the innermost first, that change the
	// address; step and period say how the first does, see stepOf.
	loops  []ast.Node
	step   float64
	period int64
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
	warps bool // it differs between the warps of a block
}

func newTracer() *tracer {
	return &tracer{map[*sema.Function]map[string]*assigned{}, map[ast.Node]map[string]bool{}}
}

// origin returns what the address of an access is made of.
func (t *tracer) origin(a *warp.Access) origin {
	start := &assigned{names: map[string]bool{}}
	for at := a.Node; at.Valid(); {
		switch at.Kind() {
		case ast.SubscriptExpression:
			start.gather(at.Child(ast.FieldIndices))
			at = at.Child(ast.FieldArgument)
		case ast.FieldExpression, ast.PointerExpression:
			at = at.Child(ast.FieldArgument)
		default:
			start.gather(at)
			at = ast.Node{}
		}
	}
	o := origin{data: start.data || a.Pattern == warp.DataDependent, warps: start.warps}
	known := t.assignments(a.Function)
	names := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if names[name] {
			return
		}
		names[name] = true
		if from := known[name]; from != nil {
			o.data, o.warps = o.data || from.data, o.warps || from.warps
			for n := range from.names {
				visit(n)
			}
		}
	}
	for name := range start.names {
		visit(name)
	}
	o.thread, o.block = names["threadIdx"], names["blockIdx.x"] || names["blockIdx.y"] || names["blockIdx.z"]
	o.next = names["blockIdx.x"]
	if a.Function != nil {
		for _, p := range a.Function.Params {
			o.unknown = o.unknown || p.Name != a.Object && names[p.Name]
		}
	}
	for loop := enclosingLoop(a.Node); loop.Valid(); loop = enclosingLoop(loop) {
		changed, moves := t.changedIn(loop), false
		for name := range names {
			moves = moves || changed[name]
			o.carried = o.carried || changed[name] && feedsItself(known, name)
		}
		if moves {
			o.loops = append(o.loops, loop)
		}
	}
	if len(o.loops) > 0 {
		o.step, o.period = stepOf(a, o.loops[0])
	}
	return o
}

// feedsItself reports whether a name is computed from data and from its own value, as
// the state of a hash or a random walk.
func feedsItself(known map[string]*assigned, name string) bool {
	if known[name] == nil || !known[name].data {
		return false
	}
	seen := map[string]bool{}
	var reaches func(from string) bool
	reaches = func(from string) bool {
		if known[from] == nil || seen[from] {
			return false
		}
		seen[from] = true
		for n := range known[from].names {
			if n == name || reaches(n) {
				return true
			}
		}
		return false
	}
	return reaches(name)
}

// enclosingLoop returns the loop around a node in its function, not valid for none.
func enclosingLoop(n ast.Node) ast.Node {
	return n.Parent().Enclosing(ast.ForStatement, ast.WhileStatement, ast.DoStatement)
}

// gather adds the names in an expression, and whether something is loaded in it.
func (s *assigned) gather(n ast.Node) {
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.Identifier:
			name := d.Text()
			if name == "blockIdx" && d.Parent().Is(ast.FieldExpression) {
				name += "." + d.Parent().Child(ast.FieldField).Text()
			}
			s.names[name] = true
			s.warps = s.warps || name == "threadIdx" && !ofLane(d)
		case ast.SubscriptExpression:
			s.data = true
		case ast.PointerExpression:
			s.data = s.data || d.Op() == ast.Mul
		case ast.CallExpression:
			switch d.Child(ast.FieldFunction).LastName().Text() {
			case "__ldg", "__ldca", "__ldcg", "tex1Dfetch", "tex1D", "tex2D", "tex3D":
				s.data = true
			}
		}
	}
}

// ofLane reports whether threadIdx.x is used for its low bits only: the same in every
// warp of the block.
func ofLane(threadIdx ast.Node) bool {
	for at := threadIdx; at.Valid() && at.Is(ast.Identifier, ast.FieldExpression, ast.ParenthesizedExpression); at = at.Parent() {
		parent := at.Parent()
		if !parent.Is(ast.BinaryExpression) || parent.Op() != ast.And && parent.Op() != ast.Rem {
			continue
		}
		limit, err := strconv.ParseInt(strings.TrimRight(parent.Child(ast.FieldRight).Text(), "uUlL"), 0, 64)
		if parent.Op() == ast.Rem {
			limit--
		}
		return err == nil && limit >= 0 && limit < warpSize
	}
	return false
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
		known[name].gather(value)
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

// stepOf returns by how many elements an address moves with each iteration of a loop
// that counts by one, 0 where it is not known, and after how many iterations it is
// back at the start, 0 for never.
func stepOf(a *warp.Access, loop ast.Node) (elements float64, period int64) {
	update := loop.Child(ast.FieldUpdate)
	if !update.Is(ast.UpdateExpression) {
		return 0, 0
	}
	counter := firstIdentifier(update)
	for d := range a.Node.Descendants() {
		if d.Kind() != ast.Identifier || d.Text() != counter {
			continue
		}
		elements = 1
		for at := d; at.Valid() && at != a.Node; at = at.Parent() {
			parent := at.Parent()
			if parent != a.Node && parent.Is(ast.SubscriptExpression, ast.CallExpression) {
				return 0, 0 // of data that is read, or of a function
			}
			if !parent.Is(ast.BinaryExpression) {
				continue
			}
			other := parent.Child(ast.FieldRight)
			if other == at {
				other = parent.Child(ast.FieldLeft)
			}
			factor := int64(0) // not known
			if a.Function != nil {
				if c := a.Function.Scope.Const(other); c.Known() {
					factor = c.Int
				}
			}
			switch parent.Op() {
			case ast.Mul:
				elements *= float64(factor)
			case ast.Shl:
				elements *= math.Exp2(float64(max(0, min(factor, 40))))
			case ast.And:
				if factor > 0 && factor < 1<<20 {
					period = factor + 1
				}
			case ast.Rem:
				if factor > 0 && factor < 1<<20 {
					period = factor
				}
			case ast.Div, ast.Shr:
				elements = 0
			}
		}
		return elements, period
	}
	return 0, 0
}

// alone is the part of the SMs up to which a grid has the second level of constant
// memory, which several SMs share, for itself.
const alone = 16

// describe fills in what the estimate needs of an access besides its figures.
func (e *Estimate) describe(t *tracer, a *warp.Access) access {
	x := access{Access: a, executions: finite(a.Executions), nest: a.Nest, read: readOf(a), guarded: a.Guarded}
	if e.kernel.Nests == nil {
		x.executions = trips(a)
		return x
	}
	if v := math.Round(min(finite(a.Vector), 16)); v > 1 && a.Bytes > 0 {
		// One instruction reads several neighbours.
		x.executions /= v
		x.read.Bytes = min(a.Bytes*int64(v), max(a.Bytes, 16))
	}
	if grid := gridBlocks(e.kernel); grid > 0 && grid <= e.product.SMs.Value/alone {
		x.read.Alone = true
	}
	x.read.Apart = e.Occupancy.Blocks > 1
	o := t.origin(a)
	x.perBlock, x.nextBlock, x.walks = o.block, o.next, a.Nest > 0 || len(o.loops) > 0
	if o.data {
		x.depth, x.carried = 1, o.carried
	}
	x.step = o.step * float64(a.Bytes)
	if n := e.firstNest(o.loops); n != nil && o.period > 0 && n.Trips > float64(o.period) {
		x.repeats = n.Trips / float64(o.period)
	}
	switch {
	case a.Pattern == warp.DataDependent:
	case len(o.loops) > 0:
		x.read.Order, x.read.Step = gpu.Walking, math.Abs(x.step)
	case o.next:
		// Each block reads what no block before it has read on this SM.
		x.read.Order, x.read.Step = gpu.Walking, 32*sectorsOf(&x)
		if !o.warps {
			x.read.Step /= warpsOf(e.kernel.Block) // the first warp fetches for the others
		}
	}
	x.under, x.readOnly = branchOf(a.Node), readOnly(a)
	if n := &e.kernel.Nests[a.Nest]; a.Function != nil && !a.Function.Kernel() && !enclosingLoop(a.Node).Valid() && n.Runs > 0 {
		// Calls from several places: half of them wait for the one before.
		x.calls = max(1, x.executions/n.Runs/parallelism)
	}
	x.uniform = a.Pattern == warp.Uniform && !o.thread && !o.data && a.Function != nil && a.Function.Kernel()
	counted := x.uniform && !o.block && !o.unknown && len(o.loops) > 0
	x.unrollable = counted
	for _, loop := range o.loops {
		n := e.nestOf(loop)
		x.rolled = x.rolled || n == nil || n.Unroll != 0
		x.unrollable = x.unrollable && n != nil && n.Constant
	}
	return x
}

// readOnly reports whether a load of global memory takes the read-only path: of a
// const __restrict__ parameter of the kernel, or by __ldg.
func readOnly(a *warp.Access) bool {
	if a.Kind != warp.Load {
		return false
	}
	if call := a.Node.Parent().Enclosing(ast.CallExpression); call.Valid() && call.Child(ast.FieldFunction).LastName().Text() == "__ldg" {
		return true
	}
	if a.Kernel == nil {
		return false
	}
	for _, p := range a.Kernel.Params {
		if p.Name != a.Object || p.Name == "" {
			continue
		}
		text := p.Node.Text()
		before, _, pointer := strings.Cut(text, "*")
		return pointer && strings.Contains(before, "const") && strings.Contains(text, "__restrict")
	}
	return false
}

// branchOf returns the arm of the if statement that a node stands in, inside the
// loop or the function around it; not valid where it is executed with them.
func branchOf(n ast.Node) ast.Node {
	for at := n; at.Valid(); at = at.Parent() {
		switch parent := at.Parent(); {
		case at.Is(ast.FunctionDefinition, ast.ForStatement, ast.WhileStatement, ast.DoStatement):
			return ast.Node{}
		case parent.Is(ast.IfStatement) && at.Field() != ast.FieldCondition:
			return at
		}
	}
	return ast.Node{}
}

// firstNest returns the nest of the first of some loops, nil for none.
func (e *Estimate) firstNest(loops []ast.Node) *warp.Nest {
	if len(loops) == 0 {
		return nil
	}
	return e.nestOf(loops[0])
}

// nestOf returns the nest of a loop statement, nil where it was not reached.
func (e *Estimate) nestOf(loop ast.Node) *warp.Nest {
	for i := range e.kernel.Nests {
		if n := &e.kernel.Nests[i]; n.Loop == loop {
			return n
		}
	}
	return nil
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
		copies = finite(n.Trips)
	}
	return finite(n.Runs), max(1, min(copies, maxOverlap))
}
