package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A framesQuestion asks for the frames of a function that is so many calls away
// from a launch.
type framesQuestion struct {
	fn    *Function
	depth int
}

// A framesAnswer are the ways a function is called, with so many levels of callers.
type framesAnswer struct {
	frames []*frame
	levels int
}

// manyLevels is the levels of callers where there are more than are followed.
const manyLevels = 1000

// frames returns the ways a function is called in the unit, up to a depth of
// callers. None are returned where there are too many.
func (l *launcher) frames(fn *Function, depth int) framesAnswer {
	if depth > maxCallDepth {
		return framesAnswer{levels: manyLevels}
	}
	if a, ok := l.whole[fn]; ok && depth+a.levels <= maxCallDepth {
		return a // those of another depth, for which all callers were followed, too
	}
	q := framesQuestion{fn, depth}
	a, ok := l.known[q]
	if !ok {
		a = l.findFrames(fn, depth)
		l.known[q] = a
		if a.levels < manyLevels {
			l.whole[fn] = a
		}
	}
	return a
}

func (l *launcher) findFrames(fn *Function, depth int) (out framesAnswer) {
	for _, call := range l.u.callsOf(fn) {
		if dead(l.u, call) {
			continue
		}
		caller := l.u.FunctionAt(call)
		if caller == nil || caller == fn {
			continue
		}
		outer := []*frame{l.bareFrame(caller)}
		if len(caller.Params) > 0 && caller.Name != "main" || len(caller.TemplateParams) > 0 {
			more := l.frames(caller, depth+1)
			out.levels = max(out.levels, 1+more.levels)
			if len(more.frames) > 0 {
				outer = more.frames
			}
		}
		for _, o := range outer {
			if fr := l.enter(fn, call, o); fr != nil {
				out.frames = append(out.frames, fr)
			}
			if len(out.frames) > fn.maxFrames() {
				out.frames = nil
				return out
			}
		}
	}
	return out
}

// bareFrame returns the frame of a function of whose callers nothing is known.
func (l *launcher) bareFrame(fn *Function) *frame {
	fr := l.bare[fn]
	if fr == nil {
		fr = &frame{flow: l.h.flow(fn)}
		l.bare[fn] = fr
	}
	return fr
}

// An enterQuestion asks what a call means where its function is called as a frame says.
type enterQuestion struct {
	call   ast.Node
	caller *frame
}

// A hostCall is a call of host code with what it means.
type hostCall struct {
	args       []ast.Node
	types      []*Type
	method     bool
	candidates []*Function
	explicit   []TemplateArg
	resolved   bool
	f          *Function // nil where several fit
	b          *Bindings
}

// hostCall finds out what a call means: once for all functions of its name.
func (l *launcher) hostCall(call ast.Node, caller *frame) *hostCall {
	q := enterQuestion{call, caller}
	if c := l.calls[q]; c != nil {
		return c
	}
	l.ensure()
	s := l.h.scope(caller, call)
	callee, list := call.Child(ast.FieldFunction), call.Child(ast.FieldArguments)
	c := &hostCall{method: callee.Kind() == ast.FieldExpression, types: l.h.e.argTypes(s, list)}
	for a := range list.Children() {
		c.args = append(c.args, a)
	}
	if !c.method {
		c.candidates, c.explicit = l.h.e.functionsNamed(s, callee)
	}
	if !l.h.e.exhausted() && l.h.steps <= maxHostSteps {
		l.calls[q] = c
	}
	return c
}

// enter returns the frame of a call to a function, nil if it is to another one.
func (l *launcher) enter(fn *Function, call ast.Node, caller *frame) *frame {
	if call.Child(ast.FieldArguments).ChildCount() > len(fn.Params) && !fn.Variadic {
		return nil
	}
	c := l.hostCall(call, caller)
	fr := &frame{flow: l.h.flow(fn), caller: caller, call: call, args: c.args}
	if !c.method && !slices.Contains(c.candidates, fn) {
		return nil
	}
	if !c.resolved {
		l.ensure()
		c.f, c.b = l.h.resolve(c.candidates, c.explicit, c.types)
		c.resolved = !l.h.e.exhausted()
	}
	if c.f != nil && c.f != fn {
		return nil
	}
	if fr.bindings = c.b; c.f == nil {
		l.ensure()
		b, ok := l.h.e.deduce(fn, c.explicit, c.types)
		if !ok {
			return nil
		}
		fr.bindings = b
	}
	return fr
}
