package lint

import (
	"slices"

	"github.com/cudalint/cudalint/lint/cache"
)

// OwnUnit returns the unit that the finding is in.
func (p *FixPass) OwnUnit() UnitID { return UnitID(p.own) }

// Having returns every unit of the program, the finding's own first, of which a source, or
// a header that it includes, has one of some identifiers in its text, comments and strings
// included. all is false where some are missing: there are more than a fix looks at, or a
// file that has a name is no unit. What plain C++ calls by a name is another thing of that
// name.
//
// One run can be given several programs. Units that share no file with a name, and of
// which none declares what another defines, are not of one program as far as that name
// goes; where several define what one declares, the nearest is meant (see Near). The
// caller still looks at what a name stands for in each unit.
func (p *FixPass) Having(names ...string) (units []UnitID, all bool) {
	q := p.run.mentions(p.group, names)
	having, all := p.run.program.mentioning(p.group, names)
	p.run.trace.Add(q, p.run.program.mentionedDigest(having, all, p.group))
	units = append(units, p.OwnUnit())
	for _, i := range having {
		if i != p.own {
			units = append(units, UnitID(i))
		}
	}
	return units, all
}

// Includes reports whether a unit includes a file, or is made of it; the path is one as
// reported.
func (p *FixPass) Includes(unit UnitID, path string) bool {
	p.run.restsOnUnit(int(unit))
	s := p.run.program.summaries[unit]
	return s != nil && slices.Contains(s.Files, path)
}

// NamesKernel reports whether a unit declares or defines a kernel of a qualified name. Now
// and then it says so of a unit that does not.
func (p *FixPass) NamesKernel(unit UnitID, name string) bool {
	p.run.restsOnUnit(int(unit))
	return hasAny(p.run.program.linkages[unit].kernels, []uint32{hashIdentifier([]byte(name))})
}

// Open returns those of some units that can be opened, and whether these are all. They stay
// open, which takes memory: see Survey.
func (p *FixPass) Open(units []UnitID) (passes []*Pass, all bool) {
	p.run.openAll(units)
	for _, i := range units {
		if pass := p.run.pass(int(i), p.Rule); pass != nil {
			passes = append(passes, pass)
		}
	}
	return passes, len(passes) == len(units)
}

// visit returns what opens one unit beside those that stay open.
func (r *reopened) visit() *reopened {
	v := &reopened{program: r.program, linter: r.linter, ctx: r.ctx, units: map[int]*unitRun{}}
	if r.trace != nil {
		v.trace = &cache.Trace{}
	}
	return v
}

// join records what was asked, and what went wrong, on a visit.
func (r *reopened) join(visit *reopened) {
	r.trace.Merge(visit.trace)
	for i, trace := range visit.asks {
		if r.asks == nil {
			r.asks = map[int]*cache.Trace{}
		}
		if r.asks[i] == nil {
			r.asks[i] = &cache.Trace{}
		}
		r.asks[i].Merge(trace)
	}
	r.problems = append(r.problems, visit.problems...)
	r.failed = r.failed || len(visit.problems) > 0
}
