package sema

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A prototype is what one declaration or definition of a function says. It depends on the
// text of the file only. A Function of a translation unit is a copy of fn and shares its
// slices.
type prototype struct {
	fn    Function
	words declarationWords
	// spelled is computed on first use.
	spelled atomic.Pointer[spelling]
}

// A spelling is how parameters are spelled.
type spelling struct {
	params []string // in the form of paramText
	// plain is equal for parameters that sameParams finds the same in functions that are no
	// templates, open in all.
	plain, open uint64
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
		f.Name = declarator.Child(ast.FieldDeclarator).PlainName()
		if p := declarator.Child(ast.FieldDeclarator); p.Kind() == ast.ParenthesizedDeclarator {
			f.Name = p.DeclaredName().PlainName()
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

// spelling returns how the parameters are spelled. It is cached in the shared prototype.
func (f *Function) spelling() *spelling {
	p := f.prototype
	if p == nil {
		return spelled(f.Params)
	}
	if known := p.spelled.Load(); known != nil {
		return known
	}
	out := spelled(p.fn.Params)
	p.spelled.Store(out)
	return out
}

func spelled(params []Param) *spelling {
	s := &spelling{params: make([]string, len(params))}
	var plain, open maphash.Hash
	plain.SetSeed(nameSeed)
	open.SetSeed(nameSeed)
	for i, p := range params {
		text := paramText(p)
		s.params[i] = text
		if !strings.ContainsAny(text, "*&") {
			text = strings.TrimPrefix(text, "const")
		}
		plain.WriteString(text)
		plain.WriteByte(0)
		for j := range len(text) {
			if b := text[j]; !source.WordByte(b) && b != ' ' {
				open.WriteByte(b)
			}
		}
		open.WriteByte(0)
	}
	s.plain, s.open = plain.Sum64(), open.Sum64()
	return s
}

// digest is equal for functions of which sameParams holds.
func (f *Function) digest() uint64 {
	if len(f.TemplateParams) > 0 {
		return f.spelling().open
	}
	return f.spelling().plain
}
