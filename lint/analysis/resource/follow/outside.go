package follow

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// outside applies what a call may do to handles that it does not get as arguments: it may release
// or replace those in global variables and in members of the caller's object. inst is nil for a
// function that is not in sight.
func (r *blockRun) outside(inst *ir.Instance, st *state.State) {
	if st.Status != state.Live && st.Status != state.Released {
		return
	}
	for i, p := range st.Places {
		if strings.Contains(p, "[g:") { // an index that the function may change
			st.Places[i] = state.WithoutIndexes(p, false)
		}
	}
	st.SetPlaces(st.Places)
	for k, target := range st.Points { // a closure or guard that may be called
		for _, p := range st.Places {
			if _, inside := state.Covers(target.To, p); inside && inst == nil && strings.HasPrefix(k, state.UnknownPlace) {
				r.escape(st)
				return
			}
		}
	}
	for _, p := range st.Places {
		name := ""
		switch root := state.Root(p); {
		case strings.HasPrefix(root, "g:"):
			name = body.LastPart(strings.Trim(root, "g:'"))
		case root == "this'" && (inst == nil || inst.This == nil):
			// Code outside of the class cannot reach the object in this way, unless the name
			// belongs to a base class out of sight.
			if inst != nil || st.Status == state.Live && (r.Function.Sema.Record == nil || len(r.Function.Sema.Record.Complete().Bases) == 0) {
				continue
			}
		case root == "this'":
			name = state.LastField(p)
		default:
			continue
		}
		if inst == nil || r.Unit.touches(inst, name, 0) {
			r.escape(st)
			return
		}
	}
}

// touches reports whether a function, or one that it calls, may name something.
func (u *Unit) touches(inst *ir.Instance, name string, depth int) bool {
	g := u.Function(inst)
	if g == nil || depth > MaxDepth {
		return true
	}
	key := inst.Key() + " " + name
	if known, ok := u.touching[key]; ok {
		return known
	}
	u.touching[key] = false // if it calls itself
	found := strings.Contains(g.Node.Text(), name)
	for i := 0; i < g.Code.Len() && !found; i++ {
		switch o := g.Code.Op(ir.ID(i)); o.Code {
		case ir.OpExternal:
			found = handle.RoleOf(o.X.Name) == handle.Unlisted
		case ir.OpCall:
			found = u.touches(o.X.Callee, name, depth+1)
		}
	}
	u.touching[key] = found
	return found
}

// judged returns the result of a function out of sight that is given the status of the
// acquisition: it says whether the acquisition worked, but true may mean success or failure.
// Follow tries both.
func (c *callSite) judged(st *state.State) (state.Bounds, bool) {
	for _, v := range c.args {
		if v.Bounds != nil || v.Pointer != nil || v.Key == "" || st.Holds(v.Key) {
			continue
		}
		if d := c.Function.VariableAt(v.Key); !hasTemporary(v.Key) && (d == nil || d.Declared != "cudaError_t" && d.Declared != "CUresult" && d.Declared != "auto") {
			continue
		}
		b := st.Know(v)
		if !b.IsZero() && !b.IsNonzero() {
			continue
		}
		c.found.judges = true
		if b.IsZero() != c.Inverse {
			return state.One, true
		}
		return state.Zero, true
	}
	return state.Bounds{}, false
}

// changes drops what is known of an object that a method may change.
func (c *callSite) changes(st *state.State) {
	if c.object == nil {
		return
	}
	object := c.object.Place
	if c.object.Pointer != nil {
		object = c.object.Pointer.To
	}
	if object == "" {
		return
	}
	for _, p := range []string{"push", "pop", "clear", "erase", "insert", "emplace", "resize", "assign", "reset", "next", "set", "add", "remove", "init", "update", "advance"} {
		if strings.HasPrefix(strings.ToLower(c.name), p) {
			for k := range st.Facts {
				if strings.Contains(k, object) && !st.Holds(k) {
					delete(st.Facts, k)
				}
			}
			return
		}
	}
}

// putsOff reports whether a call may be a macro out of sight that has a release among its
// arguments. The release may run at the end of the scope, or never.
func (c *callSite) putsOff() bool {
	callee := c.op.Node.Child(ast.FieldFunction)
	if c.op.Code != ir.OpExternal || c.op.A != 0 || !callee.Is(ast.Identifier) {
		return false
	}
	if declared, _ := c.Function.Sema.Scope.FunctionsNamed(callee); len(declared) > 0 {
		return false // arguments of a function are evaluated before it is called
	}
	for n := range c.op.Node.Child(ast.FieldArguments).Descendants() {
		if !n.Is(ast.CallExpression) {
			continue
		}
		if name := body.CalleeName(n); slices.Contains(c.Unit.Kind.Release, name) || c.Unit.Releasing[name] {
			return true
		}
	}
	return false
}

// createsInto returns the place that a function of the kind stores the handle in, "" for a place
// out of sight: an object of an unknown class may convert to a pointer to anything.
func (c *callSite) createsInto() string {
	t := c.evaluator.op(c.op.X.Args[0]).Type
	if t == nil && c.args[0].Pointer == nil || ir.IsKind(t, sema.UnknownType, sema.RecordKind) {
		return ""
	}
	return c.args[0].Target()
}
