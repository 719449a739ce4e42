// Package repair finds where a handle that leaks can be released: so that no path leaks it,
// none releases it twice, and no kernel may still use it.
package repair

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A Proposal is a fix for a leak: the points at which to release the handle so that no path leaks
// it and none releases it twice.
type Proposal struct {
	// Refused is a phrase that says why there is no fix; the other fields are then not set.
	Refused string
	// Create is the call that acquires, Handle what holds the handle at the
	// points, as the source spells it, and Release the function that releases it.
	Create          ast.Node
	Handle, Release string
	// Declaration is the name in the declaration of the handle's variable if it has to get an
	// initial value of zero; not valid if not.
	Declaration ast.Node
	// Pointer is set where the handle is a pointer.
	Pointer bool
	// Owner is the class whose destructor is to release the handle, "" for none.
	Owner string
	// Shown is set where the change is only shown, because it is too large to be applied
	// automatically.
	Shown bool
	// Guard is set where releasing zero is an error, so that the release needs a test.
	Guard  bool
	Points []Point
	scope  ast.Node // see plan
	// Doubts are reasons why the releases may change the program's behaviour beyond the leak.
	Doubts []string
}

// A Point is where the handle is released.
type Point struct {
	// Node is the statement in front of which the release goes, or, with End, the block at whose
	// end it goes.
	Node ast.Node
	End  bool
	// Evaluate is set where the value of a return statement has to be evaluated
	// before the release.
	Evaluate bool
	// Early is set where the statement is not the last of the function. It probably handles an
	// error.
	Early bool
	// Maybe is set where the handle may be zero.
	Maybe bool
	// Wait is set where work that uses the handle may still be running: in Stream, or anywhere on
	// the device where that is "".
	Wait   bool
	Stream string
}

// Refuse returns a proposal without a fix; its arguments say why.
func Refuse(format string, args ...any) *Proposal {
	return &Proposal{Refused: fmt.Sprintf(format, args...)}
}

// Find finds a fix for the leak at a site. first is the analysis in which the handle leaks.
func Find(u *follow.Unit, s follow.Site, first *follow.Analysis, proven bool) *Proposal {
	if first.Partial {
		return Refuse("the function has too many paths")
	}
	place, why := leakingPlace(first)
	if why != "" {
		return Refuse("%s", why)
	}
	v := s.Function.VariableAt(place)
	b := &finder{u: u, s: s, place: place, v: v, handle: first.Function.SpellPlace(place)}
	b.release = releaseOfType(u.Kind, s, v)
	if b.handle == "" {
		return Refuse("the handle has no name there")
	}
	if why := b.uses(first); why != "" {
		return Refuse("%s", why)
	}
	best := b.best(first.Inverse)
	if first.Other != nil && best.Refused == "" {
		// Either meaning of the function that judges the status is equally likely.
		if other := b.best(!first.Inverse); other.Refused != "" || !slices.Equal(best.Points, other.Points) {
			return Refuse("a function that is not visible judges the status")
		}
	}
	if best.Refused != "" {
		return best
	}
	if !proven {
		best.doubt("the path calls a function that is not visible")
	} else if sure := b.try(best.scope, first.Inverse, true); sure.Refused != "" || !slices.Equal(best.Points, sure.Points) {
		best.doubt("calls are taken to give the same result each time")
	}
	return best
}

// best returns the best fix for the leak under one meaning of the function that judges the status.
func (b *finder) best(inverse bool) *Proposal {
	var best *Proposal
	for _, scope := range b.scopes() {
		m := b.try(scope, inverse, false)
		m.scope = scope
		if best == nil || m.Refused == "" && (best.Refused != "" || m.worse() < best.worse()) {
			best = m
		}
	}
	if best == nil {
		return Refuse("the handle is used outside of the block that it is declared in")
	}
	return best
}

// worse orders fixes: the smallest value is the best.
func (m *Proposal) worse() int {
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
func leakingPlace(a *follow.Analysis) (place, why string) {
	var common []string
	begun := false
	meet := func(places []string) {
		if !begun {
			common, begun = slices.Clone(places), true
			return
		}
		common = slices.DeleteFunc(common, func(p string) bool { return !slices.Contains(places, p) })
	}
	for _, e := range a.Events {
		switch e.Kind {
		case follow.Overwritten:
			meet([]string{e.Place})
		case follow.Dropped:
			return "", "nothing keeps the handle"
		case follow.ReleasedAgain, follow.UsedAfterRelease:
			return "", "the handle is also used after its release"
		}
	}
	for _, x := range a.Exits {
		if x.State.Status == state.Live && (x.State.Ret == nil || len(x.State.Ret.Holds) == 0) && !a.Function.HandleOutlives(x.State) {
			meet(x.State.Places)
		}
	}
	// The first variable is most likely the one that it is created in.
	slices.SortStableFunc(common, func(p, q string) int { return cmp.Compare(len(state.Root(p)), len(state.Root(q))) })
	for _, p := range common {
		v := a.Function.VariableAt(p)
		if v == nil || state.Ambiguous(p) || strings.Contains(p, "^") || v.Static || v.Reference() || a.Function.Outlives(p) {
			continue
		}
		if v.Scope.File() != a.Function.Node.File() || v.Scope != a.Function.Node && !body.Within(a.Function.Node, v.Scope) {
			continue
		}
		return p, ""
	}
	return "", "the handle is not in a variable of the function"
}

// releaseOfType returns the function that releases the handle in a variable.
func releaseOfType(k *handle.Kind, s follow.Site, v *body.Variable) string {
	if strings.HasPrefix(body.LastPart(v.Declared), "CU") {
		return k.Release[len(k.Release)-1]
	}
	return k.ReleaseFor(body.CalleeName(s.Call()))
}

// A finder looks for a fix for one leak.
type finder struct {
	u       *follow.Unit
	s       follow.Site
	place   string
	v       *body.Variable
	handle  string
	release string

	names map[string]bool // of the variables that lead to the handle, or to what is made of it
	spots []ast.Node      // of the source that the release has to come behind
	// switches is set where another device may be current after the acquisition.
	switches bool
	// objects are the objects that use the array: it has to be released after them.
	objects []object
}

// scopes returns the blocks around all uses of the handle in which its variable is
// declared, the innermost first.
func (b *finder) scopes() []ast.Node {
	var out []ast.Node
	function := b.s.Function.Node
	for n := b.s.Call().Origin(); n.Valid() && n != function; n = n.Parent() {
		if !n.Is(ast.CompoundStatement) || b.v.Scope != function && !body.Within(b.v.Scope, n) {
			continue
		}
		if !slices.ContainsFunc(b.spots, func(m ast.Node) bool { return !body.Within(n, m) }) && len(out) < 4 {
			out = append(out, n)
		}
	}
	return out
}

// try returns the fix that releases the handle at the end of a block and in front of the
// statements that leave it. With forgetful, calls of one function with equal arguments may return
// different results.
func (b *finder) try(scope ast.Node, inverse, forgetful bool) *Proposal {
	p := &follow.Plan{Function: b.s.Function, Place: b.place, Scope: scope, Overwrites: map[ast.Node]bool{}}
	var a *follow.Analysis
	for round := 0; ; round++ {
		p.Tallies, p.Order, p.Acquisitions, p.Lost = map[follow.Spot]*follow.Tally{}, nil, map[ir.ID]bool{b.s.Op: true}, nil
		a = follow.NewAnalysis(follow.Task{Unit: b.u, Function: b.s.Function, Origin: b.s.Op, From: b.s.From, Plan: p, Inverse: inverse, Forgetful: forgetful})
		p.Ends = b.s.Function.InMain() && !b.u.Opts.Strict
		if !a.Run(state.NewState()) {
			return Refuse("the function has too many paths")
		}
		fresh := map[ast.Node]bool{}
		for _, e := range a.Events {
			switch e.Kind {
			case follow.Overwritten:
				n := a.Function.Statement(e.By)
				if round == 3 || !n.Valid() || p.Overwrites[n] || n.Is(ast.Declaration) && body.Within(n, b.v.Node) {
					return Refuse("line %d overwrites the handle", body.Line(e.Node))
				}
				if n.Is(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement) {
					return Refuse("the handle is overwritten inside of a statement at line %d", body.Line(e.Node))
				}
				fresh[n] = true
			default:
				return Refuse("line %d uses the handle after its release", body.Line(e.Node))
			}
		}
		for _, jump := range forking(a) {
			if round < 3 && !p.Overwrites[jump] {
				fresh[jump] = true
			}
		}
		if len(fresh) == 0 {
			break
		}
		maps.Copy(p.Overwrites, fresh)
	}
	if why := stillLeaks(a); why != "" {
		return Refuse("%s", why)
	}
	return b.mendAt(a)
}

// forking returns the jumps past a release of the handle to a point that other paths reach after
// that release.
func forking(a *follow.Analysis) []ast.Node {
	var out []ast.Node
	for _, at := range a.Plan.Order {
		t := a.Plan.Tallies[at]
		if t.Gone == 0 {
			continue
		}
		for _, at := range t.At {
			for e, p := at.By, at.Point; ; e, p = p.Via, p.From {
				if e != nil && (e.Kind == cfg.Goto || e.Kind == cfg.Break || e.Kind == cfg.Continue) {
					out = append(out, e.Label)
					break
				}
				if p.From == nil {
					break
				}
			}
		}
	}
	return out
}

// stillLeaks says what leaks in spite of a plan.
func stillLeaks(a *follow.Analysis) string {
	quiet := a.Function.NeverThrows()
	for _, x := range a.Exits {
		switch {
		case x.State.Status != state.Live || x.State.Ret != nil && len(x.State.Ret.Holds) > 0:
		case x.How == cfg.Throw && quiet, a.Function.HandleOutlives(x.State), x.How != cfg.Throw && a.Plan.Ends:
		case x.How == cfg.Throw:
			return fmt.Sprintf("an exception may leave line %d", body.Line(x.Node))
		case !x.Node.Valid():
			return "a path to the end of the function could not be followed"
		default:
			return fmt.Sprintf("a path to line %d could not be followed", body.Line(x.Node))
		}
	}
	return ""
}

// mendAt returns the fix whose points in the source are the spots of a plan.
func (b *finder) mendAt(a *follow.Analysis) *Proposal {
	m := &Proposal{Create: body.SpelledCall(b.s.Call()), Handle: b.handle, Release: b.release, Pointer: b.v.Pointer() || b.arrays()}
	// Released as zero, runtime handles give cudaSuccess: documented of arrays,
	// measured of objects (CUDA 13.0); the driver's arrays CUDA_ERROR_INVALID_HANDLE.
	m.Guard = strings.HasPrefix(m.Release, "cuArray") || strings.HasPrefix(m.Release, "cuMipmapped")
	unset := false
	for _, at := range a.Plan.Order {
		t := a.Plan.Tallies[at]
		if t.Live == 0 {
			continue
		}
		switch {
		case t.Gone > 0:
			return Refuse("the handle may have been released on a path to line %d", at.Line())
		case t.Other > 0:
			return Refuse("something else holds the handle, too, on some path to line %d", at.Line())
		case a.Plan.LostBefore(t):
			return Refuse("what becomes of the handle on some path to line %d is not known", at.Line())
		}
		if t.Failed > 0 && b.asksStatus(a.Plan.Acquisitions, at.Node) {
			t.Unset += t.Failed
		}
		unset = unset || t.Unset > 0
		point, why := b.point(at)
		if why != "" {
			return Refuse("%s", why)
		}
		point.Maybe = t.Zero+t.Unset > 0
		b.waits(&point, a, t)
		if point.Wait && point.Stream == "" && b.switches {
			return Refuse("kernels may still use it on a device that is not the current one at line %d", at.Line())
		}
		b.aheadOfArrays(&point, a, t)
		m.Points = append(m.Points, point)
		if point.Wait {
			m.doubt("kernels may still use it")
		}
	}
	if len(m.Points) == 0 {
		return Refuse("the function has no point at which it could be released")
	}
	if unset {
		if why := b.declares(a.Plan.Acquisitions); why != "" {
			return Refuse("%s", why)
		}
		m.Declaration = b.v.Node
	}
	if why := b.afterObjects(a); why != "" {
		return Refuse("%s", why)
	}
	return m
}

func (m *Proposal) doubt(why string) {
	if !slices.Contains(m.Doubts, why) {
		m.Doubts = append(m.Doubts, why)
	}
}
