// Package resource finds handles that are acquired and not released on every path to the end
// of their owner's life, released twice, or used after their release.
//
// The packages below it, each of which imports only those before it: handle (the kinds of
// resources), state (what is known at one point of a path), body (function bodies), follow
// (one handle through one function) and repair (where a release can be inserted).
package resource

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

const maxSites = 500 // of one unit

// A checker looks for handles of one kind in a unit.
type checker struct {
	*follow.Unit
	followed map[follow.Site]*follow.Analysis // before helpers were known
}

func newChecker(u *sema.Unit, kind *handle.Kind, opts follow.Options) *checker {
	return &checker{Unit: follow.NewUnit(u, kind, opts), followed: map[follow.Site]*follow.Analysis{}}
}

// Check looks for handles of one kind in a translation unit. Findings are in the
// order of the source.
func Check(u *sema.Unit, kind *handle.Kind, opts follow.Options) []Finding {
	found, _ := check(u, kind, opts)
	return found
}

// check returns the findings, and how many steps it has taken.
func check(u *sema.Unit, kind *handle.Kind, opts follow.Options) (found []Finding, steps int) {
	if !mayMatter(u, kind, opts.Others != nil) {
		return nil, 0
	}
	if opts.Builder == nil {
		opts.Builder = ir.NewBuilder(u, false)
	}
	n := newChecker(u, kind, opts)
	sites := n.sites()
	sites = n.helpers(sites)
	r := reporter{u: n}
	for _, s := range sites {
		a, ok := n.followed[s]
		if !ok || len(n.Acquiring) > 0 { // helpers may have been found since
			if n.Budget < 0 {
				continue
			}
			a = n.Follow(s)
		}
		if a == nil {
			continue
		}
		if !s.Ends {
			r.leaks(a, s)
		}
		r.misuse(a, s)
	}
	return r.sorted(), follow.MaxSteps - n.Budget
}

// mayMatter reports whether a unit calls any function of the kind, or (declared)
// declares a function that may be a helper in another unit.
func mayMatter(u *sema.Unit, kind *handle.Kind, declared bool) bool {
	for _, names := range [][]string{kind.Acquire, kind.Release} {
		for _, name := range names {
			if len(u.Calls(name)) > 0 {
				return true
			}
		}
	}
	return declared && slices.ContainsFunc(u.FreeFunctions(), kind.MayHelp)
}

// sites returns the calls of the kind's own functions, in the order of the names
// and the source.
func (u *checker) sites() []follow.Site {
	var out []follow.Site
	for i, names := range [][]string{u.Kind.Acquire, u.Kind.Release} {
		for _, name := range names {
			out = append(out, u.callsOf(name, nil, nil, i == 1)...)
		}
	}
	return out
}

// callsOf returns the calls of a name in bodies that can be followed.
func (u *checker) callsOf(name string, of *sema.Function, from *follow.Output, ends bool) []follow.Site {
	var out []follow.Site
	seen := map[*body.Function]bool{}
	for _, call := range u.Sema.Calls(name) {
		f := u.Around(call)
		if f == nil || seen[f] || f.Sema == of {
			continue
		}
		seen[f] = true
		for _, n := range f.Calls(name) {
			if len(out) < maxSites && (!ends || f.MayFollow(f.Code.Op(n).Node)) {
				out = append(out, follow.Site{Function: f, Op: n, From: from, Ends: ends})
			}
		}
	}
	return out
}

// helpers adds the calls of functions that acquire for their callers.
func (u *checker) helpers(sites []follow.Site) []follow.Site {
	work := slices.Clone(sites)
	for _, f := range u.declaredHelpers() {
		for i := range u.Acquiring[f.Node] {
			work = append(work, u.callsOf(f.Name, f, &u.Acquiring[f.Node][i], false)...)
		}
	}
	sites = append(sites, work[len(sites):]...)
	for round := 0; round < follow.MaxDepth && len(work) > 0; round++ {
		found := map[*sema.Function][]follow.Output{}
		var order []*sema.Function
		for _, s := range work {
			if s.Ends || s.Function.Lambda() {
				continue
			}
			a := u.Follow(s)
			u.followed[s] = a
			if a == nil || a.Partial {
				continue
			}
			for _, o := range a.Outputs() {
				if found[s.Function.Sema] == nil {
					order = append(order, s.Function.Sema)
				}
				if !slices.Contains(found[s.Function.Sema], o) && !slices.Contains(u.Acquiring[s.Function.Sema.Node], o) {
					found[s.Function.Sema] = append(found[s.Function.Sema], o)
				}
			}
		}
		work = nil
		for _, f := range order {
			if len(u.Acquiring[f.Node]) > 0 || len(found[f]) > 8 {
				continue // a helper in a circle
			}
			u.Acquiring[f.Node] = found[f]
			for i := range u.Acquiring[f.Node] {
				work = append(work, u.callsOf(f.Name, f, &u.Acquiring[f.Node][i], false)...)
			}
		}
		sites = append(sites, work...)
		// What was found out before did not know of these.
		u.Effects, u.Ends = map[string]follow.Effect{}, map[string]follow.Ending{}
		if len(sites) > maxSites {
			break
		}
	}
	return sites
}
