package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// typeOf returns the type a node names; never nil.
func (e *eval) typeOf(s *Scope, n ast.Node) *Type {
	if !e.enter() {
		return types.Unknown
	}
	defer e.leave()
	switch n.Kind() {
	case ast.PrimitiveType, ast.TypeIdentifier, ast.Identifier, ast.NamespaceIdentifier:
		return e.namedType(s, n)
	case ast.SizedTypeSpecifier:
		return e.sized(s, n)
	case ast.QualifiedIdentifier, ast.DependentType, ast.DependentName:
		return e.qualifiedType(s, n)
	case ast.TemplateType, ast.TemplateFunction:
		if t := e.templateType(s, n, nil); t != nil {
			return t
		}
		return types.UnknownNamed(n.Text())
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
		return e.recordNode(s, n)
	case ast.EnumSpecifier:
		return e.enumNode(s, n)
	case ast.PlaceholderTypeSpecifier, ast.Auto:
		return types.AutoType
	case ast.Decltype:
		inner := n.FirstChild()
		if inner.Kind() == ast.Auto || !inner.Valid() {
			return types.AutoType
		}
		if t := e.exprType(s, inner); t != nil {
			return t
		}
		return types.UnknownNamed(n.Text())
	case ast.TypeDescriptor:
		base := e.typeOf(s, n.Child(ast.FieldType)).With(n.Qualifiers())
		if d := n.Child(ast.FieldDeclarator); d.Valid() {
			_, t := e.declare(s, base, d)
			return t
		}
		return base
	case ast.ParameterPackExpansion:
		return e.typeOf(s, n.FirstChild())
	}
	return types.UnknownNamed(n.Text())
}

// sized returns the type that a list of keywords such as "unsigned long" names. A macro or a typedef
// can be among the keywords.
func (e *eval) sized(s *Scope, n ast.Node) *Type {
	t := types.Sized(n.Text())
	if id := n.ChildOf(ast.TypeIdentifier); id.Valid() {
		base := e.typeOf(s, id)
		switch {
		case base.Kind == Int && strings.Contains(n.Text(), "unsigned"):
			u := *base
			u.Signed, u.Name = false, "unsigned "+base.Name
			return u.With(n.Qualifiers())
		case base.Known():
			return base.With(n.Qualifiers())
		}
	}
	return t.With(n.Qualifiers())
}

// namedType returns the type of a plain name.
func (e *eval) namedType(s *Scope, n ast.Node) *Type {
	name := n.Text()
	if n.Kind() == ast.PrimitiveType {
		// The grammar takes some names of typedefs for primitive types; they are
		// always what they say.
		if t := types.Predeclared(name); t != nil {
			return t
		}
		return types.Sized(name)
	}
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if t := e.macroType(s, n, m); t != nil {
			return t
		}
	}
	return e.typeByName(s, name)
}

// typeByName returns the type that a name means: a declared one, or else a builtin one.
func (e *eval) typeByName(s *Scope, name string) *Type {
	sym := e.find(s, name, wantType)
	if sym.kind == noSymbol {
		if t := types.Predeclared(name); t != nil {
			return t
		}
		sym = e.anywhere(name, wantType)
	}
	switch sym.kind {
	case typeSymbol, dependentSymbol:
		if sym.typ != nil {
			return sym.typ
		}
	}
	return types.UnknownNamed(name)
}

// macroType returns the type that a macro stands for, nil if it is none.
func (e *eval) macroType(s *Scope, n ast.Node, m *preproc.Macro) *Type {
	if t := types.Predeclared(m.Body); t != nil && !e.u.Macros.Table().Known(m.Body) {
		return t
	}
	if expanded, ok := e.u.ExpandAs(n, expand.Type); ok {
		if t := e.typeOf(s, expanded); t.Kind != UnknownType {
			return t
		}
	}
	return nil
}

func (e *eval) qualifiedType(s *Scope, n ast.Node) *Type {
	if n.Kind() != ast.QualifiedIdentifier {
		if inner := n.FirstChild(); inner.Kind() != ast.QualifiedIdentifier {
			return e.typeOf(s, inner)
		}
	}
	p, last, ok := e.split(s, n)
	if !ok {
		return e.lostType(s, n)
	}
	if last.Is(ast.TemplateType, ast.TemplateFunction, ast.TemplateMethod) {
		if t := e.templateType(s, last, p); t != nil {
			return t
		}
		return types.UnknownNamed(n.Text())
	}
	name := last.PlainName()
	if p == nil {
		return e.typeByName(s, name)
	}
	if sym := e.inPlace(s, *p, name, wantType, nil); sym.typ != nil && (sym.kind == typeSymbol || sym.kind == dependentSymbol) {
		return sym.typ
	}
	if p.typ != nil {
		if t := types.TraitType(p.typ, name); t != nil {
			return t
		}
		return types.UnknownNamed(n.Text())
	}
	return e.lostType(s, n)
}

// lostType returns the type of a qualified name whose qualifier is not declared in sight: it may be
// a namespace alias or a class of a header that was not found.
func (e *eval) lostType(s *Scope, n ast.Node) *Type {
	if e.hasDependent(s, n) {
		return types.DependentNamed(n.Text())
	}
	return types.UnknownNamed(n.Text())
}

// hasDependent reports whether a name in a node is a template parameter that has no argument.
func (e *eval) hasDependent(s *Scope, n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Is(ast.TypeIdentifier, ast.Identifier, ast.NamespaceIdentifier) {
			for sc := s; sc != nil; sc = sc.Outer {
				if sc.Bindings == nil {
					continue
				}
				if a, ok := sc.Bindings.Lookup(d.Text()); ok {
					if !a.Known() {
						return true
					}
					break
				}
			}
		}
	}
	return false
}

// declare applies a declarator to a base type. It returns the name that is declared, which is not
// valid for an abstract declarator, and its type.
func (e *eval) declare(s *Scope, base *Type, d ast.Node) (ast.Node, *Type) {
	for range 200 {
		switch d.Kind() {
		case ast.None:
			return d, base
		case ast.PointerDeclarator, ast.AbstractPointerDeclarator, ast.PointerTypeDeclarator:
			base = types.PointerTo(base).With(d.Qualifiers())
		case ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator:
			base = types.ReferenceTo(base)
		case ast.ArrayDeclarator, ast.AbstractArrayDeclarator:
			n := int64(-1)
			if size := d.Child(ast.FieldSize); size.Valid() {
				if c := e.constant(s, size); c.Known() && c.Type.Kind != Float && c.Int >= 0 {
					n = c.Int
				}
			}
			base = types.ArrayOf(base, n)
		case ast.FunctionDeclarator, ast.AbstractFunctionDeclarator:
			if t := d.ChildOf(ast.TrailingReturnType); t.Valid() {
				base = e.typeOf(s, t.FirstChild())
			}
			base = &Type{Kind: FunctionKind, Name: base.Name + " ()", Size: -1, Align: -1, Elem: base}
		case ast.InitDeclarator, ast.ParenthesizedDeclarator, ast.AbstractParenthesizedDeclarator, ast.AttributedDeclarator, ast.VariadicDeclarator:
		default:
			return d, base
		}
		d = d.InnerDeclarator()
	}
	return ast.Node{}, types.Unknown
}
