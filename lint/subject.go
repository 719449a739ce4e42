package lint

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/cache"
)

// A Subject is what a finding is about where other files can use it too: its fixes
// are made when the whole program is known, by Rule.Fix. It is plain data, which can be
// written to disk.
type Subject struct {
	// Key identifies it among the rule's subjects in the program. Findings with the
	// same key have the same fixes, which are made once.
	Key string
	// About is what Rule.Fix has to know besides; nil for nothing. Its type is among
	// Rule.Types, unless it is a basic one.
	About any
}

// A FixPass is one rule at work on the fixes of one subject. It sees the whole
// program.
type FixPass struct {
	Context context.Context
	Rule    *Rule
	Subject Subject

	run   *reopened
	own   int          // the finding's unit
	group map[int]bool // the units that are known to be of its program
	memo  map[any]any
}

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

// Written reports whether a node stands in a file as it is, and is not what a macro
// expands to: only such nodes can be edited.
func Written(n ast.Node) bool { return n.Valid() && n.Origin() == n }

// Edit replaces a node's text. The node has to be Written.
func (p *Pass) Edit(n ast.Node, text string) fixes.Edit {
	return p.EditSpan(n.File(), n.Span(), text)
}

// EditSpan replaces a range of a file of the unit; an empty range inserts.
func (p *Pass) EditSpan(file *ast.File, span source.Span, text string) fixes.Edit {
	return fixes.Edit{Path: p.run.linter.display(file.Source.Path), Start: span.Start, End: span.End, Text: text}
}
