package sharedbankconflict

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// maxSpent bounds the work of analysing edited texts for one unit. A text counts as many kernels and
// launches as use the array, or as many files as are parsed, if these are more: all files of the unit
// for an array of a header.
const maxSpent = 64

// maxStatic is the most static shared memory of a block, in bytes (CUDA C++ Programming Guide,
// technical specifications per compute capability).
const maxStatic = 48 << 10

// verified reports whether edits leave no bank conflict in any access of an array, in all kernels
// that use it: the lanes of the edited text are analysed. same, if any, compares an access before and
// after. An index that is data must not become worse.
func (c *checker) verified(x *array, edits []fixes.Edit, same func(before, after *warp.Access) bool) bool {
	var before []*warp.Result
	var kernels []*sema.Function
	for i := range c.kernels {
		k := &c.kernels[i]
		if slices.ContainsFunc(k.Accesses, func(a warp.Access) bool { return x.of(&a) }) {
			if !k.Kernel.Kernel() || k.Incomplete != "" {
				return false
			}
			if !slices.Contains(kernels, k.Kernel) {
				kernels = append(kernels, k.Kernel)
			}
		}
	}
	for i := range c.kernels {
		if slices.Contains(kernels, c.kernels[i].Kernel) {
			before = append(before, &c.kernels[i])
		}
	}
	if c.spent += max(len(before), c.files(edits)); c.spent > maxSpent {
		return false
	}
	after, err := c.Edited(edits, kernels)
	if err != nil || len(after) != len(before) || len(after) == 0 {
		return false
	}
	for i := range after {
		if !c.better(x, before[i], &after[i], same) {
			return false
		}
	}
	return true
}

// files returns how many files are parsed again for some edits.
func (c *checker) files(edits []fixes.Edit) int {
	main := c.Place(c.Unit.File.Root()).Path
	if slices.ContainsFunc(edits, func(e fixes.Edit) bool { return e.Path != main }) {
		return len(c.Unit.Files)
	}
	return 1
}

// better is verified for one kernel and launch.
func (c *checker) better(x *array, before, after *warp.Result, same func(before, after *warp.Access) bool) bool {
	if len(before.Accesses) != len(after.Accesses) || after.Incomplete != "" {
		return false
	}
	for i := range before.Accesses {
		old, now := &before.Accesses[i], &after.Accesses[i]
		if !x.of(old) {
			continue
		}
		switch {
		case now.Object != old.Object || now.Kind != old.Kind || now.BankConflict.Known() != old.BankConflict.Known():
			return false
		case !old.BankConflict.Known():
		case old.Pattern == warp.DataDependent:
			if conflict(now) > conflict(old)+0.1 {
				return false
			}
		case conflict(now) > 1 || same != nil && !same(old, now):
			return false
		}
	}
	return static(after) <= max(maxStatic, static(before))
}

// static returns the bytes of the shared arrays of known size that a kernel accesses.
func static(k *warp.Result) (total int64) {
	type object struct {
		name string
		of   *sema.Function
	}
	seen := map[object]bool{}
	for i := range k.Accesses {
		a := &k.Accesses[i]
		if o := (object{a.Object, a.Function}); a.Space == sema.SharedSpace && a.ObjectBytes > 0 && !seen[o] {
			seen[o] = true
			total += a.ObjectBytes
		}
	}
	return total
}
