package engine

import (
	"slices"

	"github.com/cudalint/cudalint/lint"
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
