package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A value is what an expression yields.
type value struct {
	place string  // where it is, "" for a value without a place
	key   string  // what facts about it are kept under
	con   *bounds // what is known by the expression itself
	// pointer is set for the address of a place.
	pointer *pointer
}

// A result is one way an expression may be evaluated.
type result struct {
	st *state
	v  value
}

// maxPlace bounds the length of a place: what is behind so many steps is out of sight.
const maxPlace = 500

// maxResults bounds the ways one expression is evaluated.
const maxResults = 64

func constant(b bounds) value { return value{con: &b} }

// know returns what is known of a value.
func (a *analysis) know(st *state, v value) bounds {
	if v.con != nil {
		return *v.con
	}
	if v.pointer != nil {
		return nonzero
	}
	b, ok := st.facts[v.key]
	if !ok || v.key == "" {
		b = anything
	}
	if v.place != "" && st.holds(v.place) || v.key != "" && st.holds(v.key) {
		if c, ok := b.and(nonzero); ok {
			return c
		}
	}
	return b
}

// eval evaluates an expression. It takes the state over.
func (a *analysis) eval(n ast.Node, st *state) []result {
	if a.step() {
		return nil
	}
	one := func(v value) []result { return []result{{st, v}} }
	switch n.Kind() {
	case ast.None:
		return one(value{})
	case ast.NumberLiteral, ast.True, ast.False, ast.CharLiteral:
		return one(a.literal(n))
	case ast.Nullptr:
		return one(constant(zero))
	case ast.StringLiteral, ast.ConcatenatedString, ast.RawStringLiteral:
		return one(constant(nonzero))
	case ast.Identifier, ast.QualifiedIdentifier, ast.TypeIdentifier:
		return a.name(n, st)
	case ast.This:
		return one(value{pointer: &pointer{to: "this'"}})
	case ast.ParenthesizedExpression:
		return a.eval(n.FirstChild(), st)
	case ast.ExpressionStatement, ast.InitStatement:
		return a.eval(n.FirstChild(), st)
	case ast.CastExpression:
		return a.eval(n.Child(ast.FieldValue), st)
	case ast.FieldExpression:
		return a.member(n, st)
	case ast.SubscriptExpression:
		return a.subscript(n, st)
	case ast.PointerExpression:
		return a.indirect(n, st)
	case ast.UnaryExpression:
		return a.unary(n, st)
	case ast.UpdateExpression:
		return a.update(n, st)
	case ast.BinaryExpression:
		return a.binary(n, st)
	case ast.AssignmentExpression:
		return a.assignment(n, st)
	case ast.CommaExpression:
		var out []result
		for _, r := range a.eval(n.Child(ast.FieldLeft), st) {
			out = append(out, a.eval(n.Child(ast.FieldRight), r.st)...)
		}
		return out
	case ast.ConditionalExpression:
		var out []result
		for _, s := range a.assume(n.Child(ast.FieldCondition), st.clone(), true) {
			out = append(out, a.eval(n.Child(ast.FieldConsequence), s)...)
		}
		for _, s := range a.assume(n.Child(ast.FieldCondition), st, false) {
			out = append(out, a.eval(n.Child(ast.FieldAlternative), s)...)
		}
		return a.join(out)
	case ast.CallExpression:
		return a.call(n, st)
	case ast.LambdaExpression:
		return a.lambda(n, st)
	case ast.NewExpression:
		return a.construct(n, st)
	case ast.Declaration:
		return a.declaration(n, st)
	case ast.InitializerList, ast.CompoundLiteralExpression:
		if n.Is(ast.CompoundLiteralExpression) && n.Parent().Is(ast.ExpressionStatement) {
			return a.closure(n, n.Child(ast.FieldValue), st)
		}
		return a.mention(n, st, true)
	case ast.MemberInitializer:
		return a.memberInitializer(n, st)
	case ast.SizeofExpression, ast.AlignofExpression, ast.Decltype, ast.OffsetofExpression, ast.TypeDescriptor, ast.StaticAssertDeclaration,
		ast.UsingDeclaration, ast.TypeDefinition, ast.AliasDeclaration, ast.RequiresExpression:
		return one(value{})
	}
	return a.mention(n, st, false)
}

// mention evaluates the parts of a node of which nothing more is known. What is
// built of the handle, as an initialiser list is, takes it out of sight.
func (a *analysis) mention(n ast.Node, st *state, keeps bool) []result {
	results := []result{{st, value{}}}
	for c := range n.Children() {
		var next []result
		for _, r := range results {
			for _, s := range a.eval(c, r.st) {
				if keeps && a.reaches(s.st, s.v) {
					a.escape(s.st)
				}
				next = append(next, result{s.st, value{}})
			}
		}
		results = a.join(next)
	}
	return results
}

// join drops results that equal others.
func (a *analysis) join(results []result) []result {
	if len(results) < 2 {
		return results
	}
	type resultKey struct {
		st                  stateKey
		place, key, con, to string
	}
	seen := map[resultKey]bool{}
	out := results[:0:0]
	for _, r := range results {
		a.work(1 + r.st.size())
		k := resultKey{st: r.st.key(), place: r.v.place, key: r.v.key}
		if r.v.con != nil {
			k.con = r.v.con.String()
		}
		if r.v.pointer != nil {
			k.to = r.v.pointer.to
		}
		if !seen[k] {
			seen[k] = true
			out = append(out, r)
		}
	}
	if len(out) > maxResults {
		a.partial = true
		return out[:maxResults]
	}
	return out
}

func (a *analysis) literal(n ast.Node) value {
	c := a.f.sema.Scope.Const(n)
	if c.Known() && c.Type.Kind != sema.Float {
		return constant(exactly(c.Int))
	}
	return value{}
}

// named are constants of the CUDA headers and the C library; for other names that
// begin like an error, it is only known that they are not zero.
var named = map[string]bounds{
	"cudaSuccess": zero, "CUDA_SUCCESS": zero, "hipSuccess": zero, "NULL": zero, "EXIT_SUCCESS": zero, "EXIT_FAILURE": one,
	"true": one, "false": zero, "TRUE": one, "FALSE": zero, "CUFFT_SUCCESS": zero, "CUBLAS_STATUS_SUCCESS": zero,
}

// name evaluates an identifier.
func (a *analysis) name(n ast.Node, st *state) []result {
	text := n.Text()
	if n.Is(ast.Identifier, ast.TypeIdentifier) {
		if v := a.f.variable(text, n); v != nil {
			return []result{{st, a.at(st, v.place(), v)}}
		}
	}
	if b, ok := named[text]; ok {
		return []result{{st, constant(b)}}
	}
	if strings.HasPrefix(text, "cudaError") || strings.HasPrefix(text, "CUDA_ERROR") {
		return []result{{st, constant(nonzero)}}
	}
	if x, ok := a.f.unit.expand(n); ok && !x.Is(ast.CompoundStatement) {
		return a.eval(x, st)
	}
	scope := a.f.sema.Scope
	if r := a.f.sema.Record; r != nil && n.Is(ast.Identifier) {
		if _, ok := r.FieldNamed(text); ok || a.memberByStyle(r, text) {
			return []result{{st, a.at(st, "this'."+text, nil)}}
		}
	}
	if c := scope.Const(n); c.Known() && c.Type.Kind != sema.Float {
		return []result{{st, constant(exactly(c.Int))}}
	}
	place := "g:" + text + "'"
	if v := scope.Variable(n); v != nil {
		place = "g:" + v.Name + "'"
		if v.Record != nil {
			place = "g:" + v.Record.Name + "::" + v.Name + "'"
		}
	}
	return []result{{st, a.at(st, place, nil)}}
}

// memberByStyle reports whether a name that is not declared in sight is a member
// of a base class out of sight.
func (a *analysis) memberByStyle(r *sema.Record, name string) bool {
	return strings.HasPrefix(name, "m_") || len(name) > 1 && strings.HasSuffix(name, "_")
}

// at returns the value in a place; that of a reference is what it refers to.
func (a *analysis) at(st *state, place string, v *variable) value {
	if p, ok := st.points[place]; ok && p.ref {
		place = p.to
		if p.array {
			place += "[*]"
		}
	} else if v != nil && v.reference() {
		place += "^"
	}
	if len(place) > maxPlace {
		return value{}
	}
	out := value{place: place, key: place}
	if p, ok := st.points[place]; ok && !p.ref {
		p := p
		out.pointer = &p
	} else if v != nil && v.typ != nil && v.typ.Kind == sema.Array {
		out.pointer = &pointer{to: place, array: true}
	}
	return out
}

// target returns the place that a pointer points to.
func (a *analysis) target(v value) string {
	if v.pointer != nil {
		if v.pointer.array {
			return v.pointer.to + "[0]"
		}
		return v.pointer.to
	}
	if v.place != "" {
		return v.place + "^"
	}
	return ""
}

func (a *analysis) member(n ast.Node, st *state) []result {
	field := n.Child(ast.FieldField).Text()
	results := a.eval(n.Child(ast.FieldArgument), st)
	for i, r := range results {
		place := r.v.place
		if n.Op() == ast.Arrow {
			place = a.target(r.v)
		}
		results[i].v = value{}
		if place != "" {
			results[i].v = a.at(r.st, place+"."+field, nil)
		}
	}
	return results
}

func (a *analysis) subscript(n ast.Node, st *state) []result {
	var out []result
	for _, base := range a.eval(n.Child(ast.FieldArgument), st) {
		for _, index := range a.eval(n.Child(ast.FieldIndices).FirstChild(), base.st) {
			step := "*"
			if k, ok := a.know(index.st, index.v).exact(); ok && k >= 0 {
				step = fmt.Sprint(k)
			} else if index.v.key != "" && len(index.v.key) < 200 {
				step = index.v.key
			}
			v := value{}
			switch p := base.v.pointer; {
			case p != nil && p.array:
				v = a.at(index.st, p.to+"["+step+"]", nil)
			case p != nil && step == "0":
				v = a.at(index.st, p.to, nil)
			case p != nil:
				v = value{}
			case base.v.place != "" && step == "0" && a.isPointer(base.v.place):
				v = a.at(index.st, base.v.place+"^", nil)
			case base.v.place != "" && a.isPointer(base.v.place):
				v = a.at(index.st, base.v.place+"^["+step+"]", nil)
			case base.v.place != "":
				v = a.at(index.st, base.v.place+"["+step+"]", nil)
			}
			out = append(out, result{index.st, v})
		}
	}
	return out
}

// isPointer reports whether a place is a local variable that is a pointer.
func (a *analysis) isPointer(place string) bool {
	v := a.f.variableAt(place)
	return v != nil && place == v.place() && v.pointer()
}

// indirect evaluates *p and &x.
func (a *analysis) indirect(n ast.Node, st *state) []result {
	results := a.eval(n.Child(ast.FieldArgument), st)
	for i, r := range results {
		v := value{}
		if n.Op() == ast.And {
			if r.v.place != "" {
				v.pointer = &pointer{to: r.v.place}
				if base, ok := strings.CutSuffix(r.v.place, "[0]"); ok {
					v.pointer = &pointer{to: base, array: true}
				}
			}
		} else if place := a.target(r.v); place != "" {
			v = a.at(r.st, place, nil)
		}
		results[i].v = v
	}
	return results
}
