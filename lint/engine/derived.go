package engine

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A derivedKey names what is derived from a result for one GPU.
type derivedKey struct {
	model   *gpu.Model
	product *gpu.Product
	what    string
	access  int // its number among those of the result, -1 where it is about none
}

// derived returns what makes returns, which holds on to no syntax tree and must not be
// changed; in a session it is made once for as long as the result is taken over. It is
// about an access of the result unless a is nil.
func derived[T any](u *unitRun, result *warp.Result, what string, a *warp.Access, makes func() T) T {
	if result == nil || result.Derived == nil {
		return makes()
	}
	key := derivedKey{what: what, access: -1}
	key.model, key.product = u.model()
	if a != nil {
		for i := range result.Accesses {
			if &result.Accesses[i] == a {
				key.access = i
			}
		}
		if key.access < 0 {
			return makes()
		}
	}
	if v, ok := result.Derived.Values[key]; ok {
		return v.(T)
	}
	v := makes()
	result.Derived.Values[key] = v
	return v
}

// derivedOfAll is derived for what follows from several results together.
func derivedOfAll[T any](u *unitRun, results []warp.Result, what string, makes func() T) T {
	if slices.ContainsFunc(results, func(r warp.Result) bool { return r.Derived == nil }) {
		return makes()
	}
	type joint struct {
		of    []*warp.Derived
		value T
	}
	var of []*warp.Derived
	for i := range results {
		of = append(of, results[i].Derived)
	}
	key := derivedKey{what: what, access: -1}
	key.model, key.product = u.model()
	// The last result stands for the others, which are held against those it was made of.
	values := of[len(of)-1].Values
	if v, ok := values[key].(joint); ok && slices.Equal(v.of, of) {
		return v.value
	}
	v := joint{of, makes()}
	values[key] = v
	return v.value
}
