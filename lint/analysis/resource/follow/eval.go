package follow

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// An evaluator computes values of a function.
type evaluator struct{ Function *body.Function }

// op returns an operation of the function.
func (e evaluator) op(id ir.ID) *ir.Op { return e.Function.Code.Op(id) }

// value returns what an operation has yielded.
func (e evaluator) value(st *state.State, id ir.ID) state.Value {
	if v, ok := st.Values[id]; ok || id == 0 {
		return v
	}
	o := e.op(id)
	switch o.Code {
	case ir.OpParam, ir.OpVar:
		return state.Address(e.Function.Object(id))
	case ir.OpBind:
		if p, ok := st.Points[body.RootOf(id)]; ok {
			return state.Address(p.To)
		}
		return state.Address(e.Function.Object(id))
	case ir.OpConst:
		if !ir.IsKind(o.Type, sema.Float) {
			return state.Constant(state.Exactly(o.Int))
		}
	case ir.OpNull:
		return state.Constant(state.Zero)
	case ir.OpString, ir.OpFunction:
		return state.Constant(state.Nonzero)
	case ir.OpTemplateValue:
		return state.Value{Key: "g:" + o.X.Name + "'"}
	case ir.OpGlobal:
		place := "g:" + o.X.Variable.Name + "'"
		if r := o.X.Variable.Record; r != nil {
			place = "g:" + r.Name + "::" + o.X.Variable.Name + "'"
		}
		return state.Address(place)
	case ir.OpUnknown:
		return e.unknown(o, st)
	}
	return state.Value{}
}

// named are constants of the CUDA headers and the C library; for other names that
// begin like an error, it is only known that they are not zero.
var named = map[string]state.Bounds{
	"cudaSuccess": state.Zero, "CUDA_SUCCESS": state.Zero, "hipSuccess": state.Zero, "NULL": state.Zero, "EXIT_SUCCESS": state.Zero, "EXIT_FAILURE": state.One,
	"true": state.One, "false": state.Zero, "TRUE": state.One, "FALSE": state.Zero, "CUFFT_SUCCESS": state.Zero, "CUBLAS_STATUS_SUCCESS": state.Zero,
}

// unknown returns the value of a name that is declared out of sight, or of part of an object whose
// class is out of sight.
func (e evaluator) unknown(o *ir.Op, st *state.State) state.Value {
	switch {
	case o.X == nil && o.Node.Is(ast.Identifier, ast.QualifiedIdentifier, ast.TypeIdentifier):
		return e.nameOutside(o.Node.Text(), st)
	case o.X == nil || len(o.X.Args) == 0:
		return state.Value{}
	case o.X.Name == "" && e.op(o.X.Args[0]).Code == ir.OpUnknown:
		return state.Address(e.value(st, o.X.Args[0]).Place) // the name as a place
	}
	last := len(o.X.Args) - 1
	place := e.objectAt(st, o.X.Args[last])
	switch name := o.X.Name; {
	case place == "":
		return state.Value{}
	case name == "" && len(o.X.Args) == 1 && !o.Node.Is(ast.InitializerList):
		return state.Address(place)
	case name == "[]" && o.Node.Parent().Is(ast.ForRangeLoop):
		if o.Node.Parent().Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator) {
			return state.Address(place + "[*]")
		}
		return st.At(place + "[*]")
	case name == "[]":
		return state.Address(e.element(st, place, o.X.Args[0]))
	case name != "":
		return state.Address(place + "." + name)
	}
	return state.Value{}
}

// nameOutside returns the value of a name that is not declared in sight: a constant, a member of a
// base class, or a variable.
func (e evaluator) nameOutside(name string, st *state.State) state.Value {
	if b, ok := named[name]; ok {
		return state.Constant(b)
	}
	if strings.HasPrefix(name, "cudaError") || strings.HasPrefix(name, "CUDA_ERROR") {
		return state.Constant(state.Nonzero)
	}
	if e.Function.Sema.Record != nil && (strings.HasPrefix(name, "m_") || len(name) > 1 && strings.HasSuffix(name, "_")) {
		return st.At("this'." + name)
	}
	return st.At("g:" + name + "'")
}

// objectAt returns the place of the object that an operation has the address of, or
// whose value it is.
func (e evaluator) objectAt(st *state.State, id ir.ID) string {
	v := e.value(st, id)
	if v.Pointer == nil && !ir.IsKind(e.op(id).Type, sema.Pointer) {
		return v.Place
	}
	return v.Target()
}

// element returns the place of an element by its index.
func (e evaluator) element(st *state.State, place string, index ir.ID) string {
	step, v := "*", e.value(st, index)
	if k, ok := st.Know(v).Exact(); ok && k >= 0 {
		step = fmt.Sprint(k)
	} else if v.Key != "" && len(v.Key) < 200 {
		step = v.Key
	}
	return place + "[" + step + "]"
}

// index evaluates the address of an element.
func (e evaluator) index(st *state.State, o *ir.Op) state.Value {
	base := e.value(st, o.A)
	k, exact := st.Know(e.value(st, o.B)).Exact()
	switch p := base.Pointer; {
	case p != nil && (p.Array || ir.IsKind(e.op(o.A).Type, sema.Array)):
		return state.Address(e.element(st, p.To, o.B))
	case p != nil && exact && k == 0:
		return base
	case p != nil:
		return state.Value{}
	case base.Place == "":
		return state.Value{}
	case exact && k == 0:
		return state.Address(base.Place + "^")
	case ir.IsKind(e.op(o.A).Type, sema.Pointer):
		return state.Address(e.element(st, base.Place+"^", o.B))
	}
	return state.Address(e.element(st, base.Place, o.B)) // of an object of a class out of sight
}

// pointTo is the value of & and of an array that decays.
func (e evaluator) pointTo(st *state.State, o *ir.Op) state.Value {
	v := e.value(st, o.A)
	if v.Pointer == nil {
		return v
	}
	if ir.IsKind(e.op(o.A).Type, sema.Array) {
		return state.Value{Pointer: &state.Pointer{To: v.Pointer.To, Array: true}}
	}
	if base, ok := strings.CutSuffix(v.Pointer.To, "[0]"); ok && !v.Pointer.Array {
		return state.Value{Pointer: &state.Pointer{To: base, Array: true}}
	}
	return v
}

// unary evaluates an operator with one operand.
func (e evaluator) unary(st *state.State, o *ir.Op) state.Value {
	v := e.value(st, o.A)
	if k, ok := st.Know(v).Exact(); ok && o.Operator == ast.Sub {
		return state.Constant(state.Exactly(-k))
	}
	if v.Key != "" {
		return state.Value{Key: o.Operator.String() + v.Key}
	}
	return state.Value{}
}

// binary evaluates an operator with two operands that compares nothing.
func (e evaluator) binary(st *state.State, o *ir.Op) state.Value {
	l, r, op := e.value(st, o.A), e.value(st, o.B), o.Operator
	v, lk, rk := state.Value{}, st.Spell(l), st.Spell(r)
	left, right := st.Know(l), st.Know(r)
	x, xok := left.Exact()
	y, yok := right.Exact()
	switch {
	case xok && yok && op == ast.Add:
		v = state.Constant(state.Exactly(x + y))
	case xok && yok && op == ast.Sub:
		v = state.Constant(state.Exactly(x - y))
	case xok && yok && op == ast.Mul && max(x, -x) < 1<<30 && max(y, -y) < 1<<30:
		v = state.Constant(state.Exactly(x * y))
	case lk != "" && rk != "" && len(lk)+len(rk) < 400:
		v.Key = "(" + lk + op.String() + rk + ")"
	}
	if v.Bounds == nil && left.Lo >= 0 && right.Lo >= 0 {
		switch op {
		case ast.Add, ast.Mul, ast.Div, ast.Rem, ast.Shr, ast.And:
			// A number that overflows cannot be an index.
			if _, ok := st.Facts[v.Key]; v.Key == "" || !ok {
				v.Bounds = &state.Bounds{Lo: 0, Hi: state.Anything.Hi}
			}
		}
	}
	return v
}

// printed reports whether << writes to a stream. It knows the usual names of streams.
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

// stepped returns the bounds of a number after ++ or --. They say only on which side of its first
// value a loop's counter is, so that few iterations of a loop differ in state.
func stepped(b state.Bounds, down bool) state.Bounds {
	k, exact := b.Exact()
	switch {
	case exact && !down && k < 1<<62:
		return state.Bounds{Lo: k + 1, Hi: state.Anything.Hi}
	case exact && k > -1<<62:
		return state.Bounds{Lo: state.Anything.Lo, Hi: k - 1}
	case down:
		return state.Bounds{Lo: state.Anything.Lo, Hi: b.Hi}
	}
	return state.Bounds{Lo: b.Lo, Hi: state.Anything.Hi}
}

// label returns the value of a case label.
func (e evaluator) label(st *state.State, c *ir.Case) state.Value {
	o := e.op(c.Value)
	for o.Code == ir.OpConvert {
		o = e.op(o.A)
	}
	if o.Code == ir.OpUnknown {
		b, ok := named[o.Node.Text()]
		if !ok {
			return state.Value{}
		}
		return state.Constant(b)
	}
	return e.value(st, c.Value)
}
