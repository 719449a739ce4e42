package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// outside takes into account that a function may release or replace what variables
// outside of functions and members of the own object hold, without being given
// it. inst is nil for one that is not in sight.
func (a *analysis) outside(inst *ir.Instance, st *state) {
	if st.status != live && st.status != gone {
		return
	}
	for i, p := range st.places {
		if strings.Contains(p, "[g:") { // an index that the function may change
			st.places[i] = blur(p, false)
		}
	}
	st.setPlaces(st.places)
	for k, target := range st.points { // a closure or guard that may be called
		for _, p := range st.places {
			if _, inside := covers(target.to, p); inside && inst == nil && strings.HasPrefix(k, unknownPlace) {
				a.escape(st)
				return
			}
		}
	}
	for _, p := range st.places {
		name := ""
		switch r := root(p); {
		case strings.HasPrefix(r, "g:"):
			name = lastPart(strings.Trim(r, "g:'"))
		case r == "this'" && (inst == nil || inst.This == nil):
			// Code that is not of the class does not come by the object that way,
			// unless the name is one of a base class out of sight.
			if inst != nil || st.status == live && (a.f.sema.Record == nil || len(a.f.sema.Record.Complete().Bases) == 0) {
				continue
			}
		case r == "this'":
			name = lastField(p)
		default:
			continue
		}
		if inst == nil || a.unit.touches(inst, name, 0) {
			a.escape(st)
			return
		}
	}
}

// touches reports whether a function, or one that it calls, may name something.
func (u *unit) touches(inst *ir.Instance, name string, depth int) bool {
	g := u.function(inst)
	if g == nil || depth > maxDepth {
		return true
	}
	key := inst.Key() + " " + name
	if known, ok := u.touching[key]; ok {
		return known
	}
	u.touching[key] = false // if it calls itself
	found := strings.Contains(g.node.Text(), name)
	for i := 0; i < g.code.Len() && !found; i++ {
		switch o := g.code.Op(ir.ID(i)); o.Code {
		case ir.OpExternal:
			found = roleOf(o.X.Name) == plain
		case ir.OpCall:
			found = u.touches(o.X.Callee, name, depth+1)
		}
	}
	u.touching[key] = found
	return found
}

// judged returns the result of a function out of sight that is given the status of
// the acquisition: it says whether that worked, but not how it says so. Both
// readings are tried, see follow.
func (a *analysis) judged(c callSite, st *state) (bounds, bool) {
	for _, v := range c.args {
		if v.con != nil || v.pointer != nil || v.key == "" || st.holds(v.key) {
			continue
		}
		if d := a.f.variableAt(v.key); !hasTemporary(v.key) && (d == nil || d.declared != "cudaError_t" && d.declared != "CUresult" && d.declared != "auto") {
			continue
		}
		b := a.know(st, v)
		if !b.isZero() && !b.isNonzero() {
			continue
		}
		a.judges = true
		if b.isZero() != a.inverse {
			return one, true
		}
		return zero, true
	}
	return bounds{}, false
}

// changes drops what is known of an object that a method may change.
func (a *analysis) changes(c callSite, st *state) {
	if c.object == nil {
		return
	}
	object := c.object.place
	if c.object.pointer != nil {
		object = c.object.pointer.to
	}
	if object == "" {
		return
	}
	for _, p := range []string{"push", "pop", "clear", "erase", "insert", "emplace", "resize", "assign", "reset", "next", "set", "add", "remove", "init", "update", "advance"} {
		if strings.HasPrefix(strings.ToLower(c.name), p) {
			for k := range st.facts {
				if strings.Contains(k, object) && !st.holds(k) {
					delete(st.facts, k)
				}
			}
			return
		}
	}
}

// putsOff reports whether a call may be of a macro out of sight that has a release
// among its arguments: it may run when the scope ends, or never.
func (a *analysis) putsOff(c callSite) bool {
	callee := c.op.Node.Child(ast.FieldFunction)
	if c.op.Code != ir.OpExternal || c.op.A != 0 || !callee.Is(ast.Identifier) {
		return false
	}
	if declared, _ := a.f.sema.Scope.FunctionsNamed(callee); len(declared) > 0 {
		return false // arguments of a function are evaluated before it is called
	}
	for n := range c.op.Node.Child(ast.FieldArguments).Descendants() {
		if !n.Is(ast.CallExpression) {
			continue
		}
		if name := calleeName(n); slices.Contains(a.unit.kind.Release, name) || a.unit.releasing[name] {
			return true
		}
	}
	return false
}

// createsInto returns the place that a function of the kind stores the handle in,
// "" for one that is out of sight: an object of a class that is not known may
// convert to a pointer to anything.
func (a *analysis) createsInto(c callSite) string {
	t := a.op(c.op.X.Args[0]).Type
	if t == nil && c.args[0].pointer == nil || ir.IsKind(t, sema.UnknownType, sema.RecordKind) {
		return ""
	}
	return a.target(c.args[0])
}
