package lint

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint/warp"
)

// reachedOnly leaves out the rows of what stood for a kernel of its own where a kernel,
// perhaps of another file, reaches the same access.
func reachedOnly(rows []AccessRow) []AccessRow {
	reached := map[Place]bool{}
	for i := range rows {
		if !rows[i].alone {
			reached[rows[i].Place] = true
		}
	}
	return slices.DeleteFunc(rows, func(r AccessRow) bool { return r.alone && reached[r.Place] })
}

// rootName names what an access is reached from: a kernel, a device function that none in
// sight reaches, or a callable of host code.
func rootName(root *warp.Result) string {
	switch c := root.Callable; {
	case root.Kernel == nil:
		return ""
	case c == nil:
		return root.Kernel.Name
	case c.Call.Closure != nil:
		return "lambda in " + c.In.Name
	default:
		return c.This.Name + "::operator()"
	}
}

// callableAssumption says what is assumed of the algorithm that a callable is passed to, ""
// for nothing.
func callableAssumption(root *warp.Result) string {
	c := root.Callable
	switch {
	case c == nil || c.Algorithm == "":
		return ""
	case c.Consecutive:
		return fmt.Sprintf("%s is taken to pass consecutive numbers to neighbouring lanes", c.Algorithm)
	}
	return fmt.Sprintf("what %s passes is taken to be data", c.Algorithm)
}

// figures returns a row without what says which of several launches it is from: rows with
// the same figures are one.
func (r *AccessRow) figures() AccessRow {
	out := *r
	out.BlockUnknownAt, out.assumed = "", ""
	return out
}

// unique leaves out what is equal to something before it, by a key.
func unique[T any, K comparable](list []T, key func(*T) K) []T {
	seen := make(map[K]bool, len(list))
	return slices.DeleteFunc(list, func(x T) bool {
		k := key(&x)
		known := seen[k]
		seen[k] = true
		return known
	})
}
