package migrate

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// unread reports whether the channelDesc of a reference is only assigned to: every bind has
// a channel description of its own.
func (p *program) unread(r *reference) bool {
	for _, s := range p.sites {
		if !slices.Contains(s.refs, r) {
			continue
		}
		if s.action == bind && p.withoutChannel(s) {
			return false
		}
		if s.action == field && fields[s.view.at(s.field)] == channelDesc && !p.assignment(s).Valid() {
			return false
		}
	}
	return r.reason == ""
}

// assignment returns the statement that only assigns to the channelDesc of a site, if there
// is no other code on its lines.
func (p *program) assignment(s *site) (none ast.Node) {
	if s.macro != nil || s.pointer || s.carrier != nil || len(s.refs) != 1 {
		return none
	}
	statement := s.node.Enclosing(ast.ExpressionStatement)
	a := statement.FirstChild()
	if statement.Parent().Kind() != ast.CompoundStatement || a.Kind() != ast.AssignmentExpression || p.dropLine(statement).Text != "" {
		return none
	}
	left, right := a.Child(ast.FieldLeft), a.Child(ast.FieldRight)
	if left.Kind() != ast.FieldExpression || left.Child(ast.FieldField).Text() != channelDesc || !left.Span().Contains(s.node.Span().Start) {
		return none
	}
	if right.Kind() != ast.Identifier && !strings.HasPrefix(right.Child(ast.FieldFunction).Text(), "cudaCreateChannelDesc") {
		return none
	}
	return statement
}
