package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/cfg"
)

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
			o.when = when
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
			out = append(out, outward{param: -1, rest: rest})
		}
	}
	for _, p := range x.st.places {
		v := a.f.variableAt(p)
		if v == nil || v.param < 0 {
			continue
		}
		if rest, ok := strings.CutPrefix(p, v.place()+"^"); ok && !strings.Contains(rest, "^") {
			out = append(out, outward{param: v.param, rest: rest})
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

// holders returns the variables that hold the handle, or lead to it, on some path.
func (a *analysis) holders() map[*variable]bool {
	out := map[*variable]bool{}
	add := func(place string) {
		if v := a.f.variableAt(place); v != nil && v.name != "" {
			out[v] = true
		}
	}
	note := func(st *state) {
		if st.status != live && st.status != gone {
			return
		}
		for _, p := range st.places {
			add(p)
			for k, target := range st.points {
				if _, inside := covers(target.to, p); inside {
					add(k)
				}
			}
		}
	}
	for _, points := range a.points {
		for _, p := range points {
			note(p.st)
		}
	}
	for _, x := range a.exits {
		note(x.st)
	}
	return out
}
