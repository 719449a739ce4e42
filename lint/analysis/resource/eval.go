package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxResults bounds the ways one expression is evaluated.
const maxResults = 64

func (a *analysis) op(id ir.ID) *ir.Op { return a.f.code.Op(id) }

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

// value returns what an operation has yielded.
func (a *analysis) value(st *state, id ir.ID) value {
	if v, ok := st.values[id]; ok || id == 0 {
		return v
	}
	o := a.op(id)
	switch o.Code {
	case ir.OpParam, ir.OpVar:
		return address(a.f.object(id))
	case ir.OpBind:
		if p, ok := st.points[rootOf(id)]; ok {
			return address(p.to)
		}
		return address(a.f.object(id))
	case ir.OpConst:
		if !ir.IsKind(o.Type, sema.Float) {
			return constant(exactly(o.Int))
		}
	case ir.OpNull:
		return constant(zero)
	case ir.OpString, ir.OpFunction:
		return constant(nonzero)
	case ir.OpTemplateValue:
		return value{key: "g:" + o.X.Name + "'"}
	case ir.OpGlobal:
		place := "g:" + o.X.Variable.Name + "'"
		if r := o.X.Variable.Record; r != nil {
			place = "g:" + r.Name + "::" + o.X.Variable.Name + "'"
		}
		return address(place)
	case ir.OpUnknown:
		return a.unknown(o, st)
	}
	return value{}
}

// named are constants of the CUDA headers and the C library; for other names that
// begin like an error, it is only known that they are not zero.
var named = map[string]bounds{
	"cudaSuccess": zero, "CUDA_SUCCESS": zero, "hipSuccess": zero, "NULL": zero, "EXIT_SUCCESS": zero, "EXIT_FAILURE": one,
	"true": one, "false": zero, "TRUE": one, "FALSE": zero, "CUFFT_SUCCESS": zero, "CUBLAS_STATUS_SUCCESS": zero,
}

// unknown is a name that is declared out of sight, or part of an object of a class out of
// sight.
func (a *analysis) unknown(o *ir.Op, st *state) value {
	switch {
	case o.X == nil && o.Node.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TypeIdentifier):
		return a.nameOutside(o.Node.Text(), st)
	case o.X == nil || len(o.X.Args) == 0:
		return value{}
	case o.X.Name == "" && a.op(o.X.Args[0]).Code == ir.OpUnknown:
		return address(a.value(st, o.X.Args[0]).place) // the name as a place
	}
	last := len(o.X.Args) - 1
	place := a.objectAt(st, o.X.Args[last])
	switch name := o.X.Name; {
	case place == "":
		return value{}
	case name == "" && len(o.X.Args) == 1 && !o.Node.Is(ast.InitializerList):
		return address(place)
	case name == "[]" && o.Node.Parent().Is(ast.ForRangeLoop):
		if o.Node.Parent().Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator) {
			return address(place + "[*]")
		}
		return a.at(st, place+"[*]")
	case name == "[]":
		return address(a.element(st, place, o.X.Args[0]))
	case name != "":
		return address(place + "." + name)
	}
	return value{}
}

// nameOutside is what a name means that is not declared in sight: a constant, a member of a
// base class, or a variable.
func (a *analysis) nameOutside(name string, st *state) value {
	if b, ok := named[name]; ok {
		return constant(b)
	}
	if strings.HasPrefix(name, "cudaError") || strings.HasPrefix(name, "CUDA_ERROR") {
		return constant(nonzero)
	}
	if a.f.sema.Record != nil && (strings.HasPrefix(name, "m_") || len(name) > 1 && strings.HasSuffix(name, "_")) {
		return a.at(st, "this'."+name)
	}
	return a.at(st, "g:"+name+"'")
}

// objectAt returns the place of the object that an operation has the address of, or
// whose value it is.
func (a *analysis) objectAt(st *state, id ir.ID) string {
	v := a.value(st, id)
	if v.pointer == nil && !ir.IsKind(a.op(id).Type, sema.Pointer) {
		return v.place
	}
	return a.target(v)
}

// element returns the place of an element by its index.
func (a *analysis) element(st *state, place string, index ir.ID) string {
	step, v := "*", a.value(st, index)
	if k, ok := a.know(st, v).exact(); ok && k >= 0 {
		step = fmt.Sprint(k)
	} else if v.key != "" && len(v.key) < 200 {
		step = v.key
	}
	return place + "[" + step + "]"
}

// at returns the value in a place; that of a reference is what it refers to.
func (a *analysis) at(st *state, place string) value {
	if p, ok := st.points[place]; ok && p.ref {
		place = p.to
		if p.array {
			place += "[*]"
		}
	}
	if len(place) > maxPlace {
		return value{}
	}
	out := value{place: place, key: place}
	if p, ok := st.points[place]; ok && !p.ref {
		p := p
		out.pointer = &p
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

// index evaluates the address of an element.
func (a *analysis) index(st *state, o *ir.Op) value {
	base := a.value(st, o.A)
	k, exact := a.know(st, a.value(st, o.B)).exact()
	switch p := base.pointer; {
	case p != nil && (p.array || ir.IsKind(a.op(o.A).Type, sema.Array)):
		return address(a.element(st, p.to, o.B))
	case p != nil && exact && k == 0:
		return base
	case p != nil:
		return value{}
	case base.place == "":
		return value{}
	case exact && k == 0:
		return address(base.place + "^")
	case ir.IsKind(a.op(o.A).Type, sema.Pointer):
		return address(a.element(st, base.place+"^", o.B))
	}
	return address(a.element(st, base.place, o.B)) // of an object of a class out of sight
}

// pointTo is the value of & and of an array that decays.
func (a *analysis) pointTo(st *state, o *ir.Op) value {
	v := a.value(st, o.A)
	if v.pointer == nil {
		return v
	}
	if ir.IsKind(a.op(o.A).Type, sema.Array) {
		return value{pointer: &pointer{to: v.pointer.to, array: true}}
	}
	if base, ok := strings.CutSuffix(v.pointer.to, "[0]"); ok && !v.pointer.array {
		return value{pointer: &pointer{to: base, array: true}}
	}
	return v
}

// unary evaluates an operator with one operand.
func (a *analysis) unary(st *state, o *ir.Op) value {
	v := a.value(st, o.A)
	if k, ok := a.know(st, v).exact(); ok && o.Operator == ast.Sub {
		return constant(exactly(-k))
	}
	if v.key != "" {
		return value{key: o.Operator.String() + v.key}
	}
	return value{}
}

// binary evaluates an operator with two operands that compares nothing.
func (a *analysis) binary(st *state, o *ir.Op) value {
	l, r, op := a.value(st, o.A), a.value(st, o.B), o.Operator
	v, lk, rk := value{}, a.spell(st, l), a.spell(st, r)
	left, right := a.know(st, l), a.know(st, r)
	x, xok := left.exact()
	y, yok := right.exact()
	switch {
	case xok && yok && op == ast.Add:
		v = constant(exactly(x + y))
	case xok && yok && op == ast.Sub:
		v = constant(exactly(x - y))
	case xok && yok && op == ast.Mul && max(x, -x) < 1<<30 && max(y, -y) < 1<<30:
		v = constant(exactly(x * y))
	case lk != "" && rk != "" && len(lk)+len(rk) < 400:
		v.key = "(" + lk + op.String() + rk + ")"
	}
	if v.con == nil && left.lo >= 0 && right.lo >= 0 {
		switch op {
		case ast.Add, ast.Mul, ast.Div, ast.Rem, ast.Shr, ast.And:
			// Numbers that overflow are no indexes of anything.
			if _, ok := st.facts[v.key]; v.key == "" || !ok {
				v.con = &bounds{lo: 0, hi: anything.hi}
			}
		}
	}
	if op == ast.Shl && !printed(o.Node) && a.reaches(st, r) { // all << tex
		a.escape(st)
	}
	return v
}

// printed reports whether << writes to a stream rather than stores, as far as the
// usual names of streams tell.
func printed(n ast.Node) bool {
	for n.Is(ast.BinaryExpression) {
		n = n.Child(ast.FieldLeft)
	}
	name := strings.ToLower(n.Text())
	for _, stream := range []string{"cout", "cerr", "clog", "os", "ss", "out", "log", "file", "stream"} {
		if strings.HasSuffix(name, stream) {
			return true
		}
	}
	return n.Is(ast.NumberLiteral)
}

// stepped returns what is known of a number after ++ or --. A loop's counter
// stays on its side of the first step, and nothing more is said of it: that keeps
// loops short.
func stepped(b bounds, down bool) bounds {
	k, exact := b.exact()
	switch {
	case exact && !down && k < 1<<62:
		return bounds{lo: k + 1, hi: anything.hi}
	case exact && k > -1<<62:
		return bounds{lo: anything.lo, hi: k - 1}
	case down:
		return bounds{lo: anything.lo, hi: b.hi}
	}
	return bounds{lo: b.lo, hi: anything.hi}
}

// spell returns the key of a value, or the number it is known to be.
func (a *analysis) spell(st *state, v value) string {
	if k, ok := a.know(st, v).exact(); ok {
		return fmt.Sprint(k)
	}
	return v.key
}
