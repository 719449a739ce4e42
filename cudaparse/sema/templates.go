package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// templateArgs evaluates a template_argument_list.
func (e *eval) templateArgs(s *Scope, list ast.Node) []TemplateArg {
	args := []TemplateArg{}
	for n := range list.Children() {
		if n.Kind() == ast.ParameterPackExpansion {
			if sym := e.find(s, packName(n).PlainName(), wantType|wantValue); sym.pack != nil {
				args = append(args, sym.pack...)
				continue
			}
		}
		args = append(args, e.templateArg(s, n))
		if len(args) > 200 {
			break
		}
	}
	return args
}

func packName(n ast.Node) ast.Node {
	n = n.FirstChild()
	if n.Kind() == ast.TypeDescriptor && n.ChildCount() == 1 {
		return n.FirstChild()
	}
	return n
}

// templateArg evaluates one template argument. The grammar takes a plain name for a type, but it
// may be that of a constant.
func (e *eval) templateArg(s *Scope, n ast.Node) TemplateArg {
	if n.Kind() != ast.TypeDescriptor {
		if n.Is(ast.Identifier, ast.QualifiedIdentifier) {
			if c := e.constant(s, n); c.Known() {
				return TemplateArg{Const: c}
			}
			if t := e.typeOf(s, n); t.Known() {
				return TemplateArg{Type: t}
			}
			return TemplateArg{}
		}
		return TemplateArg{Const: e.constant(s, n)}
	}
	inner := n.Child(ast.FieldType)
	if n.Qualifiers() == 0 && !n.Child(ast.FieldDeclarator).Valid() && inner.Is(ast.TypeIdentifier, ast.QualifiedIdentifier, ast.TemplateType, ast.DependentType) {
		if inner.Kind() == ast.TypeIdentifier {
			if sym := e.find(s, inner.Text(), wantValue|withoutValue); sym.kind == localSymbol || sym.kind == variableSymbol || sym.kind == enumeratorSymbol {
				return TemplateArg{Const: e.constant(s, inner)}
			}
		}
		if t := e.typeOf(s, inner); t.Known() || declarationOf(t, Dependent) != nil {
			return TemplateArg{Type: t}
		}
		return TemplateArg{Const: e.constant(s, inner)}
	}
	if t := e.typeOf(s, n); t.Known() {
		return TemplateArg{Type: t}
	}
	if inner.Kind() == ast.TypeIdentifier || inner.Kind() == ast.QualifiedIdentifier { // N * M looks like a pointer
		if x := expand.ParseAt(n.Text(), expand.Expression, n); x.Valid() && e.depth < 50 {
			return TemplateArg{Const: e.constant(s, x)}
		}
	}
	return TemplateArg{}
}

// templateType returns the type that a template_type names. It looks the template up in a place, or
// in the scope if there is none, and returns nil where it finds none.
func (e *eval) templateType(s *Scope, n ast.Node, in *place) *Type {
	name := n.Child(ast.FieldName).Text()
	args := e.templateArgs(s, n.Child(ast.FieldArguments))
	var sym symbol
	if in != nil {
		sym = e.inPlace(s, *in, name, wantType, nil)
	} else {
		sym = e.find(s, name, wantType)
	}
	if sym.decl != nil && (len(sym.decl.params) > 0 || sym.decl.template.Valid()) {
		return e.instantiate(sym.decl, args)
	}
	if d := declarationOf(sym.typ, Dependent); d != nil && sym.kind == typeSymbol { // an argument of a template template parameter
		return e.instantiate(d, args)
	}
	if sym.kind == dependentSymbol {
		return types.DependentNamed(n.Text())
	}
	if in != nil && in.space != e.u.spaces[""] && (name == "texture" || name == "surface") {
		return nil // CUDA's are in no namespace: gl::texture<T> is another
	}
	if t := types.KnownTemplate(name, args); t != nil {
		return t
	}
	if sym = e.anywhere(name, wantType); sym.decl != nil && len(sym.decl.params) > 0 {
		return e.instantiate(sym.decl, args)
	}
	for _, a := range args {
		if a.Type != nil && a.Type.Kind == Dependent {
			return types.DependentNamed(n.Text())
		}
	}
	if e.hasDependent(s, n) {
		return types.DependentNamed(n.Text())
	}
	return nil
}
