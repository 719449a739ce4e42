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
	*blockRun
	id     ir.ID
	op     *ir.Op
	name   string
	object *state.Value // of a method out of sight
	// args are the arguments; of a function in sight, a method's object comes first.
	args []state.Value
}

// call evaluates a call. It takes the state over.
func (r *blockRun) call(id ir.ID, o *ir.Op, st *state.State) []*state.State {
	if r.Function.Repeats(o.Node) {
		return []*state.State{st}
	}
	c := &callSite{blockRun: r, id: id, op: o, name: r.Function.Callee(o)}
	for _, arg := range o.X.Args {
		c.args = append(c.args, r.value(st, arg))
	}
	if o.Code == ir.OpExternal && o.Flags.Has(ir.Method) {
		object := r.value(st, o.A)
		c.object = &object
	}
	switch {
	case o.Code == ir.OpExternal && handle.RoleOf(c.name) == handle.ReturnsArgument && len(c.args) == 1:
		st.Values[id] = c.args[0]
		return []*state.State{st}
	case o.Code == ir.OpExternal && c.name == "assert" && len(c.args) == 1:
		return r.assume(o.X.Args[0], st, true)
	case o.Code == ir.OpExternal && (c.name == "__builtin_expect" || c.name == "likely" || c.name == "unlikely") && len(c.args) > 0:
		st.Values[id] = c.args[0]
		return []*state.State{st}
	}
	if o.Node.Valid() {
		r.splitArguments(id, st)
	}
	return c.apply(st)
}

// launch uses the arguments of a kernel.
func (r *blockRun) launch(id ir.ID, o *ir.Op, st *state.State) {
	delete(st.Facts, state.LastError)
	written := body.Arguments(o.Node)
	for i, arg := range o.X.Args[4:] {
		if i >= len(written) || !r.leftOut(o.Node, written[i], st) {
			r.use(st, r.value(st, arg), id)
		}
	}
	r.splitArguments(id, st)
}

// use reports a handle that is used after its release.
func (r *blockRun) use(st *state.State, v state.Value, by ir.ID) {
	if st.Status == state.Released && v.Place != "" && st.Holds(v.Place) && !state.Ambiguous(v.Place) {
		r.event(UsedAfterRelease, by, st, v.Place)
		st.Ignore()
	}
}

// result sets the initial value of a call's result.
func (c *callSite) result(st *state.State, v state.Value) {
	if t := c.op.Type; v.Place != "" && ir.IsKind(t, sema.RecordKind) && t.Kind != sema.Reference {
		v = state.Address(v.Place)
	}
	st.Values[c.id] = v
}

// apply is the effect of a call.
func (c *callSite) apply(st *state.State) []*state.State {
	u := c.Unit
	st.Forget(state.Temporary(c.id))
	last, asked := st.Facts[state.LastError]
	delete(st.Facts, state.LastError)
	v := state.Value{Key: state.Temporary(c.id)}
	if asked && (c.name == "cudaGetLastError" || c.name == "cudaPeekAtLastError") {
		st.Facts[v.Key] = last
		c.result(st, v)
		return []*state.State{st}
	}
	switch {
	case slices.Contains(u.Kind.Acquire, c.name) && len(c.args) > 0 && c.op.Code == ir.OpExternal:
		target := c.createsInto()
		c.result(st, v)
		return c.acquire(st, target, whenZero, c.Origin == c.id)
	case slices.Contains(u.Kind.Release, c.name) && len(c.args) > 0 && c.op.Code == ir.OpExternal:
		c.result(st, v)
		c.release(st)
		return []*state.State{st}
	case c.op.Code == ir.OpCall:
		return c.enterCall(c.op.X.Callee, nil, st)
	}
	if r := u.declared(c.name, len(c.args)); r != nil && c.object == nil {
		return c.enterCall(nil, r, st)
	}
	switch does := c.role(); does {
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
		if b, ok := c.judged(st); ok {
			v = state.Constant(b)
		}
		c.unknownCall(st)
	default:
		c.libraryCall(does, st)
	}
	if key := c.callKey(st); v.Bounds == nil && v.Pointer == nil && key != "" {
		v.Key = key
	}
	c.result(st, v)
	return []*state.State{st}
}

// role returns the role of a function out of sight.
func (c *callSite) role() handle.Role {
	r := handle.RoleOf(c.name)
	if r == handle.Library && c.object == nil && handle.MethodNames[c.name] || r != handle.Unlisted && len(c.Unit.FunctionsNamed(c.name)) > 0 {
		return handle.Unlisted
	}
	return r
}

// libraryCall is a call of a function of CUDA or of the C or C++ library: it stores none of its
// arguments, but may write through pointers.
func (c *callSite) libraryCall(does handle.Role, st *state.State) {
	switch does {
	case handle.CopiesBytes:
		for i, v := range c.args {
			if i > 0 && pointsToHandle(st, v) {
				c.escape(st)
			}
		}
		fallthrough
	case handle.DeviceAPI:
		for _, v := range c.args {
			c.use(st, v, c.id)
		}
	case handle.WritesArgument:
		if len(c.args) > 0 {
			c.mutate(c.args[0], st)
		}
		return
	}
	for _, v := range c.args {
		if v.Pointer != nil && !st.Reaches(v) {
			st.Forget(v.Pointer.To)
		}
	}
	if does != handle.DeviceAPI && does != handle.CopiesBytes {
		c.changes(st)
	}
}

// mutate is a call that fills what a pointer points to.
func (r *blockRun) mutate(v state.Value, st *state.State) {
	if st.Reaches(v) {
		r.escape(st)
	} else if v.Pointer != nil {
		st.Forget(v.Pointer.To)
	}
	if v.Pointer != nil && !v.Pointer.Array {
		st.Facts[v.Pointer.To] = state.Zero
	}
}

// pointsToHandle reports whether a pointer argument leads to bytes that are the
// handle.
func pointsToHandle(st *state.State, v state.Value) bool {
	for _, w := range st.Ways(v) {
		if w.Pointer || w.Rest != "" {
			return true
		}
	}
	return false
}

// unknownCall is a call of a function that is not in sight.
func (c *callSite) unknownCall(st *state.State) {
	for _, v := range c.args {
		c.use(st, v, c.id)
		c.hand(st, v)
	}
	if c.object != nil && st.Reaches(*c.object) {
		c.escape(st)
	}
	c.changes(st)
	c.outside(nil, st)
	if st.Status == state.Released && c.putsOff() {
		st.Ignore()
	}
	if c.name != "" {
		st.Unseen = st.Status == state.Live || st.Status == state.Released
	}
	if c.name == "at" && c.object != nil { // of a container: it is known to throw
		c.throws(st, c.id)
	}
}

// throws adds the path on which a call throws.
func (r *blockRun) throws(st *state.State, by ir.ID) {
	if st.Status != state.Ignored {
		r.thrown = append(r.thrown, thrown{st.Clone(), by})
	}
}

// callKey returns a key for a call that seems to return the same result each time, so that
// conditions on it have the same outcome; "" for any other call.
func (c *callSite) callKey(st *state.State) string {
	if c.name == "" || c.Forgetful || handle.ResultVaries(c.name) {
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
		k := st.Spell(v)
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
