package placement

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// instead ends the title of a move.
const instead = " instead of __constant__"

// A Move is the change of __constant__ variables to __device__ ones.
type Move struct {
	// Fix changes every declaration. It is safe where every use is in sight, else
	// unsafe; and only shown where plain loads are not cached in L1.
	Fix fixes.Fix
	// Passes are the units that have one of the variables, the finding's own first.
	Passes []*lint.Pass
}

// ToDevice makes __constant__ variables __device__ ones, in every declaration of the
// program. The refusal says in a few words why that is not possible, "" if it is.
// Whether it is worth it is the caller's business: see Gain.
func ToDevice(p *lint.FixPass, keys ...Key) (m *Move, refusal string) {
	m = &Move{Fix: fixes.Fix{Safety: fixes.Safe}}
	names, plain := map[string]bool{}, map[string]bool{}
	var titles []string
	for _, k := range keys {
		units, all, refusal := holders(p, k)
		if refusal != "" {
			return nil, refusal
		}
		if !visible(p, k, units, all) {
			m.Fix.Safety = fixes.Unsafe
		}
		for _, pass := range units {
			if !slices.ContainsFunc(m.Passes, func(q *lint.Pass) bool { return q.Unit == pass.Unit }) {
				m.Passes = append(m.Passes, pass)
			}
		}
		names[k.Name], plain[k.plain()] = true, true
		titles = append(titles, k.plain())
	}
	for _, pass := range m.Passes {
		if why := needsConstant(pass, plain); why != "" {
			return nil, why
		}
		found, why := declarations(pass, names)
		if why != "" {
			return nil, why
		}
		for _, d := range found {
			edits, why := d.edits(pass)
			if why != "" {
				return nil, why
			}
			for _, e := range edits { // a header is seen from several units
				if !slices.Contains(m.Fix.Edits, e) {
					m.Fix.Edits = append(m.Fix.Edits, e)
				}
			}
		}
	}
	if len(m.Fix.Edits) == 0 {
		return nil, "its declaration cannot be found"
	}
	m.Fix.Title = "declare " + list(titles) + " __device__" + instead
	if own := p.Own(); !own.CachesLoads() {
		m.Fix.Safety = fixes.Display
		m.Fix.Title += ", and read by __ldg: plain loads are not cached in L1 on " + own.Target.GPU
	}
	return m, ""
}

// list spells names: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Holders returns the units that have the variable of a key, the finding's own first.
// The refusal says why it is not known which they are, "" if it is.
func Holders(p *lint.FixPass, k Key) (units []*lint.Pass, refusal string) {
	units, _, refusal = holders(p, k)
	return units, refusal
}

// Together returns the __constant__ variables that are declared together with one in
// the finding's own unit, that one included, in the order of the declaration.
func Together(p *lint.FixPass, k Key) []Key {
	own := p.Own()
	var out []Key
	found, _ := declarations(own, map[string]bool{k.Name: true})
	for _, d := range found {
		scope := own.Unit.ScopeAt(d.node)
		for _, c := range d.declarators {
			if other, ok := KeyOf(own, scope.Variable(declaredName(c))); ok && !slices.Contains(out, other) {
				out = append(out, other)
			}
		}
	}
	if !slices.Contains(out, k) {
		return []Key{k}
	}
	return out
}
