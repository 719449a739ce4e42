package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// FunctionsNamed returns the candidates that an identifier, qualified name or
// template_function names, nearest scope first, and the explicit template
// arguments it carries.
func (s *Scope) FunctionsNamed(name ast.Node) ([]*Function, []TemplateArg) {
	e := evalIn(s)
	if e == nil || !name.Valid() {
		return nil, nil
	}
	return e.functionsNamed(s, name)
}

func (e *eval) functionsNamed(s *Scope, n ast.Node) (out []*Function, explicit []TemplateArg) {
	for n.Kind() == ast.ParenthesizedExpression {
		n = n.FirstChild()
	}
	if !n.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction, ast.FieldIdentifier, ast.DependentName, ast.TemplateMethod, ast.TemplateType, ast.TypeIdentifier, ast.OperatorName) {
		return nil, nil
	}
	sym := e.valueAs(s, n, wantValue|withoutValue)
	last := n.LastPart()
	if sym.kind != functionSymbol {
		if sym.kind == noSymbol && n.Kind() == ast.QualifiedIdentifier {
			if p, _, ok := e.split(s, n); ok && p != nil && p.typ == nil && p.space == nil {
				return nil, nil // a namespace out of sight, std for one
			}
		}
		return nil, nil
	}
	if last.Is(ast.TemplateFunction, ast.TemplateMethod, ast.TemplateType) {
		explicit = e.templateArgs(s, last.Child(ast.FieldArguments))
	}
	return sym.functions, explicit
}

// Deduce binds the template parameters of f from explicit arguments, the types of
// the call's arguments (nil where unknown), and defaults. ok is false if the
// call cannot be to f.
func (s *Scope) Deduce(f *Function, explicit []TemplateArg, args []*Type) (b *Bindings, ok bool) {
	e := evalIn(s)
	if e == nil || f == nil {
		return nil, false
	}
	return e.deduce(f, explicit, args)
}

func (e *eval) deduce(f *Function, explicit []TemplateArg, args []*Type) (*Bindings, bool) {
	if !e.enter() {
		return nil, false
	}
	defer e.leave()
	required, pack := 0, false
	for i, p := range f.Params {
		if p.Pack {
			pack = true
		} else if !p.Default.Valid() {
			required = i + 1
		}
	}
	if len(args) < required || len(args) > len(f.Params) && !f.Variadic && !pack {
		return nil, false
	}
	if len(f.TemplateParams) == 0 {
		return &Bindings{Args: map[string]TemplateArg{}}, len(explicit) == 0 || f.special
	}
	d := newDeduction(e, f.TemplateParams, f.Scope)
	if len(explicit) > len(f.TemplateParams) && !f.TemplateParams[len(f.TemplateParams)-1].Pack {
		return nil, false
	}
	for i, p := range f.TemplateParams {
		if i >= len(explicit) {
			break
		}
		if p.Pack {
			d.bindings.Args[p.Name] = TemplateArg{Pack: explicit[i:]}
			break
		}
		a := explicit[i]
		if p.IsType && a.Const.Known() || !p.IsType && a.Type != nil {
			return nil, false
		}
		d.bindings.Args[p.Name] = e.adapt(p, a, f.Scope, d.bindings)
		if a.Known() {
			d.given[p.Name] = true
		}
	}
	for i, p := range f.Params {
		if p.Pack {
			d.packParam(p, args[min(i, len(args)):])
			break
		}
		if i < len(args) && args[i] != nil && !d.param(p, args[i]) {
			return nil, false
		}
	}
	for _, p := range f.TemplateParams {
		if a := d.bindings.Args[p.Name]; !a.Known() && p.Name != "" {
			if p.Default.Valid() {
				d.bindings.Args[p.Name] = e.defaultArg(p, f.Scope.With(d.bindings))
			} else if p.Pack {
				d.bindings.Args[p.Name] = TemplateArg{Pack: []TemplateArg{}}
			}
		}
	}
	return d.bindings, true
}

// A deduction finds template arguments by matching what parameters say, node by
// node, with types.
type deduction struct {
	e        *eval
	scope    *Scope // has the parameters as dependent names, then as found
	params   map[string]*decl.TemplateParam
	bindings *Bindings
	given    map[string]bool // parameters with explicit arguments
}

func newDeduction(e *eval, params []decl.TemplateParam, s *Scope) *deduction {
	d := &deduction{e: e, params: make(map[string]*decl.TemplateParam, len(params)), bindings: unbound(params), given: map[string]bool{}}
	for i := range params {
		if params[i].Name != "" {
			d.params[params[i].Name] = &params[i]
		}
	}
	d.scope = &Scope{Unit: e.u, Outer: s, Bindings: d.bindings}
	return d
}

// param matches one function parameter with an argument's type.
func (d *deduction) param(p decl.Param, t *Type) bool {
	decl := p.Node.Child(ast.FieldDeclarator)
	byReference := decl.NearestDeclarator().Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator)
	if byReference {
		t = t.Object()
	} else {
		t = t.Value()
	}
	return d.declarator(p.Node.Child(ast.FieldType), p.Node.Qualifiers(), decl, t, !byReference)
}

// packParam binds a pack parameter "Ts... args" to the rest of the arguments.
func (d *deduction) packParam(p decl.Param, rest []*Type) {
	spec := p.Node.Child(ast.FieldType)
	if param := d.params[spec.Text()]; param != nil && param.Pack && d.bindings.Args[param.Name].Pack == nil {
		pack := []TemplateArg{}
		for _, t := range rest {
			if v := t.Value(); v.Known() {
				pack = append(pack, TemplateArg{Type: v})
			} else {
				pack = append(pack, TemplateArg{})
			}
		}
		d.bindings.Args[param.Name] = TemplateArg{Pack: pack}
	}
}

// declarator matches a specifier with its declarators against a type.
func (d *deduction) declarator(spec ast.Node, q ast.Qualifiers, decl ast.Node, t *Type, decays bool) bool {
	var chain []ast.Node
	for decl.Valid() && len(chain) < 50 {
		chain = append(chain, decl)
		decl = decl.InnerDeclarator()
	}
	derived := false
	for i := len(chain) - 1; i >= 0; i-- {
		c := chain[i]
		switch c.Kind() {
		case ast.PointerDeclarator, ast.AbstractPointerDeclarator, ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator,
			ast.ArrayDeclarator, ast.AbstractArrayDeclarator, ast.FunctionDeclarator, ast.AbstractFunctionDeclarator:
			derived = true
		}
		switch c.Kind() {
		case ast.PointerDeclarator, ast.AbstractPointerDeclarator:
			if t.Kind == NullPointer {
				return true
			}
			if t.Kind != Pointer {
				return !t.Known() || t.Kind == RecordKind || t.Kind == Builtin
			}
			t = t.Elem
		case ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator:
			t = t.Object()
		case ast.ArrayDeclarator, ast.AbstractArrayDeclarator:
			if t.Kind != Array && t.Kind != Pointer {
				return !t.Known()
			}
			if size := c.Child(ast.FieldSize); t.Kind == Array && size.Valid() {
				d.constant(size, t.Len)
			}
			t = t.Elem
		case ast.FunctionDeclarator, ast.AbstractFunctionDeclarator:
			if t.Kind == Pointer {
				t = t.Elem
			}
			if t.Kind != FunctionKind {
				return !t.Known() || t.Kind == RecordKind
			}
			t = t.Elem
		}
	}
	return d.specifier(spec, q, t, !derived && decays)
}

// constant binds a non-type parameter.
func (d *deduction) constant(n ast.Node, v int64) {
	p := d.params[n.Text()]
	if p == nil || p.IsType || v < 0 || d.bindings.Args[p.Name].Known() {
		return
	}
	k := types.IntConst(v, types.ULongType)
	if t := d.e.typeOf(d.scope, p.Type); t.Arithmetic() {
		k = k.Convert(t.Without())
	}
	d.bindings.Args[p.Name] = TemplateArg{Const: k}
}

// specifier matches a type specifier.
func (d *deduction) specifier(spec ast.Node, q ast.Qualifiers, t *Type, byValue bool) bool {
	if t == nil || !t.Known() {
		return true
	}
	switch spec.Kind() {
	case ast.TypeIdentifier:
		p := d.params[spec.Text()]
		if p == nil {
			return true // no parameter: conversions are for the caller to grade
		}
		if !p.IsType || d.given[p.Name] {
			return true // conversions are allowed
		}
		bare := t
		if drop := q & t.Qualifiers & (ast.Const | ast.Volatile); drop != 0 || byValue {
			c := *t
			c.Qualifiers &^= drop
			if byValue {
				c.Qualifiers = 0
			}
			bare = &c
		}
		if old := d.bindings.Args[p.Name]; old.Known() {
			return old.Type == nil || old.Type.Same(bare) // two deductions must agree
		}
		d.bindings.Args[p.Name] = TemplateArg{Type: bare}
		return true
	case ast.TemplateType:
		return d.template(spec, t)
	case ast.QualifiedIdentifier:
		if last := spec.LastPart(); last.Is(ast.TemplateType, ast.TemplateFunction) {
			return d.template(last, t)
		}
	}
	return true
}

// template matches Foo<T, N> with an instance of Foo.
func (d *deduction) template(spec ast.Node, t *Type) bool {
	name := spec.Child(ast.FieldName).Text()
	args := t.Args
	if t.Record != nil {
		if t.Record.Name != name && t.Record.Self != nil {
			return true
		}
	} else if t.Name != name {
		return true
	}
	if last := len(args) - 1; last >= 0 && args[last].Pack != nil {
		args = append(args[:last:last], args[last].Pack...)
	}
	i := 0
	for n := range spec.Child(ast.FieldArguments).Children() {
		if n.Is(ast.ParameterPackExpansion) {
			d.pack(n.FirstChild(), args[min(i, len(args)):])
			break
		}
		if i >= len(args) {
			break
		}
		if !d.matchArg(n, args[i], false) {
			return false
		}
		i++
	}
	return true
}

// pack binds the parameter pack K, which the pattern Foo<K...> names, to template
// arguments.
func (d *deduction) pack(n ast.Node, args []TemplateArg) {
	if p := d.params[n.Text()]; p != nil && p.Pack && d.bindings.Args[p.Name].Pack == nil {
		d.bindings.Args[p.Name] = TemplateArg{Pack: append([]TemplateArg{}, args...)}
	}
}

// matchArg matches one template argument as written with one that is known;
// exact is for specialisations, where what is no parameter must be the same.
func (d *deduction) matchArg(n ast.Node, a TemplateArg, exact bool) bool {
	if n.Kind() == ast.TypeDescriptor {
		spec, decl := n.Child(ast.FieldType), n.Child(ast.FieldDeclarator)
		if p := d.params[spec.Text()]; p != nil && !p.IsType && !decl.Valid() {
			return d.bindConst(p, a)
		}
		if a.Type == nil {
			if !exact {
				return true
			}
			k := d.e.templateArg(d.scope, n).Const
			return k.Known() && a.Const.Known() && k.Int == a.Const.Int
		}
		if !exact {
			return d.declarator(spec, n.Qualifiers(), decl, a.Type, false)
		}
		return d.exactly(spec, n.Qualifiers(), decl, a.Type)
	}
	if n.Is(ast.Identifier) {
		if p := d.params[n.Text()]; p != nil {
			return d.bindConst(p, a)
		}
	}
	if a.Pack != nil {
		return true
	}
	if !exact {
		return true
	}
	k := d.e.constant(d.scope, n)
	return k.Known() && a.Const.Known() && k.Int == a.Const.Int && k.Float == a.Const.Float
}

func (d *deduction) bindConst(p *decl.TemplateParam, a TemplateArg) bool {
	if old := d.bindings.Args[p.Name]; old.Known() {
		return old.Same(a)
	}
	d.bindings.Args[p.Name] = a
	return a.Type == nil || p.IsType
}

// exactly matches a pattern of a specialisation: T*, const T, Foo<T>.
func (d *deduction) exactly(spec ast.Node, q ast.Qualifiers, decl ast.Node, t *Type) bool {
	var chain []ast.Node
	for decl.Valid() && len(chain) < 50 {
		chain = append(chain, decl)
		decl = decl.InnerDeclarator()
	}
	for i := len(chain) - 1; i >= 0; i-- {
		switch chain[i].Kind() {
		case ast.AbstractPointerDeclarator:
			if t.Kind != Pointer {
				return false
			}
			t = t.Elem
		case ast.AbstractReferenceDeclarator:
			if t.Kind != Reference {
				return false
			}
			t = t.Elem
		case ast.AbstractArrayDeclarator:
			if t.Kind != Array {
				return false
			}
			if size := chain[i].Child(ast.FieldSize); size.Valid() {
				d.constant(size, t.Len)
			}
			t = t.Elem
		case ast.AbstractFunctionDeclarator:
			return false
		}
	}
	if p := d.params[spec.Text()]; p != nil && p.IsType {
		if q&ast.Const&^t.Qualifiers != 0 {
			return false
		}
		c := *t
		c.Qualifiers &^= q
		if old := d.bindings.Args[p.Name]; old.Known() {
			return old.Type.Same(&c)
		}
		d.bindings.Args[p.Name] = TemplateArg{Type: &c}
		return true
	}
	if spec.Kind() == ast.TemplateType && t.Record != nil {
		name := spec.Child(ast.FieldName).Text()
		return t.Record.Name == name && len(t.Args) > 0 && d.template(spec, t)
	}
	want := d.e.typeOf(d.scope, spec)
	return want.Same(t) && (q|want.Qualifiers)&ast.Const == t.Qualifiers&ast.Const
}
