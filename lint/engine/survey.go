package engine

import (
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/related"
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

// mentioning is related.Index.Mentioning for the program.
func (p *fixProgram) mentioning(group map[int]bool, names []string) (units []int, all bool) {
	p.indexOnce.Do(func() {
		files := make([]related.File, len(p.files))
		for i, in := range p.files {
			files[i] = related.File{Path: p.linter.display(in.Path), Text: in.Text, HasText: in.HasText, Covered: p.covered[i], Linkage: &p.linkages[i]}
			if s := p.summaries[i]; s != nil {
				files[i].Files = s.Files
			}
		}
		p.index = related.New(files, p.linter.readFile, p.program.Nearness, p.linter.spread)
	})
	return p.index.Mentioning(group, names)
}

func (p *fixPass) Includes(unit lint.UnitID, path string) bool {
	p.run.dependsOnUnit(int(unit))
	s := p.run.program.summaries[unit]
	return s != nil && slices.Contains(s.Files, path)
}

func (p *fixPass) NamesKernel(unit lint.UnitID, name string) bool {
	p.run.dependsOnUnit(int(unit))
	return p.run.program.linkages[unit].NamesKernel(name)
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
	visits := make([]*openUnits, len(closed))
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
		if len(r.units) < maxOpen && r.bytes+visit.bytes <= maxOpenBytes {
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
func (r *openUnits) visit() *openUnits {
	v := &openUnits{program: r.program, linter: r.linter, ctx: r.ctx, units: map[int]*unitRun{}}
	if r.trace != nil {
		v.trace = &cache.Trace{}
	}
	return v
}

// join records what was asked, and what went wrong, on a visit.
func (r *openUnits) join(visit *openUnits) {
	r.trace.Merge(visit.trace)
	r.problems = append(r.problems, visit.problems...)
	r.failed = r.failed || len(visit.problems) > 0
}
