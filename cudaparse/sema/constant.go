package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// constant evaluates an expression in a scope.
func (e *eval) constant(s *Scope, n ast.Node) Const {
	if !e.enter() {
		return Const{}
	}
	defer e.leave()
	if x, ok := e.u.ExpandOpen(n); ok {
		return e.constant(s, x)
	}
	switch n.Kind() {
	case ast.NumberLiteral:
		return types.ParseNumber(n.Text())
	case ast.CharLiteral:
		return types.ParseChar(n.Text())
	case ast.True:
		return types.BoolConst(true)
	case ast.False:
		return types.BoolConst(false)
	case ast.Nullptr:
		return Const{Type: types.NullPointerType}
	case ast.ParenthesizedExpression:
		return e.constant(s, n.FirstChild())
	case ast.Identifier, ast.TypeIdentifier, ast.FieldIdentifier:
		return e.nameConst(s, n)
	case ast.QualifiedIdentifier, ast.DependentName, ast.DependentType:
		return e.qualifiedConst(s, n)
	case ast.UnaryExpression:
		return types.UnaryConst(n.Op(), e.constant(s, n.Child(ast.FieldArgument)))
	case ast.BinaryExpression:
		return e.binaryExpr(s, n)
	case ast.ConditionalExpression:
		return e.conditional(s, n)
	case ast.CommaExpression:
		return e.constant(s, n.Child(ast.FieldRight))
	case ast.CastExpression:
		return e.castConst(s, e.typeOf(s, n.Child(ast.FieldType)), n.Child(ast.FieldValue))
	case ast.SizeofExpression, ast.AlignofExpression:
		return e.sizeofConst(s, n)
	case ast.CallExpression:
		return e.callConst(s, n)
	case ast.CompoundLiteralExpression:
		list := n.Child(ast.FieldValue)
		t := e.typeOf(s, n.Child(ast.FieldType))
		if list.ChildCount() == 1 {
			return e.castConst(s, t, list.FirstChild())
		}
		if list.Valid() && list.ChildCount() == 0 && t.Arithmetic() {
			return types.IntConst(0, types.IntType).Convert(t)
		}
	case ast.InitializerList:
		if n.ChildCount() == 1 {
			return e.constant(s, n.FirstChild())
		}
	case ast.FieldExpression:
		return e.memberConst(s, n)
	case ast.TypeDescriptor:
		if n.ChildCount() == 1 {
			return e.constant(s, n.FirstChild())
		}
	case ast.ParameterDeclaration:
		return e.constant(s, Argument(n))
	case ast.TemplateFunction, ast.TemplateType:
		return e.traitConst(s, n)
	}
	return Const{}
}

// macroNumber returns the value of a macro that is a plain number.
func (e *eval) macroNumber(m *preproc.Macro) (Const, bool) {
	if m.FunctionLike || m.Body == "" {
		return Const{}, false
	}
	body := m.Body
	for len(body) > 2 && body[0] == '(' && body[len(body)-1] == ')' {
		body = body[1 : len(body)-1]
	}
	k := types.ParseNumber(body)
	return k, k.Known()
}

func (e *eval) nameConst(s *Scope, n ast.Node) Const {
	name := n.Text()
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if k, ok := e.macroNumber(m); ok {
			return k
		}
		if x, ok := e.u.ExpandAs(n, expand.Expression); ok {
			return e.constant(s, x)
		}
		return Const{}
	}
	sym := e.find(s, name, wantValue)
	if sym.kind == noSymbol {
		switch name {
		case "warpSize":
			return types.IntConst(32, types.IntType)
		case "false", "FALSE":
			return types.BoolConst(false)
		case "cudaReadModeElementType":
			return types.IntConst(0, types.IntType)
		case "cudaReadModeNormalizedFloat":
			return types.IntConst(1, types.IntType)
		}
		sym = e.anywhere(name, wantValue)
	}
	return e.symbolConst(sym)
}

func (e *eval) symbolConst(sym symbol) Const {
	switch sym.kind {
	case localSymbol:
		return sym.value
	case variableSymbol:
		return e.variableConst(sym.variable)
	case enumeratorSymbol:
		return e.enumeratorValue(sym.enumerator)
	}
	return Const{}
}

func (e *eval) qualifiedConst(s *Scope, n ast.Node) Const {
	if sym := e.qualified(s, n, wantValue, nil); sym.kind != noSymbol {
		return e.symbolConst(sym)
	}
	p, last, ok := e.split(s, n)
	if !ok || p == nil {
		if !ok {
			return Const{}
		}
		return e.constant(s, last)
	}
	name := last.PlainName()
	if p.typ != nil {
		return types.TraitValue(p.typ.Object(), name)
	}
	if last.Kind() == ast.TemplateFunction || last.Kind() == ast.TemplateType {
		return e.traitConst(s, last)
	}
	return Const{}
}

// variableConst returns the value of a variable that cannot change.
func (e *eval) variableConst(v *Variable) Const {
	if v.Type == nil || !v.Init.Valid() {
		return Const{}
	}
	fixed := v.Qualifiers&ast.Constexpr != 0 || v.Type.Qualifiers&ast.Const != 0 && v.Type.Qualifiers&ast.Volatile == 0
	if v.Type == types.Unknown && (v.Record != nil || v.declarator.InnerDeclarator().Kind() == ast.Identifier && v.declarator.Kind() == ast.InitDeclarator) {
		// Its class is being laid out, or one that comes before the types of variables.
		fixed = v.Qualifiers&(ast.Const|ast.Constexpr) != 0
	}
	if v.Type.Kind == Reference || !fixed && !(v.Type.Arithmetic() && e.u.NeverWritten(v)) {
		return Const{}
	}
	if k, ok := e.u.constants.Load(v); ok {
		return k.(Const)
	}
	if !e.enter() {
		return Const{}
	}
	defer e.leave()
	init := v.Init
	if init.Is(ast.ArgumentList, ast.InitializerList, ast.ParameterList) {
		if init.ChildCount() != 1 {
			return Const{}
		}
		init = init.FirstChild()
	}
	k := e.constant(v.Scope, init)
	t := v.Type
	if t == types.Unknown && v.Declaration.Valid() {
		t = e.typeOf(v.Scope, v.Declaration.Child(ast.FieldType)).With(ast.Const)
	}
	if t.Kind != Auto {
		k = k.Convert(t)
	}
	if !e.exhausted() && v.Type != types.Unknown {
		e.u.constants.Store(v, k)
	}
	return k
}

func (e *eval) binaryExpr(s *Scope, n ast.Node) Const {
	// Long chains of one operator lean to the left: walk down them in a loop.
	var chain []ast.Node
	left := n
	for left.Kind() == ast.BinaryExpression && len(chain) < 5000 {
		chain = append(chain, left)
		left = left.Child(ast.FieldLeft)
	}
	v := e.constant(s, left)
	for i := len(chain) - 1; i >= 0; i-- {
		e.steps++
		op, right := chain[i].Op(), chain[i].Child(ast.FieldRight)
		if op == ast.LogicalAnd || op == ast.LogicalOr {
			if b, ok := v.True(); ok && b == (op == ast.LogicalOr) {
				v = types.BoolConst(b)
				continue
			}
			r := e.constant(s, right)
			if !v.Known() {
				// false && x is decided by either side where x has no effect.
				if b, ok := r.True(); ok && b == (op == ast.LogicalOr) && pure(right) && pure(chain[i].Child(ast.FieldLeft)) {
					v = types.BoolConst(b)
				}
				continue
			}
			v = types.BinaryConst(op, v, r)
			continue
		}
		if !v.Known() && e.member(s) == nil {
			continue
		}
		v = types.BinaryConst(op, v, e.constant(s, right))
	}
	return v
}

// pure is conservative: names and literals only.
func pure(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Is(ast.CallExpression, ast.AssignmentExpression, ast.UpdateExpression) {
			return false
		}
	}
	return true
}

// member returns the hook for member expressions of a scope.
func (e *eval) member(s *Scope) func(ast.Node) (Const, bool) {
	for ; s != nil; s = s.Outer {
		if s.Member != nil {
			return s.Member
		}
	}
	return nil
}

func (e *eval) memberConst(s *Scope, n ast.Node) Const {
	if hook := e.member(s); hook != nil {
		if k, ok := hook(n); ok {
			return k
		}
	}
	// A static member named through an object.
	t := e.exprType(s, n.Child(ast.FieldArgument)).Object()
	if t != nil && n.Op() == ast.Arrow && t.Kind == Pointer {
		t = t.Elem
	}
	if t != nil && t.Record != nil {
		if sym := e.findMember(t.Record, n.Child(ast.FieldField).Text(), wantValue, 0); sym.kind == variableSymbol || sym.kind == enumeratorSymbol {
			return e.symbolConst(sym)
		}
	}
	return Const{}
}

func (e *eval) conditional(s *Scope, n ast.Node) Const {
	a, b := n.Child(ast.FieldConsequence), n.Child(ast.FieldAlternative)
	cond, known := e.constant(s, n.Child(ast.FieldCondition)).True()
	var v Const
	switch {
	case !known:
		x, y := e.constant(s, a), e.constant(s, b)
		if !x.Known() || !y.Known() || x.Int != y.Int || x.Float != y.Float || (x.Type.Kind == Float) != (y.Type.Kind == Float) {
			return Const{}
		}
		return x
	case cond:
		v = e.constant(s, a)
	default:
		v = e.constant(s, b)
	}
	if !v.Known() {
		return v
	}
	if ta, tb := e.exprType(s, a).Value(), e.exprType(s, b).Value(); ta != nil && tb != nil && !ta.Same(tb) {
		if t := types.CommonType(ta, tb); t != nil {
			return v.Convert(t)
		}
	}
	return v
}

func (e *eval) castConst(s *Scope, t *Type, value ast.Node) Const {
	v := e.constant(s, value)
	if !t.Known() {
		return Const{}
	}
	return v.Convert(t.Without())
}

func (e *eval) sizeofConst(s *Scope, n ast.Node) Const {
	if n.ChildCount() == 1 && n.FirstChild().Is(ast.Identifier) && strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.Text(), "sizeof")), "...") { // sizeof...(pack)
		if sym := e.find(s, n.FirstChild().Text(), wantType|wantValue); sym.pack != nil {
			return types.IntConst(int64(len(sym.pack)), types.ULongType)
		}
		return Const{}
	}
	var t *Type
	if d := n.Child(ast.FieldType); d.Valid() {
		t = e.typeOf(s, d)
		if !t.Known() { // sizeof(x), taken for a type
			if v := e.exprType(s, d.Child(ast.FieldType)); v != nil && !d.Child(ast.FieldDeclarator).Valid() {
				t = v
			}
		}
	} else {
		v := n.Child(ast.FieldValue)
		if !v.Valid() {
			v = n.FirstChild()
		}
		for v.Kind() == ast.ParenthesizedExpression {
			v = v.FirstChild()
		}
		t = e.exprType(s, v)
		if t == nil && v.Kind() == ast.Identifier { // sizeof(T) with a name that is a type
			t = e.typeOf(s, v)
		}
	}
	t = t.Object()
	if !t.Known() || t.Kind == Void {
		return Const{}
	}
	size := t.Size
	if n.Kind() == ast.AlignofExpression {
		size = t.Align
	}
	if size < 0 {
		return Const{}
	}
	return types.IntConst(size, types.ULongType)
}
