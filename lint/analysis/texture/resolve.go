package texture

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// resolve returns the texture or surface reference that an expression names. It returns nil if
// the expression names none, or if that is unknown. It records the identifiers in the
// expression in b.seen.
func (b *builder) resolve(n ast.Node, depth int) *Reference {
	if depth > maxResolve {
		return nil
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return b.resolve(n.FirstChild(), depth+1)
	case ast.PointerExpression, ast.SubscriptExpression:
		return b.resolve(n.Child(ast.FieldArgument), depth+1)
	case ast.CastExpression:
		return b.resolve(n.Child(ast.FieldValue), depth+1)
	case ast.ConditionalExpression:
		if r := b.resolve(n.Child(ast.FieldConsequence), depth+1); r != nil {
			return r
		}
		return b.resolve(n.Child(ast.FieldAlternative), depth+1)
	case ast.CallExpression:
		if x, ok := b.u.Expand(n); ok {
			return b.resolve(x, depth+1)
		}
		if f := n.Child(ast.FieldFunction); f.Kind() == ast.TemplateFunction && strings.HasSuffix(f.Child(ast.FieldName).Text(), "_cast") {
			return b.resolve(n.Child(ast.FieldArguments).FirstChild(), depth+1)
		}
	case ast.StringLiteral: // cudaGetTextureReference(&p, "name"), cuModuleGetTexRef(&h, m, "name")
		return b.byString(strings.Trim(n.Text(), `"`))
	case ast.FieldExpression:
		return b.member(n)
	case ast.Identifier, ast.TypeIdentifier:
		return b.identifier(n, depth)
	case ast.QualifiedIdentifier:
		return b.variableAt(n, n)
	}
	return nil
}

func (b *builder) byString(name string) *Reference {
	if i := strings.LastIndex(name, ":"); i >= 0 {
		name = name[i+1:]
	}
	for _, r := range b.refs {
		if r.Name == name && r.Form == Template && (r.Role == Global || r.Role == Member) {
			return r
		}
	}
	return nil
}

// identifier resolves a plain name, local names first.
func (b *builder) identifier(n ast.Node, depth int) *Reference {
	if x, ok := b.u.Expand(n); ok {
		return b.resolve(x, depth+1)
	}
	if l := b.u.LocalAt(n, n.Text()); l != nil {
		if r := b.byNode[l.Node]; r != nil {
			b.seen[n] = true
			return r
		}
		if l.Init.Valid() && !l.Param && l.Type != nil && (l.Type.Kind == sema.Reference || l.Type.Kind == sema.Pointer) {
			return b.resolve(l.Init, depth+1) // auto& t = ref
		}
		return nil
	}
	for t := n.Enclosing(ast.TemplateDeclaration); t.Valid(); t = t.Enclosing(ast.TemplateDeclaration) {
		for p := range t.Child(ast.FieldParameters).Children() {
			if r := b.templateParams[p]; r != nil && r.Name == n.Text() {
				b.seen[n] = true
				return r
			}
		}
	}
	return b.variableAt(n, n)
}

// variableAt resolves the name of a variable, or of a member of the enclosing class.
func (b *builder) variableAt(n, name ast.Node) *Reference {
	scope := b.u.ScopeAt(n)
	if v := scope.Variable(name); v != nil {
		r := b.byNode[v.Node]
		if r != nil {
			b.account(name)
		}
		return r
	}
	if f := b.u.FunctionAt(n); f != nil && f.Record != nil && name.Kind() == ast.Identifier {
		if field, ok := f.Record.FieldNamed(name.Text()); ok {
			if r := b.byNode[field.Node]; r != nil {
				b.account(name)
				return r
			}
		}
	}
	if r := b.memberNamed(name); r != nil {
		b.account(name)
		return r
	}
	return nil
}

// memberNamed resolves the name of a static member by the text of its class: a member of the
// enclosing class, or C<T>::ref. sema has no types for templates without arguments.
func (b *builder) memberNamed(name ast.Node) *Reference {
	var classes []string
	if name.Kind() == ast.QualifiedIdentifier {
		scope := name.Child(ast.FieldScope)
		if scope.Kind() == ast.TemplateType {
			scope = scope.Child(ast.FieldName)
		}
		classes, name = []string{scope.Text()}, name.Child(ast.FieldName)
	} else {
		for c := classOf(name); c.Valid(); c = classOf(c) {
			classes = append(classes, c.Child(ast.FieldName).Text())
		}
	}
	if !b.byName[name.Text()] {
		return nil
	}
	for _, class := range classes {
		if r := b.statics[class+"::"+name.Text()]; r != nil {
			return r
		}
	}
	return nil
}

// account marks the identifiers of a name as seen.
func (b *builder) account(name ast.Node) {
	for d := range name.Descendants() {
		b.seen[d] = true
	}
}

// member resolves x.ref and p->ref.
func (b *builder) member(n ast.Node) *Reference {
	t := b.u.ScopeAt(n).ExprType(n.Child(ast.FieldArgument)).Object()
	if t != nil && t.Kind == sema.Pointer && n.Op() == ast.Arrow {
		t = t.Elem
	}
	if t == nil || t.Record == nil {
		return nil
	}
	name := n.Child(ast.FieldField)
	var r *Reference
	if f, ok := t.Record.FieldNamed(name.Text()); ok {
		r = b.byNode[f.Node]
	} else if v := sema.MembersOf(t.Record).Statics[name.Text()]; v != nil {
		r = b.byNode[v.Node]
	}
	if r != nil {
		b.seen[name] = true
	}
	return r
}
