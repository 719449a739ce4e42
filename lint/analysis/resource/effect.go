package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A condition says, of a call that may acquire, what its result is if it did.
type condition uint8

const (
	always condition = iota
	whenZero
	whenNonzero
	// whenJudged: a function out of sight makes the result of the status.
	whenJudged
)

// An outward is what a function acquires for its caller.
type outward struct {
	// Param is the parameter that the handle is stored through, -1 for the result.
	Param int
	// Rest are the steps from there to the handle.
	Rest string
	When condition
}

// An effect is what a function does to a handle that it is given.
type effect struct {
	Kept, Released, Stored, Lost bool
	// Cleared is set if the place does not hold the stale handle afterwards.
	Cleared bool
}

const maxEndingNodes = 4000

// enterCall follows a call: of a function whose body is in the unit, or by the summary of one
// that is in another unit.
func (a *analysis) enterCall(c callSite, inst *ir.Instance, remote *RemoteFunction, st *state) []*state {
	u := a.f.unit
	given := a.given(c, st)
	// What it does to the handle.
	for i, arg := range c.args {
		if st.status == away {
			break
		}
		if remote == nil && i >= len(u.params(inst)) {
			a.hand(st, arg)
			continue
		}
		a.pass(c, inst, remote, i, arg, given, st)
	}
	a.forgetArguments(c, inst, st)
	if remote != nil {
		a.outside(nil, st)
		st.unseen = st.status == live || st.status == gone
		return a.acquireAll(c, remote.Acquires, 0, st)
	}
	fn := inst.Function
	if inst.This == nil || !a.reaches(st, c.args[0]) {
		a.outside(inst, st)
	}
	// How it ends.
	v := value{key: temporary(c.id)}
	if u.mayDiverge(inst, 0) || fn.Body.End()-fn.Body.Index() < 200 {
		e := u.ending(inst, given, a.depth)
		if e.throws {
			a.throws(st, c.id)
		}
		if !e.returns {
			return nil
		}
		if !e.result.unknown() {
			v.con = &e.result
		}
	}
	if v.con == nil {
		if key := a.callKey(c, st); key != "" {
			v.key = key
		}
	}
	a.result(st, c, v)
	return a.acquireAll(c, u.acquiring[fn.Node], u.hidden(inst), st)
}

// acquireAll is what a function acquires for its caller. The first arguments are hidden in
// the source.
func (a *analysis) acquireAll(c callSite, outs []outward, hidden int, st *state) []*state {
	if len(outs) > 0 {
		a.result(st, c, value{key: temporary(c.id)})
	}
	states := []*state{st}
	for i := range outs {
		o := &outs[i]
		var next []*state
		for _, s := range states {
			target := ""
			switch k := o.Param + hidden; {
			case o.Param < 0:
				target = temporary(c.id) + o.Rest
			case k < len(c.args):
				target = a.outTarget(c.args[k], o)
			}
			next = append(next, a.acquire(c, s, target, o.When, a.origin == c.id && a.from == o)...)
		}
		states = next
	}
	return states
}

// forgetArguments drops what is known of the objects that a function in sight may change.
func (a *analysis) forgetArguments(c callSite, inst *ir.Instance, st *state) {
	hidden := 0
	var params []sema.Param
	if inst != nil {
		hidden, params = a.f.unit.hidden(inst), inst.Function.Params
	}
	for i, arg := range c.args[min(hidden, len(c.args)):] {
		if i < len(params) && params[i].Node.Qualifiers()&ast.Const != 0 {
			continue
		}
		if arg.pointer != nil && !a.held(st, arg.pointer.to) && !a.reaches(st, arg) {
			st.forget(arg.pointer.to)
		}
	}
}

// outTarget returns where a parameter's handle goes at a call.
func (a *analysis) outTarget(arg value, o *outward) string {
	base := a.target(arg)
	if base == "" {
		return ""
	}
	if arg.pointer != nil && arg.pointer.array && strings.HasPrefix(o.Rest, "[") {
		base = arg.pointer.to
	}
	return base + o.Rest
}

// given lists what is known of the arguments that may decide how a call ends:
// errors and flags.
func (a *analysis) given(c callSite, st *state) []bounds {
	out := make([]bounds, len(c.args))
	for i, arg := range c.args {
		b := anything
		switch t := a.f.unit.paramType(c.op, i); {
		case isReference(t):
			b = a.know(st, a.at(st, a.target(arg)))
		case !ir.IsKind(t, sema.RecordKind):
			b = a.know(st, arg)
		}
		out[i] = anything
		if _, ok := b.exact(); ok {
			out[i] = b
		} else if b.isNonzero() {
			out[i] = nonzero
		}
	}
	return out
}

func spellGiven(given []bounds) string {
	var b strings.Builder
	for _, g := range given {
		if g.unknown() {
			b.WriteString("?,")
		} else {
			b.WriteString(g.String() + ",")
		}
	}
	return b.String()
}

// pass is the effect of handing a value to a parameter.
func (a *analysis) pass(c callSite, inst *ir.Instance, remote *RemoteFunction, i int, arg value, given []bounds, st *state) {
	for _, w := range a.ways(st, arg) {
		e := effect{Stored: true}
		if remote != nil {
			if known, ok := remote.Effects[i]; ok && w.rest == "" {
				e = known
			}
		} else {
			e = a.f.unit.effect(inst, i, w, given, a.depth)
		}
		if st.status == gone && w.rest == "" && !weak(w.place) && (!w.pointer || a.f.unit.constReference(c.op, i)) {
			kind := used
			if e.Released && !e.Kept {
				kind = again
			}
			a.event(kind, c.id, st, w.place)
			st.leave()
			return
		}
		switch {
		case e.Stored || e.Released && e.Kept || e.Lost && (e.Kept || e.Released):
			a.escape(st)
			return
		case e.Released && st.status == live:
			st.status = gone
			a.ended()
			a.consumed = a.consumed || weak(w.place)
			if weak(w.place) {
				st.leave()
				return
			}
			if e.Cleared {
				a.remove(st, w.place)
				st.forget(w.place)
				if len(st.places) == 0 {
					st.done()
				}
			}
		case e.Released && st.status == gone:
			a.event(again, c.id, st, w.place)
			st.leave()
			return
		case e.Lost:
			if a.remove(st, w.place); len(st.places) == 0 {
				if st.status == live {
					a.event(overwritten, c.id, st, w.place)
				}
				st.leave()
				return
			}
		}
	}
}

// effect follows a handle into a function. param is one of the lowered form.
func (u *unit) effect(inst *ir.Instance, param int, w way, given []bounds, depth int) effect {
	escapes := effect{Stored: true}
	g := u.function(inst)
	if g == nil || depth >= maxDepth || param >= len(g.code.Params) || w.inner && (!g.lambda() || g.code.Params[param] != g.this) {
		return escapes
	}
	place, ok := g.placeOf(param, w)
	if !ok {
		return escapes
	}
	key := fmt.Sprintf("%s %d %s %s", inst.Key(), param, place, spellGiven(given))
	if e, ok := u.effects[key]; ok {
		return e
	}
	u.effects[key] = escapes // if it calls itself
	a := newAnalysis(g, 0)
	a.depth = depth + 1
	start := newState()
	start.status, start.places = live, []string{place}
	a.assumeGiven(start, given)
	e := escapes
	if a.run(start) {
		e = a.effectOf(place, place == rootOf(g.code.Params[param])+w.rest)
	}
	u.effects[key] = e
	return e
}

// placeOf returns where a handle is in a function that a parameter leads to it in some way;
// ok is false where that is not known.
func (g *function) placeOf(param int, w way) (place string, ok bool) {
	id := g.code.Params[param]
	t := g.code.Op(id).Type
	object, rest := g.object(id), w.rest
	switch {
	case id == g.this || isReference(t):
		if !w.pointer {
			rest, ok = strings.CutPrefix(rest, "^")
			return object + rest, ok
		}
		return object + rest, true
	case ir.IsKind(t, sema.RecordKind):
		return object + rest, w.pointer
	case w.pointer && !ir.IsKind(t, sema.Pointer):
		return "", false
	case w.pointer:
		rest, _ = strings.CutPrefix(rest, "[0]")
		return object + "^" + rest, true
	}
	return object + rest, true
}

func isReference(t *sema.Type) bool { return t != nil && t.Kind == sema.Reference }

// params returns the parameters of the lowered form of a function.
func (u *unit) params(inst *ir.Instance) []ir.ID {
	if g := u.function(inst); g != nil {
		return g.code.Params
	}
	return nil
}

// hidden returns how many parameters the lowered form has in front of those that the source
// gives: the object of a method.
func (u *unit) hidden(inst *ir.Instance) int {
	if inst != nil && (inst.This != nil || inst.Function.Closure != nil) {
		return 1
	}
	return 0
}

// paramType returns the type of a parameter of what is called, nil where it is not known.
func (u *unit) paramType(call *ir.Op, i int) *sema.Type {
	inst := call.X.Callee
	if inst == nil {
		return nil
	}
	if params := u.params(inst); i < len(params) {
		return u.function(inst).code.Op(params[i]).Type
	}
	return nil
}

// constReference reports whether a parameter of what is called takes a reference that it
// only reads by.
func (u *unit) constReference(call *ir.Op, i int) bool {
	k := i - u.hidden(call.X.Callee)
	if call.X.Callee == nil || k < 0 || k >= len(call.X.Callee.Function.Params) {
		return false
	}
	return isReference(u.paramType(call, i)) && call.X.Callee.Function.Params[k].Node.Qualifiers()&ast.Const != 0
}

// assumeGiven adds what is known of the arguments.
func (a *analysis) assumeGiven(st *state, given []bounds) {
	for i, b := range given {
		if i < len(a.f.code.Params) && !b.unknown() {
			st.facts[a.f.object(a.f.code.Params[i])] = b
		}
	}
}

// effectOf sums up the exits of a function for a handle that came in at a place.
func (a *analysis) effectOf(place string, byValue bool) effect {
	e := effect{Stored: a.escaped, Released: a.consumed, Cleared: true}
	for _, ev := range a.events {
		if ev.kind == overwritten && !byValue {
			e.Lost = true
		}
	}
	if byValue && len(a.events) > 0 && !a.consumed {
		e.Kept = true // the copy is overwritten, not the caller's handle
	}
	for _, x := range a.exits {
		if x.how == cfg.Throw {
			continue
		}
		switch x.st.status {
		case gone:
			e.Released = true
			if x.st.holds(place) {
				e.Cleared = false
			}
		case live:
			if x.st.ret != nil && len(x.st.ret.holds) > 0 {
				e.Stored = true
			}
			e.Kept = true
			for _, p := range x.st.places {
				if p != place && a.external(p) {
					e.Stored = true
				}
			}
		case idle: // released and cleared
			e.Released = true
		}
	}
	if byValue || a.consumed {
		e.Cleared = false
	}
	return e
}
