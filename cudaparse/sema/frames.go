package sema

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// wantsCallers reports whether the callers of a function may tell more about a
// launch in it.
func (l *launcher) wantsCallers(launch *Launch, fn *Function) bool {
	if len(fn.Params) == 0 && len(fn.TemplateParams) == 0 || fn.Name == "main" || fn.Name == "" {
		return false
	}
	if len(launch.Kernels) == 0 {
		return true
	}
	for i := range 3 {
		if launch.Block[i] == 0 || launch.Grid[i] == 0 {
			return true
		}
	}
	for _, k := range launch.Kernels {
		for _, p := range k.TemplateParams {
			if launch.Bindings == nil || !launch.Bindings.Args[p.Name].Known() {
				return true
			}
		}
	}
	for _, a := range launch.Args {
		if !a.Value.Known() && (a.Type == nil || a.Type.Object().Arithmetic()) {
			return true
		}
	}
	return false
}

// variants evaluates a launch once for every way its function is called, and
// joins those that say the same.
func (l *launcher) variants(n ast.Node, parts launchParts, fn *Function) []*Launch {
	frames := l.frames(fn, 0)
	if len(frames) == 0 || len(frames) > maxFrames {
		return nil
	}
	var out []*Launch
	index := map[string]*Launch{}
	for _, fr := range frames {
		own := *fr // its assumptions are those of this launch
		launch := l.evaluate(n, parts, &own)
		key := launch.key()
		if same := index[key]; same != nil {
			same.merge(launch)
			continue
		}
		if len(out) == maxVariants {
			return nil
		}
		index[key] = launch
		out = append(out, launch)
	}
	return out
}

// key names what tells one launch of a place from another.
func (launch *Launch) key() string {
	var b strings.Builder
	for _, k := range launch.Kernels {
		fmt.Fprintf(&b, "%p ", k)
		if launch.Bindings != nil {
			for _, p := range k.TemplateParams {
				b.WriteString(argsName([]TemplateArg{launch.Bindings.Args[p.Name]}) + ",")
			}
		}
	}
	fmt.Fprint(&b, launch.Block)
	return b.String()
}

// merge keeps of a launch what another one says, too.
func (launch *Launch) merge(other *Launch) {
	for i := range 3 {
		if launch.Grid[i] != other.Grid[i] {
			launch.Grid[i] = 0
		}
	}
	if launch.SharedBytes != other.SharedBytes {
		launch.SharedBytes = -1
	}
	for i := range launch.Args {
		if i >= len(other.Args) {
			break
		}
		a, b := launch.Args[i].Value, other.Args[i].Value
		if a.Known() && (!b.Known() || a.Int != b.Int || a.Float != b.Float) {
			launch.Args[i].Value = Const{}
		}
	}
}

// frames returns the ways a function is called in the unit, up to a depth of
// callers. None are returned where there are too many.
func (l *launcher) frames(fn *Function, depth int) []*frame {
	if depth > maxCallDepth {
		return nil
	}
	q := framesQuestion{fn, depth}
	out, ok := l.known[q]
	if !ok {
		out = l.findFrames(fn, depth)
		l.known[q] = out
	}
	return out
}

func (l *launcher) findFrames(fn *Function, depth int) []*frame {
	var out []*frame
	for _, call := range l.b.u.callsOf(fn) {
		if dead(l.b.u, call) {
			continue
		}
		caller := l.b.u.FunctionAt(call)
		if caller == nil || caller == fn {
			continue
		}
		outer := []*frame{{flow: l.h.flow(caller)}}
		if len(caller.Params) > 0 && caller.Name != "main" || len(caller.TemplateParams) > 0 {
			if more := l.frames(caller, depth+1); len(more) > 0 {
				outer = more
			}
		}
		for _, o := range outer {
			if fr := l.enter(fn, call, o); fr != nil {
				out = append(out, fr)
			}
			if len(out) > maxFrames {
				return nil
			}
		}
	}
	return out
}

// enter returns the frame of a call to a function, nil if it is to another one.
func (l *launcher) enter(fn *Function, call ast.Node, caller *frame) *frame {
	l.b.ensure()
	s := l.h.scope(caller, call)
	callee, list := call.Child(ast.FieldFunction), call.Child(ast.FieldArguments)
	fr := &frame{flow: l.h.flow(fn), caller: caller, call: call}
	for a := range list.Children() {
		fr.args = append(fr.args, a)
	}
	if len(fr.args) > len(fn.Params) && !fn.Variadic {
		return nil
	}
	types := l.h.e.argTypes(s, list)
	if callee.Kind() == ast.FieldExpression {
		if b, ok := l.h.e.deduce(fn, nil, types); ok {
			fr.bindings = b
			return fr
		}
		return nil
	}
	candidates, explicit := l.h.e.functionsNamed(s, callee)
	fits := false
	for _, c := range candidates {
		fits = fits || c == fn
	}
	if !fits {
		return nil
	}
	if f, b := l.h.resolve(s, candidates, explicit, types); f != nil {
		if f != fn {
			return nil
		}
		fr.bindings = b
		return fr
	}
	b, ok := l.h.e.deduce(fn, explicit, types)
	if !ok {
		return nil
	}
	fr.bindings = b
	return fr
}

// callsOf returns the calls that may be to a function, by name.
func (u *Unit) callsOf(fn *Function) []ast.Node {
	if calls := u.callsNamed(fn.Name); len(calls) <= maxFrames {
		return calls
	}
	return nil
}
