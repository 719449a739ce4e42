package missingrestrict

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// constness checks whether a kernel still compiles if the elements behind a pointer become
// const.
type constness struct {
	unit *sema.Unit
	body ast.Node
	// plain is set if the elements are numbers, built-in vectors or of the type of a template
	// parameter. record is the class of other elements.
	plain  bool
	record *sema.Record
	seen   map[string]bool // variables that are being checked or have been
}

// maxFollowed bounds the variables that are checked because they copy the pointer.
const maxFollowed = 16

// keeps reports whether every use of a pointer variable, found by its name, compiles with const
// elements. rows is the number of array dimensions behind the pointer.
func (c *constness) keeps(name string, rows int) bool {
	if c.seen[name] {
		return true
	}
	if c.seen[name] = true; len(c.seen) > maxFollowed {
		return false
	}
	for n := range c.body.Descendants() {
		switch {
		case n.Text() != name:
		case n.Kind() == ast.TypeIdentifier: // float *q(in) is parsed as the declaration of a function
			return false
		case n.Kind() == ast.Identifier && !c.allows(n, rows):
			return false
		}
	}
	return true
}

// allows reports whether one use of a pointer, or of an element that it points to, still
// compiles once the elements are const.
func (c *constness) allows(n ast.Node, rows int) bool {
	pointer, member := true, false
	for range 100 {
		p := n.Parent()
		switch p.Kind() {
		case ast.ParenthesizedExpression, ast.ConditionalExpression:
		case ast.BinaryExpression:
			if !pointer {
				return true
			}
		case ast.SubscriptExpression:
			if n.Field() != ast.FieldArgument {
				return true
			}
			pointer = rows > 0 // a row is an array, which decays to a pointer
			rows--
		case ast.PointerExpression:
			if pointer = p.Op() == ast.And || rows > 0; p.Op() != ast.And {
				rows--
			}
		case ast.FieldExpression:
			t := c.unit.ScopeAt(p).ExprType(p)
			pointer = t != nil && t.Kind == sema.Array
			if p.Field() == ast.FieldFunction {
				return c.plain || !member && c.constMethod(p)
			}
			member = true
		case ast.InitDeclarator:
			return c.initializes(p, pointer, rows)
		case ast.InitializerList:
			return !pointer || c.aggregate(p)
		case ast.ArgumentList:
			return c.argument(n, pointer)
		case ast.AssignmentExpression:
			return !pointer || n.Field() != ast.FieldRight || c.assigns(p)
		default:
			return !p.Is(ast.ReturnStatement, ast.Decltype) || !pointer
		}
		n = p
	}
	return false
}

// initializes reports whether a variable may be initialised with the pointer, or with an
// element. A variable declared auto becomes a pointer to const, so that its own uses are
// checked, too.
func (c *constness) initializes(init ast.Node, pointer bool, rows int) bool {
	declaration, d := init.Parent(), init.Child(ast.FieldDeclarator)
	if !deduced(declaration) {
		return !pointer || declaration.Qualifiers()&ast.Const != 0
	}
	if d.Kind() == ast.ReferenceDeclarator {
		return false
	}
	for d.Kind() == ast.PointerDeclarator {
		d = d.Child(ast.FieldDeclarator)
	}
	return !pointer || d.Kind() == ast.Identifier && c.keeps(d.Text(), rows)
}

func deduced(declaration ast.Node) bool {
	return declaration.Child(ast.FieldType).Is(ast.PlaceholderTypeSpecifier, ast.Auto)
}

// assigns reports whether an assignment with the pointer on its right side still compiles. If
// the variable on the left is declared auto, it has to become a pointer to const as well. For
// variables of other types, package pointer finds the conflicts.
func (c *constness) assigns(assignment ast.Node) bool {
	left := assignment.Child(ast.FieldLeft)
	if left.Kind() != ast.Identifier || c.seen[left.Text()] {
		return true
	}
	l := c.unit.LocalAt(left, left.Text())
	return l == nil || !deduced(l.Declaration)
}

// aggregate reports whether an initializer list initialises an object of a class without
// constructors. Package pointer checks whether the members accept pointers to const.
func (c *constness) aggregate(list ast.Node) bool {
	of := list.Parent()
	if of.Kind() != ast.InitDeclarator || of.Child(ast.FieldDeclarator).Kind() != ast.Identifier {
		return false
	}
	t := c.unit.ScopeAt(of).Type(of.Parent().Child(ast.FieldType))
	return t != nil && t.Kind == sema.RecordKind && t.Record != nil && t.Record.Node.Valid() && t.Record.Generic == nil &&
		len(t.Record.Bases) == 0 && len(sema.MembersOf(t.Record).Methods[t.Record.Name]) == 0
}

// constMethod reports whether all overloads of a called method are const.
func (c *constness) constMethod(field ast.Node) bool {
	if c.record == nil {
		return false
	}
	methods := sema.MembersOf(c.record).Methods[field.Child(ast.FieldField).Text()]
	return len(methods) > 0 && !slices.ContainsFunc(methods, func(m *sema.Function) bool { return !m.Const })
}

// argument reports whether a call with the pointer or an element as an argument still compiles.
func (c *constness) argument(n ast.Node, pointer bool) bool {
	callee := n.Parent().Parent().Child(ast.FieldFunction)
	if !callee.Valid() || callee.Kind() == ast.FieldExpression {
		return !pointer && c.plain // a constructor or method
	}
	if callee.Kind() == ast.TemplateFunction && strings.HasSuffix(callee.Child(ast.FieldName).Text(), "_cast") {
		return strings.Contains(callee.Child(ast.FieldArguments).Text(), "const")
	}
	functions, _ := c.unit.ScopeAt(callee).FunctionsNamed(callee)
	if len(functions) == 0 {
		return strings.HasPrefix(callee.Text(), "__ld") || !pointer && c.plain
	}
	params := receivers(c.unit, n)
	if len(params) != len(functions) {
		return false
	}
	for i, f := range functions {
		constant := params[i].Node.Qualifiers()&ast.Const != 0
		d := params[i].Node.Child(ast.FieldDeclarator)
		if reference := strings.Contains(d.Text(), "&"); !constant && (pointer || reference) {
			return false
		}
		// A template deduces const for a parameter T *, but T & may need T without const.
		if pointer && len(f.TemplateParams) > 0 && !(d.Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator) && strings.Count(d.Text(), "*") == 1 && !strings.Contains(d.Text(), "&")) {
			return false
		}
	}
	return true
}
