package constantdivergentindex

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/placement"
)

// subject identifies the table that the fixes of a finding change, and the kernel if
// the read is in its body. It returns nil for arrays in kernel parameters: they have
// no fix.
func subject(pass *lint.Pass, a *warp.Access) *lint.Subject {
	key, ok := placement.KeyOf(pass, a.Variable)
	if !ok || a.Space != sema.ConstantSpace {
		return nil
	}
	name, about := key.Subject(pass, a.Variable), tableRead{Variable: key}
	if a.Function != nil && a.Function.Kernel() {
		about.Kernel = placement.PlaceOf(pass, a.Function)
		name += " in " + about.Kernel.String()
	}
	return lint.NewSubject(name, about)
}

// A tableRead is a __constant__ variable and the function that reads it. Kernel is the
// zero value if that function is not a kernel.
type tableRead struct {
	Variable placement.Key
	Kernel   placement.FunctionPlace
}

// move returns the fixes of one table that a kernel reads. The first moves the table to
// global memory; the other also copies it to shared memory in that kernel. The more
// profitable one comes first.
func move(p *lint.FixPass) ([]fixes.Fix, error) {
	about := lint.About[tableRead](p)
	key, kernel := about.Variable, about.Kernel
	var keys []placement.Key
	for _, other := range placement.Together(p, key) {
		worth := other == key
		if !worth {
			uses, ok, err := usesOf(p, other)
			if err != nil {
				return nil, err
			}
			worth = ok && placement.WorthGlobal(uses)
		}
		if worth {
			keys = append(keys, other) // a finding on that variable offers the same fix
		}
	}
	m, refusal := placement.ToDevice(p, keys...)
	if refusal != "" && len(keys) > 1 {
		m, refusal = placement.ToDevice(p, key)
	}
	if refusal != "" {
		return unfixed(refusal), nil
	}
	uses, ok, err := usesOf(p, key)
	if err != nil {
		return nil, err
	}
	if !ok {
		return unfixed("some kernels that may read it cannot be analysed"), nil
	}
	var out []fixes.Fix
	if placement.WorthGlobal(uses) {
		out = append(out, m.Fix)
	}
	if f := kernel.In(p.Own()); f != nil && m.Fix.Safety != fixes.Display {
		if best, worth := placement.WorthShared(uses, f); worth {
			if staged, refusal := placement.Stage(m, uses, key, f, p.Own()); refusal == "" {
				at := len(out)
				if best {
					at = 0
				}
				out = slices.Insert(out, at, staged)
			}
		}
	}
	if len(out) == 0 {
		return unfixed("a kernel that reads it would become slower, or none faster"), nil
	}
	return out, nil
}

// unfixed returns a note in place of a fix: the reason why there is none.
func unfixed(why string) []fixes.Fix {
	return []fixes.Fix{{Title: "not fixed: " + why, Safety: fixes.Display}}
}

// usesOf returns how all visible kernels use a table. ok is false if that is not known
// for some kernel.
func usesOf(p *lint.FixPass, key placement.Key) (uses []placement.Use, ok bool, err error) {
	units, refusal := placement.Holders(p, key)
	if refusal != "" {
		return nil, false, nil
	}
	return placement.UsesOf(p, units, key)
}
