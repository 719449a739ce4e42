package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A callersQuestion asks for the frames of a function at a depth: the number of calls between
// it and a launch.
type callersQuestion struct {
	fn       *sema.Function
	depth    int
	pointers bool // whether callers matter that decide what pointers point into
}

// bare returns the frame of a function without a known caller.
func (e *evaluator) bare(fn *sema.Function) *frame {
	if fr, ok := e.bares[fn]; ok {
		return fr
	}
	inst := &ir.Instance{Function: fn}
	if r := fn.Record; r != nil {
		r.Complete()
		inst.This = &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
	}
	var fr *frame
	if w := e.flow(inst); w != nil {
		fr = &frame{flow: w}
	}
	e.bares[fn] = fr
	return fr
}

// frames returns a frame for each way in which a function is called in the unit, up to a depth
// of callers; nil if there are too many.
func (e *evaluator) frames(fn *sema.Function, depth int) []*frame {
	if depth > sema.MaxCallers {
		return nil
	}
	q := callersQuestion{fn, depth, e.pointers}
	out, known := e.called[q]
	if !known {
		e.called[q] = nil
		out = e.findFrames(fn, depth)
		e.called[q] = out
	}
	return out
}

func (e *evaluator) findFrames(fn *sema.Function, depth int) (out []*frame) {
	seen := map[*sema.Function]bool{fn: true}
	for _, call := range e.unit.CallersOf(fn) {
		if e.ctx.Err() != nil {
			return nil
		}
		caller := e.unit.FunctionAt(call)
		if caller == nil || seen[caller] || e.unit.Inactive(call, false) {
			continue
		}
		if !e.mayCall(caller, call, fn) || generic(caller) && !e.mayInstantiate(caller) {
			continue
		}
		seen[caller] = true
		out = append(out, e.callsFrom(caller, fn, depth)...)
		if len(out) > fn.MaxCalls() {
			return nil
		}
	}
	return out
}

// callsFrom returns the frames of the calls of a function in one caller. If the arguments
// depend on how the caller is called, there is one for each frame of the caller.
func (e *evaluator) callsFrom(caller, fn *sema.Function, depth int) []*frame {
	if !generic(caller) {
		out := e.bareCalls(caller, fn)
		if caller.Name == "main" || !slices.ContainsFunc(out, e.passesOn) {
			return out
		}
	}
	var out []*frame
	for _, o := range e.frames(caller, depth+1) {
		out = append(out, e.callsOf(o, fn)...)
	}
	if len(out) == 0 {
		return e.bareCalls(caller, fn)
	}
	return out
}

// bareCalls returns the frames of the calls in a function without known callers.
func (e *evaluator) bareCalls(caller, fn *sema.Function) []*frame {
	if bare := e.bare(caller); bare != nil {
		return e.callsOf(bare, fn)
	}
	return nil
}

// passesOn reports whether an argument of a call depends on how the caller is called.
func (e *evaluator) passesOn(fr *frame) bool {
	if e.pointers {
		if _, open := e.row(fr.caller, fr.call); open {
			return true
		}
	}
	e.reset()
	e.open = false
	for _, a := range fr.caller.f.Op(fr.call).X.Args {
		if a == 0 || e.open {
			continue
		}
		if !isAddress(fr.caller.f.Op(a)) {
			e.value(fr.caller, a)
		} else if p, ok := e.locate(fr.caller, a); ok {
			e.held(fr.caller, fr.call, p, fr.caller.f.Op(a).Type)
		}
	}
	return e.open
}

// callsOf returns the frames of the calls of a function in another one, and in its lambda
// expressions.
func (e *evaluator) callsOf(fr *frame, fn *sema.Function) (out []*frame) {
	for _, in := range e.bodies(fr, e.unit.CallersOf(fn)) {
		for _, id := range in.calls {
			o := in.f.Op(id)
			if c := o.X.Callee; c != nil {
				if c.Function == fn {
					if f := e.callee(in, id); f != nil {
						out = append(out, f)
					}
				}
				continue
			}
			for _, c := range o.X.Candidates {
				if c.Function != fn {
					continue
				}
				if w := e.flow(c); w != nil {
					out = append(out, &frame{flow: w, caller: in, call: id, depth: in.depth + 1})
				}
			}
		}
	}
	return out
}

// maxBodies limits the number of lambda expressions of one function that are searched.
const maxBodies = 64

// bodies returns a frame, and the frames of the lambda expressions in it whose text has one of
// the sites.
func (e *evaluator) bodies(fr *frame, sites []ast.Node) []*frame {
	out := []*frame{fr}
	for i := 0; i < len(out) && len(out) < maxBodies; i++ {
		in := out[i]
		for _, id := range in.closures {
			if holdsOne(sema.ClosureOf(in.f.Op(id).Type.Record).Node, sites) {
				out = append(out, e.lambda(in, id)...)
			}
		}
	}
	return out
}

// holdsOne reports whether one of the sites is inside n, or inside the macro invocation that n
// comes from.
func holdsOne(n ast.Node, sites []ast.Node) bool {
	n = n.Origin()
	return slices.ContainsFunc(sites, func(s ast.Node) bool {
		return s.File() == n.File() && s.Index() < n.End() && n.Index() < s.End()
	})
}

// lambda returns the frames of the body of the lambda expression that makes an object: one for
// each call, in the function itself or in one that it is passed to, or one without a known
// caller.
func (e *evaluator) lambda(in *frame, object ir.ID) []*frame {
	key := question{fr: in, op: object}
	if calls, ok := e.lambdas[key]; ok {
		return calls
	}
	calls := e.calledWith(in, sema.ClosureOf(in.f.Op(object).Type.Record), 0)
	if len(calls) == 0 {
		if w := e.closureFlow(in, object); w != nil {
			calls = []*frame{{flow: w, caller: in, call: object, depth: in.depth + 1}}
		}
	}
	e.lambdas[key] = calls
	return calls
}

// maxPassed limits the number of functions through which a lambda expression is passed to its
// call.
const maxPassed = 4

// calledWith returns the calls of a lambda expression in a function, and in the functions that
// get it as an argument.
func (e *evaluator) calledWith(fr *frame, c *sema.Closure, depth int) (out []*frame) {
	for _, id := range fr.calls {
		o := fr.f.Op(id)
		switch {
		case o.X.Callee == nil || len(out) > maxBodies:
		case o.X.Callee.Function == c.Call:
			if f := e.callee(fr, id); f != nil {
				out = append(out, f)
			}
		case depth < maxPassed && slices.ContainsFunc(o.X.Args, func(a ir.ID) bool { return a != 0 && isObject(fr.f.Op(a).Type, c) }):
			if f := e.callee(fr, id); f != nil {
				out = append(out, e.calledWith(f, c, depth+1)...)
			}
		}
	}
	return out
}

// isObject reports whether a type is the class of a lambda expression.
func isObject(t *sema.Type, c *sema.Closure) bool {
	t = ir.Strip(t)
	return t != nil && t.Record != nil && sema.ClosureOf(t.Record) == c
}

// unused reports whether the outermost function of a frame is a template without an instance
// in the unit.
func (fr *frame) unused() bool {
	for fr.caller != nil {
		fr = fr.caller
	}
	return generic(fr.f.Instance.Function)
}

// generic reports whether the types in a function may depend on template arguments.
func generic(fn *sema.Function) bool {
	return len(fn.TemplateParams) > 0 || fn.Record != nil && len(fn.Record.TemplateParams) > 0
}
