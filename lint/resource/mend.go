package resource

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Mend is how a leak can be mended: the points at which the handle has to be
// released so that no path leaks it and none releases it twice.
type Mend struct {
	// Refused says why there is none, as a phrase; the rest is then not set.
	Refused string
	// Create is the call that acquires, Handle what holds the handle at the
	// points, as the source spells it, and Release the function that releases it.
	Create          ast.Node
	Handle, Release string
	// Declaration is the name in the declaration of the handle's variable where it
	// has to get an initial value of zero; not valid where it has not.
	Declaration ast.Node
	// Pointer is set where the handle is a pointer.
	Pointer bool
	// Owner is the class whose destructor is to release the handle, "" for none.
	Owner string
	// Shown is set where the change is more than what a program should make by
	// itself.
	Shown bool
	// Guard is set where a release of zero is an error: it needs a test.
	Guard  bool
	Points []Point
	// Doubts are reasons why the releases may change what the program does otherwise
	// than by mending the leak.
	Doubts []string
}

// A Point is where the handle is released.
type Point struct {
	// Node is the statement in front of which it is, or the block at whose End.
	Node ast.Node
	End  bool
	// Evaluate is set where the value of a return statement has to be evaluated
	// before the release.
	Evaluate bool
	// Early is set where the statement is not the last of the function: it is one
	// that is taken when something has gone wrong, for all that is known.
	Early bool
	// Maybe is set where the handle may be zero.
	Maybe bool
	// Wait is set where work that may use the handle may still be running: for
	// the Stream, or all of the device where there is none.
	Wait   bool
	Stream string
}

// Mend finds how a leak can be mended; nil for other findings.
func (f *Finding) Mend() *Mend {
	if f.mend == nil {
		return nil
	}
	return f.mend()
}

func refuse(format string, args ...any) *Mend { return &Mend{Refused: fmt.Sprintf(format, args...)} }

// mend finds how the leak at a site can be mended. first is its analysis, in which
// the handle leaks.
func (u *unit) mend(s site, first *analysis, proven bool) *Mend {
	if first.partial {
		return refuse("the paths of the function are too many")
	}
	place, why := first.leakingPlace(s)
	if why != "" {
		return refuse("%s", why)
	}
	v := s.f.variableAt(place)
	b := &mender{u: u, s: s, place: place, v: v, handle: first.spellPlace(place)}
	b.release = u.kind.releaseOfType(s, v)
	if b.handle == "" {
		return refuse("the handle has no name there")
	}
	if why := b.uses(first); why != "" {
		return refuse("%s", why)
	}
	best := b.best(first.inverse)
	if first.other != nil && best.Refused == "" {
		// Of the two readings of a judge of the status none is the likelier.
		if other := b.best(!first.inverse); other.Refused != "" || !slices.Equal(best.Points, other.Points) {
			return refuse("what a function out of sight says of the status decides")
		}
	}
	if !proven && best.Refused == "" {
		best.Doubts = append(best.Doubts, "a function out of sight is called on the path")
	}
	return best
}

// best returns the best way to mend the leak in one reading of what judges a status.
func (b *mender) best(inverse bool) *Mend {
	var best *Mend
	for _, scope := range b.scopes() {
		m := b.try(scope, inverse)
		if best == nil || m.Refused == "" && (best.Refused != "" || m.worse() < best.worse()) {
			best = m
		}
	}
	if best == nil {
		return refuse("the handle is used outside of the block that it is declared in")
	}
	return best
}

// worse orders ways to mend: the least is the best.
func (m *Mend) worse() int {
	n := len(m.Points)
	for _, p := range m.Points {
		if p.Wait {
			n += 100
		}
		if p.Maybe {
			n += 5
		}
	}
	if m.Declaration.Valid() {
		n += 10
	}
	return n
}

// leakingPlace returns the place that the handle has on all paths that leak.
func (a *analysis) leakingPlace(s site) (place, why string) {
	var common []string
	begun := false
	meet := func(places []string) {
		if !begun {
			common, begun = slices.Clone(places), true
			return
		}
		common = slices.DeleteFunc(common, func(p string) bool { return !slices.Contains(places, p) })
	}
	for _, e := range a.events {
		switch e.kind {
		case overwritten:
			meet([]string{e.place})
		case dropped:
			return "", "nothing keeps the handle"
		case again, used:
			return "", "the handle is also used after its release"
		}
	}
	for _, x := range a.exits {
		if x.st.status == live && (x.st.ret == nil || len(x.st.ret.holds) == 0) && !a.outlives(x.st) {
			meet(x.st.places)
		}
	}
	for _, p := range common {
		v := a.f.variableAt(p)
		if v == nil || weak(p) || strings.Contains(p, "^") || v.static || v.reference() || a.external(p) {
			continue
		}
		if v.scope.File() != a.f.node.File() || v.scope != a.f.node && !within(a.f.node, v.scope) {
			continue
		}
		return p, ""
	}
	return "", "the handle is not in a variable of the function"
}

// releaseOfType returns the function that releases the handle in a variable.
func (k *Kind) releaseOfType(s site, v *variable) string {
	if strings.HasPrefix(lastPart(v.declared), "CU") {
		return k.Release[len(k.Release)-1]
	}
	return k.releaseFor(s)
}

// A mender looks for a way to mend one leak.
type mender struct {
	u       *unit
	s       site
	place   string
	v       *variable
	handle  string
	release string

	names map[string]bool // of the variables that lead to the handle, or to what is made of it
	spots []ast.Node      // of the source that the release has to come behind
	// switches is set where another device may be current after the acquisition.
	switches bool
	// objects are what is made of an array: it has to be released after them.
	objects []object
}

// levels are the functions that give arrays which go with a mipmapped array.
var levels = map[string]bool{"cudaGetMipmappedArrayLevel": true, "cuMipmappedArrayGetLevel": true}

// An object is a texture or surface object that is made of an array, or (kind is
// nil) a level of it.
type object struct {
	kind *Kind
	call ast.Node
	v    *variable
}

// uses finds what the handle is used by.
func (b *mender) uses(first *analysis) (why string) {
	if why := b.calls(); why != "" {
		return why
	}
	b.names = map[string]bool{}
	work := []*variable{b.v}
	holders := first.holders()
	for v := range holders {
		if v != b.v {
			work = append(work, v)
		}
	}
	slices.SortFunc(work[1:], func(x, y *variable) int { return cmp.Compare(x.id, y.id) })
	for i := 0; i < len(work) && len(work) < 50; i++ {
		v := work[i]
		if v.scope != b.s.f.node && !within(b.s.f.node, v.scope) {
			return "a variable outside of the lambda leads to it"
		}
		b.names[v.name] = true
		for _, n := range b.s.f.mentions(v) {
			b.spots = append(b.spots, n)
			if w := b.s.f.storedIn(n); w != nil && !slices.Contains(work, w) {
				work = append(work, w)
			}
			if l := n.Enclosing(ast.LambdaExpression); l.Valid() && l.Index() > b.s.f.node.Index() && l.Index() < b.s.f.node.End() {
				return "a lambda uses it"
			}
			if !b.arrays() {
				continue
			}
			o, why := b.madeOf(n)
			if why != "" {
				return why
			}
			if o == nil || slices.Contains(work, o.v) {
				continue
			}
			if o.kind != nil {
				b.objects = append(b.objects, *o)
			}
			work = append(work, o.v)
		}
	}
	return ""
}

// calls looks at what the function calls besides.
func (b *mender) calls() (why string) {
	create := b.s.node.Origin()
	looped := create.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement).Index() > b.s.f.node.Index()
	for n := range b.s.f.node.Descendants() {
		if !n.Is(ast.CallExpression) {
			continue
		}
		switch name := calleeName(n); {
		case strings.HasPrefix(name, "cu") && (strings.Contains(name, "Graph") && !strings.Contains(name, "Graphics") || strings.Contains(name, "BeginCapture")):
			return "a graph may keep it"
		case name == "cudaSetDevice", name == "cuCtxSetCurrent", name == "cuCtxPushCurrent", name == "cuCtxPopCurrent":
			b.switches = b.switches || looped || n.Index() > create.Index()
		}
	}
	return ""
}

func (b *mender) arrays() bool { return b.u.kind == Array || b.u.kind == MipmappedArray }

// madeOf returns the object that a call makes of an array that a node names; why
// says what keeps the array in use otherwise.
func (b *mender) madeOf(n ast.Node) (o *object, why string) {
	call := n.Enclosing(ast.CallExpression, ast.CompoundStatement)
	for call.Is(ast.CallExpression) {
		if _, ok := b.u.expand(call); ok {
			call = call.Enclosing(ast.CallExpression, ast.CompoundStatement)
			continue
		}
		name := calleeName(call)
		switch {
		case binding[name]:
			return nil, "the array stays bound to a texture reference"
		case contains(TextureObject.Acquire, name), contains(SurfaceObject.Acquire, name), levels[name]:
			kind := TextureObject
			switch {
			case contains(SurfaceObject.Acquire, name):
				kind = SurfaceObject
			case levels[name]:
				kind = nil
			}
			target := arguments(call)[0]
			if !target.Is(ast.PointerExpression) || !target.Child(ast.FieldArgument).Is(ast.Identifier) {
				return nil, "an object that is made of the array may live on"
			}
			if within(target, n) {
				return nil, ""
			}
			v := b.s.f.variable(target.Child(ast.FieldArgument).Text(), target)
			if v == nil || v.static || v.reference() {
				return nil, "an object that is made of the array may live on"
			}
			return &object{kind, call, v}, ""
		case roleOf(name) == passes:
		case call.ChildOf(ast.KernelCallSyntax).Valid(), isAPI(name), roleOf(name) != plain:
			return nil, ""
		case b.u.makesObjects(name, 0):
			return nil, fmt.Sprintf("%s() may make an object of the array", name)
		default:
			return nil, ""
		}
		call = call.Enclosing(ast.CallExpression, ast.CompoundStatement)
	}
	return nil, ""
}

// binding are the functions after which kernels read an array through a reference.
var binding = map[string]bool{
	"cudaBindTextureToArray": true, "cudaBindTextureToMipmappedArray": true, "cudaBindSurfaceToArray": true,
	"cuTexRefSetArray": true, "cuTexRefSetMipmappedArray": true, "cuSurfRefSetArray": true,
}

// makesObjects reports whether a function of a name may make texture or surface
// objects, or bind references.
func (u *unit) makesObjects(name string, depth int) bool {
	bodies := u.named[name]
	if len(bodies) == 0 || depth > maxDepth {
		return true
	}
	for _, f := range bodies {
		given := map[string]bool{}
		for _, p := range f.Params {
			given[p.Name] = true
		}
		for n := range f.Body.Descendants() {
			if !n.Is(ast.CallExpression) || n.ChildOf(ast.KernelCallSyntax).Valid() {
				continue
			}
			callee := calleeName(n)
			switch {
			case contains(TextureObject.Acquire, callee), contains(SurfaceObject.Acquire, callee), binding[callee]:
				return true
			case isAPI(callee), roleOf(callee) != plain, callee == name, !namesOutside(n, given):
				continue
			}
			if _, ok := u.expand(n); !ok && u.makesObjects(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

// scopes returns the blocks around all uses of the handle in which its variable is
// declared, the innermost first.
func (b *mender) scopes() []ast.Node {
	var out []ast.Node
	body := b.s.f.node
	for n := b.s.node.Origin(); n.Valid() && n != body; n = n.Parent() {
		if !n.Is(ast.CompoundStatement) || b.v.scope != body && !within(b.v.scope, n) {
			continue
		}
		if !slices.ContainsFunc(b.spots, func(m ast.Node) bool { return !within(n, m) }) && len(out) < 4 {
			out = append(out, n)
		}
	}
	return out
}

// try returns how the leak is mended by releases at the end of a block and in
// front of the statements that leave it.
func (b *mender) try(scope ast.Node, inverse bool) *Mend {
	p := &plan{place: b.place, scope: scope, overwrites: map[ast.Node]bool{}}
	var a *analysis
	for round := 0; ; round++ {
		p.tallies, p.order, p.made, p.lost = map[spot]*tally{}, nil, map[ast.Node]bool{b.s.node: true}, nil
		a = newAnalysis(b.s.f, b.s.node)
		a.from, a.plan, a.inverse = b.s.from, p, inverse
		p.ends = b.s.f.inMain() && !b.u.opts.Strict
		if !a.run(newState()) {
			return refuse("the paths of the function are too many")
		}
		fresh := map[ast.Node]bool{}
		for _, e := range a.events {
			switch e.kind {
			case overwritten:
				n := nodeAround(e.at.block, e.node)
				if round == 3 || !n.Valid() || p.overwrites[n] || n.Is(ast.Declaration) && within(n, b.v.node) {
					return refuse("line %d overwrites the handle", line(e.node))
				}
				fresh[n] = true
			default:
				return refuse("line %d uses the handle after its release", line(e.node))
			}
		}
		for _, jump := range a.forking() {
			if round < 3 && !p.overwrites[jump] {
				fresh[jump] = true
			}
		}
		if len(fresh) == 0 {
			break
		}
		maps.Copy(p.overwrites, fresh)
	}
	if why := a.stillLeaks(); why != "" {
		return refuse("%s", why)
	}
	return b.mendAt(a)
}

// forking returns the jumps that lead past a release of the handle to a point which
// other paths come to behind that release.
func (a *analysis) forking() []ast.Node {
	var out []ast.Node
	for _, at := range a.plan.order {
		t := a.plan.tallies[at]
		if t.gone == 0 {
			continue
		}
		for _, at := range t.at {
			for e, p := at.by, at.point; ; e, p = p.via, p.from {
				if e != nil && (e.Kind == cfg.Goto || e.Kind == cfg.Break || e.Kind == cfg.Continue) {
					out = append(out, e.Label)
					break
				}
				if p.from == nil {
					break
				}
			}
		}
	}
	return out
}

// inMain reports whether the body is that of main.
func (f *function) inMain() bool {
	return f.sema.Name == "main" && f.sema.Record == nil && !f.node.Is(ast.LambdaExpression)
}

// nodeAround returns the node of a block that another one is part of.
func nodeAround(b *cfg.Block, n ast.Node) ast.Node {
	for n.Valid() {
		for _, m := range b.Nodes {
			if within(m, n) && !m.Is(ast.ForRangeLoop, ast.CatchClause) {
				return m
			}
		}
		n = n.File().Expansion
	}
	return ast.Node{}
}

// stillLeaks says what leaks in spite of a plan.
func (a *analysis) stillLeaks() string {
	quiet := a.f.neverThrows()
	for _, x := range a.exits {
		switch {
		case x.st.status != live || x.st.ret != nil && len(x.st.ret.holds) > 0:
		case x.how == cfg.Throw && quiet, a.outlives(x.st), x.how != cfg.Throw && a.plan.ends:
		case x.how == cfg.Throw:
			return fmt.Sprintf("an exception may leave line %d", line(x.node))
		default:
			return fmt.Sprintf("a path to line %d is not one that can be followed", line(x.node))
		}
	}
	return ""
}

// mendAt turns the spots of a plan into points of the source.
func (b *mender) mendAt(a *analysis) *Mend {
	m := &Mend{Create: spelled(b.s.node), Handle: b.handle, Release: b.release, Pointer: b.v.pointer() || b.arrays()}
	// Released as zero, runtime handles give cudaSuccess: documented of arrays,
	// measured of objects (CUDA 13.0); the driver's arrays CUDA_ERROR_INVALID_HANDLE.
	m.Guard = strings.HasPrefix(m.Release, "cuArray") || strings.HasPrefix(m.Release, "cuMipmapped")
	unset := false
	for _, at := range a.plan.order {
		t := a.plan.tallies[at]
		if t.live == 0 {
			continue
		}
		switch {
		case t.gone > 0:
			return refuse("the handle may have been released on the way to line %d", at.line())
		case t.other > 0:
			return refuse("on some way to line %d the handle is somewhere else too", at.line())
		case a.lostBefore(t):
			return refuse("what becomes of the handle on some way to line %d is not in sight", at.line())
		}
		if t.failed > 0 && b.asksStatus(a.plan.made, at.node) {
			t.unset += t.failed
		}
		unset = unset || t.unset > 0
		point, why := b.point(at, t)
		if why != "" {
			return refuse("%s", why)
		}
		point.Maybe = t.zero+t.unset > 0
		b.waits(&point, a.plan.made, t)
		if point.Wait && point.Stream == "" && b.switches {
			return refuse("kernels may still use it on a device that is not the current one at line %d", at.line())
		}
		b.aheadOfArrays(&point, a.plan.made, t)
		m.Points = append(m.Points, point)
		if point.Wait {
			m.doubt("kernels may still use it")
		}
	}
	if len(m.Points) == 0 {
		return refuse("no point of the function is one where it could be released")
	}
	if unset {
		if why := b.declares(a.plan.made); why != "" {
			return refuse("%s", why)
		}
		m.Declaration = b.v.node
	}
	if why := b.afterObjects(a); why != "" {
		return refuse("%s", why)
	}
	return m
}

func (m *Mend) doubt(why string) {
	if !slices.Contains(m.Doubts, why) {
		m.Doubts = append(m.Doubts, why)
	}
}

func (s spot) line() int {
	if s.end {
		return lastLine(s.node)
	}
	return line(s.node)
}

// asksStatus reports whether the program asks whether the acquisition worked, by a
// call that is not part of a node. One that does not takes the handle to be good in
// any case.
func (b *mender) asksStatus(made map[ast.Node]bool, node ast.Node) bool {
	for call := range made {
		if within(node, call) && !node.Is(ast.CompoundStatement) {
			continue
		}
		n := spelled(call)
		// A macro or function that is given the result and goes on.
		if list := n.Parent(); list.Is(ast.ArgumentList) && list.Parent().Is(ast.CallExpression) {
			n = list.Parent()
		}
		if !n.Parent().Is(ast.ExpressionStatement) {
			return true
		}
	}
	return false
}

// point describes a spot that is written in the source.
func (b *mender) point(at spot, t *tally) (Point, string) {
	p := Point{Node: at.node, End: at.end}
	if at.end {
		return p, ""
	}
	if at.node.Is(ast.ReturnStatement, ast.ThrowStatement, ast.BreakStatement, ast.ContinueStatement, ast.GotoStatement, ast.CoReturnStatement) {
		if at.node.Origin() != at.node {
			return p, fmt.Sprintf("the macro at line %d leaves the block", line(at.node))
		}
		p.Early = !at.node.Is(ast.ReturnStatement) || nested(at.node, b.s.f.node)
		p.Evaluate = at.node.Is(ast.ReturnStatement) && b.evaluates(at.node.FirstChild())
		if at.node.Is(ast.ThrowStatement, ast.CoReturnStatement) && b.evaluates(at.node.FirstChild()) && namesAny(at.node, b.names) {
			return p, fmt.Sprintf("line %d uses the handle", line(at.node))
		}
	} else if p.Node = statementAround(at.node.Origin()); !p.Node.Valid() {
		return p, fmt.Sprintf("the handle is overwritten inside of a statement at line %d", line(at.node))
	}
	return p, b.underDirective(p)
}

// statementAround returns the statement that evaluates a node once, as the first
// it does; not valid where there is none.
func statementAround(n ast.Node) ast.Node {
	for ; n.Valid(); n = n.Parent() {
		switch n.Kind() {
		case ast.ExpressionStatement, ast.Declaration:
			if p := n.Parent(); p.Is(ast.InitStatement, ast.ConditionClause) || p.Is(ast.ForStatement) && n.Field() != ast.FieldBody {
				return ast.Node{}
			}
			return n
		case ast.IfStatement:
			if n.Parent().Is(ast.ElseClause) {
				return ast.Node{}
			}
			for c := range n.Child(ast.FieldCondition).Descendants() {
				if c.Is(ast.ConditionalExpression) || c.Is(ast.BinaryExpression) && (c.Op() == ast.LogicalAnd || c.Op() == ast.LogicalOr) {
					return ast.Node{}
				}
			}
			return n
		case ast.ReturnStatement, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.SwitchStatement, ast.CompoundStatement, ast.LambdaExpression:
			return ast.Node{}
		}
	}
	return n
}

// underDirective says why a point cannot name the handle: its declaration stands
// under an #if that the point does not stand under.
func (b *mender) underDirective(p Point) string {
	for d := b.v.node.Parent(); d.Valid() && d != b.s.f.node; d = d.Parent() {
		if d.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElse, ast.PreprocElif, ast.PreprocElifdef) {
			if p.End && !within(d, p.Node) || !p.End && !within(d, p.Node) {
				return "the handle is declared under an #if"
			}
		}
	}
	if p.End && slices.ContainsFunc(p.Node.File().Inactive, func(s source.Span) bool { return s.Start > p.Node.Span().Start && s.End < p.Node.Span().End }) {
		return "the end of the block stands under an #if"
	}
	return ""
}

// evaluates reports whether an expression that is returned has to be evaluated
// before the release: it names what leads to the handle, calls, or writes.
func (b *mender) evaluates(n ast.Node) bool {
	for m := range n.Descendants() {
		switch m.Kind() {
		case ast.CallExpression:
			if !released[calleeName(m)] {
				return true
			}
		case ast.AssignmentExpression, ast.UpdateExpression, ast.NewExpression, ast.CoAwaitExpression, ast.LambdaExpression:
			return true
		case ast.Identifier:
			if b.names[m.Text()] {
				return true
			}
			if x, ok := b.u.expand(m); ok && b.evaluates(x) {
				return true
			}
		}
	}
	return false
}

// declares says why the handle's variable cannot get an initial value of zero.
func (b *mender) declares(made map[ast.Node]bool) string {
	v := b.v
	parent := v.node.Parent()
	for parent.Is(ast.PointerDeclarator) {
		parent = parent.Parent()
	}
	switch {
	case v.param >= 0 || b.place != v.place() || v.node.Origin() != v.node || !parent.Is(ast.Declaration):
		return "what the handle is where it is not created is not known"
	case v.typ != nil && (v.typ.Kind == sema.Array || v.typ.Kind == sema.RecordKind):
		return "the handle is part of an object"
	case !b.s.f.onlyMade(v, made):
		return "the handle may have a value from elsewhere"
	case parent.Parent().Is(ast.CaseStatement):
		return "the handle is declared in a case"
	}
	for n := range b.s.f.node.Descendants() {
		if n.Is(ast.GotoStatement) && n.Index() < v.node.Index() {
			return "a goto jumps over the declaration of the handle"
		}
	}
	return ""
}

// waits finds work that may still use the handle at a point.
func (b *mender) waits(p *Point, made map[ast.Node]bool, t *tally) {
	l := flight{f: b.s.f, names: b.names, made: made, switches: b.switches}
	if b.arrays() {
		l.names = nil
	}
	streams, several := map[string]bool{}, false
	for _, at := range t.at {
		block, from := b.where(*p, at.block)
		running, known := l.running(block, from)
		for _, s := range running {
			streams[s] = true
		}
		several = several || !known
	}
	if len(streams) == 0 {
		return
	}
	p.Wait = true
	if len(streams) == 1 && !several {
		for s := range streams {
			p.Stream = s
		}
		if p.Stream != "" && !b.streamLives(p) {
			p.Stream = ""
		}
	}
}

// where returns the block of the graph, and the number of its nodes, that run
// before what is inserted at a point; last is the block of a path that comes to it.
func (b *mender) where(p Point, last *cfg.Block) (*cfg.Block, int) {
	from := len(last.Nodes)
	switch {
	case p.End:
		// What stands in the block behind the scope does not count.
		for from > 0 && !within(p.Node, last.Nodes[from-1].Origin()) {
			from--
		}
		return last, from
	case p.Node.Is(ast.ReturnStatement):
		return last, from
	}
	for _, block := range []*cfg.Block{last, b.s.f.graph.BlockOf(p.Node)} {
		if block == nil {
			continue
		}
		if i := slices.IndexFunc(block.Nodes, func(m ast.Node) bool { return within(p.Node, m.Origin()) }); i >= 0 {
			return block, i
		}
	}
	return last, from
}

// aheadOfArrays moves a point of an object in front of statements right before it
// that free arrays: the object may have been made of one of them.
func (b *mender) aheadOfArrays(p *Point, made map[ast.Node]bool, t *tally) {
	if b.arrays() || p.Evaluate || p.Wait {
		return
	}
	var before []ast.Node
	list := p.Node
	if !p.End {
		list = p.Node.Parent()
	}
	for c := range list.Children() {
		if !p.End && c == p.Node {
			break
		}
		before = append(before, c)
	}
	if !list.Is(ast.CompoundStatement) {
		return
	}
	to := ast.Node{}
	for _, n := range slices.Backward(before) {
		if !freesArray(n) {
			break
		}
		to = n
	}
	if !to.Valid() {
		return
	}
	moved := Point{Node: to, Early: p.Early, Maybe: p.Maybe}
	if b.waits(&moved, made, t); !moved.Wait {
		*p = moved
	}
}

// freesArray reports whether a statement does nothing but to free an array, by
// itself or in a macro that checks the result.
func freesArray(n ast.Node) bool {
	if !n.Is(ast.ExpressionStatement) {
		return false
	}
	call := n.FirstChild()
	if args := arguments(call); call.Is(ast.CallExpression) && len(args) == 1 && args[0].Is(ast.CallExpression) {
		call = args[0]
	}
	name := calleeName(call)
	return call.Is(ast.CallExpression) && (contains(Array.Release, name) || contains(MipmappedArray.Release, name))
}

// streamLives reports whether a stream can be waited for at a point.
func (b *mender) streamLives(p *Point) bool {
	for n := range b.s.f.node.Descendants() {
		switch {
		case n.Is(ast.CallExpression) && (calleeName(n) == "cudaStreamDestroy" || calleeName(n) == "cuStreamDestroy"):
			return false
		case n.Is(ast.Identifier) && n.Text() == p.Stream:
			v := b.s.f.variable(n.Text(), n)
			at := p.Node
			if p.End {
				at = at.File().At(at.End() - 1)
			}
			if v != nil && b.s.f.variable(v.name, at) != v {
				return false
			}
		}
	}
	return true
}

// afterObjects says why an array cannot be released at the points of a plan: an
// object that is made of it is not released before.
func (b *mender) afterObjects(a *analysis) string {
	for _, o := range b.objects {
		u := newUnit(b.u.sema, o.kind, b.u.opts)
		g := u.bodyAt(b.s.f.node, b.s.f.sema)
		if g == nil {
			return "an object that is made of the array may live on"
		}
		p := &plan{place: o.v.place(), scope: a.plan.scope, overwrites: a.plan.overwrites, keep: true, ends: a.plan.ends,
			tallies: map[spot]*tally{}, made: map[ast.Node]bool{}}
		e := newAnalysis(g, o.call)
		e.plan = p
		if !e.run(newState()) {
			return "an object that is made of the array may live on"
		}
		if len(p.lost) > 0 {
			return fmt.Sprintf("what becomes of %s, made of the array, is not in sight", o.v.name)
		}
		for at, t := range p.tallies {
			if mine := a.plan.tallies[at]; mine != nil && mine.live > 0 && t.live+t.other > 0 {
				return fmt.Sprintf("%s, made of the array, is not %s before", o.v.name, past(o.kind.Destroy))
			}
		}
	}
	return ""
}
