package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// typeOf returns the type a node names; never nil.
func (e *eval) typeOf(s *Scope, n ast.Node) *Type {
	if !e.enter() {
		return unknownType
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
		return unknownNamed(n.Text())
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
		return e.recordNode(s, n)
	case ast.EnumSpecifier:
		return e.enumNode(s, n)
	case ast.PlaceholderTypeSpecifier, ast.Auto:
		return autoType
	case ast.Decltype:
		inner := n.FirstChild()
		if inner.Kind() == ast.Auto || !inner.Valid() {
			return autoType
		}
		if t := e.exprType(s, inner); t != nil {
			return t
		}
		return unknownNamed(n.Text())
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
	return unknownNamed(n.Text())
}

// sized returns the type of keywords with "unsigned", "long" and so on; a macro
// or typedef among them counts too.
func (e *eval) sized(s *Scope, n ast.Node) *Type {
	t := sizedType(n.Text())
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
		if t := builtinTypes[name]; t != nil {
			return t
		}
		return sizedType(name)
	}
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if t := e.macroType(s, n, m); t != nil {
			return t
		}
	}
	return e.typeByName(s, name)
}

// typeByName looks the name of a type up, the builtin ones last.
func (e *eval) typeByName(s *Scope, name string) *Type {
	sym := e.find(s, name, wantType)
	if sym.kind == noSymbol {
		if t := builtinTypes[name]; t != nil {
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
	return unknownNamed(name)
}

// macroType returns the type that a macro stands for, nil if it is none.
func (e *eval) macroType(s *Scope, n ast.Node, m *preproc.Macro) *Type {
	if t := builtinTypes[m.Body]; t != nil && !e.u.Macros.Table.Known(m.Body) {
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
		return unknownNamed(n.Text())
	}
	name := last.PlainName()
	if p == nil {
		return e.typeByName(s, name)
	}
	if sym := e.inPlace(s, *p, name, wantType, nil); sym.typ != nil && (sym.kind == typeSymbol || sym.kind == dependentSymbol) {
		return sym.typ
	}
	if p.typ != nil {
		if t := traitType(p.typ, name); t != nil {
			return t
		}
		return unknownNamed(n.Text())
	}
	return e.lostType(s, n)
}

// lostType is the type of a qualified name whose qualifier is not in sight: a
// namespace alias from a header, or a class not seen.
func (e *eval) lostType(s *Scope, n ast.Node) *Type {
	if e.hasDependent(s, n) {
		return dependent(n.Text())
	}
	return unknownNamed(n.Text())
}

// hasDependent reports whether a name below the node is a template parameter
// without argument.
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

// declare applies a declarator to a base type and returns the name it declares
// (not valid for an abstract one) and its type.
func (e *eval) declare(s *Scope, base *Type, d ast.Node) (ast.Node, *Type) {
	for range 200 {
		switch d.Kind() {
		case ast.None:
			return d, base
		case ast.PointerDeclarator, ast.AbstractPointerDeclarator, ast.PointerTypeDeclarator:
			base = PointerTo(base).With(d.Qualifiers())
		case ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator:
			base = ReferenceTo(base)
		case ast.ArrayDeclarator, ast.AbstractArrayDeclarator:
			n := int64(-1)
			if size := d.Child(ast.FieldSize); size.Valid() {
				if c := e.constant(s, size); c.Known() && c.Type.Kind != Float && c.Int >= 0 {
					n = c.Int
				}
			}
			base = ArrayOf(base, n)
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
	return ast.Node{}, unknownType
}
