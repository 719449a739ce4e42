package follow

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// better reports whether this analysis explains the code better than b does: the handle is
// released, stored or passed on along some path, or fewer paths leak it.
func (r *Result) better(b *Result) bool {
	good, lost := r.score()
	good2, lost2 := b.score()
	if good != good2 {
		return good
	}
	return lost < lost2
}

func (r *Result) score() (good bool, lost int) {
	good = len(r.EndedIn) > 0
	for _, e := range r.Events {
		if e.Kind == Overwritten || e.Kind == Dropped {
			lost++
		}
	}
	for _, x := range r.Exits {
		switch {
		case x.State.Status != state.Live:
		case r.function.HandleOutlives(x.State) || x.State.Ret != nil && len(x.State.Ret.Holds) > 0:
			good = true
		default:
			lost++
		}
	}
	return good, lost
}

// Outputs returns what the function acquires for its caller at the site.
func (r *Result) Outputs() []Output {
	var out []Output
	targets := map[Output]bool{}
	var order []Output
	for _, x := range r.Exits {
		for _, o := range r.targets(x) {
			if !targets[o] {
				targets[o] = true
				order = append(order, o)
			}
		}
	}
	for _, o := range order {
		when, ok := r.when(o)
		if r.Other != nil {
			if other, ok2 := r.Other.when(o); ok != ok2 || when != other {
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
func (r *Result) targets(x Exit) []Output {
	if x.How == cfg.Throw || x.State.Status != state.Live {
		return nil
	}
	var out []Output
	lasting := 0 // places that live on: a handle in several has more than one owner
	for _, p := range x.State.Places {
		if r.function.Outlives(p) {
			lasting++
		}
	}
	if lasting > 1 || lasting == 1 && x.State.Ret != nil && len(x.State.Ret.Holds) > 0 {
		return nil
	}
	if x.State.Ret != nil {
		for _, rest := range x.State.Ret.Holds {
			if t := r.function.Code.Result; rest != "" && (t == nil || body.Owned(t, t.Name, rest)) {
				continue // an object that may own it
			}
			out = append(out, Output{Param: -1, Rest: rest})
		}
	}
	for _, p := range x.State.Places {
		v := r.function.VariableAt(p)
		if v == nil || v.Param < 0 {
			continue
		}
		if rest, ok := strings.CutPrefix(p, v.Place()+"^"); ok && !strings.Contains(rest, "^") {
			out = append(out, Output{Param: v.Param, Rest: rest})
		}
	}
	return out
}

// when returns the condition under which the handle was acquired, as the caller can test it; ok is
// false where the caller cannot.
func (r *Result) when(o Output) (condition, bool) {
	did, did0, not, not0, unsure := 0, 0, 0, 0, 0
	for _, x := range r.Exits {
		if x.How == cfg.Throw {
			continue
		}
		known := state.Anything
		if x.State.Ret != nil {
			known = x.State.Ret.Known
		}
		switch {
		case slices.Contains(r.targets(x), o):
			if known.IsZero() {
				did0++
			} else if known.IsNonzero() {
				did++
			} else {
				unsure++
			}
		case known.IsZero():
			not0++
		case known.IsNonzero():
			not++
		case !x.State.Failed:
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
