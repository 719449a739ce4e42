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
func (r *blockRun) exec(id ir.ID, st *state.State) []*state.State {
	o := r.op(id)
	v, one := state.Value{}, []*state.State{st}
	if r.step() {
		return nil
	}
	switch o.Code {
	case ir.OpVar:
		if d := r.Function.VariableOf(id); !d.Static {
			r.write(st, d.Place(), state.Value{}, id)
		}
		return one
	case ir.OpBind:
		r.bind(id, o, st)
		return one
	case ir.OpMember:
		if place := r.objectAt(st, o.A); place != "" && len(place) < state.MaxPlace {
			v = state.Address(place + "." + o.X.Field.Name)
		}
	case ir.OpBase, ir.OpConvert:
		v = r.value(st, o.A)
	case ir.OpIndex:
		v = r.index(st, o)
	case ir.OpAddress:
		v = r.pointTo(st, o)
	case ir.OpUnknown:
		r.mention(o, st)
		v = r.unknown(o, st)
	case ir.OpLoad:
		if place := r.value(st, o.A).Target(); place != "" {
			v = st.At(place)
		}
	case ir.OpStore:
		r.store(id, o, st)
		return one
	case ir.OpCopy:
		r.write(st, r.value(st, o.A).Target(), state.Value{Place: r.value(st, o.B).Target()}, id)
		return one
	case ir.OpZero:
		r.zero(id, o, st)
		return one
	case ir.OpForget:
		r.forget(id, o, st)
		return one
	case ir.OpTruth:
		if v = r.value(st, o.A); v.Pointer != nil {
			v = state.Constant(state.Nonzero)
		}
		v.Place = ""
	case ir.OpUnary:
		if o.Operator == ast.Not {
			return r.decide(id, st)
		}
		v = r.unary(st, o)
	case ir.OpBinary:
		if state.ComparisonOf(o.Operator) != state.NoComparison {
			return r.decide(id, st)
		}
		v = r.binary(st, o)
		if o.Operator == ast.Shl && !printed(o.Node) && st.Reaches(r.value(st, o.B)) { // all << tex
			r.escape(st)
		}
	case ir.OpNew:
		place := state.Allocation(id)
		st.VariableChanged(place)
		v.Pointer = &state.Pointer{To: place, Array: o.A != 0}
	case ir.OpReturn:
		r.returns(o, st)
		return one
	case ir.OpCall, ir.OpExternal:
		return r.call(id, o, st)
	case ir.OpLaunch:
		r.launch(id, o, st)
		return one
	default:
		return one
	}
	if v != (state.Value{}) {
		st.Values[id] = v
	}
	return one
}

// bind lets a reference refer to an object.
func (r *blockRun) bind(id ir.ID, o *ir.Op, st *state.State) {
	place, to := body.RootOf(id), r.value(st, o.A).Target()
	st.VariableChanged(place)
	st.Forget(place)
	if to != "" {
		st.Points[place] = state.Pointer{To: to, Ref: true}
	}
}

// mention executes source of unknown meaning that names variables: an initialiser list of an
// unknown type stores them, and a block behind a macro out of sight may.
func (r *blockRun) mention(o *ir.Op, st *state.State) {
	block := o.Node.Is(ast.CompoundLiteralExpression)
	if o.X == nil || !block && !o.Node.Is(ast.InitializerList, ast.CallExpression) {
		return
	}
	for _, arg := range o.X.Args {
		v := r.value(st, arg)
		if block && st.Status == state.Idle {
			r.watch(st, v.Target())
		}
		if st.Reaches(v) {
			r.escape(st)
		}
	}
}

// store writes a number or a pointer.
func (r *blockRun) store(id ir.ID, o *ir.Op, st *state.State) {
	v, place := r.value(st, o.B), r.value(st, o.A).Target()
	if d := r.Function.VariableOf(o.A); d != nil && d.Id != r.Function.This {
		switch {
		case o.Flags.Has(ir.Direct) && r.owns(d):
			r.hand(st, v)
			r.watch(st, v.Place) // by reference
			v = state.Value{}
		case !r.takes(d, v, st):
			r.escape(st)
		}
	}
	if step := r.op(o.B); o.Node.Parent().Is(ast.UpdateExpression) {
		v = state.Constant(state.Nonzero) // a pointer
		if step.Code == ir.OpBinary {
			v = state.Constant(stepped(st.Know(r.value(st, step.A)), step.Operator == ast.Sub))
		}
	}
	r.write(st, place, v, id)
}

// zero writes zeros.
func (r *blockRun) zero(id ir.ID, o *ir.Op, st *state.State) {
	place := r.value(st, o.A).Target()
	if ir.IsKind(o.Type, sema.RecordKind) {
		r.write(st, place, state.Value{}, id)
		return
	}
	r.write(st, place, state.Constant(state.Zero), id)
}

// forget drops the facts about an object that is constructed from values it may store, or that
// code out of sight may change.
func (r *blockRun) forget(id ir.ID, o *ir.Op, st *state.State) {
	place := r.value(st, o.A).Target()
	if o.X == nil {
		if place != "" && !st.HoldsIn(place) {
			st.Forget(place)
		}
		return
	}
	for _, arg := range o.X.Args {
		v := r.value(st, arg)
		r.hand(st, v)
		r.watch(st, v.Place) // by reference
	}
	r.write(st, place, state.Value{}, id)
}

// returns records the bounds of the value of a return statement.
func (r *blockRun) returns(o *ir.Op, st *state.State) {
	v := r.value(st, o.A)
	ret := &state.Returned{Known: st.Know(v)}
	if t := r.Function.Code.Result; ir.IsKind(o.Type, sema.RecordKind, sema.Array) || t != nil && t.Kind == sema.Reference {
		ret.Holds, ret.Known = st.StepsToHandle(v.Target()), state.Anything
	} else if v.Place != "" {
		ret.Holds = st.StepsToHandle(v.Place)
	}
	if len(ret.Holds) == 0 && st.Reaches(v) {
		r.escape(st)
	}
	st.Ret = ret
}

// changing returns what the source says where an operation changes a variable: an
// assignment, a declaration or a call.
func changing(f *body.Function, id ir.ID) ast.Node {
	o := f.Code.Op(id)
	if n := o.Node; n.Valid() && o.Code != ir.OpVar {
		if p := n.Parent(); (o.Code == ir.OpStore || o.Code == ir.OpCopy) && p.Is(ast.AssignmentExpression, ast.UpdateExpression) {
			return p
		}
		return n
	}
	return f.Statement(id)
}
