package migrate

import (
	"regexp"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// A setting of a bound reference took effect at the next launch (samples of the toolkit change
// filterMode between launches without a bind). An object has the settings of its creation: if
// no bind follows a setting in its function, the migration creates the object again there.

// updates returns the statements that follow settings.
func (p *program) updates() (edits []fixes.Edit) {
	for _, s := range p.sites {
		live := s.live()
		if !p.late(s) || len(live) != 1 {
			continue
		}
		if s.macro != nil || s.carrier != nil {
			continue // the code that invokes the macro does that
		}
		statement := outermost(s.node)
		if !statement.Valid() || p.setsAgain(statement.Next(), s) {
			continue
		}
		text := string(s.file.Source.Text)
		p.need.update, p.need.textures = true, true
		end := behindComment(text, statement.Span().End)
		line := p.names["set"] + "(" + s.qualifier + live[0].name + ", " + s.qualifier + live[0].name + p.suffix + ");"
		edits = append(edits, p.edit(s.file, end, end, "\n"+source.Indentation(text, statement.Span().Start)+line))
	}
	return edits
}

// remark matches a comment at the end of a line.
var remark = regexp.MustCompile(`^[ \t]*(//[^\n]*[^\n\\\r]|/\*[^*\n]*\*/)(\r?\n|$)`)

// behindComment returns the end of the comment that ends the line, the offset itself if there
// is none.
func behindComment(text string, offset int) int {
	if m := remark.FindStringSubmatchIndex(text[offset:]); m != nil {
		return offset + m[3]
	}
	return offset
}

// late reports whether a site is a setting that no bind follows in its function or macro.
func (p *program) late(s *site) bool {
	if !p.sets(s) {
		return false
	}
	for _, o := range p.sites {
		if o.file.Source.Path != s.file.Source.Path || o.view.tokens[o.token].Start() < s.view.tokens[s.token].Start() || o.macro != s.macro || !p.binds(o) {
			continue
		}
		for _, r := range s.refs {
			for _, b := range o.refs {
				if r == b && (s.macro != nil || s.unit.FunctionAt(o.node) == s.unit.FunctionAt(s.node) && always(o.node, s.node)) {
					return false
				}
			}
		}
	}
	return true
}

// always reports whether a node is executed whenever an earlier one of the same function is:
// it is in no branch or loop that does not contain the other.
func always(n, before ast.Node) bool {
	for p := n.Parent(); p.Valid() && p.Kind() != ast.FunctionDefinition; n, p = p, p.Parent() {
		branch := false
		switch p.Kind() {
		case ast.IfStatement, ast.ElseClause, ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.ConditionalExpression:
			branch = n.Field() != ast.FieldCondition && n.Field() != ast.FieldInitializer
		case ast.BinaryExpression:
			branch = n.Field() == ast.FieldRight && (p.Op() == ast.LogicalAnd || p.Op() == ast.LogicalOr)
		case ast.CaseStatement, ast.CatchClause, ast.LambdaExpression:
			branch = true
		}
		if branch {
			span := n.Span()
			return span.Contains(before.Span().Start)
		}
	}
	return true
}

// setsBy reports whether a macro that a site invokes sets the description of its
// argument.
func (p *program) setsBy(s *site) bool {
	for _, o := range p.sites {
		if o.macro != nil && o.macro.name == s.callee && o.param && s.arg < len(o.macro.params) && o.view.at(o.token) == o.macro.params[s.arg] && o.action == field && o.set {
			return true
		}
	}
	return false
}

// sets reports whether a site sets the description.
func (p *program) sets(s *site) bool {
	if s.action == pass {
		return s.to.sets && !s.to.binds
	}
	if s.action == invoke {
		return p.setsBy(s) && !p.binds(s)
	}
	return s.action == field && s.set && fields[s.view.at(s.field)] != channelDesc
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

// outermost returns the statement of the innermost block around a node that contains the node.
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
		if p.sets(o) && o.macro == nil && o.carrier == nil && o.file.Source.Path == s.file.Source.Path && o.refs[0] == s.refs[0] && statement.Valid() &&
			statement.Span().Contains(o.node.Span().Start) {
			return true
		}
	}
	return false
}
