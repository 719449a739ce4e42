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

// noise is the share of a kernel's time, in percent, below which a difference counts as
// none.
const noise = 1

// A Use is the use of a variable by one kernel under one launch. Only a Use of the
// finding's own unit holds parts of a syntax tree.
type Use struct {
	lint.ConstantUse

	// own and reads are the kernel and its reads, in the finding's own unit only.
	own   *warp.Result
	reads []*warp.Access
}

// UsesOf returns how the kernels of some units use a variable. known is false if the
// analysis of a kernel that may read it is incomplete, or if device code writes to it.
func UsesOf(p *lint.FixPass, units []lint.UnitID, k Key) (uses []Use, known bool, err error) {
	all := make([]unitUses, len(units))
	var missing []int // indexes of the units without stored results
	for i, unit := range units {
		stored, known := p.ConstantUses(unit, k.Name)
		if !known || unit == p.OwnUnit() {
			missing = append(missing, i)
			continue
		}
		all[i].known = true
		for _, use := range stored {
			all[i].add(Use{ConstantUse: use})
		}
	}
	var toAnalyse []lint.UnitID
	for _, i := range missing {
		toAnalyse = append(toAnalyse, units[i])
	}
	own := p.Own().Unit
	for n, u := range lint.Survey(p, toAnalyse, func(pass *lint.Pass) *unitUses { return usesIn(pass, k, pass.Unit == own) }) {
		if u == nil {
			return nil, false, p.Context.Err()
		}
		all[missing[n]] = *u
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

// unitUses is the result of UsesOf for one unit.
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
	kernels, err := pass.ConstantKernels()
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

// mentions reports whether the body of a function contains the name of a variable.
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

// Mentioned reports whether the body of some device function contains the name of a
// variable.
func Mentioned(p *lint.FixPass, units []lint.UnitID, k Key) bool {
	found := lint.Survey(p, units, func(pass *lint.Pass) *bool {
		named := slices.ContainsFunc(pass.Unit.FunctionsMentioning(map[string]bool{k.plain(): true}), func(f *sema.Function) bool { return f.OnDevice() && mentions(f, k) })
		return &named
	})
	return slices.ContainsFunc(found, func(named *bool) bool { return named == nil || *named })
}

// saving returns the share of its time, in percent, that a kernel saves if the variable
// moves to a placement; negative if it becomes slower. better is set if the model prefers
// that placement to the present one. ok is false if the model has no price.
func (u *Use) saving(placement string) (percent float64, better, ok bool) {
	for _, m := range u.Moves {
		if m.Placement == placement {
			return m.SavingPercent, m.Better, true
		}
	}
	return 0, false, false
}

// Harmless reports whether a kernel does not become slower if the variable moves to
// global memory: by its price, or, if there is none, because every read diverges.
func (u *Use) Harmless() bool {
	percent, better, ok := u.saving(inGlobal)
	if !ok {
		return u.Diverges
	}
	return better || percent > -noise
}

// Gains reports whether a kernel becomes faster if the variable moves to global memory.
func (u *Use) Gains() bool {
	_, better, ok := u.saving(inGlobal)
	return better || !ok && u.Diverges
}

// WorthGlobal reports whether a variable is better placed in global memory: no visible
// kernel becomes slower, and one becomes faster.
func WorthGlobal(uses []Use) bool {
	return !slices.ContainsFunc(uses, func(u Use) bool { return !u.Harmless() }) && slices.ContainsFunc(uses, func(u Use) bool { return u.Gains() })
}

// WorthShared reports whether a kernel of the finding's own unit becomes faster with a
// copy of the variable in shared memory, made from global memory, and no other kernel
// becomes slower. best is set if that is the best placement for the kernel.
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

// of reports whether the use is by the given kernel of the finding's own unit.
func (u *Use) of(kernel *sema.Function) bool { return u.own != nil && u.own.Kernel == kernel }
