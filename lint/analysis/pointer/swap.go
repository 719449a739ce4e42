package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxNested bounds how many casts and calls are removed to find the name of a buffer.
const maxNested = 24

// A pair holds the texts of two variables, in order.
type pair [2]string

func pairOf(a, b string) pair {
	if b < a {
		a, b = b, a
	}
	return pair{a, b}
}

// exchanges are the pairs of variables that a function swaps or assigns to each other. They
// are found by name: sema does not follow the values of members and of objects that hold
// buffers.
type exchanges map[pair]bool

// addFrom adds the exchanges in a function body.
func (e exchanges) addFrom(body ast.Node) {
	if !body.Valid() {
		return
	}
	add := func(a, b ast.Node) {
		if !a.Is(ast.Identifier, ast.FieldExpression) || !b.Is(ast.Identifier, ast.FieldExpression) {
			return // elements
		}
		if x, y := buffer(a), buffer(b); x != "" && y != "" && x != y {
			e[pairOf(x, y)] = true
		}
	}
	for n := range body.Descendants() {
		switch n.Kind() {
		case ast.AssignmentExpression:
			if n.Op() == ast.Assign {
				add(n.Child(ast.FieldLeft), n.Child(ast.FieldRight))
			}
		case ast.CallExpression:
			f, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
			if !list.Valid() {
				continue
			}
			var args []ast.Node
			for a := range list.Children() {
				args = append(args, a)
			}
			switch {
			case len(args) == 2 && strings.EqualFold(f.LastName().Text(), "swap"):
				add(args[0], args[1])
			case len(args) == 1 && f.Kind() == ast.FieldExpression && f.Child(ast.FieldField).Text() == "swap":
				add(f.Child(ast.FieldArgument), args[0])
			}
		}
	}
}

// buffer returns the text of the variable or member that an expression derives a pointer
// from: x for x, &x, x + n, x[n], x.get(), raw_pointer_cast(x.data()). It returns "" for
// other expressions.
func buffer(n ast.Node) string {
	for range maxNested {
		switch n.Kind() {
		case ast.Identifier:
			return n.Text()
		case ast.FieldExpression:
			return strings.TrimPrefix(n.Text(), "this->")
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
		case ast.CastExpression:
			n = n.Child(ast.FieldValue)
		case ast.PointerExpression, ast.SubscriptExpression:
			n = n.Child(ast.FieldArgument)
		case ast.BinaryExpression:
			n = n.Child(ast.FieldLeft)
		case ast.CallExpression:
			f, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
			switch {
			case f.Kind() == ast.FieldExpression && list.ChildCount() == 0:
				n = f.Child(ast.FieldArgument)
			case list.ChildCount() == 1:
				n = list.FirstChild()
			default:
				return ""
			}
		default:
			return ""
		}
	}
	return ""
}

// exchange reports whether the function around a launch, or a method of its class, exchanges
// the buffers of two arguments of the launch, so that the next launch passes them in the
// other order.
func (a *Analysis) exchange(l *sema.Launch, param, other int) bool {
	if !l.Node.Valid() || param >= len(l.Args) || other >= len(l.Args) {
		return false // a launch of another file
	}
	fn := a.unit.FunctionAt(l.Node)
	if fn == nil {
		return false
	}
	found, ok := a.exchanges[fn]
	if !ok {
		found = exchanges{}
		found.addFrom(fn.Body)
		if fn.Record != nil {
			for _, methods := range sema.MembersOf(fn.Record).Methods {
				for _, m := range methods {
					found.addFrom(m.Body)
				}
			}
		}
		a.exchanges[fn] = found
	}
	x, y := buffer(l.Args[param].Node), buffer(l.Args[other].Node)
	return x != "" && y != "" && found[pairOf(x, y)]
}
