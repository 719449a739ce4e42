package resource

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

const maxSites = 500 // of one unit

// A checker looks for handles of one kind in a unit.
type checker struct {
	*unit
	followed map[site]*analysis // before helpers were known
}

func newChecker(u *sema.Unit, kind *Kind, opts Options) *checker {
	return &checker{unit: newUnit(u, kind, opts), followed: map[site]*analysis{}}
}

// Check looks for handles of one kind in a translation unit. Findings are in the
// order of the source.
func Check(u *sema.Unit, kind *Kind, opts Options) []Finding {
	found, _ := check(u, kind, opts)
	return found
}

// check returns the findings, and how many steps it has taken.
func check(u *sema.Unit, kind *Kind, opts Options) (found []Finding, steps int) {
	if !mentioned(u, kind, opts.Ask != nil) {
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
func (u *checker) sites() []site {
	var out []site
	for i, names := range [][]string{u.kind.Acquire, u.kind.Release} {
		for _, name := range names {
			out = append(out, u.callsOf(name, nil, nil, i == 1)...)
		}
	}
	return out
}

// callsOf returns the calls of a name in bodies that can be followed.
func (u *checker) callsOf(name string, of *sema.Function, from *outward, ends bool) []site {
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

// helpers adds the calls of functions that acquire for their callers.
func (u *checker) helpers(sites []site) []site {
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
