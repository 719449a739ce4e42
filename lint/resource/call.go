package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A callSite is a call whose arguments have been evaluated.
type callSite struct {
	node   ast.Node
	name   string
	object *value // of a method call
	args   []value
	nodes  []ast.Node
}

// call evaluates a call.
func (a *analysis) call(n ast.Node, st *state) []result {
	name := calleeName(n)
	args := arguments(n)
	if launch := n.ChildOf(ast.KernelCallSyntax); launch.Valid() {
		return a.launch(n, launch, args, st)
	}
	if x, ok := a.f.unit.expand(n); ok && !x.Is(ast.CompoundStatement) {
		return a.eval(x, st)
	}
	if a.f.repeats(n) {
		return []result{{st, value{}}}
	}
	switch {
	case (roleOf(name) == passes || n.Child(ast.FieldFunction).Is(ast.PrimitiveType, ast.SizedTypeSpecifier)) && len(args) == 1:
		return a.eval(args[0], st)
	case name == "assert" && len(args) == 1:
		var out []result
		for _, s := range a.assume(args[0], st, true) {
			out = append(out, result{s, value{}})
		}
		return out
	}
	type partial struct {
		st *state
		c  callSite
	}
	calls := []partial{{st, callSite{node: n, name: name, nodes: args}}}
	if f := n.Child(ast.FieldFunction); f.Is(ast.FieldExpression) {
		calls = calls[:0]
		for _, r := range a.eval(f.Child(ast.FieldArgument), st) {
			object := r.v
			if f.Op() == ast.Arrow {
				object = value{place: a.target(r.v)}
			}
			calls = append(calls, partial{r.st, callSite{node: n, name: name, nodes: args, object: &object}})
		}
	}
	for _, arg := range args {
		var next []partial
		for _, c := range calls {
			for _, r := range a.eval(arg, c.st) {
				with := c.c
				with.args = append(append([]value(nil), c.c.args...), r.v)
				next = append(next, partial{r.st, with})
			}
		}
		if calls = next; len(calls) > maxResults {
			a.partial = true
			calls = calls[:maxResults]
		}
	}
	var out []result
	for _, c := range calls {
		a.splitArguments(n, c.st)
		out = append(out, a.apply(c.c, c.st)...)
	}
	return a.join(out)
}

// launch uses what a kernel is given.
func (a *analysis) launch(n, config ast.Node, args []ast.Node, st *state) []result {
	delete(st.facts, lastError)
	results := []result{{st, value{}}}
	for _, arg := range args {
		var next []result
		for _, r := range results {
			for _, s := range a.eval(arg, r.st) {
				if !a.leftOut(n, arg, s.st) {
					a.use(s.st, s.v, n)
				}
				next = append(next, result{s.st, value{}})
			}
		}
		results = a.join(next)
	}
	for _, r := range results {
		a.splitArguments(n, r.st)
	}
	return results
}

// use reports a handle that is used after its release.
func (a *analysis) use(st *state, v value, n ast.Node) {
	if st.status == gone && v.place != "" && st.holds(v.place) && !weak(v.place) {
		a.event(used, n, st, v.place)
		st.leave()
	}
}

// lastError is the key of what cudaGetLastError would return right after the
// acquisition.
const lastError = "last'"

// apply is the effect of a call.
func (a *analysis) apply(c callSite, st *state) []result {
	u := a.f.unit
	temporary := fmt.Sprintf("r%d'", a.f.number(c.node))
	st.forget(temporary)
	last, asked := st.facts[lastError]
	delete(st.facts, lastError)
	if asked && (c.name == "cudaGetLastError" || c.name == "cudaPeekAtLastError") {
		st.facts[temporary] = last
		return []result{{st, value{key: temporary}}}
	}
	switch {
	case contains(u.kind.Acquire, c.name) && len(c.args) > 0:
		return a.acquire(c, st, a.createsInto(c), whenZero, a.origin == c.node)
	case contains(u.kind.Release, c.name) && len(c.args) > 0:
		return a.release(c, st)
	}
	if f, object := a.resolve(c); f != nil {
		return a.enterCall(c, f, object, st)
	}
	out := []result{{st, value{key: temporary}}}
	does := roleOf(c.name)
	if does == known && c.object == nil && methods[c.name] {
		does = plain
	}
	switch does {
	case ends:
		return nil
	case resets:
		if !u.opts.Strict && (st.status == live || st.status == gone) {
			st.leave()
		}
	case deviceAPI:
		a.api(c, st)
	case copiesOut:
		for i, v := range c.args {
			if i > 0 && a.pointsToHandle(st, v) {
				a.escape(st)
			}
		}
		a.api(c, st)
	case mutates:
		if len(c.args) > 0 {
			if a.reaches(st, c.args[0]) {
				a.escape(st)
			} else if c.args[0].pointer != nil {
				st.forget(c.args[0].pointer.to)
			}
			if c.args[0].pointer != nil && !c.args[0].pointer.array {
				st.facts[c.args[0].pointer.to] = zero
			}
		}
	case known, frees:
		for _, v := range c.args {
			if v.pointer != nil && !a.reaches(st, v) {
				st.forget(v.pointer.to)
			}
		}
		a.changes(c, st)
	case allocates:
		place := fmt.Sprintf("h%d'", a.f.number(c.node))
		st.moved(place)
		out[0].v = value{key: temporary, pointer: &pointer{to: place, array: true}}
		return out
	default:
		if b, ok := a.judged(c, st); ok {
			out[0].v = constant(b)
		}
		a.unknownCall(c, st)
	}
	if out[0].v.con != nil {
		return out
	}
	if key := a.callKey(c, st); key != "" {
		out[0].v.key = key
	}
	return out
}

// api is a call that keeps nothing it is given, but may write through pointers.
func (a *analysis) api(c callSite, st *state) {
	for _, v := range c.args {
		a.use(st, v, c.node)
		if v.pointer != nil && !a.reaches(st, v) {
			st.forget(v.pointer.to)
		}
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
		a.use(st, v, c.node)
		a.hand(st, v)
	}
	if c.object != nil && a.reaches(st, *c.object) {
		a.escape(st)
	}
	a.changes(c, st)
	a.outside(c, nil, st)
	if st.status == gone && a.putsOff(c) {
		st.leave()
	}
	if c.name != "" {
		st.unseen = st.status == live || st.status == gone
	}
	if c.name == "at" && c.object != nil { // of a container: it is known to throw
		a.throws(st, c.node)
	}
}

// throws adds the path on which a call throws.
func (a *analysis) throws(st *state, n ast.Node) {
	if st.status != away {
		a.thrown = append(a.thrown, thrown{st.clone(), n})
	}
}

// callKey spells a call whose result is the same each time as far as can be
// seen, so that conditions on it go together; "" for any other.
func (a *analysis) callKey(c callSite, st *state) string {
	if c.name == "" || a.forgetful || forgets(c.name) {
		return ""
	}
	var b strings.Builder
	if c.object != nil {
		if c.object.place == "" {
			return ""
		}
		b.WriteString(c.object.place + ".")
	}
	b.WriteString(c.name + "(")
	for _, v := range c.args {
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
