package resource

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
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
	scope  ast.Node // see plan
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

func refuse(format string, args ...any) *Mend { return &Mend{Refused: fmt.Sprintf(format, args...)} }

// mend finds how the leak at a site can be mended. first is its analysis, in which
// the handle leaks.
func Find(u *unit, s site, first *analysis, proven bool) *Mend {
	if first.partial {
		return refuse("the paths of the function are too many")
	}
	place, why := leakingPlace(first, s)
	if why != "" {
		return refuse("%s", why)
	}
	v := s.f.variableAt(place)
	b := &mender{u: u, s: s, place: place, v: v, handle: first.f.spellPlace(place)}
	b.release = releaseOfType(u.kind, s, v)
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
	if best.Refused != "" {
		return best
	}
	if !proven {
		best.doubt("a function out of sight is called on the path")
	} else if sure := b.try(best.scope, first.inverse, true); sure.Refused != "" || !slices.Equal(best.Points, sure.Points) {
		best.doubt("calls are taken to give the same result each time")
	}
	return best
}

// best returns the best way to mend the leak in one reading of what judges a status.
func (b *mender) best(inverse bool) *Mend {
	var best *Mend
	for _, scope := range b.scopes() {
		m := b.try(scope, inverse, false)
		m.scope = scope
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
func leakingPlace(a *analysis, s site) (place, why string) {
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
	// The first variable is the one that it is made in, most likely.
	slices.SortStableFunc(common, func(p, q string) int { return cmp.Compare(len(root(p)), len(root(q))) })
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
func releaseOfType(k *Kind, s site, v *variable) string {
	if strings.HasPrefix(lastPart(v.declared), "CU") {
		return k.Release[len(k.Release)-1]
	}
	return k.releaseFor(calleeName(s.call()))
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

// scopes returns the blocks around all uses of the handle in which its variable is
// declared, the innermost first.
func (b *mender) scopes() []ast.Node {
	var out []ast.Node
	body := b.s.f.node
	for n := b.s.call().Origin(); n.Valid() && n != body; n = n.Parent() {
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
// forgetful does not take calls of one function with the same arguments to give the
// same result each time.
func (b *mender) try(scope ast.Node, inverse, forgetful bool) *Mend {
	p := &plan{place: b.place, scope: scope, overwrites: map[ast.Node]bool{}}
	var a *analysis
	for round := 0; ; round++ {
		p.tallies, p.order, p.made, p.lost = map[spot]*tally{}, nil, map[ir.ID]bool{b.s.op: true}, nil
		a = newAnalysis(b.u, b.s.f, b.s.op)
		a.from, a.plan, a.inverse, a.forgetful = b.s.from, p, inverse, forgetful
		p.ends = b.s.f.inMain() && !b.u.opts.Strict
		if !a.run(newState()) {
			return refuse("the paths of the function are too many")
		}
		fresh := map[ast.Node]bool{}
		for _, e := range a.events {
			switch e.kind {
			case overwritten:
				n := a.f.statement(e.by)
				if round == 3 || !n.Valid() || p.overwrites[n] || n.Is(ast.Declaration) && within(n, b.v.node) {
					return refuse("line %d overwrites the handle", line(e.node))
				}
				if n.Is(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement) {
					return refuse("the handle is overwritten inside of a statement at line %d", line(e.node))
				}
				fresh[n] = true
			default:
				return refuse("line %d uses the handle after its release", line(e.node))
			}
		}
		for _, jump := range forking(a) {
			if round < 3 && !p.overwrites[jump] {
				fresh[jump] = true
			}
		}
		if len(fresh) == 0 {
			break
		}
		maps.Copy(p.overwrites, fresh)
	}
	if why := stillLeaks(a); why != "" {
		return refuse("%s", why)
	}
	return b.mendAt(a)
}

// forking returns the jumps that lead past a release of the handle to a point which
// other paths come to behind that release.
func forking(a *analysis) []ast.Node {
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

// stillLeaks says what leaks in spite of a plan.
func stillLeaks(a *analysis) string {
	quiet := a.f.neverThrows()
	for _, x := range a.exits {
		switch {
		case x.st.status != live || x.st.ret != nil && len(x.st.ret.holds) > 0:
		case x.how == cfg.Throw && quiet, a.outlives(x.st), x.how != cfg.Throw && a.plan.ends:
		case x.how == cfg.Throw:
			return fmt.Sprintf("an exception may leave line %d", line(x.node))
		case !x.node.Valid():
			return "a path to the end of the function could not be followed"
		default:
			return fmt.Sprintf("a path to line %d could not be followed", line(x.node))
		}
	}
	return ""
}

// mendAt turns the spots of a plan into points of the source.
func (b *mender) mendAt(a *analysis) *Mend {
	m := &Mend{Create: spelled(b.s.call()), Handle: b.handle, Release: b.release, Pointer: b.v.pointer() || b.arrays()}
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
		b.waits(&point, a, t)
		if point.Wait && point.Stream == "" && b.switches {
			return refuse("kernels may still use it on a device that is not the current one at line %d", at.line())
		}
		b.aheadOfArrays(&point, a, t)
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
