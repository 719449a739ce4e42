package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// holders returns the variables that hold the handle, or lead to it, on some path.
func (a *analysis) holders() map[*variable]bool {
	out := map[*variable]bool{}
	add := func(place string) {
		if v := a.f.variableAt(place); v != nil {
			out[v] = true
		}
	}
	note := func(st *state) {
		if st.status != live && st.status != gone {
			return
		}
		for _, p := range st.places {
			add(p)
			for k, target := range st.points {
				if _, inside := covers(target.to, p); inside {
					add(k)
				}
			}
		}
	}
	for _, points := range a.points {
		for _, p := range points {
			note(p.st)
		}
	}
	for _, x := range a.exits {
		note(x.st)
	}
	return out
}

// mentions returns the nodes of the source that name a variable after its
// declaration; of one that a macro names without being given it, the invocation.
func (f *function) mentions(v *variable) []ast.Node {
	if known, ok := f.mentioned[v]; ok {
		return known
	}
	out := f.findMentions(v)
	if f.mentioned == nil {
		f.mentioned = map[*variable][]ast.Node{}
	}
	f.mentioned[v] = out
	return out
}

func (f *function) findMentions(v *variable) []ast.Node {
	var out []ast.Node
	for n := range f.node.Descendants() {
		switch n.Kind() {
		case ast.Identifier, ast.TypeIdentifier:
			if n.Text() == v.name {
				if n != v.node && f.variable(v.name, n) == v {
					out = append(out, n)
				}
				continue
			}
		case ast.CallExpression:
		default:
			continue
		}
		x, ok := f.unit.expand(n)
		if !ok {
			continue
		}
		for m := range x.Descendants() {
			if m.Is(ast.Identifier) && m.Text() == v.name && m != v.node && f.variable(v.name, m) == v {
				out = append(out, n)
				break
			}
		}
	}
	return out
}

// storedIn returns the variable that a value which a node is part of is stored in.
func (f *function) storedIn(n ast.Node) *variable {
	for ; n.Valid() && n != f.node; n = n.Parent() {
		p := n.Parent()
		switch p.Kind() {
		case ast.AssignmentExpression:
			if n.Field() != ast.FieldRight {
				return nil
			}
			left := p.Child(ast.FieldLeft)
			for left.Is(ast.FieldExpression, ast.SubscriptExpression) {
				left = left.Child(ast.FieldArgument)
			}
			if !left.Is(ast.Identifier) {
				return nil
			}
			return f.variable(left.Text(), left)
		case ast.InitDeclarator:
			name := declaratorName(p.Child(ast.FieldDeclarator))
			return f.variable(name.Text(), name)
		case ast.CallExpression, ast.ArgumentList, ast.CompoundStatement, ast.ExpressionStatement:
			return nil
		}
	}
	return nil
}

// within reports whether a node is another one or stands in it.
func within(outer, n ast.Node) bool {
	return n.File() == outer.File() && outer.Index() <= n.Index() && n.Index() < outer.End()
}

// namesAny reports whether a node names one of some variables.
func namesAny(n ast.Node, names map[string]bool) bool {
	for m := range n.Descendants() {
		if m.Is(ast.Identifier, ast.TypeIdentifier) && names[m.Text()] {
			return true
		}
	}
	return false
}

// namesOutside reports whether a call is given one of some variables other than
// through another call.
func namesOutside(call ast.Node, names map[string]bool) bool {
	end := 0
	for n := range call.Child(ast.FieldArguments).Descendants() {
		switch {
		case n.Index() < end:
		case n.Is(ast.CallExpression):
			end = n.End()
		case n.Is(ast.Identifier) && names[n.Text()]:
			return true
		}
	}
	return false
}

// onlyMade reports whether nothing but calls that acquire, and zeros, is stored in
// a variable: where it was not acquired into, it has the value it was declared with.
func (f *function) onlyMade(v *variable, made map[ast.Node]bool) bool {
	calls := map[ast.Node]bool{}
	for c := range made {
		calls[spelled(c)] = true
	}
	for _, n := range f.mentions(v) {
		p := n.Parent()
		switch {
		case p.Is(ast.AssignmentExpression) && n.Field() == ast.FieldLeft:
			if !isZeroText(p.Child(ast.FieldRight).Text()) && !calls[p.Child(ast.FieldRight)] {
				return false
			}
		case p.Is(ast.PointerExpression) && p.Op() == ast.And:
			call := p.Enclosing(ast.CallExpression)
			if !calls[call] {
				return false
			}
		case p.Is(ast.ArgumentList):
			call := p.Parent()
			if call.ChildOf(ast.KernelCallSyntax).Valid() || calls[call] {
				continue
			}
			name := calleeName(call)
			if _, macro := f.unit.expand(call); !macro && !isAPI(name) {
				return false // by reference, for all that is known
			}
		case p.Is(ast.LambdaCaptureSpecifier, ast.UpdateExpression, ast.FieldExpression, ast.SubscriptExpression):
			return false
		}
	}
	return true
}

func isZeroText(text string) bool {
	switch strings.TrimSpace(text) {
	case "0", "NULL", "nullptr", "{}", "0ULL", "0ull", "0u":
		return true
	}
	return false
}
