package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

var components = map[string]int{"x": 0, "y": 1, "z": 2}

func isDim3(t *Type) bool { return t != nil && (t.Name == "dim3" || t.Name == "uint3") }

// dim returns component c of an expression of type dim3, or of an integer that
// converts to one.
func (h *hostEval) dim(fr *frame, n ast.Node, c int, at ast.Node) Const {
	h.steps++
	if h.steps > maxHostSteps || !h.e.enter() {
		return Const{}
	}
	defer h.e.leave()
	one := intConst(1, uintType)
	switch n.Kind() {
	case ast.None:
		return Const{}
	case ast.ParenthesizedExpression:
		return h.dim(fr, n.FirstChild(), c, at)
	case ast.CommaExpression:
		return h.dim(fr, n.Child(ast.FieldRight), c, at)
	case ast.CastExpression:
		if isDim3(h.e.typeOf(h.scope(fr, at), n.Child(ast.FieldType))) {
			return h.dim(fr, n.Child(ast.FieldValue), c, at)
		}
	case ast.InitializerList, ast.ArgumentList, ast.ParameterList:
		return h.element(fr, n, c, at)
	case ast.CompoundLiteralExpression:
		if n.Child(ast.FieldType).Span().Len() == 0 || isDim3(h.e.typeOf(h.scope(fr, at), n.Child(ast.FieldType))) {
			return h.element(fr, n.Child(ast.FieldValue), c, at)
		}
	case ast.ConditionalExpression:
		if cond, known := h.e.constant(h.scope(fr, at), n.Child(ast.FieldCondition)).True(); known {
			if cond {
				return h.dim(fr, n.Child(ast.FieldConsequence), c, at)
			}
			return h.dim(fr, n.Child(ast.FieldAlternative), c, at)
		}
		a, b := h.dim(fr, n.Child(ast.FieldConsequence), c, at), h.dim(fr, n.Child(ast.FieldAlternative), c, at)
		if a.Known() && b.Known() && a.Int == b.Int {
			return a
		}
		return Const{}
	case ast.ParameterDeclaration:
		return h.dim(fr, Argument(n), c, at)
	case ast.Identifier, ast.QualifiedIdentifier, ast.TypeIdentifier:
		if k, done := h.dimNamed(fr, n, c, at); done {
			return k
		}
	case ast.CallExpression:
		if k, done := h.dimCall(fr, n, c, at); done {
			return k
		}
	case ast.FieldExpression:
		if path, ok := fieldPath(n); ok {
			if l := fr.flow.local(rootName(n)); l != nil {
				if t := h.e.exprType(h.scope(fr, at), n); isDim3(t.Object()) || strings.HasSuffix(path, "Dim") {
					return h.path(fr, l, path+"."+[...]string{"x", "y", "z"}[c], at)
				}
			}
		}
	}
	// An integer is the x of a dim3.
	s := h.scope(fr, at)
	if c > 0 {
		if n.Is(ast.BinaryExpression, ast.NumberLiteral, ast.UnaryExpression, ast.SizeofExpression) {
			return one
		}
		if t := h.e.exprType(s, n).Object(); t.Arithmetic() {
			return one
		}
		if n.Is(ast.Identifier, ast.TypeIdentifier) && h.e.find(s, n.Text(), wantValue).kind == dependentSymbol {
			return one // a template parameter
		}
		if h.e.constant(s, n).Known() {
			return one
		}
		return Const{}
	}
	return h.e.constant(s, n).Convert(uintType)
}

// element returns component c of a list of constructor arguments.
func (h *hostEval) element(fr *frame, list ast.Node, c int, at ast.Node) Const {
	if n := list.ChildCount(); n == 0 || n > 3 {
		if n == 0 {
			return intConst(1, uintType)
		}
		return Const{}
	} else if n == 1 {
		return h.dim(fr, Argument(list.FirstChild()), c, at)
	}
	i := 0
	for n := range list.Children() {
		if i == c {
			if n.Kind() == ast.InitializerPair {
				return Const{}
			}
			return h.e.constant(h.scope(fr, at), n).Convert(uintType)
		}
		i++
	}
	return intConst(1, uintType)
}

// dimNamed evaluates a name; done is false where it means an integer.
func (h *hostEval) dimNamed(fr *frame, n ast.Node, c int, at ast.Node) (k Const, done bool) {
	if m, _ := h.e.u.macroInvoked(n); m != nil {
		if _, number := h.e.macroNumber(m); number {
			return Const{}, false
		}
		if x, ok := h.e.u.expandAs(n, inExpression); ok {
			return h.dim(fr, x, c, at), true
		}
		return Const{}, true
	}
	l := fr.flow.localNamed(n.Text(), at)
	if l != nil && n.Kind() != ast.QualifiedIdentifier {
		t := h.localType(fr, l).Object()
		if t.Arithmetic() {
			return Const{}, false
		}
		return h.path(fr, l, [...]string{"x", "y", "z"}[c], at), true
	}
	if sym := h.e.value(fr.flow.fn.Scope, n); sym.kind == variableSymbol && isDim3(sym.typ.Object()) {
		v := sym.variable
		if v.Type.Qualifiers&ast.Const == 0 && !h.e.u.neverWritten(v) {
			return Const{}, true
		}
		if !v.Init.Valid() {
			return intConst(1, uintType), true
		}
		global := &frame{flow: &hostFlow{e: h.e, fn: &Function{Scope: v.Scope}, locals: map[string][]*hostLocal{}}}
		return h.dim(global, v.Init, c, v.Node), true
	}
	return Const{}, false
}

// dimCall evaluates a call; done is false where it gives an integer.
func (h *hostEval) dimCall(fr *frame, n ast.Node, c int, at ast.Node) (k Const, done bool) {
	if m, _ := h.e.u.macroInvoked(n); m != nil {
		if x, ok := h.e.u.expandAs(n, inExpression); ok {
			return h.dim(fr, x, c, at), true
		}
		return Const{}, true
	}
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	switch lastName(fn) {
	case "dim3", "uint3", "make_uint3", "make_dim3":
		return h.element(fr, list, c, at), true
	}
	s := h.scope(fr, at)
	candidates, explicit := h.e.functionsNamed(s, fn)
	if len(candidates) == 0 {
		return Const{}, false
	}
	f, b := h.resolve(candidates, explicit, h.e.argTypes(s, list))
	if f == nil || !f.Body.Valid() || !isDim3(h.e.resultType(scopeWith(f, b), f).Object()) {
		return Const{}, false
	}
	ret := ast.Node{}
	for d := range f.Body.Descendants() {
		if d.Kind() == ast.ReturnStatement {
			if ret.Valid() {
				return Const{}, true
			}
			ret = d
		}
	}
	callee := &frame{flow: h.flow(f), bindings: b, caller: fr, call: at}
	for a := range list.Children() {
		callee.args = append(callee.args, a)
	}
	return h.dim(callee, ret.FirstChild(), c, ret), true
}
