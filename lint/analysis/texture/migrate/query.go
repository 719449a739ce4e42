package migrate

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
)

// The C interface binds through a pointer to a reference, which cudaGetTextureReference
// returns. If the pointer is a local variable that only ever points to one reference, the
// migration replaces it by the object.

// pointers finds the uses of the pointers that a unit gets from cudaGetTextureReference.
func (p *program) pointers(u *sema.Unit) {
	if p.asked == nil {
		p.asked = map[place]bool{}
	}
	for _, name := range []string{"cudaGetTextureReference", "cudaGetSurfaceReference"} {
		for _, call := range u.Calls(name) {
			if at := placeOf(call.Origin().File(), call.Origin().Span().Start); call.Origin() == call && !p.asked[at] {
				p.asked[at] = p.pointer(u, call)
			}
		}
	}
	for _, s := range p.sites {
		if s.action != query || s.pointer {
			continue
		}
		call := s.node.Enclosing(ast.CallExpression)
		if s.macro != nil || !p.asked[placeOf(call.File(), call.Span().Start)] {
			for _, r := range s.refs {
				r.refuse("the pointer that " + s.callee + " at " + s.at() + " returns cannot be followed")
			}
		}
	}
}

// pointer follows the pointer that one call returns, and reports whether all its uses are
// understood.
func (p *program) pointer(u *sema.Unit, call ast.Node) bool {
	list := call.Child(ast.FieldArguments)
	first := list.FirstChild()
	second := first.Next()
	r := p.byName[strings.Trim(second.Text(), "&\"() ")]
	v := strings.Trim(first.Text(), "&() ")
	if i := strings.LastIndexByte(v, '&'); i >= 0 { // (const textureReference **)&v
		v = strings.Trim(v[i+1:], "() ")
	}
	l := u.LocalAt(call, v)
	if r == nil || l == nil || l.Param || l.Declaration.Kind() != ast.Declaration || len(u.ScopeAt(call).Declarators(l.Declaration)) != 1 || l.Init.Valid() && !literalNull(l.Init.Text()) {
		return false
	}
	declared := &site{action: query, unit: u, file: call.File(), node: call, view: p.viewOf(call.File()), pointer: true, refs: []*reference{r}, callee: l.Name, declared: l.Declaration}
	declared.token = declared.view.find(call.Span().Start)
	uses, ok := p.usesOf(u, l, call, r)
	if !ok || declared.token < 0 {
		return false
	}
	p.sites = append(append(p.sites, declared), uses...)
	return true
}

// usesOf returns the uses of a local pointer, or C++ reference, to a reference, outside of the
// node that initialises it. ok is false if one of them is not a bind, an unbind or a member
// access.
func (p *program) usesOf(u *sema.Unit, l *sema.Local, given ast.Node, r *reference) (uses []*site, ok bool) {
	in := u.FunctionAt(given)
	if in == nil {
		return nil, false
	}
	for n := range in.Body.Descendants() {
		if !n.Is(ast.Identifier, ast.TypeIdentifier) || n.Text() != l.Name || n == l.Node {
			continue
		}
		if o := u.LocalAt(n, l.Name); o == nil || o.Node != l.Node {
			continue
		}
		if inside := given.Span(); inside.Contains(n.Span().Start) {
			continue
		}
		s := &site{unit: u, file: n.File(), node: n, view: p.viewOf(n.File()), pointer: true, refs: []*reference{r}}
		if s.token = s.view.find(n.Span().Start); s.token < 0 {
			return nil, false
		}
		p.classify(s)
		if s.action != bind && s.action != unbind && s.action != field {
			return nil, false
		}
		uses = append(uses, s)
	}
	return uses, true
}

// otherName follows a local pointer or C++ reference to a reference, textureReference *r = &t,
// and reports whether all its uses are understood.
func (p *program) otherName(s *site, r *reference) bool {
	if s.macro != nil || s.carrier != nil || s.pointer {
		return false
	}
	init := s.node.Enclosing(ast.InitDeclarator)
	d := init.Child(ast.FieldDeclarator)
	if init.Parent().Kind() != ast.Declaration || !d.Is(ast.PointerDeclarator, ast.ReferenceDeclarator) {
		return false
	}
	value := init.Child(ast.FieldValue)
	for value.Is(ast.CastExpression, ast.PointerExpression, ast.ParenthesizedExpression) {
		switch value.Kind() {
		case ast.CastExpression:
			value = value.Child(ast.FieldValue)
		case ast.PointerExpression:
			value = value.Child(ast.FieldArgument)
		default:
			value = value.FirstChild()
		}
	}
	if value != s.node || len(s.unit.ScopeAt(s.node).Declarators(init.Parent())) != 1 {
		return false
	}
	name := strings.Trim(d.Text(), "&* ")
	l := s.unit.LocalAt(s.node, name)
	if l == nil {
		l = s.unit.LocalAt(init.Parent().Next(), name)
	}
	if l == nil || l.Declaration != init.Parent() {
		return false
	}
	uses, ok := p.usesOf(s.unit, l, init, r)
	if !ok {
		return false
	}
	s.action, s.pointer, s.declared = query, true, init.Parent()
	p.sites = append(p.sites, uses...)
	return true
}

// dropQuery deletes a call that returns a pointer, and the declaration of the pointer.
func (p *program) dropQuery(s *site) []fixes.Edit {
	if !s.pointer {
		return nil // the call is deleted with its arguments
	}
	edits := []fixes.Edit{p.dropLine(s.declared)}
	if inside := s.declared.Span(); inside.Contains(s.node.Span().Start) && s.node.File() == s.declared.File() {
		return edits // what it points to from the start
	}
	if statement := s.node.Parent(); statement.Kind() == ast.ExpressionStatement {
		return append(edits, p.dropLine(statement))
	}
	span := s.node.Span()
	return append(edits, p.edit(s.file, span.Start, span.End, "cudaSuccess"))
}

// dropLine deletes a statement, with its line if there is nothing else on that.
func (p *program) dropLine(n ast.Node) fixes.Edit {
	text, span := n.File().Source.Text, n.Span()
	start, end := span.Start, span.End
	for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t') {
		start--
	}
	for end < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r') {
		end++
	}
	if (start == 0 || text[start-1] == '\n') && end < len(text) && text[end] == '\n' {
		return p.edit(n.File(), start, end+1, "")
	}
	return p.edit(n.File(), span.Start, span.End, ";")
}

// pointedField returns the edits of a member that is accessed through a pointer.
func (p *program) pointedField(s *site) []fixes.Edit {
	start, member := s.view.tokens[s.token].Start(), s.view.tokens[s.field]
	if s.view.at(s.token-1) == "*" && s.view.at(s.token-2) == "(" { // (*p).field
		start = s.view.tokens[s.token-2].Start()
	}
	to := fields[s.view.at(s.field)]
	if to == channelDesc {
		return []fixes.Edit{p.edit(s.file, start, member.End(), s.object()+p.channel())}
	}
	return []fixes.Edit{p.edit(s.file, start, member.End(), s.description(p.suffix)+"."+to)}
}
