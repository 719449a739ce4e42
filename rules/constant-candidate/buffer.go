package constantcandidate

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

// oneBuffer returns the object that all launches in sight pass for a parameter: a variable in
// constant memory has one content at a time. ok is false if there are several, or none is known.
func (c *checker) oneBuffer(k *sema.Function, param int) (object string, ok bool) {
	for _, l := range c.pass.LaunchesOf(k) {
		rows := c.pass.Host().Pointers(l)
		if len(rows) == 0 {
			return "", false
		}
		for _, row := range rows {
			if param >= len(row) || len(row[param].Bases) != 1 || !row[param].OffsetKnown || row[param].Offset != 0 {
				return "", false
			}
			b := row[param].Bases[0]
			if b.Object == "?" || b.Element != "" || object != "" && object != b.Object {
				return "", false
			}
			object = b.Object
		}
	}
	return object, object != ""
}

// copied reports whether the host fills an object, and nothing but the host copies to it.
func (c *checker) copied(object string) bool {
	found := false
	for _, name := range []string{"cudaMemcpy", "cudaMemcpyAsync"} {
		for _, call := range c.pass.Unit.Calls(name) {
			if !c.passes(call, object) {
				continue
			}
			if !strings.Contains(call.Child(ast.FieldArguments).Text(), "cudaMemcpyHostToDevice") {
				return false
			}
			found = true
		}
	}
	return found
}

// passes reports whether the first argument of a call points into an object. The call may be an
// argument of a macro that checks it: its operations then belong to the macro.
func (c *checker) passes(call ast.Node, object string) bool {
	for n := call; n.Valid(); n = n.Enclosing(ast.CallExpression) {
		for _, row := range c.pass.Host().PointersOfCall(n) {
			if len(row) > 0 && holds(row[0], object) {
				return true
			}
		}
	}
	return false
}

func holds(a sema.PointerArg, object string) bool {
	for _, b := range a.Bases {
		if b.Object == object {
			return true
		}
	}
	return false
}

// computed reports whether some launch of the unit may write an object.
func (c *checker) computed(object string) bool {
	for _, l := range c.pass.Host().Launches() {
		for _, row := range c.pass.Host().Pointers(l) {
			for i, a := range row {
				if holds(a, object) && c.writes(l, i) {
					return true
				}
			}
		}
	}
	return false
}

// writes reports whether a launch may write through an argument.
func (c *checker) writes(l *sema.Launch, arg int) bool {
	for _, k := range l.Kernels {
		if !k.Body.Valid() {
			return true
		}
		e := c.analysis.Effects(k)
		if e.Unknown != "" || arg >= len(e.Params) || e.Params[arg].Escapes {
			return true
		}
		for i := range e.Accesses {
			for _, p := range e.Accesses[i].Params {
				if p == arg && e.Accesses[i].Kind != pointer.Load {
					return true
				}
			}
		}
	}
	return len(l.Kernels) == 0
}
