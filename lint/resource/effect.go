package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
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
	// param is the parameter that the handle is stored through, -1 for the result.
	param int
	// rest are the steps from there to the handle.
	rest string
	when condition
}

// An effect is what a function does to a handle that it is given.
type effect struct {
	kept, released, stored, lost bool
	// cleared is set where the place does not hold the stale handle afterwards.
	cleared bool
}

const (
	thisParam      = -1
	maxEndingNodes = 4000
)

// enterCall is a call of a function in sight.
func (a *analysis) enterCall(c callSite, f *sema.Function, object *value, st *state) []result {
	u := a.f.unit
	temporary := fmt.Sprintf("r%d'", a.f.number(c.node))
	v := value{key: temporary}
	given := a.given(c, f, st)
	// What it does to the handle.
	if object != nil {
		a.pass(c, f, thisParam, *object, given, st)
	}
	for i, arg := range c.args {
		if st.status == away {
			break
		}
		if i >= len(f.Params) {
			a.hand(st, arg)
			continue
		}
		a.pass(c, f, i, arg, given, st)
	}
	for i, arg := range c.args {
		if i < len(f.Params) && arg.pointer != nil && !a.reaches(st, arg) && f.Params[i].Node.Qualifiers()&ast.Const == 0 {
			st.forget(arg.pointer.to)
		} else if i < len(f.Params) && arg.place != "" && !a.held(st, arg.place) && mutableReference(f, i) {
			st.forget(arg.place)
		}
	}
	if object == nil || !a.reaches(st, *object) {
		a.outside(c, f, st)
	}
	// How it ends.
	if !f.Body.Valid() {
		st.unseen = st.status == live || st.status == gone
	} else if u.mayDiverge(f, 0) || f.Body.End()-f.Body.Index() < 200 {
		e := u.ending(f, given, a.depth)
		if e.throws {
			a.throws(st, c.node)
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
	// What it acquires.
	out := []result{{st, v}}
	for i := range u.acquiring[f] {
		o := &u.acquiring[f][i]
		var next []result
		for _, r := range out {
			target := ""
			switch {
			case o.param < 0:
				target = temporary + o.rest
			case o.param < len(c.args):
				target = a.outTarget(c.args[o.param], f, o)
			}
			for _, s := range a.acquire(c, r.st, target, o.when, a.origin == c.node && a.from == o) {
				if o.param >= 0 {
					s.v.place = ""
				}
				next = append(next, s)
			}
		}
		out = next
	}
	return out
}

func mutableReference(f *sema.Function, i int) bool {
	t := f.Scope.ParamType(f.Params[i])
	return t != nil && t.Kind == sema.Reference && f.Params[i].Node.Qualifiers()&ast.Const == 0
}

// outTarget returns where a parameter's handle goes at a call.
func (a *analysis) outTarget(arg value, f *sema.Function, o *outward) string {
	t := f.Scope.ParamType(f.Params[o.param])
	if t != nil && t.Kind == sema.Reference {
		if arg.place == "" {
			return ""
		}
		return arg.place + o.rest
	}
	base := a.target(arg)
	if base == "" {
		return ""
	}
	if arg.pointer != nil && arg.pointer.array && strings.HasPrefix(o.rest, "[") {
		base = arg.pointer.to
	}
	return base + o.rest
}

// given lists what is known of the arguments that may decide how a call ends:
// errors and flags.
func (a *analysis) given(c callSite, f *sema.Function, st *state) []bounds {
	out := make([]bounds, len(f.Params))
	for i := range out {
		out[i] = anything
		if i >= len(c.args) {
			if k := f.Scope.Const(f.Params[i].Default); k.Known() && k.Type.Kind != sema.Float {
				out[i] = exactly(k.Int)
			}
			continue
		}
		b := a.know(st, c.args[i])
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
func (a *analysis) pass(c callSite, f *sema.Function, param int, v value, given []bounds, st *state) {
	for _, w := range a.ways(st, v) {
		e := a.f.unit.effect(f, param, w, given, a.depth)
		if st.status == gone && param >= 0 && !w.pointer && w.rest == "" && !weak(w.place) && !mutableReference(f, param) {
			kind := used
			if e.released && !e.kept {
				kind = again
			}
			a.event(kind, c.node, st, w.place)
			st.leave()
			return
		}
		switch {
		case e.stored || e.released && e.kept || e.lost && (e.kept || e.released):
			a.escape(st)
			return
		case e.released && st.status == live:
			st.status = gone
			a.ended()
			a.consumed = a.consumed || weak(w.place)
			if weak(w.place) {
				st.leave()
				return
			}
			if e.cleared {
				a.remove(st, w.place)
				st.forget(w.place)
				if len(st.places) == 0 {
					st.done()
				}
			}
		case e.released && st.status == gone:
			a.event(again, c.node, st, w.place)
			st.leave()
			return
		case e.lost:
			if a.remove(st, w.place); len(st.places) == 0 {
				if st.status == live {
					a.event(overwritten, c.node, st, w.place)
				}
				st.leave()
				return
			}
		}
	}
}

// effect follows a handle into a function.
func (u *unit) effect(f *sema.Function, param int, w way, given []bounds, depth int) effect {
	escapes := effect{stored: true}
	if r := u.remote(f); r != nil && w.rest == "" {
		if e, ok := r.effects[param]; ok {
			return e
		}
	}
	g := u.function(f)
	if g == nil || depth >= maxDepth || w.rest == "*" {
		return escapes
	}
	place := "this'" + w.rest
	if param >= 0 {
		p := g.param(param)
		if p == nil {
			return effect{kept: true} // a parameter without a name is not used
		}
		switch {
		case p.reference():
			place = p.place() + "^" + w.rest
		case w.pointer && p.pointer() && strings.HasPrefix(w.rest, "[0]"):
			place = p.place() + "^" + w.rest[3:]
		case w.pointer && p.pointer():
			place = p.place() + "^" + w.rest
		case w.pointer:
			return escapes
		case w.rest == "" && p.typ != nil && p.typ.Kind == sema.RecordKind:
			return escapes // an object that is made from the handle
		default:
			place = p.place() + w.rest
		}
	}
	key := fmt.Sprintf("%p %d %s %s", f, param, place, spellGiven(given))
	if e, ok := u.effects[key]; ok {
		return e
	}
	u.effects[key] = escapes // if it calls itself
	a := newAnalysis(g, ast.Node{})
	a.depth = depth + 1
	start := newState()
	start.status, start.places = live, []string{place}
	a.assumeGiven(start, given)
	e := escapes
	if a.run(start) {
		e = a.effectOf(place, param >= 0 && !w.pointer && !strings.Contains(place, "^"))
	}
	u.effects[key] = e
	return e
}

func (g *function) param(i int) *variable {
	for _, v := range g.variables {
		if v.param == i {
			return v
		}
	}
	return nil
}

// assumeGiven adds what is known of the arguments.
func (a *analysis) assumeGiven(st *state, given []bounds) {
	for i, b := range given {
		if p := a.f.param(i); p != nil && !b.unknown() && !p.reference() {
			st.facts[p.place()] = b
		} else if p != nil && !b.unknown() {
			st.facts[p.place()+"^"] = b
		}
	}
}

// effectOf sums up the exits of a function for a handle that came in at a place.
func (a *analysis) effectOf(place string, byValue bool) effect {
	e := effect{stored: a.escaped, released: a.consumed, cleared: true}
	for _, ev := range a.events {
		if ev.kind == overwritten && !byValue {
			e.lost = true
		}
	}
	if byValue && len(a.events) > 0 && !a.consumed {
		e.kept = true // the copy is overwritten, not the caller's handle
	}
	for _, x := range a.exits {
		if x.how == cfg.Throw {
			continue
		}
		switch x.st.status {
		case gone:
			e.released = true
			if x.st.holds(place) {
				e.cleared = false
			}
		case live:
			if x.st.ret != nil && len(x.st.ret.holds) > 0 {
				e.stored = true
			}
			e.kept = true
			for _, p := range x.st.places {
				if p != place && a.external(p) {
					e.stored = true
				}
			}
		case idle: // released and cleared
			e.released = true
		}
	}
	if byValue || a.consumed {
		e.cleared = false
	}
	return e
}
