package engine

import (
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/related"
)

// A fixPass implements lint.FixServices for a rule that makes the fixes of one subject.
type fixPass struct {
	run   *openUnits
	rule  *lint.Rule
	own   int          // the finding's unit
	group map[int]bool // the units that are known to be of the same program
	once  map[any]any
}

// runOf returns the unit of a pass.
func runOf(p *lint.Pass) *unitRun { return p.UnitServices.(*unitPass).run }

func (p *fixPass) Own() *lint.Pass { return p.run.pass(p.own, p.rule) }

func (p *fixPass) Mentioning(names ...string) (passes []*lint.Pass, all bool) {
	units, all := p.Having(names...)
	passes, opened := p.Open(units)
	return passes, all && opened
}

func (p *fixPass) Once(key any, compute func() any) any {
	v, known := p.once[key]
	if !known {
		v = compute()
		if p.once == nil {
			p.once = map[any]any{}
		}
		p.once[key] = v
	}
	return v
}

func (p *fixPass) AllUnitsRead() bool {
	p.run.trace.Add(cache.Question{Kind: askAllRead}, boolDigest(p.run.program.allUnitsRead))
	return p.run.program.allUnitsRead
}

func (p *fixPass) ConstantUses(unit lint.UnitID, variable string) (uses []lint.ConstantUse, known bool) {
	p.run.dependsOnUnit(int(unit))
	return p.run.program.constants[unit].Of(variable)
}

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
			files[i] = related.File{Path: p.linter.display(in.Path), Text: in.Text, HasText: in.HasText, Covered: p.covered[i], Linkage: func() *related.Linkage { return p.linkage(i) }}
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
	return p.run.program.linkage(int(unit)).NamesKernel(name)
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

func (p *fixPass) SurveyUnits(units []lint.UnitID, survey func(*lint.Pass) any) []any {
	r := p.run
	out := make([]any, len(units))
	var closed []int
	for k, i := range units {
		if _, open := r.units[int(i)]; !open {
			closed = append(closed, k)
		} else if pass := r.pass(int(i), p.rule); pass != nil {
			out[k] = survey(pass)
		}
	}
	visits := make([]*openUnits, len(closed))
	var mu sync.Mutex
	r.parallel(len(closed), func(n int) {
		i := int(units[closed[n]])
		visit := r.temporary()
		visits[n] = visit
		pass := visit.pass(i, p.rule)
		if pass == nil {
			return
		}
		u := runOf(pass)
		before := len(u.problems)
		u.guard("the fix of rule "+p.rule.Name, func() { out[closed[n]] = survey(pass) })
		visit.problems, visit.units = append(visit.problems, u.problems[before:]...), nil
		mu.Lock()
		defer mu.Unlock()
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

// temporary returns an openUnits for one unit that is closed after use.
func (r *openUnits) temporary() *openUnits {
	v := &openUnits{program: r.program, linter: r.linter, ctx: r.ctx, units: map[int]*unitRun{}}
	if r.trace != nil {
		v.trace = &cache.Trace{}
	}
	return v
}

// join adds the dependencies and the problems of a temporary openUnits.
func (r *openUnits) join(visit *openUnits) {
	r.trace.Merge(visit.trace)
	r.problems = append(r.problems, visit.problems...)
	r.failed = r.failed || len(visit.problems) > 0
}
