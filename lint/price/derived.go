package price

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/cost"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A derivedKey names a value that is computed from an analysis result for one GPU.
type derivedKey struct {
	model   *gpu.Model
	product *gpu.Product
	what    string
	use     cost.Resources
	access  int // the index of the access in the result, -1 where the value is about none
}

// derived returns the value of compute. Where the result has a cache (a session keeps results
// between checks), compute runs once per result, GPU, what and access; a may be nil. The value
// must not be changed and must not hold a syntax tree.
func derived[T any](p *Pricer, result *warp.Result, what string, a *warp.Access, compute func() T) T {
	if result == nil || result.Derived == nil {
		return compute()
	}
	key := derivedKey{p.model, p.product, what, resources(p.compiled(result)), -1}
	if a != nil {
		for i := range result.Accesses {
			if &result.Accesses[i] == a {
				key.access = i
			}
		}
		if key.access < 0 {
			return compute()
		}
	}
	if v, ok := result.Derived.Values[key]; ok {
		return v.(T)
	}
	v := compute()
	result.Derived.Values[key] = v
	return v
}

// derivedOfAll is derived for a value that is computed from several results.
func derivedOfAll[T any](p *Pricer, results []warp.Result, what string, compute func() T) T {
	if slices.ContainsFunc(results, func(r warp.Result) bool { return r.Derived == nil }) {
		return compute()
	}
	type joint struct {
		of    []*warp.Derived
		value T
	}
	var of []*warp.Derived
	for i := range results {
		of = append(of, results[i].Derived)
	}
	key := derivedKey{p.model, p.product, what, resources(p.compiled(&results[len(results)-1])), -1}
	// The value is stored with the last result. It is valid only for the same list of results.
	values := of[len(of)-1].Values
	if v, ok := values[key].(joint); ok && slices.Equal(v.of, of) {
		return v.value
	}
	v := joint{of, compute()}
	values[key] = v
	return v.value
}
