package lint

import "github.com/cudalint/cudalint/lint/cache"

// Own returns the unit that the finding is in; nil where it cannot be opened again.
func (p *FixPass) Own() *Pass { return p.run.pass(p.own, p.Rule) }

// Mentioning opens the units that Having returns. all is false, too, where one of them
// could not be opened.
func (p *FixPass) Mentioning(names ...string) (passes []*Pass, all bool) {
	units, all := p.Having(names...)
	passes, opened := p.Open(units)
	return passes, all && opened
}

// Memo returns what makes returns: it is called once for a subject and a key, which is of a
// type of its own.
func (p *FixPass) Memo(key any, makes func() any) any {
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

// Near tells how likely a unit is of the same program as the finding's own one: it
// is larger for those that share a header, then for those with the longest way of
// folders in common.
func (p *FixPass) Near(pass *Pass) int {
	near := p.run.program.program.Nearness(p.own, pass.run.input)
	p.run.trace.Add(p.run.program.nearQuestion(p.own, pass.run.input), number64(near))
	return near
}

// Whole reports whether no unit of the program is out of sight: all translation
// units that the build names were read.
func (p *FixPass) Whole() bool {
	p.run.trace.Add(cache.Question{Kind: askWhole}, yes(p.run.program.whole))
	return p.run.program.whole
}
