package texture

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// fields returns what a local descriptor, given as &descriptor, holds when an object is made.
func (x *Objects) fields(o *Object, given ast.Node) Fields {
	name, ok := addressee(given)
	if !ok || !name.Is(ast.Identifier) {
		return Fields{}
	}
	l := x.u.LocalAt(name, name.Text())
	if l == nil || l.Param || l.Type == nil || l.Type.Kind == sema.Reference || l.Type.Kind == sema.Pointer {
		return Fields{}
	}
	w := descriptor{x: x, local: l, end: o.Call.Origin(), out: Fields{values: map[string]ast.Node{}}}
	for n := range o.In.Body.Descendants() {
		if n.Span().Start >= w.end.Span().Start {
			break
		}
		if n.Is(ast.Identifier) && n.Text() == l.Name && !w.mention(n) {
			return Fields{}
		}
	}
	return w.out
}

// A descriptor collects what is assigned to a local descriptor before a call.
type descriptor struct {
	x     *Objects
	local *sema.Local
	end   ast.Node
	out   Fields
}

// mention follows one use of the descriptor. It returns false if the contents of the descriptor are
// unknown from there on.
func (w *descriptor) mention(n ast.Node) bool {
	if n == w.local.Node || n.Parent().Is(ast.InitDeclarator) && n.Field() == ast.FieldDeclarator {
		return w.declared()
	}
	if l := w.x.u.LocalAt(n, n.Text()); l == nil || l.Node != w.local.Node {
		return true // another variable of this name
	}
	e, path := n, ""
	for p := e.Parent(); ; e, p = p, p.Parent() {
		switch {
		case p.Is(ast.FieldExpression) && e.Field() == ast.FieldArgument:
			if path != "" {
				path += "."
			}
			path += p.Child(ast.FieldField).Text()
			continue
		case p.Is(ast.SubscriptExpression) && e.Field() == ast.FieldArgument:
			path += p.Child(ast.FieldIndices).Text()
			continue
		case p.Is(ast.AssignmentExpression) && e.Field() == ast.FieldLeft:
			return w.assigned(p, path)
		case p.Is(ast.PointerExpression) && path == "":
			return w.passed(p)
		case p.Is(ast.SizeofExpression):
			return true
		case p.Is(ast.ParenthesizedExpression):
			continue
		}
		return path != "" && !p.Is(ast.PointerExpression, ast.UpdateExpression) // it is read
	}
}

// declared takes the declaration.
func (w *descriptor) declared() bool {
	init := w.local.Init
	switch {
	case !init.Valid():
		return true
	case init.Is(ast.InitializerList):
		first := init.FirstChild()
		w.out.zeroed = !first.Valid() || init.ChildCount() == 1 && first.Text() == "0"
		return w.out.zeroed
	case init.Is(ast.CallExpression) && init.Child(ast.FieldArguments).ChildCount() == 0, init.Is(ast.ArgumentList) && init.ChildCount() == 0:
		w.out.zeroed = true // T(), T{}
		return true
	case init.Is(ast.CompoundLiteralExpression):
		w.out.zeroed = !init.Child(ast.FieldValue).FirstChild().Valid()
		return w.out.zeroed
	}
	return false
}

// assigned takes an assignment to a member.
func (w *descriptor) assigned(n ast.Node, path string) bool {
	if path == "" {
		right := n.Child(ast.FieldRight)
		if !right.Is(ast.InitializerList, ast.CompoundLiteralExpression) || !w.always(n) {
			return false
		}
		for d := range right.Descendants() {
			if d.Is(ast.NumberLiteral, ast.Identifier) {
				return false
			}
		}
		w.out = Fields{values: map[string]ast.Node{}, zeroed: true}
		return true
	}
	value := n.Child(ast.FieldRight)
	if n.Op() != ast.Assign || !w.always(n) {
		value = ast.Node{}
	}
	w.out.values[path] = value
	return true
}

// passed takes the address of the descriptor, as an argument.
func (w *descriptor) passed(address ast.Node) bool {
	list := address.Parent()
	for list.Is(ast.CastExpression, ast.ParenthesizedExpression) {
		list = list.Parent()
	}
	call := list.Parent()
	if !list.Is(ast.ArgumentList) || !call.Is(ast.CallExpression) {
		return false
	}
	switch call.Child(ast.FieldFunction).LastName().Text() {
	case "memset":
		if value := list.FirstChild().Next(); !w.always(call) || value.Text() != "0" && value.Text() != "0x00" {
			return false
		}
		w.out = Fields{values: map[string]ast.Node{}, zeroed: true}
		return true
	case "cudaCreateTextureObject", "cudaCreateSurfaceObject":
		return true
	}
	return false
}

// always reports whether a statement is executed whenever the call is: the block around it is
// around the call as well.
func (w *descriptor) always(n ast.Node) bool {
	for p := n.Parent(); p.Valid(); p = p.Parent() {
		switch {
		case p.Is(ast.CompoundStatement):
			span := p.Span()
			return p.File() == w.end.File() && span.Start <= w.end.Span().Start && w.end.Span().End <= span.End
		case p.Is(ast.IfStatement, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.CaseStatement, ast.ElseClause, ast.ConditionalExpression, ast.LambdaExpression):
			return false
		}
	}
	return false
}
