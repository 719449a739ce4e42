package sema

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// value returns what a pointer expression of the function of a frame points into.
// at is where the value is used.
func (p *Pointers) value(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	p.steps++
	if depth++; depth > 40 || p.steps > 4000 {
		return PointerArg{Bases: []PointerBase{{Object: "?", Element: "?"}}}
	}
	if n.Is(ast.Identifier, ast.CallExpression) {
		if x, ok := p.u.expandAs(n, inExpression); ok {
			return p.value(fr, x, at, depth)
		}
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return p.value(fr, n.FirstChild(), at, depth)
	case ast.CastExpression:
		return p.value(fr, n.Child(ast.FieldValue), at, depth)
	case ast.Nullptr, ast.NumberLiteral, ast.False:
		return PointerArg{Null: true}
	case ast.Identifier:
		if n.Text() == "NULL" {
			return PointerArg{Null: true}
		}
		return p.name(fr, n, at, depth)
	case ast.FieldExpression, ast.QualifiedIdentifier, ast.This:
		return p.name(fr, n, at, depth)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			return p.address(fr, n.Child(ast.FieldArgument), at, depth)
		}
		return p.element(fr, n, n.Child(ast.FieldArgument), "0")
	case ast.SubscriptExpression:
		return p.element(fr, n, n.Child(ast.FieldArgument), p.index(n))
	case ast.BinaryExpression:
		return p.sum(fr, n, at, depth)
	case ast.ConditionalExpression:
		return either(p.value(fr, n.Child(ast.FieldConsequence), at, depth), p.value(fr, n.Child(ast.FieldAlternative), at, depth))
	case ast.CommaExpression:
		return p.value(fr, n.Child(ast.FieldRight), at, depth)
	case ast.AssignmentExpression:
		return p.value(fr, n.Child(ast.FieldRight), at, depth)
	case ast.NewExpression:
		return PointerArg{Bases: []PointerBase{{Object: placeName("new", n), Allocated: true}}, Same: placeName("new", n), OffsetKnown: true}
	case ast.CallExpression:
		return p.call(fr, n, at, depth)
	}
	return unnamed(n)
}

// unnamed is a pointer of which only the spelling is known, which may be another
// one elsewhere.
func unnamed(n ast.Node) PointerArg {
	out := pointerNamed(squeeze(n.Text()))
	out.Same = ""
	return out
}

func placeName(what string, n ast.Node) string {
	n = n.Origin()
	if !n.Valid() {
		return what // of a default argument, say: there is one place only
	}
	return fmt.Sprintf("%s at %s:%d", what, n.File().Source.Path, n.Span().Start)
}

// index spells the index of a subscript: a number, or "?".
func (p *Pointers) index(n ast.Node) string {
	if list := n.Child(ast.FieldIndices); list.ChildCount() == 1 {
		if k := p.b.Scope(n).Const(list.FirstChild()); k.Known() {
			return fmt.Sprint(k.Int)
		}
	}
	return "?"
}

// element is an element of an array of pointers.
func (p *Pointers) element(fr *pointerFrame, n, base ast.Node, index string) PointerArg {
	object := "elements of " + squeeze(base.Text())
	root := rootName(base)
	if l, _ := p.b.local(root); l != nil {
		object = "elements of " + placeName(squeeze(base.Text()), l.node)
		for _, w := range l.writes {
			if lastName(w.at.Child(ast.FieldFunction)) == "swap" {
				index = "?"
			}
		}
	}
	out := PointerArg{Bases: []PointerBase{{Object: object, Element: index}}, OffsetKnown: true}
	if !hasCall(n) {
		out.Same = p.reading(squeeze(n.Text()), n, namesIn(n)...)
	}
	return out
}

func hasCall(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Is(ast.CallExpression, ast.UpdateExpression, ast.AssignmentExpression) {
			return true
		}
	}
	return false
}

func squeeze(text string) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(text), ""), "this->")
}

// sum is pointer + index.
func (p *Pointers) sum(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	if n.Op() != ast.Add && n.Op() != ast.Sub {
		return unnamed(n)
	}
	pointer, index := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	s := p.b.Scope(n)
	t := s.ExprType(pointer).Value()
	if n.Op() == ast.Add && (t == nil || t.Kind != Pointer) {
		if r := s.ExprType(index).Value(); r != nil && r.Kind == Pointer {
			pointer, index, t = index, pointer, r
		}
	}
	out := p.value(fr, pointer, at, depth)
	k := s.Const(index)
	if t == nil || t.Kind != Pointer || t.Elem == nil || t.Elem.Size <= 0 || !k.Known() || k.Int > 1<<40 || k.Int < -1<<40 {
		return out.moved(0, false)
	}
	if n.Op() == ast.Sub {
		k.Int = -k.Int
	}
	return out.moved(k.Int*t.Elem.Size, true)
}

// address is &lvalue.
func (p *Pointers) address(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return p.address(fr, n.FirstChild(), at, depth)
	case ast.SubscriptExpression: // &p[k]
		base := n.Child(ast.FieldArgument)
		out := p.value(fr, base, at, depth)
		list := n.Child(ast.FieldIndices)
		k := p.b.Scope(n).Const(list.FirstChild())
		t := p.b.Scope(n).ExprType(n)
		if list.ChildCount() != 1 || !k.Known() || t == nil || t.Size <= 0 || k.Int > 1<<40 || k.Int < -1<<40 {
			return out.moved(0, false)
		}
		return out.moved(k.Int*t.Size, true)
	case ast.PointerExpression:
		if n.Op() == ast.Mul {
			return p.value(fr, n.Child(ast.FieldArgument), at, depth)
		}
	case ast.FieldExpression: // &p->first
		if n.Op() == ast.Arrow {
			return p.value(fr, n.Child(ast.FieldArgument), at, depth).moved(0, false)
		}
		return p.address(fr, n.Child(ast.FieldArgument), at, depth).moved(0, false)
	}
	object := squeeze(n.Text())
	if l, _ := p.b.local(n); l != nil {
		object = placeName(object, l.node)
	}
	return PointerArg{Bases: []PointerBase{{Object: object, Allocated: true}}, Same: object, OffsetKnown: true}
}

// call is the result of a function.
func (p *Pointers) call(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	name := lastName(fn)
	if _, value := castCall(n); value.Valid() {
		return p.value(fr, value, at, depth)
	}
	if fn.Kind() == ast.FieldExpression {
		// v.data(), t.data_ptr<float>(): what the object holds.
		if list.ChildCount() == 0 {
			out := p.held(fr, fn.Child(ast.FieldArgument), at, depth)
			if !p.pure(n) {
				out.Same = "" // it may return something else each time
			}
			return out
		}
		return p.result(fr, n, at, depth)
	}
	switch {
	case (name == "raw_pointer_cast" || name == "move" || name == "forward" || name == "data" || name == "addressof") && list.ChildCount() == 1:
		if name == "data" {
			return p.held(fr, list.FirstChild(), at, depth)
		}
		return p.value(fr, list.FirstChild(), at, depth)
	case allocates(name):
		return PointerArg{Bases: []PointerBase{{Object: placeName(name, n), Allocated: true}}, Same: placeName(name, n), OffsetKnown: true}
	}
	return p.result(fr, n, at, depth)
}

// held is what an object of a class holds.
func (p *Pointers) held(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	out := p.value(fr, n, at, depth)
	for i := range out.Bases {
		out.Bases[i].Object = "held by " + out.Bases[i].Object
	}
	if out.Same != "" {
		out.Same = p.reading("held by "+out.Same, n, namesIn(n)...)
	}
	return out
}

func allocates(name string) bool { return strings.Contains(strings.ToLower(name), "alloc") }
