package engine

import (
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
)

func (p *fixPass) OwnUnit() lint.UnitID { return lint.UnitID(p.own) }

func (p *fixPass) Having(names ...string) (units []lint.UnitID, all bool) {
	q := p.run.mentions(p.group, names)
	having, all := p.run.program.mentioning(p.group, names)
	p.run.trace.Add(q, p.run.program.mentionedDigest(having, all, p.group))
	units = append(units, p.OwnUnit())
	for _, i := range having {
		if i != p.own {
			units = append(units, lint.UnitID(i))
		}
	}
	return units, all
}

func (p *fixPass) Includes(unit lint.UnitID, path string) bool {
	p.run.dependsOnUnit(int(unit))
	s := p.run.program.summaries[unit]
	return s != nil && slices.Contains(s.Files, path)
}

func (p *fixPass) NamesKernel(unit lint.UnitID, name string) bool {
	p.run.dependsOnUnit(int(unit))
	return hasAny(p.run.program.linkages[unit].kernels, []uint32{hashIdentifier([]byte(name))})
}

func (p *fixPass) Open(units []lint.UnitID) (passes []*lint.Pass, all bool) {
	p.run.openAll(units)
	for _, i := range units {
		if pass := p.run.pass(int(i), p.rule); pass != nil {
			passes = append(passes, pass)
		}
	}
	return passes, len(passes) == len(units)
}

func (p *fixPass) SurveyUnits(units []lint.UnitID, of func(*lint.Pass) any) []any {
	r := p.run
	out := make([]any, len(units))
	var closed []int
	for k, i := range units {
		if _, open := r.units[int(i)]; !open {
			closed = append(closed, k)
		} else if pass := r.pass(int(i), p.rule); pass != nil {
			out[k] = of(pass)
		}
	}
	visits := make([]*reopened, len(closed))
	var keeping sync.Mutex
	r.parallel(len(closed), func(n int) {
		i := int(units[closed[n]])
		visit := r.visit()
		visits[n] = visit
		pass := visit.pass(i, p.rule)
		if pass == nil {
			return
		}
		u := runOf(pass)
		before := len(u.problems)
		u.guard("the fix of rule "+p.rule.Name, func() { out[closed[n]] = of(pass) })
		visit.problems, visit.units = append(visit.problems, u.problems[before:]...), nil
		keeping.Lock()
		defer keeping.Unlock()
		if len(r.units) < maxKept && r.bytes+visit.bytes <= maxKeptBytes {
			r.units[i], u.fixing = u, r
			r.bytes += visit.bytes
		}
	})
	for _, visit := range visits {
		r.join(visit)
	}
	return out
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
	r.problems = append(r.problems, visit.problems...)
	r.failed = r.failed || len(visit.problems) > 0
}
