package placement

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/warp"
)

// The placements as findings name them.
const (
	inGlobal = "global-read-only"
	inShared = "shared"
)

// noise is the part of a kernel's time, in percent, below which a difference says
// nothing.
const noise = 1

// A Use is what one kernel, under one launch, does with a variable.
type Use struct {
	Pass   *lint.Pass
	Kernel *warp.Result
	Reads  []*warp.Access
}

// UsesOf returns what the kernels of some units do with a variable. known is false
// where some kernel that may read it could not be followed, or device code writes it.
func UsesOf(p *lint.FixPass, units []*lint.Pass, k Key) (uses []Use, known bool, err error) {
	p.Analyze(units)
	known = true
	for _, pass := range units {
		kernels, err := pass.Kernels()
		if err != nil {
			return nil, false, err
		}
		for i := range kernels {
			use := Use{Pass: pass, Kernel: &kernels[i]}
			for j := range kernels[i].Accesses {
				a := &kernels[i].Accesses[j]
				if a.Space != sema.ConstantSpace || !k.Is(a.Variable) {
					continue
				}
				known = known && a.Kind == warp.Load
				use.Reads = append(use.Reads, a)
			}
			if kernels[i].Incomplete != "" && (len(use.Reads) > 0 || mentions(kernels[i].Kernel, k)) {
				known = false
			}
			if len(use.Reads) > 0 {
				uses = append(uses, use)
			}
		}
	}
	return uses, known, nil
}

// mentions reports whether the body of a function has the name of a variable.
func mentions(f *sema.Function, k Key) (found bool) {
	if f == nil || !f.Body.Valid() {
		return false
	}
	name := k.plain()
	words(f.Body.File(), f.Body.Span(), func(word string, _ source.Span) bool {
		found = found || word == name
		return !found
	})
	return found
}

// Mentioned reports whether the body of some function that can run on the device has
// the name of a variable.
func Mentioned(units []*lint.Pass, k Key) bool {
	return slices.ContainsFunc(units, func(pass *lint.Pass) bool {
		return slices.ContainsFunc(pass.Unit.FunctionsMentioning(map[string]bool{k.plain(): true}), func(f *sema.Function) bool { return f.OnDevice() && mentions(f, k) })
	})
}

// divergent reports whether the lanes of a warp read several addresses at each read.
func (u *Use) divergent() bool {
	return !slices.ContainsFunc(u.Reads, func(a *warp.Access) bool { return a.Addresses.Worst < 2 })
}

// saving returns what a kernel saves if the variable moves to a placement, in percent
// of its time; below 0 where it gets slower. ok is false where the model cannot tell.
func (u *Use) saving(placement string) (percent float64, better, ok bool) {
	for _, m := range u.Pass.Moves(u.Kernel, u.Reads[0]) {
		if m.Placement == placement {
			return m.SavingPercent, m.Better, true
		}
	}
	return 0, false, false
}

// Harmless reports whether a kernel is as fast or faster when the variable is read
// from global memory: by its price, or where there is none as every read diverges.
func (u *Use) Harmless() bool {
	percent, better, ok := u.saving(inGlobal)
	if !ok {
		return u.divergent()
	}
	return better || percent > -noise
}

// Gains reports whether a kernel gets faster when the variable is read from global
// memory.
func (u *Use) Gains() bool {
	_, better, ok := u.saving(inGlobal)
	return better || !ok && u.divergent()
}

// WorthGlobal reports whether a variable is better placed in global memory: no kernel
// in sight gets slower, and one gets faster.
func WorthGlobal(uses []Use) bool {
	return !slices.ContainsFunc(uses, func(u Use) bool { return !u.Harmless() }) && slices.ContainsFunc(uses, func(u Use) bool { return u.Gains() })
}

// WorthShared reports whether a kernel is better off with a copy of the variable in
// shared memory, made from global memory, and no other kernel gets slower by that; and
// whether this is the best that can be done in that kernel.
func WorthShared(uses []Use, kernel *sema.Function) (best, worth bool) {
	for _, u := range uses {
		if u.Kernel.Kernel != kernel {
			if !u.Harmless() {
				return false, false
			}
			continue
		}
		_, better, ok := u.saving(inShared)
		if !ok || !better {
			return false, false
		}
		worth = true
		if impact := u.Pass.Impact(u.Kernel, u.Reads[0]); impact != nil {
			best = best || impact.Best.Placement == inShared
		}
	}
	return best, worth
}
