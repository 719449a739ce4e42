package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// exec runs an operation. It takes the state over, and returns one for each way in which
// the operation may go.
func (a *Analysis) exec(id ir.ID, st *state.State) []*state.State {
	o := a.Op(id)
	v, one := state.Value{}, []*state.State{st}
	if a.step() {
		return nil
	}
	switch o.Code {
	case ir.OpVar:
		if d := a.Function.VariableOf(id); !d.Static {
			a.write(st, d.Place(), state.Value{}, id)
		}
		return one
	case ir.OpBind:
		a.bind(id, o, st)
		return one
	case ir.OpMember:
		if place := a.objectAt(st, o.A); place != "" && len(place) < state.MaxPlace {
			v = state.Address(place + "." + o.X.Field.Name)
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
		a.write(st, a.target(a.value(st, o.A)), state.Value{Place: a.target(a.value(st, o.B))}, id)
		return one
	case ir.OpZero:
		a.zero(id, o, st)
		return one
	case ir.OpForget:
		a.forget(id, o, st)
		return one
	case ir.OpTruth:
		if v = a.value(st, o.A); v.Pointer != nil {
			v = state.Constant(state.Nonzero)
		}
		v.Place = ""
	case ir.OpUnary:
		if o.Operator == ast.Not {
			return a.decide(id, st)
		}
		v = a.unary(st, o)
	case ir.OpBinary:
		if state.ComparisonOf(o.Operator) != state.NoComparison {
			return a.decide(id, st)
		}
		v = a.binary(st, o)
	case ir.OpNew:
		place := state.Allocation(id)
		st.VariableChanged(place)
		v.Pointer = &state.Pointer{To: place, Array: o.A != 0}
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
	if v != (state.Value{}) {
		st.Values[id] = v
	}
	return one
}

// decide evaluates a comparison as a value. It returns a state for each outcome where the states
// differ. A comparison that only a branch uses is evaluated at the branch.
func (a *Analysis) decide(id ir.ID, st *state.State) []*state.State {
	if a.Function.Values.Deciding[id] {
		return []*state.State{st}
	}
	return a.outcomes(id, id, st)
}

// outcomes sets the value of an operation to the truth of another one: it returns the states in
// which that is true and those in which it is false.
func (a *Analysis) outcomes(id, of ir.ID, st *state.State) []*state.State {
	yes := a.assume(of, st.Clone(), true)
	no := a.assume(of, st, false)
	if len(yes) == 1 && len(no) == 1 && yes[0].Key() == no[0].Key() {
		return yes
	}
	for _, s := range yes {
		s.Values[id] = state.Constant(state.One)
	}
	for _, s := range no {
		s.Values[id] = state.Constant(state.Zero)
	}
	return append(yes, no...)
}

// bind lets a reference refer to an object.
func (a *Analysis) bind(id ir.ID, o *ir.Op, st *state.State) {
	place, to := body.RootOf(id), a.target(a.value(st, o.A))
	st.VariableChanged(place)
	st.Forget(place)
	if to != "" {
		st.Points[place] = state.Pointer{To: to, Ref: true}
	}
}

// mention executes source of unknown meaning that names variables: an initialiser list of an
// unknown type stores them, and a block behind a macro out of sight may.
func (a *Analysis) mention(o *ir.Op, st *state.State) {
	block := o.Node.Is(ast.CompoundLiteralExpression)
	if o.X == nil || !block && !o.Node.Is(ast.InitializerList, ast.CallExpression) {
		return
	}
	for _, arg := range o.X.Args {
		v := a.value(st, arg)
		if block && st.Status == state.Idle {
			a.watch(st, a.target(v))
		}
		if a.reaches(st, v) {
			a.escape(st)
		}
	}
}

// store writes a number or a pointer.
func (a *Analysis) store(id ir.ID, o *ir.Op, st *state.State) {
	v, place := a.value(st, o.B), a.target(a.value(st, o.A))
	if d := a.Function.VariableOf(o.A); d != nil && d.Id != a.Function.This {
		switch {
		case o.Flags.Has(ir.Direct) && a.owns(d):
			a.hand(st, v)
			a.watch(st, v.Place) // by reference
			v = state.Value{}
		case !a.takes(d, v, st):
			a.escape(st)
		}
	}
	if step := a.Op(o.B); o.Node.Parent().Is(ast.UpdateExpression) {
		v = state.Constant(state.Nonzero) // a pointer
		if step.Code == ir.OpBinary {
			v = state.Constant(stepped(a.know(st, a.value(st, step.A)), step.Operator == ast.Sub))
		}
	}
	a.write(st, place, v, id)
}

// zero writes zeros.
func (a *Analysis) zero(id ir.ID, o *ir.Op, st *state.State) {
	place := a.target(a.value(st, o.A))
	if ir.IsKind(o.Type, sema.RecordKind) {
		a.write(st, place, state.Value{}, id)
		return
	}
	a.write(st, place, state.Constant(state.Zero), id)
}

// forget drops the facts about an object that is constructed from values it may store, or that
// code out of sight may change.
func (a *Analysis) forget(id ir.ID, o *ir.Op, st *state.State) {
	place := a.target(a.value(st, o.A))
	if o.X == nil {
		if place != "" && !a.held(st, place) {
			st.Forget(place)
		}
		return
	}
	for _, arg := range o.X.Args {
		v := a.value(st, arg)
		a.hand(st, v)
		a.watch(st, v.Place) // by reference
	}
	a.write(st, place, state.Value{}, id)
}

// returns records the bounds of the value of a return statement.
func (a *Analysis) returns(o *ir.Op, st *state.State) {
	v := a.value(st, o.A)
	ret := &state.Returned{Known: a.know(st, v)}
	if t := a.Function.Code.Result; ir.IsKind(o.Type, sema.RecordKind, sema.Array) || t != nil && t.Kind == sema.Reference {
		ret.Holds, ret.Known = st.StepsToHandle(a.target(v)), state.Anything
	} else if v.Place != "" {
		ret.Holds = st.StepsToHandle(v.Place)
	}
	if len(ret.Holds) == 0 && a.reaches(st, v) {
		a.escape(st)
	}
	st.Ret = ret
}

// source returns what the source says where an operation changes a variable: an
// assignment, a declaration or a call.
func (a *Analysis) source(id ir.ID) ast.Node {
	o := a.Op(id)
	if n := o.Node; n.Valid() && o.Code != ir.OpVar {
		if p := n.Parent(); (o.Code == ir.OpStore || o.Code == ir.OpCopy) && p.Is(ast.AssignmentExpression, ast.UpdateExpression) {
			return p
		}
		return n
	}
	return a.Function.Statement(id)
}
