package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A callSite is a call whose arguments have been evaluated.
type callSite struct {
	id     ir.ID
	op     *ir.Op
	name   string
	object *value // of a method out of sight
	// args are the arguments; of a function in sight, a method's object comes first.
	args []value
}

// call evaluates a call. It takes the state over.
func (a *analysis) call(id ir.ID, o *ir.Op, st *state) []*state {
	if a.f.repeats(o.Node) {
		return []*state{st}
	}
	c := callSite{id: id, op: o, name: a.f.callee(o)}
	for _, arg := range o.X.Args {
		c.args = append(c.args, a.value(st, arg))
	}
	if o.Code == ir.OpExternal && o.Flags.Has(ir.Method) {
		object := a.value(st, o.A)
		c.object = &object
	}
	switch {
	case o.Code == ir.OpExternal && roleOf(c.name) == passes && len(c.args) == 1:
		st.values[id] = c.args[0]
		return []*state{st}
	case o.Code == ir.OpExternal && c.name == "assert" && len(c.args) == 1:
		return a.assume(o.X.Args[0], st, true)
	case o.Code == ir.OpExternal && (c.name == "__builtin_expect" || c.name == "likely" || c.name == "unlikely") && len(c.args) > 0:
		st.values[id] = c.args[0]
		return []*state{st}
	}
	if o.Node.Valid() {
		a.splitArguments(id, st)
	}
	return a.apply(c, st)
}

// launch uses what a kernel is given.
func (a *analysis) launch(id ir.ID, o *ir.Op, st *state) {
	delete(st.facts, lastError)
	written := arguments(o.Node)
	for i, arg := range o.X.Args[4:] {
		if i >= len(written) || !a.leftOut(o.Node, written[i], st) {
			a.use(st, a.value(st, arg), id)
		}
	}
	a.splitArguments(id, st)
}

// use reports a handle that is used after its release.
func (a *analysis) use(st *state, v value, by ir.ID) {
	if st.status == gone && v.place != "" && st.holds(v.place) && !weak(v.place) {
		a.event(used, by, st, v.place)
		st.leave()
	}
}

// result gives a call the value that its result is until more is known.
func (a *analysis) result(st *state, c callSite, v value) {
	if t := c.op.Type; v.place != "" && ir.IsKind(t, sema.RecordKind) && t.Kind != sema.Reference {
		v = address(v.place)
	}
	st.values[c.id] = v
}

// apply is the effect of a call.
func (a *analysis) apply(c callSite, st *state) []*state {
	u := a.unit
	st.forget(temporary(c.id))
	last, asked := st.facts[lastError]
	delete(st.facts, lastError)
	v := value{key: temporary(c.id)}
	if asked && (c.name == "cudaGetLastError" || c.name == "cudaPeekAtLastError") {
		st.facts[v.key] = last
		a.result(st, c, v)
		return []*state{st}
	}
	switch {
	case slices.Contains(u.kind.Acquire, c.name) && len(c.args) > 0 && c.op.Code == ir.OpExternal:
		target := a.createsInto(c)
		a.result(st, c, v)
		return a.acquire(c, st, target, whenZero, a.origin == c.id)
	case slices.Contains(u.kind.Release, c.name) && len(c.args) > 0 && c.op.Code == ir.OpExternal:
		a.result(st, c, v)
		a.release(c, st)
		return []*state{st}
	case c.op.Code == ir.OpCall:
		return a.enterCall(c, c.op.X.Callee, nil, st)
	}
	if r := u.declared(c.name, len(c.args)); r != nil && c.object == nil {
		return a.enterCall(c, nil, r, st)
	}
	switch does := a.does(c); does {
	case ends:
		return nil
	case allocates:
		place := allocation(c.id)
		st.moved(place)
		v.pointer = &pointer{to: place, array: true}
	case resets:
		if !u.opts.Strict && (st.status == live || st.status == gone) {
			st.leave()
		}
	case plain, stores:
		if b, ok := a.judged(c, st); ok {
			v = constant(b)
		}
		a.unknownCall(c, st)
	default:
		a.libraryCall(c, does, st)
	}
	if key := a.callKey(c, st); v.con == nil && v.pointer == nil && key != "" {
		v.key = key
	}
	a.result(st, c, v)
	return []*state{st}
}

// does returns what a function out of sight does.
func (a *analysis) does(c callSite) role {
	r := roleOf(c.name)
	if r == known && c.object == nil && methods[c.name] || r != plain && len(a.unit.functionsNamed(c.name)) > 0 {
		return plain
	}
	return r
}

// libraryCall is a call of a function of CUDA or of the C or C++ library: it keeps nothing
// it is given, but may write through pointers.
func (a *analysis) libraryCall(c callSite, does role, st *state) {
	switch does {
	case copiesOut:
		for i, v := range c.args {
			if i > 0 && a.pointsToHandle(st, v) {
				a.escape(st)
			}
		}
		fallthrough
	case deviceAPI:
		for _, v := range c.args {
			a.use(st, v, c.id)
		}
	case mutates:
		if len(c.args) > 0 {
			a.mutate(c.args[0], st)
		}
		return
	}
	for _, v := range c.args {
		if v.pointer != nil && !a.reaches(st, v) {
			st.forget(v.pointer.to)
		}
	}
	if does != deviceAPI && does != copiesOut {
		a.changes(c, st)
	}
}

// mutate is a call that fills what a pointer points to.
func (a *analysis) mutate(v value, st *state) {
	if a.reaches(st, v) {
		a.escape(st)
	} else if v.pointer != nil {
		st.forget(v.pointer.to)
	}
	if v.pointer != nil && !v.pointer.array {
		st.facts[v.pointer.to] = zero
	}
}

// pointsToHandle reports whether a pointer argument leads to bytes that are the
// handle.
func (a *analysis) pointsToHandle(st *state, v value) bool {
	for _, w := range a.ways(st, v) {
		if w.pointer || w.rest != "" {
			return true
		}
	}
	return false
}

// unknownCall is a call of a function that is not in sight.
func (a *analysis) unknownCall(c callSite, st *state) {
	for _, v := range c.args {
		a.use(st, v, c.id)
		a.hand(st, v)
	}
	if c.object != nil && a.reaches(st, *c.object) {
		a.escape(st)
	}
	a.changes(c, st)
	a.outside(nil, st)
	if st.status == gone && a.putsOff(c) {
		st.leave()
	}
	if c.name != "" {
		st.unseen = st.status == live || st.status == gone
	}
	if c.name == "at" && c.object != nil { // of a container: it is known to throw
		a.throws(st, c.id)
	}
}

// throws adds the path on which a call throws.
func (a *analysis) throws(st *state, by ir.ID) {
	if st.status != away {
		a.thrown = append(a.thrown, thrown{st.clone(), by})
	}
}

// callKey spells a call whose result is the same each time as far as can be
// seen, so that conditions on it go together; "" for any other.
func (a *analysis) callKey(c callSite, st *state) string {
	if c.name == "" || a.forgetful || forgets(c.name) {
		return ""
	}
	var b strings.Builder
	args := c.args
	object := c.object
	if c.op.Code == ir.OpCall && len(args) > 0 && (c.op.X.Callee.This != nil || c.op.X.Callee.Function.Closure != nil) {
		object, args = &args[0], args[1:]
	}
	if object != nil {
		place := object.place
		if object.pointer != nil {
			place = object.pointer.to
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
