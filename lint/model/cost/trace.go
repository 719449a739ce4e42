package cost

import (
	"math"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// An origin says which values the address of an access is computed from.
type origin struct {
	thread  bool // threadIdx or a lane number
	warps   bool // more of threadIdx than the lane
	block   bool // blockIdx
	next    bool // blockIdx.x: the next block has another one
	apart   bool // and no other index of the block, and blocks are at least leastApart elements apart
	data    bool // something loaded
	carried bool // something loaded in the iteration before
	unknown bool // a parameter
	// loops are the loops around the access that change the address, the innermost first. step and
	// period say how the first of them does: see stepOf.
	loops  []ast.Node
	step   float64
	period int64
}

// A tracer finds the values that address expressions are computed from, by the names in them. It
// knows no control flow: all assignments of a name in the function count.
type tracer struct {
	functions map[*sema.Function]map[string]*assigned
	loops     map[ast.Node]map[string]bool
}

// An assigned says which values the assignments of a name are computed from.
type assigned struct {
	names map[string]bool
	data  bool
	warps bool // it differs between the warps of a block
	near  bool // blockIdx.x is in it, and is not multiplied by leastApart or more
}

// leastApart is how many elements of 4 bytes fill a sector.
const leastApart = sectorBytes / 4

func newTracer() *tracer {
	return &tracer{map[*sema.Function]map[string]*assigned{}, map[ast.Node]map[string]bool{}}
}

// origin returns the origin of the address of an access.
func (t *tracer) origin(a *warp.Access) origin {
	start := &assigned{names: map[string]bool{}}
	for at := addressOf(a); at.Valid(); {
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
	names, near := map[string]bool{}, start.near
	var visit func(name string)
	visit = func(name string) {
		if names[name] {
			return
		}
		names[name] = true
		if from := known[name]; from != nil {
			o.data, o.warps, near = o.data || from.data, o.warps || from.warps, near || from.near
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
	o.apart = o.next && !near && !names["blockIdx.y"] && !names["blockIdx.z"]
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

// addressOf returns the expression that an access has its address from: of an atomic the first argument,
// without the operands.
func addressOf(a *warp.Access) ast.Node {
	if a.Kind == warp.Atomic && a.Node.Is(ast.CallExpression) {
		if first := a.Node.Child(ast.FieldArguments).FirstChild(); first.Valid() {
			return first
		}
	}
	return a.Node
}

// dense reports whether the values of an index that is data are neighbouring elements of the
// object: the index is not scaled, and no other index is data.
func (t *tracer) dense(a *warp.Access) bool {
	if !a.Node.Is(ast.SubscriptExpression) {
		return false
	}
	last := a.Node.Child(ast.FieldIndices)
	for d := range last.Descendants() {
		if d.Is(ast.BinaryExpression) && (d.Op() == ast.Mul || d.Op() == ast.Shl) {
			return false
		}
	}
	at := a.Node.Child(ast.FieldArgument)
	for ; at.Is(ast.SubscriptExpression); at = at.Child(ast.FieldArgument) {
		if t.loaded(at.Child(ast.FieldIndices), a.Function) {
			return false
		}
	}
	return at.Text() == a.Object
}

// loaded reports whether an expression depends on something loaded.
func (t *tracer) loaded(n ast.Node, f *sema.Function) bool {
	known, seen := t.assignments(f), map[string]bool{}
	start := &assigned{names: map[string]bool{}}
	start.gather(n)
	var visit func(from *assigned) bool
	visit = func(from *assigned) bool {
		if from.data {
			return true
		}
		for name := range from.names {
			if next := known[name]; next != nil && !seen[name] {
				seen[name] = true
				if visit(next) {
					return true
				}
			}
		}
		return false
	}
	return visit(start)
}

// feedsItself reports whether a name is computed from data and from its own value, as the state of
// a hash or a random walk is.
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

// enclosingLoop returns the loop around a node in its function; not valid if there is none.
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
			s.near = s.near || name == "blockIdx.x" && !multiplied(d.Parent())
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

// multiplied reports whether blockIdx.x is multiplied, by another number than a small one.
func multiplied(blockIdx ast.Node) bool {
	product := blockIdx.Parent()
	for ; product.Is(ast.ParenthesizedExpression, ast.CastExpression); blockIdx, product = product, product.Parent() {
	}
	if !product.Is(ast.BinaryExpression) || product.Op() != ast.Mul {
		return false
	}
	other := product.Child(ast.FieldRight)
	if other == blockIdx {
		other = product.Child(ast.FieldLeft)
	}
	factor, err := strconv.ParseInt(strings.TrimRight(other.Text(), "uUlL"), 0, 64)
	return err != nil || factor >= leastApart
}

// ofLane reports whether only the low bits of threadIdx.x are used, which are the same in every
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

// assignments returns, for each name of a function, the values that it is computed from.
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

// assignment returns the target and the value of an assignment; not valid if the node is none.
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

// stepOf returns by how many elements an address moves with each iteration of a loop that counts by
// one, 0 if that is not known. period is the number of iterations after which the address is back
// at the start, 0 for never.
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
