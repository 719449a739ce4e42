package migrate

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/fixes"
)

// A setting of a reference that was bound counted from the next launch on (the samples
// of the toolkit change filterMode between launches, without a bind). An object is
// made of what the description was when it was created: where no bind follows a
// setting in its function, the object is made anew.

// updates returns the statements that follow settings.
func (p *program) updates() (edits []fixes.Edit) {
	for _, s := range p.sites {
		live := s.live()
		if !p.late(s) || len(live) != 1 {
			continue
		}
		statement := outermost(s.node)
		if s.carrier != nil {
			continue // its callers do
		}
		if !statement.Valid() || p.setsAgain(statement.Next(), s) {
			continue
		}
		p.need.update, p.need.textures = true, true
		text := string(s.file.Source.Text)
		end := statement.Span().End
		name := s.qualifier + s.view.at(s.token)
		line := p.names["set"] + "(" + name + ", " + name + p.suffix + ");"
		edits = append(edits, p.edit(s.file, end, end, "\n"+indentation(text, statement.Span().Start)+line))
	}
	return edits
}

// late reports whether a site is a setting after which its function, or its macro,
// does not bind.
func (p *program) late(s *site) bool {
	if !s.settles() {
		return false
	}
	for _, o := range p.sites {
		if o.file != s.file || o.view.tokens[o.token].start < s.view.tokens[s.token].start || o.macro != s.macro || !p.binds(o) {
			continue
		}
		for _, r := range s.refs {
			for _, b := range o.refs {
				if r == b && (s.macro != nil || s.unit.FunctionAt(o.node) == s.unit.FunctionAt(s.node)) {
					return false
				}
			}
		}
	}
	return true
}

// settles reports whether a site sets the description.
func (s *site) settles() bool {
	if s.action == pass {
		return s.to.sets && !s.to.binds
	}
	return s.action == field && s.set && fields[s.view.at(s.field)] != channelSuffix
}

// binds reports whether a site binds, itself or by a macro that it invokes.
func (p *program) binds(s *site) bool {
	if s.action == pass {
		return s.to.binds
	}
	if s.action != invoke {
		return s.action == bind
	}
	for _, o := range p.sites {
		if o.macro != nil && o.macro.name == s.callee && o.action == bind {
			return true
		}
	}
	return false
}

// outermost returns the statement of the nearest block that a node stands in.
func outermost(n ast.Node) ast.Node {
	for p := n.Parent(); p.Valid(); n, p = p, p.Parent() {
		if p.Kind() == ast.CompoundStatement {
			return n
		}
	}
	return ast.Node{}
}

// setsAgain reports whether a statement sets the same reference.
func (p *program) setsAgain(statement ast.Node, s *site) bool {
	for _, o := range p.sites {
		if o.settles() && o.macro == nil && o.carrier == nil && o.file == s.file && o.refs[0] == s.refs[0] && statement.Valid() &&
			statement.Span().Contains(o.node.Span().Start) {
			return true
		}
	}
	return false
}
