package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Options guide a check.
type Options struct {
	// Strict reports what the end of main, or a reset of the device, releases.
	Strict bool
	// Builder, if any, lowers the host code of the unit.
	Builder *ir.Builder
	// Others, if any, has the facts of the other units of the program.
	Others Others
	// Over, if any, is asked now and then whether the work is to be broken off.
	Over func() bool
}

const maxSites = 500 // of one unit

// A site is a call that is followed: one that acquires, or releases.
type site struct {
	f    *function
	op   ir.ID
	from *outward // nil for the functions of the kind
	ends bool     // it releases: what happens to the handle afterwards is asked
}

// call returns the call as an expansion of macros has it.
func (s site) call() ast.Node { return s.f.code.Op(s.op).Node }

// Check looks for handles of one kind in a translation unit. Findings are in the
// order of the source.
func Check(u *sema.Unit, kind *Kind, opts Options) []Finding {
	found, _ := check(u, kind, opts)
	return found
}

// check returns the findings, and how many steps it has taken.
func check(u *sema.Unit, kind *Kind, opts Options) (found []Finding, steps int) {
	if !mentioned(u, kind, opts.Others != nil) {
		return nil, 0
	}
	if opts.Builder == nil {
		opts.Builder = ir.NewBuilder(u, false)
	}
	n := newUnit(u, kind, opts)
	n.over = opts.Over
	sites := n.sites()
	sites = n.helpers(sites)
	r := reporter{u: n}
	for _, s := range sites {
		a, ok := n.followed[s]
		if !ok || len(n.acquiring) > 0 { // helpers may have been found since
			if n.budget < 0 {
				continue
			}
			a = n.follow(s)
		}
		if a == nil {
			continue
		}
		if !s.ends {
			r.leaks(a, s)
		}
		r.misuse(a, s)
	}
	return r.sorted(), maxSteps - n.budget
}

// mentioned reports whether a unit calls any function of the kind, or (declared)
// declares a function that may be a helper in another unit.
func mentioned(u *sema.Unit, kind *Kind, declared bool) bool {
	for _, names := range [][]string{kind.Acquire, kind.Release} {
		for _, name := range names {
			if len(u.Calls(name)) > 0 {
				return true
			}
		}
	}
	return declared && slices.ContainsFunc(u.FreeFunctions(), kind.mayHelp)
}

// sites returns the calls of the kind's own functions, in the order of the names
// and the source.
func (u *unit) sites() []site {
	var out []site
	for i, names := range [][]string{u.kind.Acquire, u.kind.Release} {
		for _, name := range names {
			out = append(out, u.callsOf(name, nil, nil, i == 1)...)
		}
	}
	return out
}

// callsOf returns the calls of a name in bodies that can be followed.
func (u *unit) callsOf(name string, of *sema.Function, from *outward, ends bool) []site {
	var out []site
	seen := map[*function]bool{}
	for _, call := range u.sema.Calls(name) {
		f := u.around(call)
		if f == nil || seen[f] || f.sema == of {
			continue
		}
		seen[f] = true
		for _, n := range f.calls(name) {
			if len(out) < maxSites && (!ends || f.mayFollow(f.code.Op(n).Node)) {
				out = append(out, site{f, n, from, ends})
			}
		}
	}
	return out
}

// mayFollow reports whether what a call releases is named again after it, as far
// as the order of the source goes, or in a loop around it.
func (f *function) mayFollow(release ast.Node) bool {
	args := arguments(release)
	if len(args) == 0 {
		return false
	}
	name := ""
	for n := range args[0].Descendants() {
		if n.Is(ast.Identifier, ast.FieldIdentifier) {
			name = n.Text()
		}
	}
	at := release.Origin()
	if name == "" || at.Enclosing(ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop).Index() > f.node.Index() {
		return name != ""
	}
	for i := at.End(); i < f.node.End(); i++ {
		if n := f.node.File().At(i); n.Is(ast.Identifier, ast.FieldIdentifier) && n.Text() == name {
			return true
		}
	}
	return false
}

// around returns the body that a node is in: of a lambda or a function; nil for
// none that can be followed.
func (u *unit) around(n ast.Node) *function {
	n = n.Origin()
	in := u.sema.FunctionAt(n)
	if in == nil || u.sema.Inactive(n, false) {
		return nil
	}
	if l := n.Enclosing(ast.LambdaExpression, ast.FunctionDefinition); l.Is(ast.LambdaExpression) {
		return u.lambda(l, instance(in))
	}
	return u.function(instance(in))
}

// follow runs the analysis of a site. Where the path depends on a function out of
// sight that judges the status, the reading is taken under which the handle fares
// better: that is what its author has meant; nil where that is not known.
func (u *unit) follow(s site) *analysis {
	run := func(inverse bool) *analysis {
		a := newAnalysis(s.f, s.op)
		a.from, a.inverse = s.from, inverse
		a.run(newState())
		return a
	}
	a := run(false)
	if !a.judges {
		return a
	}
	b := run(true)
	if a.partial || b.partial {
		return nil // what was left out may decide
	}
	if a.better(b) {
		return a
	}
	if !b.better(a) {
		a.other = b
		return a
	}
	return b
}

// better reports whether the handle fares better than in another reading: it is
// released, kept or given away on some path, or lost on fewer.
func (a *analysis) better(b *analysis) bool {
	good, lost := a.score()
	good2, lost2 := b.score()
	if good != good2 {
		return good
	}
	return lost < lost2
}

func (a *analysis) score() (good bool, lost int) {
	good = len(a.endedIn) > 0
	for _, e := range a.events {
		if e.kind == overwritten || e.kind == dropped {
			lost++
		}
	}
	for _, x := range a.exits {
		switch {
		case x.st.status != live:
		case a.outlives(x.st) || x.st.ret != nil && len(x.st.ret.holds) > 0:
			good = true
		default:
			lost++
		}
	}
	return good, lost
}

// helpers adds the calls of functions that acquire for their callers.
func (u *unit) helpers(sites []site) []site {
	work := slices.Clone(sites)
	for _, f := range u.declaredHelpers() {
		for i := range u.acquiring[f.Node] {
			work = append(work, u.callsOf(f.Name, f, &u.acquiring[f.Node][i], false)...)
		}
	}
	sites = append(sites, work[len(sites):]...)
	for round := 0; round < maxDepth && len(work) > 0; round++ {
		found := map[*sema.Function][]outward{}
		var order []*sema.Function
		for _, s := range work {
			if s.ends || s.f.lambda() {
				continue
			}
			a := u.follow(s)
			u.followed[s] = a
			if a == nil || a.partial {
				continue
			}
			for _, o := range a.outwards() {
				if found[s.f.sema] == nil {
					order = append(order, s.f.sema)
				}
				if !slices.Contains(found[s.f.sema], o) && !slices.Contains(u.acquiring[s.f.sema.Node], o) {
					found[s.f.sema] = append(found[s.f.sema], o)
				}
			}
		}
		work = nil
		for _, f := range order {
			if len(u.acquiring[f.Node]) > 0 || len(found[f]) > 8 {
				continue // a helper in a circle
			}
			u.acquiring[f.Node] = found[f]
			for i := range u.acquiring[f.Node] {
				work = append(work, u.callsOf(f.Name, f, &u.acquiring[f.Node][i], false)...)
			}
		}
		sites = append(sites, work...)
		// What was found out before did not know of these.
		u.effects, u.ends = map[string]effect{}, map[string]ending{}
		if len(sites) > maxSites {
			break
		}
	}
	return sites
}

// outwards returns what the function acquires for its caller at the site.
func (a *analysis) outwards() []outward {
	var out []outward
	targets := map[outward]bool{}
	var order []outward
	for _, x := range a.exits {
		for _, o := range a.targets(x) {
			if !targets[o] {
				targets[o] = true
				order = append(order, o)
			}
		}
	}
	for _, o := range order {
		when, ok := a.when(o)
		if a.other != nil {
			if other, ok2 := a.other.when(o); ok != ok2 || when != other {
				when = whenJudged
				ok = ok && ok2
			}
		}
		if ok {
			o.When = when
			out = append(out, o)
		}
	}
	return out
}

// targets returns where a path leaves the handle for the caller.
func (a *analysis) targets(x exit) []outward {
	if x.how == cfg.Throw || x.st.status != live {
		return nil
	}
	var out []outward
	kept := 0 // places that live on: a handle in several has more than one owner
	for _, p := range x.st.places {
		if a.external(p) {
			kept++
		}
	}
	if kept > 1 || kept == 1 && x.st.ret != nil && len(x.st.ret.holds) > 0 {
		return nil
	}
	if x.st.ret != nil {
		for _, rest := range x.st.ret.holds {
			if t := a.f.code.Result; rest != "" && (t == nil || owned(t, t.Name, rest)) {
				continue // an object that may own it
			}
			out = append(out, outward{Param: -1, Rest: rest})
		}
	}
	for _, p := range x.st.places {
		v := a.f.variableAt(p)
		if v == nil || v.param < 0 {
			continue
		}
		if rest, ok := strings.CutPrefix(p, v.place()+"^"); ok && !strings.Contains(rest, "^") {
			out = append(out, outward{Param: v.param, Rest: rest})
		}
	}
	return out
}

// when finds how the caller can tell whether the handle was acquired; ok is false
// where it cannot.
func (a *analysis) when(o outward) (condition, bool) {
	did, did0, not, not0, unsure := 0, 0, 0, 0, 0
	for _, x := range a.exits {
		if x.how == cfg.Throw {
			continue
		}
		known := anything
		if x.st.ret != nil {
			known = x.st.ret.known
		}
		switch {
		case slices.Contains(a.targets(x), o):
			if known.isZero() {
				did0++
			} else if known.isNonzero() {
				did++
			} else {
				unsure++
			}
		case known.isZero():
			not0++
		case known.isNonzero():
			not++
		case !x.st.failed:
			return always, false
		}
	}
	switch {
	case not == 0 && not0 == 0:
		return always, true
	case unsure == 0 && did == 0 && not0 == 0:
		return whenZero, true
	case unsure == 0 && did0 == 0 && not == 0:
		return whenNonzero, true
	}
	return always, false
}
