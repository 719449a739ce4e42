package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// newFunction returns the function of a definition or declaration; declarator is
// its function_declarator (or operator_cast), template its template_declaration.
func newFunction(s *Scope, n, declarator, template ast.Node) *Function {
	p := decl.PrototypeOf(n, declarator)
	f := &Function{Name: p.Name, Node: n, Body: p.Body, Qualifiers: p.Qualifiers, Params: p.Params, Variadic: p.Variadic, Const: p.Const,
		Initializers: p.Initializers, Declarators: []ast.Node{declarator}, Scope: s, prototype: p, declarator: declarator, result: p.Result}
	f.Qualifiers |= s.Unit.macroQualifiers(n, &p.Words)
	if template.Valid() {
		head := decl.TemplateHeadOf(template)
		f.TemplateParams = head.Params
		if f.special = len(head.Params) == 0; !f.special {
			f.Scope = s.With(unboundOf(head))
		}
	}
	f.bounds(n)
	return f
}

// bounds reads __launch_bounds__ and __block_size__, which stand before or after
// the return type; the grammar knows only the first.
func (f *Function) bounds(n ast.Node) {
	if f.Qualifiers&ast.Global == 0 {
		return
	}
	for c := range n.Children() {
		if c.Kind() == ast.LaunchBounds {
			f.LaunchBounds = nil
			for a := range c.Children() {
				f.LaunchBounds = append(f.LaunchBounds, a)
			}
		}
	}
	if f.LaunchBounds == nil {
		f.LaunchBounds = f.attribute("__launch_bounds__")
	}
	f.BlockSize = f.attribute("__block_size__")
}

// attribute finds the arguments of an attribute that is in the text before the
// parameters but not in the tree (blanked so that the rest parses).
func (f *Function) attribute(name string) []ast.Node {
	span := f.Node.Span()
	end := f.declarator.Span().Start
	text := f.Node.File().Source.Text
	start := max(0, span.Start)
	if end < start || end > len(text) || end-start > 2000 {
		return nil // no declarator, in a source that does not parse
	}
	head := string(text[start:end])
	i := strings.Index(head, name)
	if i < 0 {
		return nil
	}
	rest := head[i+len(name):]
	open := strings.IndexByte(rest, '(')
	if open < 0 {
		return nil
	}
	depth := 0
	for k := open; k < len(rest); k++ {
		switch rest[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return parseArguments(rest[open:k+1], f.Node)
			}
		}
	}
	return nil
}

// parseArguments parses "(a, b)" as the arguments of a call at a node.
func parseArguments(text string, at ast.Node) []ast.Node {
	n := expand.ParseAt("f"+text, expand.Expression, at)
	if n.Kind() != ast.CallExpression {
		return nil
	}
	var out []ast.Node
	for a := range n.Child(ast.FieldArguments).Children() {
		out = append(out, a)
	}
	return out
}

// spelling returns how the parameters are spelled.
func (f *Function) spelling() *decl.Spelling {
	if f.prototype == nil {
		return decl.SpellingOf(f.Params)
	}
	return f.prototype.Spelling()
}

// digest is equal for functions of which sameParams holds.
func (f *Function) digest() uint64 { return f.spelling().Digest(len(f.TemplateParams) > 0) }

// sameParams reports whether two functions declare the same parameters, as they
// are spelled.
func sameParams(a, b *Function) bool {
	if len(a.Params) != len(b.Params) || len(a.TemplateParams) != len(b.TemplateParams) || a.special != b.special || a.Variadic != b.Variadic {
		return false
	}
	rename := map[string]string{}
	for i := range a.TemplateParams {
		rename[b.TemplateParams[i].Name] = a.TemplateParams[i].Name
	}
	as, bs := a.spelling().Params, b.spelling().Params
	for i := range a.Params {
		x, y := as[i], bs[i]
		if x == y || strings.TrimPrefix(x, "const") == strings.TrimPrefix(y, "const") && !strings.ContainsAny(x, "*&") {
			continue
		}
		if len(rename) == 0 || x != renameAll(y, rename) {
			return false
		}
	}
	if a.special {
		return specialText(a) == specialText(b)
	}
	return true
}

// NameNode returns the function's name in the declaration Node, without its qualifiers.
func (f *Function) NameNode() ast.Node { return f.declarator.Child(ast.FieldDeclarator).LastName() }

func specialText(f *Function) string {
	n := f.declarator.Child(ast.FieldDeclarator)
	return strings.Join(strings.Fields(n.Text()), "")
}

func renameAll(text string, names map[string]string) string {
	tokens := preproc.Spell(text)
	for i, t := range tokens {
		if to, ok := names[t.Text]; ok && t.Kind == preproc.Word {
			tokens[i].Text = to
		}
	}
	return preproc.Join(tokens)
}

// Signature spells what distinguishes the function from its overloads: its parameters, with
// each template parameter named by its position. Declarations of one function have one
// signature, except where only one of them uses an alias of a type.
func (f *Function) Signature() string {
	rename := map[string]string{}
	for i, p := range f.TemplateParams {
		if p.Name != "" {
			rename[p.Name] = "T" + string(rune('0'+i%10)) + strings.Repeat("'", i/10)
		}
	}
	var b strings.Builder
	for _, p := range f.Params {
		text := decl.ParamText(p)
		if !strings.ContainsAny(text, "*&") {
			text = strings.TrimPrefix(text, "const") // of a copy: not part of the type
		}
		if len(rename) > 0 {
			text = renameAll(text, rename)
		}
		b.WriteString(text)
		b.WriteByte(',')
	}
	b.WriteString(strings.Repeat("<>", len(f.TemplateParams)))
	if f.special {
		b.WriteString(specialText(f))
	}
	return strings.Join(strings.Fields(b.String()), "")
}

// define makes a declared function the one that def defines.
func (f *Function) define(def *Function) {
	if len(f.Params) == len(def.Params) {
		def.Params = withDefaults(def.Params, f.Params)
	}
	if len(f.TemplateParams) == len(def.TemplateParams) {
		def.TemplateParams = withTemplateDefaults(def.TemplateParams, f.TemplateParams)
	}
	if def.LaunchBounds == nil {
		def.LaunchBounds = f.LaunchBounds
	}
	if def.BlockSize == nil {
		def.BlockSize = f.BlockSize
	}
	f.Node, f.Body, f.Params, f.Variadic = def.Node, def.Body, def.Params, def.Variadic
	f.TemplateParams, f.Initializers, f.LaunchBounds, f.BlockSize = def.TemplateParams, def.Initializers, def.LaunchBounds, def.BlockSize
	f.Qualifiers |= def.Qualifiers
	f.prototype = def.prototype
	f.Scope, f.declarator, f.result, f.unlikely = def.Scope, def.declarator, def.result, def.unlikely
	f.Const = f.Const || def.Const
	f.declared(def)
}

// withDefaults returns params with the default arguments that another declaration of the
// function gives. others has the same length. The list itself is not changed.
func withDefaults(params, others []decl.Param) []decl.Param {
	own := false
	for i := range params {
		if !params[i].Default.Valid() && others[i].Default.Valid() {
			if !own {
				params, own = slices.Clone(params), true
			}
			params[i].Default = others[i].Default
		}
	}
	return params
}

// withTemplateDefaults does the same for template parameters, of which others may have
// fewer.
func withTemplateDefaults(params, others []decl.TemplateParam) []decl.TemplateParam {
	own := false
	for i := range params {
		if i < len(others) && !params[i].Default.Valid() && others[i].Default.Valid() {
			if !own {
				params, own = slices.Clone(params), true
			}
			params[i].Default = others[i].Default
		}
	}
	return params
}

// maxDeclarators bounds the declarations that are kept of one function.
const maxDeclarators = 1000

// declared notes that another declaration is one of f.
func (f *Function) declared(again *Function) {
	if len(f.Declarators) < maxDeclarators {
		f.Declarators = append(f.Declarators, again.Declarators...)
	}
}

// ParamType returns the type of a parameter; arrays and functions decay to pointers.
func (s *Scope) ParamType(p decl.Param) *Type {
	e := evalIn(s)
	if e == nil || !p.Node.Valid() {
		return types.Unknown
	}
	return e.paramType(s, p)
}

func (e *eval) paramType(s *Scope, p decl.Param) *Type {
	base := e.typeOf(s, p.Node.Child(ast.FieldType)).With(p.Node.Qualifiers())
	_, t := e.declare(s, base, p.Node.Child(ast.FieldDeclarator))
	switch t.Kind {
	case Array:
		return types.PointerTo(t.Elem)
	case FunctionKind:
		return types.PointerTo(t)
	}
	return t
}

// ResultType returns a function's return type (trailing return types included),
// kind Auto where it is deduced from the body.
func (s *Scope) ResultType(f *Function) *Type {
	e := evalIn(s)
	if e == nil || f == nil {
		return types.Unknown
	}
	return e.resultType(s, f)
}

func (e *eval) resultType(s *Scope, f *Function) *Type {
	if f.Closure != nil {
		if t := f.Node.Child(ast.FieldDeclarator).ChildOf(ast.TrailingReturnType); t.Valid() {
			return e.typeOf(s, t.FirstChild())
		}
		return types.AutoType
	}
	if !f.result.Valid() { // a constructor
		return types.VoidType
	}
	base := e.typeOf(s, f.result).With(f.Node.Qualifiers() & (ast.Const | ast.Volatile))
	if f.declarator.Kind() == ast.OperatorCast {
		// The result of a conversion function such as operator T *() is split: T is the type
		// node, the * is a declarator.
		for d := f.declarator.Child(ast.FieldDeclarator); d.Valid(); d = d.InnerDeclarator() {
			switch d.Kind() {
			case ast.AbstractPointerDeclarator:
				base = types.PointerTo(base).With(d.Qualifiers())
			case ast.AbstractReferenceDeclarator:
				base = types.ReferenceTo(base)
			}
		}
		return base
	}
	if t := f.declarator.ChildOf(ast.TrailingReturnType); t.Valid() {
		return e.typeOf(s, t.FirstChild())
	}
	// The declarators between the specifier and the function's own: * and &.
	d := f.Node.Child(ast.FieldDeclarator)
	for range 100 {
		if d == f.declarator || !d.Valid() {
			break
		}
		switch d.Kind() {
		case ast.PointerDeclarator:
			base = types.PointerTo(base).With(d.Qualifiers())
		case ast.ReferenceDeclarator:
			base = types.ReferenceTo(base)
		case ast.FunctionDeclarator:
			base = &Type{Kind: FunctionKind, Name: base.Name + " ()", Size: -1, Align: -1, Elem: base}
		}
		d = d.InnerDeclarator()
	}
	return base
}

// macroQualifiers returns the qualifiers in the expansions of the macros among the words of
// a declaration: `#define KERNEL __global__ static`. The tree does not have such macros, as
// the parser leaves them out.
func (u *Unit) macroQualifiers(n ast.Node, words *decl.DeclarationWords) (q ast.Qualifiers) {
	if u == nil || u.Macros == nil {
		return 0
	}
	of := func(word string) {
		if m := u.MacroAt(word, n); m != nil && !m.FunctionLike {
			q |= u.qualifiersOf(m, n)
		}
	}
	for _, word := range words.Before {
		if !u.Macros.Table().Known(word) {
			break
		}
		of(word)
	}
	for _, word := range words.Inside {
		if u.Macros.Table().Known(word) {
			of(word)
		}
	}
	return q
}

// qualifiersOf returns the qualifiers in what a macro without parameters expands to at a
// node. Most have no other macros in their text.
func (u *Unit) qualifiersOf(m *preproc.Macro, n ast.Node) (q ast.Qualifiers) {
	for _, t := range m.Tokens() {
		if t.Is("##") || t.Kind == preproc.Word && u.Macros.Table().Known(t.Text) {
			full, _ := u.ExpandText(m.Body, n)
			return qualifiersIn(full)
		}
		q |= ast.QualifierOf(t.Text)
	}
	return q
}

// qualifiersIn returns the qualifiers that a text spells.
func qualifiersIn(text string) (q ast.Qualifiers) {
	for _, t := range preproc.Spell(text) {
		q |= ast.QualifierOf(t.Text)
	}
	return q
}
