package placement

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// instead is the end of the title of a move.
const instead = " instead of __constant__"

// A Move is the change of __constant__ variables to __device__ ones.
type Move struct {
	// Fix changes every declaration. It is safe if every use is visible, else unsafe. If
	// the GPU does not cache plain loads in L1, it is only displayed.
	Fix fixes.Fix
}

// ToDevice declares __constant__ variables __device__, in every declaration of the
// program. refusal is the reason if that is not possible, else "". It does not check
// whether the move pays: see WorthGlobal.
func ToDevice(p *lint.FixPass, keys ...Key) (m *Move, refusal string) {
	m = &Move{Fix: fixes.Fix{Safety: fixes.Safe}}
	var titles []string
	var units []lint.UnitID // those that declare one of the variables, the finding's own first
	var changes []*change
	for _, k := range keys {
		group, all, refusal := holders(p, k)
		if refusal != "" {
			return nil, refusal
		}
		if !visible(p, k, group, all) {
			m.Fix.Safety = fixes.Unsafe
		}
		for _, v := range group {
			if !slices.Contains(units, v.unit) {
				units, changes = append(units, v.unit), append(changes, &v.moved)
			}
		}
		titles = append(titles, k.plain())
	}
	if len(keys) > 1 {
		changes = lint.Survey(p, units, func(pass *lint.Pass) *change {
			c := changeOf(pass, keys)
			return &c
		})
	}
	for _, c := range changes {
		switch {
		case c == nil:
			return nil, "a file that declares it cannot be read again"
		case c.refusal != "":
			return nil, c.refusal
		}
		for _, e := range c.edits { // several units may include one header
			if !slices.Contains(m.Fix.Edits, e) {
				m.Fix.Edits = append(m.Fix.Edits, e)
			}
		}
	}
	if len(m.Fix.Edits) == 0 {
		return nil, "its declaration cannot be found"
	}
	m.Fix.Title = "declare " + list(titles) + " __device__" + instead
	if own := p.Own(); !own.CachesLoads() {
		m.Fix.Safety = fixes.Display
		m.Fix.Title += ", and read with __ldg: " + own.Target.GPU + " does not cache plain loads in L1"
	}
	return m, ""
}

// A change holds the edits that move some variables in one unit. refusal is the reason if
// that is not possible, else "".
type change struct {
	edits   []fixes.Edit
	refusal string
}

func changeOf(pass *lint.Pass, keys []Key) (c change) {
	names, plain := map[string]bool{}, map[string]bool{}
	for _, k := range keys {
		names[k.Name], plain[k.plain()] = true, true
	}
	if why := needsConstant(pass, plain); why != "" {
		return change{refusal: why}
	}
	found, why := declarations(pass, names)
	if why != "" {
		return change{refusal: why}
	}
	for _, d := range found {
		edits, why := d.edits(pass)
		if why != "" {
			return change{refusal: why}
		}
		c.edits = append(c.edits, edits...)
	}
	return c
}

// list joins names: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Holders returns the units that declare a variable, the finding's own first. refusal is
// the reason if it is not known which they are, else "".
func Holders(p *lint.FixPass, k Key) (units []lint.UnitID, refusal string) {
	group, _, refusal := holders(p, k)
	for _, v := range group {
		units = append(units, v.unit)
	}
	return units, refusal
}

// Together returns the __constant__ variables that share a declaration with a variable in
// the finding's own unit, including it, in the order of the declaration.
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
