package sema

import (
	"slices"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A prototype is what one declaration or definition of a function says. It depends on the
// text of the file only. A Function of a translation unit is a copy of fn and shares its
// slices.
type prototype struct {
	fn    Function
	words declarationWords
	// spelled are the parameters in the form of paramText, computed on first use.
	spelled atomic.Pointer[[]string]
}

// prototypeOf returns the prototype of a definition or declaration; see newFunction.
func prototypeOf(n, declarator ast.Node) *prototype {
	if !declarator.Valid() { // in a source that does not parse
		return newPrototype(n, declarator)
	}
	return writtenIn(declarator).functions.get(declarator, func(ast.Node) *prototype { return newPrototype(n, declarator) })
}

func newPrototype(n, declarator ast.Node) *prototype {
	p := &prototype{words: wordsOf(n, declarator)}
	f := &p.fn
	*f = Function{prototype: p, Node: n, Qualifiers: n.Qualifiers(), Declarators: []ast.Node{declarator}, declarator: declarator, result: n.Child(ast.FieldType)}
	f.Body = n.Child(ast.FieldBody)
	if f.Body.Kind() != ast.CompoundStatement {
		f.Body = ast.Node{}
		if try := n.ChildOf(ast.TryStatement); try.Valid() {
			f.Body = try.Child(ast.FieldBody)
		}
	}
	params := declarator.Child(ast.FieldParameters)
	if declarator.Kind() == ast.OperatorCast {
		f.Name = "operator " + declarator.Child(ast.FieldType).Text()
		inner := declarator.Child(ast.FieldDeclarator)
		for inner.Is(ast.AbstractPointerDeclarator, ast.AbstractReferenceDeclarator) {
			inner = inner.InnerDeclarator()
		}
		params = inner.Child(ast.FieldParameters)
		f.Const = inner.Qualifiers()&ast.Const != 0
		f.result = declarator.Child(ast.FieldType)
	} else {
		f.Name = lastName(declarator.Child(ast.FieldDeclarator))
		if p := declarator.Child(ast.FieldDeclarator); p.Kind() == ast.ParenthesizedDeclarator {
			f.Name = lastName(p.DeclaredName())
		}
		f.Const = declarator.Qualifiers()&ast.Const != 0
	}
	f.params(params)
	if list := n.ChildOf(ast.MemberInitializerList); list.Valid() {
		for c := range list.Children() {
			f.Initializers = append(f.Initializers, c)
		}
	}
	f.Params, f.Initializers = slices.Clip(f.Params), slices.Clip(f.Initializers)
	return p
}

// spelling returns the text of each parameter's type, as paramText writes it. It is cached in
// the shared prototype.
func (f *Function) spelling() []string {
	p := f.prototype
	if p == nil {
		return spelled(f.Params)
	}
	if known := p.spelled.Load(); known != nil {
		return *known
	}
	out := spelled(p.fn.Params)
	p.spelled.Store(&out)
	return out
}

func spelled(params []Param) []string {
	out := make([]string, len(params))
	for i, p := range params {
		out[i] = paramText(p)
	}
	return out
}
