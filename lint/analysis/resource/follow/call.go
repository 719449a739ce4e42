package follow

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A callSite is a call whose arguments have been evaluated.
type callSite struct {
	id     ir.ID
	op     *ir.Op
	name   string
	object *state.Value // of a method out of sight
	// args are the arguments; of a function in sight, a method's object comes first.
	args []state.Value
}

// call evaluates a call. It takes the state over.
func (a *Analysis) call(id ir.ID, o *ir.Op, st *state.State) []*state.State {
	if a.Function.Repeats(o.Node) {
		return []*state.State{st}
	}
	c := callSite{id: id, op: o, name: a.Function.Callee(o)}
	for _, arg := range o.X.Args {
		c.args = append(c.args, a.value(st, arg))
	}
	if o.Code == ir.OpExternal && o.Flags.Has(ir.Method) {
		object := a.value(st, o.A)
		c.object = &object
	}
	switch {
	case o.Code == ir.OpExternal && handle.RoleOf(c.name) == handle.ReturnsArgument && len(c.args) == 1:
		st.Values[id] = c.args[0]
		return []*state.State{st}
	case o.Code == ir.OpExternal && c.name == "assert" && len(c.args) == 1:
		return a.assume(o.X.Args[0], st, true)
	case o.Code == ir.OpExternal && (c.name == "__builtin_expect" || c.name == "likely" || c.name == "unlikely") && len(c.args) > 0:
		st.Values[id] = c.args[0]
		return []*state.State{st}
	}
	if o.Node.Valid() {
		a.splitArguments(id, st)
	}
	return a.apply(c, st)
}

// launch uses the arguments of a kernel.
func (a *Analysis) launch(id ir.ID, o *ir.Op, st *state.State) {
	delete(st.Facts, state.LastError)
	written := body.Arguments(o.Node)
	for i, arg := range o.X.Args[4:] {
		if i >= len(written) || !a.leftOut(o.Node, written[i], st) {
			a.use(st, a.value(st, arg), id)
		}
	}
	a.splitArguments(id, st)
}

// use reports a handle that is used after its release.
func (a *Analysis) use(st *state.State, v state.Value, by ir.ID) {
	if st.Status == state.Released && v.Place != "" && st.Holds(v.Place) && !state.Ambiguous(v.Place) {
		a.event(UsedAfterRelease, by, st, v.Place)
		st.Ignore()
	}
}

// result sets the initial value of a call's result.
func (a *Analysis) result(st *state.State, c callSite, v state.Value) {
	if t := c.op.Type; v.Place != "" && ir.IsKind(t, sema.RecordKind) && t.Kind != sema.Reference {
		v = state.Address(v.Place)
	}
	st.Values[c.id] = v
}

// apply is the effect of a call.
func (a *Analysis) apply(c callSite, st *state.State) []*state.State {
	u := a.Unit
	st.Forget(state.Temporary(c.id))
	last, asked := st.Facts[state.LastError]
	delete(st.Facts, state.LastError)
	v := state.Value{Key: state.Temporary(c.id)}
	if asked && (c.name == "cudaGetLastError" || c.name == "cudaPeekAtLastError") {
		st.Facts[v.Key] = last
		a.result(st, c, v)
		return []*state.State{st}
	}
	switch {
	case slices.Contains(u.Kind.Acquire, c.name) && len(c.args) > 0 && c.op.Code == ir.OpExternal:
		target := a.createsInto(c)
		a.result(st, c, v)
		return a.acquire(c, st, target, whenZero, a.Origin == c.id)
	case slices.Contains(u.Kind.Release, c.name) && len(c.args) > 0 && c.op.Code == ir.OpExternal:
		a.result(st, c, v)
		a.release(c, st)
		return []*state.State{st}
	case c.op.Code == ir.OpCall:
		return a.enterCall(c, c.op.X.Callee, nil, st)
	}
	if r := u.declared(c.name, len(c.args)); r != nil && c.object == nil {
		return a.enterCall(c, nil, r, st)
	}
	switch does := a.does(c); does {
	case handle.EndsProcess:
		return nil
	case handle.AllocatesMemory:
		place := state.Allocation(c.id)
		st.VariableChanged(place)
		v.Pointer = &state.Pointer{To: place, Array: true}
	case handle.ResetsDevice:
		if !u.Opts.Strict && (st.Status == state.Live || st.Status == state.Released) {
			st.Ignore()
		}
	case handle.Unlisted, handle.StoresArgument:
		if b, ok := a.judged(c, st); ok {
			v = state.Constant(b)
		}
		a.unknownCall(c, st)
	default:
		a.libraryCall(c, does, st)
	}
	if key := a.callKey(c, st); v.Bounds == nil && v.Pointer == nil && key != "" {
		v.Key = key
	}
	a.result(st, c, v)
	return []*state.State{st}
}

// does returns the role of a function out of sight.
func (a *Analysis) does(c callSite) handle.Role {
	r := handle.RoleOf(c.name)
	if r == handle.Library && c.object == nil && handle.MethodNames[c.name] || r != handle.Unlisted && len(a.Unit.FunctionsNamed(c.name)) > 0 {
		return handle.Unlisted
	}
	return r
}

// libraryCall is a call of a function of CUDA or of the C or C++ library: it stores none of its
// arguments, but may write through pointers.
func (a *Analysis) libraryCall(c callSite, does handle.Role, st *state.State) {
	switch does {
	case handle.CopiesBytes:
		for i, v := range c.args {
			if i > 0 && a.pointsToHandle(st, v) {
				a.escape(st)
			}
		}
		fallthrough
	case handle.DeviceAPI:
		for _, v := range c.args {
			a.use(st, v, c.id)
		}
	case handle.WritesArgument:
		if len(c.args) > 0 {
			a.mutate(c.args[0], st)
		}
		return
	}
	for _, v := range c.args {
		if v.Pointer != nil && !a.reaches(st, v) {
			st.Forget(v.Pointer.To)
		}
	}
	if does != handle.DeviceAPI && does != handle.CopiesBytes {
		a.changes(c, st)
	}
}

// mutate is a call that fills what a pointer points to.
func (a *Analysis) mutate(v state.Value, st *state.State) {
	if a.reaches(st, v) {
		a.escape(st)
	} else if v.Pointer != nil {
		st.Forget(v.Pointer.To)
	}
	if v.Pointer != nil && !v.Pointer.Array {
		st.Facts[v.Pointer.To] = state.Zero
	}
}

// pointsToHandle reports whether a pointer argument leads to bytes that are the
// handle.
func (a *Analysis) pointsToHandle(st *state.State, v state.Value) bool {
	for _, w := range a.ways(st, v) {
		if w.Pointer || w.Rest != "" {
			return true
		}
	}
	return false
}

// unknownCall is a call of a function that is not in sight.
func (a *Analysis) unknownCall(c callSite, st *state.State) {
	for _, v := range c.args {
		a.use(st, v, c.id)
		a.hand(st, v)
	}
	if c.object != nil && a.reaches(st, *c.object) {
		a.escape(st)
	}
	a.changes(c, st)
	a.outside(nil, st)
	if st.Status == state.Released && a.putsOff(c) {
		st.Ignore()
	}
	if c.name != "" {
		st.Unseen = st.Status == state.Live || st.Status == state.Released
	}
	if c.name == "at" && c.object != nil { // of a container: it is known to throw
		a.throws(st, c.id)
	}
}

// throws adds the path on which a call throws.
func (a *Analysis) throws(st *state.State, by ir.ID) {
	if st.Status != state.Ignored {
		a.thrown = append(a.thrown, thrown{st.Clone(), by})
	}
}

// callKey returns a key for a call that seems to return the same result each time, so that
// conditions on it have the same outcome; "" for any other call.
func (a *Analysis) callKey(c callSite, st *state.State) string {
	if c.name == "" || a.Forgetful || handle.ResultVaries(c.name) {
		return ""
	}
	var b strings.Builder
	args := c.args
	object := c.object
	if c.op.Code == ir.OpCall && len(args) > 0 && (c.op.X.Callee.This != nil || c.op.X.Callee.Function.Closure != nil) {
		object, args = &args[0], args[1:]
	}
	if object != nil {
		place := object.Place
		if object.Pointer != nil {
			place = object.Pointer.To
		}
		if place == "" {
			return ""
		}
		b.WriteString(place + ".")
	}
	b.WriteString(c.name + "(")
	for _, v := range args {
		k := a.spell(st, v)
		if k == "" || hasTemporary(k) {
			return ""
		}
		b.WriteString(k + ",")
	}
	if b.Len() > 300 {
		return ""
	}
	return b.String() + ")"
}
