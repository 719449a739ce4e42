package constantdivergentindex

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/placement"
)

// subject returns what the fixes of a finding are about: the table, and the kernel if
// it is read there. Arrays in kernel parameters have no fix.
func subject(pass *lint.Pass, a *warp.Access) *lint.Subject {
	key, ok := placement.KeyOf(pass, a.Variable)
	if !ok || a.Space != sema.ConstantSpace {
		return nil
	}
	name, about := key.Subject(pass, a.Variable), table{Variable: key}
	if a.Function != nil && a.Function.Kernel() {
		about.Kernel = placement.PlaceOf(pass, a.Function)
		name += " in " + about.Kernel.String()
	}
	return lint.NewSubject(name, about)
}

// A table is a variable of constant memory with the kernel that reads it, if that is one.
type table struct {
	Variable placement.Key
	Kernel   placement.FunctionPlace
}

// move returns the fixes of the reads of a table in a kernel: the table moves to global
// memory, and perhaps a copy of it to shared memory.
func move(p *lint.FixPass) ([]fixes.Fix, error) {
	about := lint.About[table](p)
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
			keys = append(keys, other) // the finding of another one has the same fix
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
		return unfixed("what other kernels read of it is not known"), nil
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
		return unfixed("a kernel that reads it would get slower, or none faster"), nil
	}
	return out, nil
}

// unfixed says why a finding has no fix.
func unfixed(why string) []fixes.Fix {
	return []fixes.Fix{{Title: "not fixed: " + why, Safety: fixes.Display}}
}

// usesOf returns what all kernels in sight do with a table; ok is false where that is
// not known.
func usesOf(p *lint.FixPass, key placement.Key) (uses []placement.Use, ok bool, err error) {
	units, refusal := placement.Holders(p, key)
	if refusal != "" {
		return nil, false, nil
	}
	return placement.UsesOf(p, units, key)
}
