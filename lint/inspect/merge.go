package inspect

import (
	"slices"

	"github.com/cudalint/cudalint/lint"
)

// Merge returns the rows of all units as one table: sorted, each once. Rows whose assumption a
// launch replaces (launched has the keys), and rows of silent files, are left out.
func Merge(rows []Row, launched, silent map[string]bool) []Row {
	rows = slices.DeleteFunc(rows, func(r Row) bool { return launched[r.Assumed] || silent[r.Path] })
	slices.SortStableFunc(rows, func(a, b Row) int { return compareRows(&a, &b) })
	// Every unit that includes a header has the header's rows.
	return unique(reachedOnly(rows), (*Row).figures)
}

// reachedOnly removes the rows of device functions and callables analyzed by themselves
// where a row of a kernel, maybe of another file, covers the same access.
func reachedOnly(rows []Row) []Row {
	reached := map[lint.Place]bool{}
	for i := range rows {
		if !rows[i].Alone {
			reached[rows[i].Place] = true
		}
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return r.Alone && reached[r.Place] })
}

// figures returns a copy of a row without the fields that identify its launch. Rows of
// several launches with equal copies are merged.
func (r *Row) figures() Row {
	out := *r
	out.BlockUnknownAt, out.Assumed = "", ""
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
