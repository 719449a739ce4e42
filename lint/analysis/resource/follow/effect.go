package follow

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
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

// enterCall follows a call: of a function whose body is in the unit, or by the summary of one
// that is in another unit.
func (c *callSite) enterCall(inst *ir.Instance, remote *RemoteFunction, st *state.State) []*state.State {
	u := c.Unit
	bounds := c.argumentBounds(st)
	// What it does to the handle.
	for i, arg := range c.args {
		if st.Status == state.Ignored {
			break
		}
		if remote == nil && i >= len(u.params(inst)) {
			c.hand(st, arg)
			continue
		}
		c.pass(inst, remote, i, arg, bounds, st)
	}
	c.forgetArguments(inst, st)
	if remote != nil {
		c.outside(nil, st)
		st.Unseen = st.Status == state.Live || st.Status == state.Released
		return c.acquireAll(remote.Acquires, 0, st)
	}
	fn := inst.Function
	if inst.This == nil || !st.Reaches(c.args[0]) {
		c.outside(inst, st)
	}
	// How it ends.
	v := state.Value{Key: state.Temporary(c.id)}
	if u.mayDiverge(inst, 0) || fn.Body.End()-fn.Body.Index() < 200 {
		e := u.endingOf(inst, bounds, c.depth)
		if e.throws {
			c.throws(st, c.id)
		}
		if !e.returns {
			return nil
		}
		if !e.result.Unknown() {
			v.Bounds = &e.result
		}
	}
	if v.Bounds == nil {
		if key := c.callKey(st); key != "" {
			v.Key = key
		}
	}
	c.result(st, v)
	return c.acquireAll(u.Acquiring[fn.Node], u.hidden(inst), st)
}

// acquireAll is what a function acquires for its caller. The first arguments are hidden in
// the source.
func (c *callSite) acquireAll(outs []Output, hidden int, st *state.State) []*state.State {
	if len(outs) > 0 {
		c.result(st, state.Value{Key: state.Temporary(c.id)})
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
				target = o.target(c.args[k])
			}
			next = append(next, c.acquire(s, target, o.When, c.Origin == c.id && c.From == o)...)
		}
		states = next
	}
	return states
}

// forgetArguments drops the facts about objects that a function in sight may change.
func (c *callSite) forgetArguments(inst *ir.Instance, st *state.State) {
	hidden := 0
	var params []decl.Param
	if inst != nil {
		hidden, params = c.Unit.hidden(inst), inst.Function.Params
	}
	for i, arg := range c.args[min(hidden, len(c.args)):] {
		if i < len(params) && params[i].Node.Qualifiers()&ast.Const != 0 {
			continue
		}
		if arg.Pointer != nil && !st.HoldsIn(arg.Pointer.To) && !st.Reaches(arg) {
			st.Forget(arg.Pointer.To)
		}
	}
}

// target returns where the handle goes at a call, by the argument for the parameter.
func (o *Output) target(arg state.Value) string {
	base := arg.Target()
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
func (c *callSite) argumentBounds(st *state.State) []state.Bounds {
	out := make([]state.Bounds, len(c.args))
	for i, arg := range c.args {
		b := state.Anything
		switch t := c.Unit.paramType(c.op, i); {
		case body.IsReference(t):
			b = st.Know(st.At(arg.Target()))
		case !ir.IsKind(t, sema.RecordKind):
			b = st.Know(arg)
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
func (c *callSite) pass(inst *ir.Instance, remote *RemoteFunction, i int, arg state.Value, bounds []state.Bounds, st *state.State) {
	for _, w := range st.Ways(arg) {
		e := Effect{Stored: true}
		if remote != nil {
			if known, ok := remote.Effects[i]; ok && w.Rest == "" {
				e = known
			}
		} else {
			e = c.Unit.EffectOf(inst, i, w, bounds, c.depth)
		}
		if st.Status == state.Released && w.Rest == "" && !state.Ambiguous(w.Place) && (!w.Pointer || c.Unit.constReference(c.op, i)) {
			kind := UsedAfterRelease
			if e.Released && !e.Kept {
				kind = ReleasedAgain
			}
			c.event(kind, c.id, st, w.Place)
			st.Ignore()
			return
		}
		switch {
		case e.Stored || e.Released && e.Kept || e.Lost && (e.Kept || e.Released):
			c.escape(st)
			return
		case e.Released && st.Status == state.Live:
			st.Status = state.Released
			c.ended()
			c.found.consumed = c.found.consumed || state.Ambiguous(w.Place)
			if state.Ambiguous(w.Place) {
				st.Ignore()
				return
			}
			if e.Cleared {
				st.Remove(w.Place)
				st.Forget(w.Place)
				if len(st.Places) == 0 {
					st.Done()
				}
			}
		case e.Released && st.Status == state.Released:
			c.event(ReleasedAgain, c.id, st, w.Place)
			st.Ignore()
			return
		case e.Lost:
			if st.Remove(w.Place); len(st.Places) == 0 {
				if st.Status == state.Live {
					c.event(Overwritten, c.id, st, w.Place)
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
	a := NewAnalysis(Task{Unit: u, Function: g, depth: depth + 1})
	start := state.NewState()
	start.Status, start.Places = state.Live, []string{place}
	assumeArguments(g, start, bounds)
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
func assumeArguments(f *body.Function, st *state.State, bounds []state.Bounds) {
	for i, b := range bounds {
		if i < len(f.Code.Params) && !b.Unknown() {
			st.Facts[f.Object(f.Code.Params[i])] = b
		}
	}
}
