package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A pendingMember is a definition outside of its class that comes before the
// class is known.
type pendingMember struct {
	sp    *space
	names []string
	m     member
	fn    *Function
	of    *class // the class that it was found to be of, if that has a body
}

// function enters a function defined or declared by node with a declarator.
func (b *builder) function(sp *space, it *decl.Item, declarator ast.Node, likely bool) {
	fd := declarator.FunctionDeclarator()
	if !fd.Valid() {
		return
	}
	name := fd.Child(ast.FieldDeclarator)
	if fd.Kind() != ast.OperatorCast && name.DeclaredName().Kind() == ast.QualifiedIdentifier {
		b.outside(sp, it, declarator, name.DeclaredName(), likely)
		return
	}
	if name.Kind() == ast.QualifiedIdentifier {
		b.outside(sp, it, declarator, name, likely)
		return
	}
	f := newFunction(sp.scope, it.Node, fd, it.Template)
	f.Namespace = sp.path
	f.unlikely = !likely
	if f.Name == "" {
		return
	}
	b.enter(sp, f)
}

// enter adds a function to a namespace, merged with its declarations.
func (b *builder) enter(sp *space, f *Function) {
	list := sp.functions[f.Name]
	digest := f.digest()
	for i, old := range list {
		if old.digest() != digest || !sameParams(old, f) {
			continue
		}
		switch {
		case !f.Body.Valid():
			old.declared(f)
			old.Qualifiers |= f.Qualifiers & (ast.Global | ast.Device | ast.Host | ast.Static)
			old.Params = withDefaults(old.Params, f.Params)
			if old.LaunchBounds == nil {
				old.LaunchBounds = f.LaunchBounds
			}
		case !old.Body.Valid():
			old.define(f)
		default: // two definitions: arms of a conditional
			b.u.free = append(b.u.free, f)
			if old.unlikely && !f.unlikely {
				list[i] = f
			}
		}
		return
	}
	sp.functions[f.Name] = append(list, f)
	b.u.free = append(b.u.free, f)
}

// outside enters the definition of a member outside of its class, or of a
// function outside of its namespace.
func (b *builder) outside(sp *space, it *decl.Item, declarator, name ast.Node, likely bool) {
	var names []string
	for n := name; n.Valid(); {
		if n.Kind() == ast.QualifiedIdentifier {
			if scope := n.Child(ast.FieldScope); scope.Valid() {
				names = append(names, strings.Split(strings.Join(strings.Fields(scopeText(scope)), ""), "::")...)
			}
			n = n.QualifiedName()
			continue
		}
		names = append(names, n.PlainName())
		break
	}
	m := member{name: names[len(names)-1], node: it.Node, decl: declarator, template: it.Template}
	p := pendingMember{sp: sp, names: names, m: m}
	if fd := declarator.FunctionDeclarator(); fd.Valid() {
		p.fn = newFunction(sp.scope, it.Node, fd, it.Template)
		p.fn.Name, p.fn.unlikely = m.name, !likely
	}
	b.pending = append(b.pending, p)
}

func scopeText(n ast.Node) string {
	if n.Is(ast.TemplateType, ast.TemplateFunction) {
		return n.Child(ast.FieldName).Text()
	}
	return n.Text()
}

// attach gives members defined outside to their classes.
func (b *builder) attach() {
	for k := range b.pending {
		p := &b.pending[k]
		qualifier := p.names[:len(p.names)-1]
		done := false
		for sp := p.sp; !done; {
			cur := sp
			for i, part := range qualifier {
				if sub := cur.spaces[part]; sub != nil {
					cur = sub
					if i == len(qualifier)-1 && p.fn != nil { // a function of a namespace
						p.fn.Namespace = cur.path
						p.fn.Scope = rescope(p.fn.Scope, p.sp.scope, cur.scope)
						b.enter(cur, p.fn)
						done = true
					}
					continue
				}
				if d := cur.types[part]; d != nil && d.isRecord() {
					m := p.m
					m.name = strings.Join(p.names[i+1:], "::")
					if args := specialArgs(p.m.decl); args != "" && len(d.special) > 0 {
						for _, sp := range d.special {
							if strings.Join(strings.Fields(sp.args.Text()), "") == args {
								d = sp
							}
						}
					}
					d.members = append(d.members, m)
					p.of = d.class
					done = true
				}
				break
			}
			if sp.path == "" {
				break
			}
			outer, _ := splitPath(sp.path)
			sp = b.u.space(outer)
		}
		if !done && p.fn != nil { // its class is out of sight
			p.fn.Namespace = decl.Join(p.sp.path, strings.Join(qualifier, "::"))
			b.u.free = append(b.u.free, p.fn)
		}
	}
}

// specialArgs spells the template arguments of the class in the declarator of a
// member.
func specialArgs(decl ast.Node) string {
	name := decl.DeclaredName()
	if f := decl.FunctionDeclarator(); f.Valid() {
		name = f.Child(ast.FieldDeclarator)
	}
	if scope := name.Child(ast.FieldScope); scope.Kind() == ast.TemplateType {
		return strings.Join(strings.Fields(scope.Child(ast.FieldArguments).Text()), "")
	}
	return ""
}

// rescope moves the innermost levels of a scope from one place to another.
func rescope(s, from, to *Scope) *Scope {
	if s == from || s == nil {
		return to
	}
	c := *s
	c.Outer = rescope(s.Outer, from, to)
	return &c
}
