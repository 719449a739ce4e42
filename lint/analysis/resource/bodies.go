package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// around returns the body that a node is in: of a lambda or a function; nil for
// none that can be followed.
func (u *bodies) around(n ast.Node) *function {
	n = n.Origin()
	in := u.sema.FunctionAt(n)
	if in == nil || u.sema.Inactive(n, false) {
		return nil
	}
	if l := n.Enclosing(ast.LambdaExpression, ast.FunctionDefinition); l.Is(ast.LambdaExpression) {
		return u.lambda(l, instance(in))
	}
	return u.function(instance(in))
}

// bodies are the function bodies of a translation unit, lowered when they are asked for, and
// what of them has to do with one kind of resource.
type bodies struct {
	sema *sema.Unit
	kind *Kind

	builder   *ir.Builder
	functions map[string]*function        // by the key of the instance
	lambdas   map[ast.Node]*ir.Instance   // by the expression
	named     map[string][]*sema.Function // see functionsNamed
	releasing map[string]bool             // names of functions that release, or call one that does
}

// newBodies returns the bodies of a translation unit. builder lowers them.
func newBodies(u *sema.Unit, kind *Kind, builder *ir.Builder) *bodies {
	n := &bodies{sema: u, kind: kind, builder: builder, functions: map[string]*function{}, lambdas: map[ast.Node]*ir.Instance{}, named: map[string][]*sema.Function{}}
	n.findReleasing()
	return n
}

// functionsNamed returns the functions of a name that have bodies.
func (u *bodies) functionsNamed(name string) []*sema.Function {
	out, known := u.named[name]
	if !known {
		for _, f := range u.sema.FunctionsNamed(name) {
			if f.Body.Valid() {
				out = append(out, f)
			}
		}
		u.named[name] = out
	}
	return out
}

// findReleasing finds the names of the functions that release the kind, directly
// or through others.
func (u *bodies) findReleasing() {
	u.releasing = map[string]bool{}
	work := append([]string(nil), u.kind.Release...)
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range u.sema.Calls(name) {
			if f := u.sema.FunctionAt(call); f != nil && !u.releasing[f.Name] {
				u.releasing[f.Name] = true
				work = append(work, f.Name)
			}
		}
	}
}

// mayRelease reports whether a call of a function of this name may release what
// it is given.
func (u *bodies) mayRelease(name string) bool {
	if slices.Contains(u.kind.Release, name) || u.releasing[name] {
		return true
	}
	return roleOf(name) == plain && len(u.functionsNamed(name)) == 0
}

// function returns the body of an instance to be followed, nil for none.
func (u *bodies) function(inst *ir.Instance) *function {
	key := inst.Key()
	f, ok := u.functions[key]
	if !ok {
		u.functions[key] = nil // if it is asked for while it is lowered
		f = newFunction(u, inst)
		u.functions[key] = f
	}
	return f
}

// instance returns a function as it is written: of a template, without arguments.
func instance(f *sema.Function) *ir.Instance {
	inst := &ir.Instance{Function: f}
	if r := f.Record; r != nil && f.Qualifiers&ast.Static == 0 {
		r.Complete()
		inst.This = &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
	}
	return inst
}

// lambda returns the body of a lambda expression in a function, nil for one that is not
// found there.
func (u *bodies) lambda(n ast.Node, in *ir.Instance) *function {
	if inst, ok := u.lambdas[n]; ok {
		return u.function(inst)
	}
	f := u.function(in)
	if f == nil {
		return nil
	}
	for i := range f.code.Len() {
		o := f.code.Op(ir.ID(i))
		if o.Code != ir.OpVar || !ir.IsKind(o.Type, sema.RecordKind) {
			continue
		}
		if r := ir.Strip(o.Type).Record; r != nil && r.Closure() != nil {
			inner := &ir.Instance{Function: r.Closure().Call}
			if u.lambdas[r.Closure().Node] == nil {
				u.lambdas[r.Closure().Node] = inner
				u.lambda(n, inner)
			}
		}
	}
	if inst := u.lambdas[n]; inst != nil {
		return u.function(inst)
	}
	return nil
}

// expand returns what a macro invocation stands for.
func (u *bodies) expand(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.CallExpression, ast.Identifier) {
		return ast.Node{}, false
	}
	x, ok := u.sema.Expand(n)
	if !ok || x.HasError() {
		return ast.Node{}, false
	}
	return x, true
}

// broken reports whether source that does not parse, or was left out so that the
// rest does, hides calls that matter.
func (u *bodies) broken(body ast.Node) bool {
	matters := func(text string) bool {
		for _, names := range [][]string{u.kind.Acquire, u.kind.Release} {
			for _, name := range names {
				if strings.Contains(text, name) {
					return true
				}
			}
		}
		for name := range u.releasing {
			if strings.Contains(text, name) {
				return true
			}
		}
		return false
	}
	span := body.Span()
	for _, s := range body.File().Inactive {
		if s.Start >= span.Start && s.End <= span.End && matters(body.File().Source.Slice(s)) {
			return true
		}
	}
	if !body.HasError() {
		return false
	}
	for n := range body.Descendants() {
		if n.Is(ast.Error) && (matters(n.Text()) || strings.Contains(n.Text(), "{")) {
			return true
		}
	}
	return false
}
