package sharedbankconflict

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// An array is a shared array that a function declares.
type array struct {
	name     string
	function *sema.Function
	local    *sema.Local
	// sizes are the dimensions as they are written, the innermost last. One of an extern array is
	// not valid.
	sizes []ast.Node
	// element is the size of an element in bytes, -1 where it is not known.
	element int64
	uses    []use
	// refusal says why no other layout is possible, "" if one is.
	refusal string
}

// A use is an element of an array as the source names it.
type use struct {
	node    ast.Node   // the whole: tile[i][j]
	indices []ast.Node // one for each dimension
}

// arrayOf returns the array that an access is of; nil if it is not declared in the function that
// contains the access.
func (c *checker) arrayOf(a *warp.Access) *array {
	local := c.Unit.LocalAt(a.Node, a.Object)
	if local == nil || local.Param || local.Space != sema.SharedSpace || local.Type == nil || local.Type.Kind != sema.Array {
		return nil
	}
	x := &array{name: a.Object, function: a.Function, local: local}
	element := local.Type
	for element.Kind == sema.Array && element.Elem != nil {
		element = element.Elem
	}
	x.element = element.Size
	declarator := local.Node
	for n := local.Node.Parent(); n.Is(ast.ArrayDeclarator); n = n.Parent() {
		declarator = n
		x.sizes = append(x.sizes, n.Child(ast.FieldSize))
	}
	if len(x.sizes) == 0 {
		x.refusal = "the type of " + x.name + " is not written in its declaration"
		return x
	}
	if declarator.Parent().Is(ast.InitDeclarator) {
		x.refusal = x.name + " has an initialiser"
	}
	c.findUses(x)
	return x
}

// findUses finds all uses of an array in its function, and what relies on its layout.
func (c *checker) findUses(x *array) {
	for n := range x.function.Node.Descendants() {
		if !n.Is(ast.Identifier) || n == x.local.Node || n.Text() != x.name {
			continue
		}
		if l := c.Unit.LocalAt(n, x.name); l == nil || l.Node != x.local.Node {
			continue
		}
		u := use{node: n}
		for len(u.indices) < len(x.sizes) {
			p := unparenthesised(u.node)
			if !p.Is(ast.SubscriptExpression) || p.Child(ast.FieldArgument) != below(p, u.node) {
				break
			}
			index := p.Child(ast.FieldIndices)
			if index.Is(ast.SubscriptArgumentList) {
				index = index.FirstChild()
			}
			u.node, u.indices = p, append(u.indices, index)
		}
		if x.refusal == "" {
			x.refusal = c.reliance(x, u)
		}
		x.uses = append(x.uses, u)
	}
}

// unparenthesised returns the parent of a node, parentheses aside.
func unparenthesised(n ast.Node) ast.Node {
	p := n.Parent()
	for p.Is(ast.ParenthesizedExpression) {
		p = p.Parent()
	}
	return p
}

// below returns the child of p that contains n.
func below(p, n ast.Node) ast.Node {
	for n.Parent() != p {
		n = n.Parent()
	}
	return n
}

// reliance returns what relies on the layout of an array at one of its uses, "" for nothing: an
// element that is read or written as such relies on nothing.
func (c *checker) reliance(x *array, u use) string {
	element := len(u.indices) == len(x.sizes)
	p := unparenthesised(u.node)
	if element && !(p.Is(ast.PointerExpression) && p.Op() == ast.And) {
		if call := callOf(u.node); call.Valid() && copies(call) {
			return "the copy of " + x.name + " by " + callee(call) + " relies on its layout"
		}
		return ""
	}
	for n := p; n.Valid() && !n.Is(ast.CompoundStatement, ast.Declaration); n = n.Parent() {
		switch {
		case n.Is(ast.SizeofExpression):
			return "sizeof(" + x.name + ") is used"
		case n.Is(ast.CastExpression) || n.Is(ast.CallExpression) && strings.HasPrefix(callee(n), "reinterpret_cast"):
			return "a cast to another type relies on the layout of " + x.name
		case n.Is(ast.GnuAsmExpression):
			return "assembly uses an address in " + x.name
		case n.Is(ast.CallExpression):
			name := callee(n)
			switch {
			case strings.HasPrefix(name, "atomic") && element:
				return ""
			case copies(n):
				return "the copy of " + x.name + " by " + name + " relies on its layout"
			}
			return name + " gets a pointer to " + x.name
		}
	}
	if element || len(u.indices) > 0 {
		return "a pointer into " + x.name + " is used"
	}
	return x.name + " is used as a pointer"
}

// callOf returns the call that a node is an argument of, as it is.
func callOf(n ast.Node) ast.Node {
	p := unparenthesised(n)
	if p.Is(ast.ArgumentList) {
		return p.Parent()
	}
	return ast.Node{}
}

// callee returns the name of the function that is called.
func callee(call ast.Node) string {
	text := call.Child(ast.FieldFunction).Text()
	return strings.Join(strings.Fields(text), " ")
}

// copies reports whether a call copies from or to memory in pieces of its own: asynchronous
// copies, and loads of the tensor cores.
func copies(call ast.Node) bool {
	name := callee(call)
	for _, part := range []string{"memcpy", "memcpy_async", "cp_async", "load_matrix", "store_matrix", "ldmatrix"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// of reports whether an access is of the array, under its name.
func (x *array) of(a *warp.Access) bool {
	return a.Space == sema.SharedSpace && a.Object == x.name && a.Function == x.function
}

// hidden reports whether an access of the array is none of its uses: the expansion of a macro
// names it.
func (x *array) hidden(a *warp.Access) bool {
	if !lint.Written(a.Node) {
		return true
	}
	for _, u := range x.uses {
		at, span := u.node.Span(), a.Node.Span()
		if a.Node.File() == u.node.File() && at.Start < span.End && span.Start < at.End {
			return false
		}
	}
	return true
}
