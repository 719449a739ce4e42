package follow

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A condition says which result of a call means that it has acquired the handle.
type condition uint8

const (
	always condition = iota
	whenZero
	whenNonzero
	// whenJudged: a function out of sight computes the result from the status.
	whenJudged
)

// An Output is what a function acquires for its caller.
type Output struct {
	// Param is the parameter that the handle is stored through, -1 for the result.
	Param int
	// Rest are the steps from there to the handle.
	Rest string
	When condition
}

// An Effect is what a function does to a handle among its arguments.
type Effect struct {
	Kept, Released, Stored, Lost bool
	// Cleared is set where the place does not hold the stale handle afterwards.
	Cleared bool
}

const maxEndingNodes = 4000

// enterCall follows a call: of a function whose body is in the unit, or by the summary of one
// that is in another unit.
func (a *Analysis) enterCall(c callSite, inst *ir.Instance, remote *RemoteFunction, st *state.State) []*state.State {
	u := a.Unit
	bounds := a.argumentBounds(c, st)
	// What it does to the handle.
	for i, arg := range c.args {
		if st.Status == state.Ignored {
			break
		}
		if remote == nil && i >= len(u.params(inst)) {
			a.hand(st, arg)
			continue
		}
		a.pass(c, inst, remote, i, arg, bounds, st)
	}
	a.forgetArguments(c, inst, st)
	if remote != nil {
		a.outside(nil, st)
		st.Unseen = st.Status == state.Live || st.Status == state.Released
		return a.acquireAll(c, remote.Acquires, 0, st)
	}
	fn := inst.Function
	if inst.This == nil || !a.reaches(st, c.args[0]) {
		a.outside(inst, st)
	}
	// How it ends.
	v := state.Value{Key: state.Temporary(c.id)}
	if u.mayDiverge(inst, 0) || fn.Body.End()-fn.Body.Index() < 200 {
		e := u.endingOf(inst, bounds, a.depth)
		if e.throws {
			a.throws(st, c.id)
		}
		if !e.returns {
			return nil
		}
		if !e.result.Unknown() {
			v.Bounds = &e.result
		}
	}
	if v.Bounds == nil {
		if key := a.callKey(c, st); key != "" {
			v.Key = key
		}
	}
	a.result(st, c, v)
	return a.acquireAll(c, u.Acquiring[fn.Node], u.hidden(inst), st)
}

// acquireAll is what a function acquires for its caller. The first arguments are hidden in
// the source.
func (a *Analysis) acquireAll(c callSite, outs []Output, hidden int, st *state.State) []*state.State {
	if len(outs) > 0 {
		a.result(st, c, state.Value{Key: state.Temporary(c.id)})
	}
	states := []*state.State{st}
	for i := range outs {
		o := &outs[i]
		var next []*state.State
		for _, s := range states {
			target := ""
			switch k := o.Param + hidden; {
			case o.Param < 0:
				target = state.Temporary(c.id) + o.Rest
			case k < len(c.args):
				target = a.outTarget(c.args[k], o)
			}
			next = append(next, a.acquire(c, s, target, o.When, a.Origin == c.id && a.From == o)...)
		}
		states = next
	}
	return states
}

// forgetArguments drops the facts about objects that a function in sight may change.
func (a *Analysis) forgetArguments(c callSite, inst *ir.Instance, st *state.State) {
	hidden := 0
	var params []decl.Param
	if inst != nil {
		hidden, params = a.Unit.hidden(inst), inst.Function.Params
	}
	for i, arg := range c.args[min(hidden, len(c.args)):] {
		if i < len(params) && params[i].Node.Qualifiers()&ast.Const != 0 {
			continue
		}
		if arg.Pointer != nil && !a.held(st, arg.Pointer.To) && !a.reaches(st, arg) {
			st.Forget(arg.Pointer.To)
		}
	}
}

// outTarget returns where a parameter's handle goes at a call.
func (a *Analysis) outTarget(arg state.Value, o *Output) string {
	base := a.target(arg)
	if base == "" {
		return ""
	}
	if arg.Pointer != nil && arg.Pointer.Array && strings.HasPrefix(o.Rest, "[") {
		base = arg.Pointer.To
	}
	return base + o.Rest
}

// argumentBounds returns the bounds of the arguments that may decide how a call ends: errors and
// flags.
func (a *Analysis) argumentBounds(c callSite, st *state.State) []state.Bounds {
	out := make([]state.Bounds, len(c.args))
	for i, arg := range c.args {
		b := state.Anything
		switch t := a.Unit.paramType(c.op, i); {
		case body.IsReference(t):
			b = a.know(st, a.at(st, a.target(arg)))
		case !ir.IsKind(t, sema.RecordKind):
			b = a.know(st, arg)
		}
		out[i] = state.Anything
		if _, ok := b.Exact(); ok {
			out[i] = b
		} else if b.IsNonzero() {
			out[i] = state.Nonzero
		}
	}
	return out
}

func spellBounds(bounds []state.Bounds) string {
	var b strings.Builder
	for _, g := range bounds {
		if g.Unknown() {
			b.WriteString("?,")
		} else {
			b.WriteString(g.String() + ",")
		}
	}
	return b.String()
}

// pass is the effect of handing a value to a parameter.
func (a *Analysis) pass(c callSite, inst *ir.Instance, remote *RemoteFunction, i int, arg state.Value, bounds []state.Bounds, st *state.State) {
	for _, w := range a.ways(st, arg) {
		e := Effect{Stored: true}
		if remote != nil {
			if known, ok := remote.Effects[i]; ok && w.Rest == "" {
				e = known
			}
		} else {
			e = a.Unit.EffectOf(inst, i, w, bounds, a.depth)
		}
		if st.Status == state.Released && w.Rest == "" && !state.Ambiguous(w.Place) && (!w.Pointer || a.Unit.constReference(c.op, i)) {
			kind := UsedAfterRelease
			if e.Released && !e.Kept {
				kind = ReleasedAgain
			}
			a.event(kind, c.id, st, w.Place)
			st.Ignore()
			return
		}
		switch {
		case e.Stored || e.Released && e.Kept || e.Lost && (e.Kept || e.Released):
			a.escape(st)
			return
		case e.Released && st.Status == state.Live:
			st.Status = state.Released
			a.ended()
			a.consumed = a.consumed || state.Ambiguous(w.Place)
			if state.Ambiguous(w.Place) {
				st.Ignore()
				return
			}
			if e.Cleared {
				a.remove(st, w.Place)
				st.Forget(w.Place)
				if len(st.Places) == 0 {
					st.Done()
				}
			}
		case e.Released && st.Status == state.Released:
			a.event(ReleasedAgain, c.id, st, w.Place)
			st.Ignore()
			return
		case e.Lost:
			if a.remove(st, w.Place); len(st.Places) == 0 {
				if st.Status == state.Live {
					a.event(Overwritten, c.id, st, w.Place)
				}
				st.Ignore()
				return
			}
		}
	}
}

// EffectOf follows a handle into a function. param is one of the lowered form.
func (u *Unit) EffectOf(inst *ir.Instance, param int, w state.Way, bounds []state.Bounds, depth int) Effect {
	escapes := Effect{Stored: true}
	g := u.Function(inst)
	if g == nil || depth >= MaxDepth || param >= len(g.Code.Params) || w.Inner && (!g.Lambda() || g.Code.Params[param] != g.This) {
		return escapes
	}
	place, ok := g.PlaceOf(param, w)
	if !ok {
		return escapes
	}
	key := fmt.Sprintf("%s %d %s %s", inst.Key(), param, place, spellBounds(bounds))
	if e, ok := u.Effects[key]; ok {
		return e
	}
	u.Effects[key] = escapes // if it calls itself
	a := NewAnalysis(u, g, 0)
	a.depth = depth + 1
	start := state.NewState()
	start.Status, start.Places = state.Live, []string{place}
	a.assumeArguments(start, bounds)
	e := escapes
	if a.Run(start) {
		e = a.effectOf(place, place == body.RootOf(g.Code.Params[param])+w.Rest)
	}
	u.Effects[key] = e
	return e
}

// params returns the parameters of the lowered form of a function.
func (u *Unit) params(inst *ir.Instance) []ir.ID {
	if g := u.Function(inst); g != nil {
		return g.Code.Params
	}
	return nil
}

// hidden returns how many parameters the lowered form has in front of those in the source: 1 for a
// method, for its object.
func (u *Unit) hidden(inst *ir.Instance) int {
	if inst != nil && (inst.This != nil || inst.Function.Closure != nil) {
		return 1
	}
	return 0
}

// paramType returns the type of a parameter of what is called, nil where it is not known.
func (u *Unit) paramType(call *ir.Op, i int) *sema.Type {
	inst := call.X.Callee
	if inst == nil {
		return nil
	}
	if params := u.params(inst); i < len(params) {
		return u.Function(inst).Code.Op(params[i]).Type
	}
	return nil
}

// constReference reports whether a parameter of the callee is a reference to a const object.
func (u *Unit) constReference(call *ir.Op, i int) bool {
	k := i - u.hidden(call.X.Callee)
	if call.X.Callee == nil || k < 0 || k >= len(call.X.Callee.Function.Params) {
		return false
	}
	return body.IsReference(u.paramType(call, i)) && call.X.Callee.Function.Params[k].Node.Qualifiers()&ast.Const != 0
}

// assumeArguments adds the bounds of the arguments to a state.
func (a *Analysis) assumeArguments(st *state.State, bounds []state.Bounds) {
	for i, b := range bounds {
		if i < len(a.Function.Code.Params) && !b.Unknown() {
			st.Facts[a.Function.Object(a.Function.Code.Params[i])] = b
		}
	}
}

// effectOf summarises the exits of a function for a handle that was in a place at its entry.
func (a *Analysis) effectOf(place string, byValue bool) Effect {
	e := Effect{Stored: a.escaped, Released: a.consumed, Cleared: true}
	for _, ev := range a.Events {
		if ev.Kind == Overwritten && !byValue {
			e.Lost = true
		}
	}
	if byValue && len(a.Events) > 0 && !a.consumed {
		e.Kept = true // the copy is overwritten, not the caller's handle
	}
	for _, x := range a.Exits {
		if x.How == cfg.Throw {
			continue
		}
		switch x.State.Status {
		case state.Released:
			e.Released = true
			if x.State.Holds(place) {
				e.Cleared = false
			}
		case state.Live:
			if x.State.Ret != nil && len(x.State.Ret.Holds) > 0 {
				e.Stored = true
			}
			e.Kept = true
			for _, p := range x.State.Places {
				if p != place && a.OutsideFunction(p) {
					e.Stored = true
				}
			}
		case state.Idle: // released and cleared
			e.Released = true
		}
	}
	if byValue || a.consumed {
		e.Cleared = false
	}
	return e
}
