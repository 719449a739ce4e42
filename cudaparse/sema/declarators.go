package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/types"
)

func spaceOfQualifiers(q ast.Qualifiers) MemorySpace {
	switch {
	case q&ast.Constant != 0:
		return ConstantSpace
	case q&ast.Shared != 0:
		return SharedSpace
	case q&(ast.Device|ast.Managed) != 0:
		return GlobalSpace
	}
	return NoSpace
}

// Declarators returns what a declaration, field_declaration, parameter, or
// condition declaration declares. `dim3 block(BX, BY);`, which the grammar takes
// for a function declaration, is recognised as a variable with arguments; its
// Init is the parameter list, whose parameters Argument turns into expressions.
// For a type_definition and an alias_declaration it returns the names of types.
func (s *Scope) Declarators(declaration ast.Node) []Declared {
	e := evalIn(s)
	if e == nil || !declaration.Valid() {
		return nil
	}
	return e.declarators(s, declaration)
}

func (e *eval) declarators(s *Scope, n ast.Node) []Declared {
	if n.Kind() == ast.InitStatement || n.Kind() == ast.ConditionClause {
		n = n.FirstChild()
	}
	spec := n.Child(ast.FieldType)
	base := e.typeOf(s, spec).With(n.Qualifiers())
	if n.Qualifiers()&ast.Constexpr != 0 {
		base = base.With(ast.Const)
	}
	if n.Kind() == ast.AliasDeclaration {
		name := n.Child(ast.FieldName)
		return []Declared{{Name: name.Text(), Node: name, Type: base}}
	}
	// A value that is no part of a declarator follows the declarator it belongs to.
	var out []Declared
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		if c.Field() != ast.FieldDeclarator {
			continue
		}
		out = append(out, e.declaredBy(s, n, base, c))
	}
	return out
}

func (e *eval) declaredBy(s *Scope, n ast.Node, base *Type, c ast.Node) Declared {
	d := Declared{Space: spaceOfQualifiers(n.Qualifiers()), Init: c.Initializer()}
	if !d.Init.Valid() {
		if next := c.Next(); next.Valid() && (next.Field() == ast.FieldValue || next.Field() == ast.FieldDefaultValue) {
			d.Init = next
		}
	}
	if f := c.FunctionDeclarator(); f.Valid() && n.Kind() != ast.TypeDefinition {
		if e.isVariable(s, n, f) {
			d.Node = f.Child(ast.FieldDeclarator)
			d.Name, d.Type, d.Init = d.Node.Text(), base, f.Child(ast.FieldParameters)
			if _, t := e.declare(s, base, c); t.Kind == FunctionKind && t.Elem != nil {
				d.Type = t.Elem // float *p(q)
			}
			return d
		}
		d.Function = true
	}
	d.Node, d.Type = e.declare(s, base, c)
	if d.Node.Kind() == ast.StructuredBindingDeclarator {
		for b := range d.Node.Children() {
			d.Bindings = append(d.Bindings, b)
		}
	}
	d.Name = d.Node.Text()
	if n.Kind() != ast.TypeDefinition {
		if d.Init.Valid() {
			d.Type = e.initialized(s, d.Type, d.Init)
		}
		if n.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
			switch d.Type.Kind {
			case Array:
				d.Type = types.PointerTo(d.Type.Elem)
			case FunctionKind:
				d.Type = types.PointerTo(d.Type)
			}
		}
	}
	if d.Type.Kind == Builtin && d.Space == NoSpace {
		switch d.Type.Name {
		case "texture":
			d.Space = TextureSpace
		case "surface":
			d.Space = SurfaceSpace
		}
	}
	return d
}

// isVariable reports whether what looks like a function declaration declares a
// variable with constructor arguments: every parameter is a bare name, and one
// of them is that of a value.
func (e *eval) isVariable(s *Scope, n, f ast.Node) bool {
	if n.Kind() != ast.Declaration || n.Qualifiers()&(ast.Global|ast.Device|ast.Extern|ast.Virtual|ast.Friend|ast.Inline) != 0 {
		return false
	}
	if f.Child(ast.FieldDeclarator).Kind() != ast.Identifier || f.Next().Valid() && f.Next().Field() == ast.FieldBody {
		return false
	}
	params := f.Child(ast.FieldParameters)
	any := false
	unknown := true
	for p := range params.Children() {
		t := p.Child(ast.FieldType)
		if p.Kind() != ast.ParameterDeclaration || !t.Is(ast.TypeIdentifier, ast.QualifiedIdentifier, ast.TemplateType) || p.Qualifiers() != 0 {
			return false
		}
		d := p.Child(ast.FieldDeclarator)
		product := d.Kind() == ast.PointerDeclarator && d.ChildCount() == 1 // a * b
		if d.Valid() && !product && !d.Is(ast.AbstractFunctionDeclarator, ast.AbstractArrayDeclarator) {
			return false
		}
		any = true
		if m, _ := e.u.MacroInvoked(t); m != nil {
			if _, number := e.macroNumber(m); number {
				return true
			}
			if expanded, ok := e.u.ExpandAs(t, expand.Expression); ok && !expanded.Is(ast.Identifier, ast.QualifiedIdentifier) {
				return true
			}
		}
		if sym := e.value(s, t); sym.kind == localSymbol || sym.kind == variableSymbol || sym.kind == enumeratorSymbol {
			return true
		}
		if ty := e.typeOf(s, t); ty.Known() || ty.Kind == Dependent && n.Parent().Kind() != ast.CompoundStatement {
			unknown = false
		}
	}
	// Nothing in sight has the name: constructions of dim3 are far more frequent
	// than functions that return one.
	return any && unknown && n.Child(ast.FieldType).Text() == "dim3"
}

// Argument returns the expression that a parameter_declaration is in a
// declaration that is one of a variable after all (see Declarators), and any
// other node itself.
func Argument(n ast.Node) ast.Node {
	if n.Kind() == ast.ParameterDeclaration {
		if t := n.Child(ast.FieldType); t.Valid() && !n.Child(ast.FieldDeclarator).Valid() {
			return t
		}
		// f(x) looks like a function type: parse it again as what it is.
		if x := expand.ParseAt(n.Text(), expand.Expression, n); x.Valid() {
			return x
		}
	}
	return n
}

// initialized completes a declared type from its initialiser: the length of an
// array, the type that auto stands for.
func (e *eval) initialized(s *Scope, t *Type, init ast.Node) *Type {
	if !init.Valid() {
		return t
	}
	switch t.Kind {
	case Array:
		if t.Len >= 0 {
			return t
		}
		switch init.Kind() {
		case ast.InitializerList:
			if n := e.listLength(s, t.Elem, init); n >= 0 {
				return types.ArrayOf(t.Elem, n)
			}
		case ast.StringLiteral, ast.ConcatenatedString:
			if n := types.StringsLength(init); n > 0 {
				return types.ArrayOf(t.Elem, n)
			}
		}
	case Auto:
		if init.Is(ast.ArgumentList, ast.InitializerList) {
			if init.ChildCount() != 1 {
				return t
			}
			init = init.FirstChild()
		}
		if v := e.exprType(s, init).Value(); v.Known() {
			return v.With(t.Qualifiers)
		}
	case Pointer, Reference:
		if inner := t.Elem; inner.Kind == Auto {
			v := e.exprType(s, init)
			if t.Kind == Pointer {
				if v = v.Value(); v.Known() && v.Kind == Pointer {
					return v.With(t.Qualifiers)
				}
			} else if v.Known() {
				return types.ReferenceTo(v.Object().With(inner.Qualifiers))
			}
		}
	}
	return t
}

// listLength counts the elements an initializer_list gives an array of elem:
// designators move on, flat lists fill arrays and structs member by member.
func (e *eval) listLength(s *Scope, elem *Type, list ast.Node) int64 {
	n, longest, flat := int64(0), int64(0), false
	for c := range list.Children() {
		switch c.Kind() {
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocInclude, ast.PreprocCall, ast.Error, ast.ParameterPackExpansion:
			return -1
		case ast.InitializerPair:
			d := c.Child(ast.FieldDesignator)
			if d.Kind() == ast.SubscriptDesignator {
				k := e.constant(s, d.FirstChild())
				if !k.Known() {
					return -1
				}
				n = k.Int
			}
		case ast.InitializerList:
		default:
			flat = true
			if c.Kind() == ast.Identifier {
				if m, _ := e.u.MacroInvoked(c); m != nil && containsComma(m.Body) {
					return -1
				}
			}
		}
		n++
		longest = max(longest, n)
	}
	if !flat {
		return longest
	}
	per := scalars(elem, 0)
	if per == 1 {
		return longest
	}
	if elem.Kind == RecordKind { // its elements may be whole objects
		for c := range list.Children() {
			if !c.Is(ast.NumberLiteral, ast.CharLiteral, ast.UnaryExpression, ast.True, ast.False) {
				if !c.Is(ast.CallExpression, ast.CompoundLiteralExpression) {
					return -1
				}
				if t := e.exprType(s, c); t == nil || !t.Object().Same(elem) {
					return -1
				}
				per = 1
			}
		}
	}
	if per <= 0 {
		return -1
	}
	return (longest + per - 1) / per
}

// scalars counts the scalars in a type, -1 where it is not known.
func scalars(t *Type, depth int) int64 {
	switch {
	case depth > 20 || t == nil:
		return -1
	case t.Kind == Array:
		if n := scalars(t.Elem, depth+1); n > 0 && t.Len >= 0 {
			return n * t.Len
		}
		return -1
	case t.Kind == RecordKind && t.Record != nil && !t.Record.Union && len(t.Record.Bases) == 0:
		total := int64(0)
		for _, f := range t.Record.Fields {
			n := scalars(f.Type, depth+1)
			if n < 0 {
				return -1
			}
			total += n
		}
		return total
	case t.Arithmetic() || t.Kind == Pointer:
		return 1
	}
	return -1
}

func containsComma(s string) bool {
	for i := range s {
		if s[i] == ',' {
			return true
		}
	}
	return false
}
