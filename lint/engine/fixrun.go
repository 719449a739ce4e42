package engine

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
)

// A fixPass answers a rule that makes the fixes of a subject: lint.FixServices.
type fixPass struct {
	run   *openUnits
	rule  *lint.Rule
	own   int          // the finding's unit
	group map[int]bool // the units that are known to be of its program
	memo  map[any]any
}

// runOf returns what is behind a pass.
func runOf(p *lint.Pass) *unitRun { return p.UnitServices.(*unitPass).run }

func (p *fixPass) Own() *lint.Pass { return p.run.pass(p.own, p.rule) }

func (p *fixPass) Mentioning(names ...string) (passes []*lint.Pass, all bool) {
	units, all := p.Having(names...)
	passes, opened := p.Open(units)
	return passes, all && opened
}

func (p *fixPass) Memo(key any, makes func() any) any {
	v, known := p.memo[key]
	if !known {
		v = makes()
		if p.memo == nil {
			p.memo = map[any]any{}
		}
		p.memo[key] = v
	}
	return v
}

func (p *fixPass) Near(pass *lint.Pass) int {
	near := p.run.program.program.Nearness(p.own, runOf(pass).input)
	p.run.trace.Add(p.run.program.nearQuestion(p.own, runOf(pass).input), numberDigest(near))
	return near
}

func (p *fixPass) Whole() bool {
	p.run.trace.Add(cache.Question{Kind: askWhole}, yes(p.run.program.whole))
	return p.run.program.whole
}

func (p *fixPass) ConstantUses(unit lint.UnitID, variable string) (uses []lint.ConstantUse, known bool) {
	p.run.dependsOnUnit(int(unit))
	return p.run.program.constants[unit].Of(variable)
}
