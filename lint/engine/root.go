package engine

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// reachedOnly removes the rows of device functions and callables analyzed by themselves
// where a row of a kernel, maybe of another file, covers the same access.
func reachedOnly(rows []AccessRow) []AccessRow {
	reached := map[lint.Place]bool{}
	for i := range rows {
		if !rows[i].alone {
			reached[rows[i].Place] = true
		}
	}
	return slices.DeleteFunc(rows, func(r AccessRow) bool { return r.alone && reached[r.Place] })
}

// rootName returns the name of the root that an access was reached from: a kernel, a device
// function that no kernel calls, or a callable in host code.
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

// callableAssumption returns what is assumed of the algorithm that calls a callable, "" for
// nothing.
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

// figures returns a copy of a row without the fields that identify its launch. Rows of
// several launches with equal copies are merged.
func (r *AccessRow) figures() AccessRow {
	out := *r
	out.BlockUnknownAt, out.assumed = "", ""
	return out
}

// unique removes the items whose key equals that of an item before.
func unique[T any, K comparable](list []T, key func(*T) K) []T {
	seen := make(map[K]bool, len(list))
	return slices.DeleteFunc(list, func(x T) bool {
		k := key(&x)
		known := seen[k]
		seen[k] = true
		return known
	})
}
