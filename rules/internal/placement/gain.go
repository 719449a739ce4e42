package placement

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// The placements as findings name them.
const (
	inGlobal = "global-read-only"
	inShared = "shared"
)

// noise is the part of a kernel's time, in percent, below which a difference says
// nothing.
const noise = 1

// A Use is what one kernel, under one launch, does with a variable. It holds no syntax tree
// but that of the finding's own unit.
type Use struct {
	lint.ConstantUse

	// own and reads are set in the finding's own unit.
	own   *warp.Result
	reads []*warp.Access
}

// UsesOf returns what the kernels of some units do with a variable. known is false
// where some kernel that may read it could not be followed, or device code writes it.
func UsesOf(p *lint.FixPass, units []lint.UnitID, k Key) (uses []Use, known bool, err error) {
	all := make([]unitUses, len(units))
	var asked []int // the units of which nothing is known yet
	for i, unit := range units {
		told, known := p.ConstantUses(unit, k.Name)
		if !known || unit == p.OwnUnit() {
			asked = append(asked, i)
			continue
		}
		all[i].known = true
		for _, use := range told {
			all[i].add(Use{ConstantUse: use})
		}
	}
	var of []lint.UnitID
	for _, i := range asked {
		of = append(of, units[i])
	}
	own := p.Own().Unit
	for n, u := range lint.Survey(p, of, func(pass *lint.Pass) *unitUses { return usesIn(pass, k, pass.Unit == own) }) {
		if u == nil {
			return nil, false, p.Context.Err()
		}
		all[asked[n]] = *u
	}
	known = true
	for _, u := range all {
		if u.err != nil {
			return nil, false, u.err
		}
		known = known && u.known
		uses = append(uses, u.uses...)
	}
	return uses, known, nil
}

// unitUses are the results of UsesOf for one unit.
type unitUses struct {
	uses  []Use
	known bool
	err   error
}

func (u *unitUses) add(use Use) {
	u.known = u.known && use.Loads
	u.uses = append(u.uses, use)
}

// usesIn is UsesOf for one unit.
func usesIn(pass *lint.Pass, k Key, own bool) *unitUses {
	kernels, err := pass.Kernels()
	if err != nil {
		return &unitUses{err: err}
	}
	out := &unitUses{known: true}
	for i := range kernels {
		var accesses []*warp.Access
		for j := range kernels[i].Accesses {
			if a := &kernels[i].Accesses[j]; a.Space == sema.ConstantSpace && k.Is(a.Variable) {
				accesses = append(accesses, a)
			}
		}
		if kernels[i].Incomplete != "" && (len(accesses) > 0 || mentions(kernels[i].Kernel, k)) {
			out.known = false
		}
		if len(accesses) == 0 {
			continue
		}
		use := Use{ConstantUse: pass.ConstantUse(&kernels[i], accesses)}
		if own {
			use.own, use.reads = &kernels[i], accesses
		}
		out.add(use)
	}
	return out
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
func Mentioned(p *lint.FixPass, units []lint.UnitID, k Key) bool {
	found := lint.Survey(p, units, func(pass *lint.Pass) *bool {
		named := slices.ContainsFunc(pass.Unit.FunctionsMentioning(map[string]bool{k.plain(): true}), func(f *sema.Function) bool { return f.OnDevice() && mentions(f, k) })
		return &named
	})
	return slices.ContainsFunc(found, func(named *bool) bool { return named == nil || *named })
}

// saving returns what a kernel saves if the variable moves to a placement, in percent
// of its time; below 0 where it gets slower. ok is false where the model cannot tell.
func (u *Use) saving(placement string) (percent float64, better, ok bool) {
	for _, m := range u.Moves {
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
		return u.Diverges
	}
	return better || percent > -noise
}

// Gains reports whether a kernel gets faster when the variable is read from global
// memory.
func (u *Use) Gains() bool {
	_, better, ok := u.saving(inGlobal)
	return better || !ok && u.Diverges
}

// WorthGlobal reports whether a variable is better placed in global memory: no kernel
// in sight gets slower, and one gets faster.
func WorthGlobal(uses []Use) bool {
	return !slices.ContainsFunc(uses, func(u Use) bool { return !u.Harmless() }) && slices.ContainsFunc(uses, func(u Use) bool { return u.Gains() })
}

// WorthShared reports whether a kernel of the finding's own unit is better off with a copy
// of the variable in shared memory, made from global memory, and no other kernel gets slower
// by that; and whether this is the best that can be done in that kernel.
func WorthShared(uses []Use, kernel *sema.Function) (best, worth bool) {
	for _, u := range uses {
		if !u.of(kernel) {
			if !u.Harmless() {
				return false, false
			}
			continue
		}
		if _, better, ok := u.saving(inShared); !ok || !better {
			return false, false
		}
		best, worth = best || u.Best == inShared, true
	}
	return best, worth
}

// of reports whether the use is that of a kernel of the finding's own unit.
func (u *Use) of(kernel *sema.Function) bool { return u.own != nil && u.own.Kernel == kernel }
