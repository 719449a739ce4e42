package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// exec runs an operation. It takes the state over, and returns one for each way in which
// the operation may go.
func (a *analysis) exec(id ir.ID, st *state) []*state {
	o := a.op(id)
	v, one := value{}, []*state{st}
	if a.step() {
		return nil
	}
	switch o.Code {
	case ir.OpVar:
		if d := a.f.variableOf(id); !d.static {
			a.write(st, d.place(), value{}, id)
		}
		return one
	case ir.OpBind:
		a.bind(id, o, st)
		return one
	case ir.OpMember:
		if place := a.objectAt(st, o.A); place != "" && len(place) < maxPlace {
			v = address(place + "." + o.X.Field.Name)
		}
	case ir.OpBase, ir.OpConvert:
		v = a.value(st, o.A)
	case ir.OpIndex:
		v = a.index(st, o)
	case ir.OpAddress:
		v = a.pointTo(st, o)
	case ir.OpUnknown:
		a.mention(o, st)
		v = a.unknown(o, st)
	case ir.OpLoad:
		if place := a.target(a.value(st, o.A)); place != "" {
			v = a.at(st, place)
		}
	case ir.OpStore:
		a.store(id, o, st)
		return one
	case ir.OpCopy:
		a.write(st, a.target(a.value(st, o.A)), value{place: a.target(a.value(st, o.B))}, id)
		return one
	case ir.OpZero:
		a.zero(id, o, st)
		return one
	case ir.OpForget:
		a.forget(id, o, st)
		return one
	case ir.OpTruth:
		if v = a.value(st, o.A); v.pointer != nil {
			v = constant(nonzero)
		}
		v.place = ""
	case ir.OpUnary:
		if o.Operator == ast.Not {
			return a.decide(id, st)
		}
		v = a.unary(st, o)
	case ir.OpBinary:
		if comparisonOf(o.Operator) != noComparison {
			return a.decide(id, st)
		}
		v = a.binary(st, o)
	case ir.OpNew:
		place := allocation(id)
		st.moved(place)
		v.pointer = &pointer{to: place, array: o.A != 0}
	case ir.OpReturn:
		a.returns(o, st)
		return one
	case ir.OpCall, ir.OpExternal:
		return a.call(id, o, st)
	case ir.OpLaunch:
		a.launch(id, o, st)
		return one
	default:
		return one
	}
	if v != (value{}) {
		st.values[id] = v
	}
	return one
}

// decide evaluates a comparison as a value: both outcomes, where they differ in
// anything that is kept. One that only a branch asks for waits for that.
func (a *analysis) decide(id ir.ID, st *state) []*state {
	if a.f.values.deciding[id] {
		return []*state{st}
	}
	return a.outcomes(id, id, st)
}

// outcomes gives an operation the truth of another one, in the states in which that holds
// and those in which it does not.
func (a *analysis) outcomes(id, of ir.ID, st *state) []*state {
	yes := a.assume(of, st.clone(), true)
	no := a.assume(of, st, false)
	if len(yes) == 1 && len(no) == 1 && yes[0].key() == no[0].key() {
		return yes
	}
	for _, s := range yes {
		s.values[id] = constant(one)
	}
	for _, s := range no {
		s.values[id] = constant(zero)
	}
	return append(yes, no...)
}

// bind lets a reference refer to an object.
func (a *analysis) bind(id ir.ID, o *ir.Op, st *state) {
	place, to := rootOf(id), a.target(a.value(st, o.A))
	st.moved(place)
	st.forget(place)
	if to != "" {
		st.points[place] = pointer{to: to, ref: true}
	}
}

// mention is source that names variables but says nothing more: a list of values of an
// unknown type keeps them, and so may a block behind a macro out of sight.
func (a *analysis) mention(o *ir.Op, st *state) {
	block := o.Node.Is(ast.CompoundLiteralExpression)
	if o.X == nil || !block && !o.Node.Is(ast.InitializerList, ast.CallExpression) {
		return
	}
	for _, arg := range o.X.Args {
		v := a.value(st, arg)
		if block && st.status == idle {
			a.watch(st, a.target(v))
		}
		if a.reaches(st, v) {
			a.escape(st)
		}
	}
}

// store writes a number or a pointer.
func (a *analysis) store(id ir.ID, o *ir.Op, st *state) {
	v, place := a.value(st, o.B), a.target(a.value(st, o.A))
	if d := a.f.variableOf(o.A); d != nil && d.id != a.f.this {
		switch {
		case o.Flags.Has(ir.Direct) && a.owns(d):
			a.hand(st, v)
			a.watch(st, v.place) // by reference
			v = value{}
		case !a.takes(d, v, st):
			a.escape(st)
		}
	}
	if step := a.op(o.B); o.Node.Parent().Is(ast.UpdateExpression) {
		v = constant(nonzero) // a pointer
		if step.Code == ir.OpBinary {
			v = constant(stepped(a.know(st, a.value(st, step.A)), step.Operator == ast.Sub))
		}
	}
	a.write(st, place, v, id)
}

// zero writes zeros.
func (a *analysis) zero(id ir.ID, o *ir.Op, st *state) {
	place := a.target(a.value(st, o.A))
	if ir.IsKind(o.Type, sema.RecordKind) {
		a.write(st, place, value{}, id)
		return
	}
	a.write(st, place, constant(zero), id)
}

// forget makes an object anew, of values that it may keep, or lets code out of sight change
// it.
func (a *analysis) forget(id ir.ID, o *ir.Op, st *state) {
	place := a.target(a.value(st, o.A))
	if o.X == nil {
		if place != "" && !a.held(st, place) {
			st.forget(place)
		}
		return
	}
	for _, arg := range o.X.Args {
		v := a.value(st, arg)
		a.hand(st, v)
		a.watch(st, v.place) // by reference
	}
	a.write(st, place, value{}, id)
}

// returns keeps what is known of the value of a return statement.
func (a *analysis) returns(o *ir.Op, st *state) {
	v := a.value(st, o.A)
	ret := &returned{known: a.know(st, v)}
	if t := a.f.code.Result; ir.IsKind(o.Type, sema.RecordKind, sema.Array) || t != nil && t.Kind == sema.Reference {
		ret.holds, ret.known = st.within(a.target(v)), anything
	} else if v.place != "" {
		ret.holds = st.within(v.place)
	}
	if len(ret.holds) == 0 && a.reaches(st, v) {
		a.escape(st)
	}
	st.ret = ret
}

// source returns what the source says where an operation changes a variable: an
// assignment, a declaration or a call.
func (a *analysis) source(id ir.ID) ast.Node {
	o := a.op(id)
	if n := o.Node; n.Valid() && o.Code != ir.OpVar {
		if p := n.Parent(); (o.Code == ir.OpStore || o.Code == ir.OpCopy) && p.Is(ast.AssignmentExpression, ast.UpdateExpression) {
			return p
		}
		return n
	}
	return a.f.statement(id)
}
