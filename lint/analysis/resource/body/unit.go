// Package body holds the function bodies of a translation unit: each with its lowered form, its
// control-flow graph, its variables, and the names and values that are live in its blocks.
package body

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// Around returns the body that a node is in: of a lambda or a function; nil for
// none that can be followed.
func (u *Unit) Around(n ast.Node) *Function {
	n = n.Origin()
	in := u.Sema.FunctionAt(n)
	if in == nil || u.Sema.Inactive(n, false) {
		return nil
	}
	if l := n.Enclosing(ast.LambdaExpression, ast.FunctionDefinition); l.Is(ast.LambdaExpression) {
		return u.lambda(l, Instance(in))
	}
	return u.Function(Instance(in))
}

// A Unit holds the function bodies of a translation unit, lowered on demand, and the functions
// among them that release one kind of resource.
type Unit struct {
	Sema *sema.Unit
	Kind *handle.Kind

	builder   *ir.Builder
	functions map[string]*Function        // by the key of the instance
	lambdas   map[ast.Node]*ir.Instance   // by the expression
	named     map[string][]*sema.Function // see FunctionsNamed
	Releasing map[string]bool             // names of functions that release, or call one that does
}

// NewUnit returns the bodies of a translation unit. builder lowers them.
func NewUnit(u *sema.Unit, kind *handle.Kind, builder *ir.Builder) *Unit {
	n := &Unit{Sema: u, Kind: kind, builder: builder, functions: map[string]*Function{}, lambdas: map[ast.Node]*ir.Instance{}, named: map[string][]*sema.Function{}}
	n.findReleasing()
	return n
}

// FunctionsNamed returns the functions of a name that have bodies.
func (u *Unit) FunctionsNamed(name string) []*sema.Function {
	out, known := u.named[name]
	if !known {
		for _, f := range u.Sema.FunctionsNamed(name) {
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
func (u *Unit) findReleasing() {
	u.Releasing = map[string]bool{}
	work := append([]string(nil), u.Kind.Release...)
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range u.Sema.Calls(name) {
			if f := u.Sema.FunctionAt(call); f != nil && !u.Releasing[f.Name] {
				u.Releasing[f.Name] = true
				work = append(work, f.Name)
			}
		}
	}
}

// mayRelease reports whether a call of a function of this name may release one of its arguments.
func (u *Unit) mayRelease(name string) bool {
	if slices.Contains(u.Kind.Release, name) || u.Releasing[name] {
		return true
	}
	return handle.RoleOf(name) == handle.Unlisted && len(u.FunctionsNamed(name)) == 0
}

// Function returns the body of an instance to be followed, nil for none.
func (u *Unit) Function(inst *ir.Instance) *Function {
	key := inst.Key()
	f, ok := u.functions[key]
	if !ok {
		u.functions[key] = nil // if it is asked for while it is lowered
		f = newFunction(u, inst)
		u.functions[key] = f
	}
	return f
}

// Instance returns the instance of a function without template arguments, as it is written.
func Instance(f *sema.Function) *ir.Instance {
	inst := &ir.Instance{Function: f}
	if r := f.Record; r != nil && f.Qualifiers&ast.Static == 0 {
		r.Complete()
		inst.This = &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
	}
	return inst
}

// lambda returns the body of a lambda expression in a function, nil for one that is not
// found there.
func (u *Unit) lambda(n ast.Node, in *ir.Instance) *Function {
	if inst, ok := u.lambdas[n]; ok {
		return u.Function(inst)
	}
	f := u.Function(in)
	if f == nil {
		return nil
	}
	for i := range f.Code.Len() {
		o := f.Code.Op(ir.ID(i))
		if o.Code != ir.OpVar || !ir.IsKind(o.Type, sema.RecordKind) {
			continue
		}
		if r := ir.Strip(o.Type).Record; r != nil && sema.ClosureOf(r) != nil {
			inner := &ir.Instance{Function: sema.ClosureOf(r).Call}
			if u.lambdas[sema.ClosureOf(r).Node] == nil {
				u.lambdas[sema.ClosureOf(r).Node] = inner
				u.lambda(n, inner)
			}
		}
	}
	if inst := u.lambdas[n]; inst != nil {
		return u.Function(inst)
	}
	return nil
}

// Expand returns what a macro invocation stands for.
func (u *Unit) Expand(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.CallExpression, ast.Identifier) {
		return ast.Node{}, false
	}
	x, ok := u.Sema.Expand(n)
	if !ok || x.HasError() {
		return ast.Node{}, false
	}
	return x, true
}

// broken reports whether calls that matter may stand in source that does not parse, or that the
// parser left out.
func (u *Unit) broken(body ast.Node) bool {
	matters := func(text string) bool {
		for _, names := range [][]string{u.Kind.Acquire, u.Kind.Release} {
			for _, name := range names {
				if strings.Contains(text, name) {
					return true
				}
			}
		}
		for name := range u.Releasing {
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
