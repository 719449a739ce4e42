package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// setKernels sets the kernels that a launch may start.
func (e *evaluator) setKernels(launch *sema.Launch, fr *frame, o *ir.Op) {
	known := !o.Flags.Has(ir.Packed) || launch.Args != nil
	switch {
	case o.X.Callee != nil && (known && !o.Flags.Has(ir.Packed)):
		launch.TemplateArgs = o.X.Templates
		if f := o.X.Callee.Function; f.Kernel() {
			launch.Kernels, launch.Bindings = []*sema.Function{f}, o.X.Callee.Bindings
		}
	case o.X.Callee != nil:
		e.pick(launch, []*sema.Function{o.X.Callee.Function}, o.X.Templates, known)
	case o.A != 0:
		f := e.functions(fr, o.A, 0)
		e.pick(launch, f.list, f.templates, known)
	default:
		var list []*sema.Function
		for _, c := range o.X.Candidates {
			list = append(list, c.Function)
		}
		e.pick(launch, list, o.X.Templates, known)
	}
	if len(launch.Kernels) == 1 {
		e.complete(launch)
	} else {
		launch.Bindings = nil
	}
}

// pick sets the kernels that a launch may start among candidates: for each name the overload
// that fits. known is false if the types of the arguments are not known, because they are
// passed in an unknown array.
func (e *evaluator) pick(launch *sema.Launch, candidates []*sema.Function, explicit []sema.TemplateArg, known bool) {
	launch.TemplateArgs = explicit
	var names [][]*sema.Function
next:
	for _, f := range candidates {
		if !f.Kernel() {
			continue
		}
		for i, group := range names {
			if group[0].Name == f.Name && group[0].Namespace == f.Namespace {
				names[i] = append(group, f)
				continue next
			}
		}
		names = append(names, []*sema.Function{f})
	}
	for _, group := range names {
		types := make([]*sema.Type, len(launch.Args))
		for i, a := range launch.Args {
			types[i] = a.Type
		}
		if !known {
			types = make([]*sema.Type, len(group[0].Params))
		}
		f, b := e.overload(group, explicit, types)
		launch.Kernels, launch.Bindings = append(launch.Kernels, f...), b
	}
}

// overload returns the kernels of one name that fit types of arguments.
func (e *evaluator) overload(group []*sema.Function, explicit []sema.TemplateArg, types []*sema.Type) (fits []*sema.Function, bindings *sema.Bindings) {
	s := e.unit.Global
	if f, b := s.Resolve(group, explicit, types); f != nil {
		return []*sema.Function{f}, b
	}
	for _, f := range group {
		if b, ok := s.Deduce(f, explicit, types); ok && len(f.Specialization) == 0 {
			fits, bindings = append(fits, f), b
		}
	}
	if len(fits) == 0 {
		for _, f := range group {
			if len(f.Params) == len(types) {
				fits = append(fits, f)
			}
		}
	}
	return fits, bindings
}

// complete adds default arguments, and converts numbers to the types of the parameters.
func (e *evaluator) complete(launch *sema.Launch) {
	f := launch.Kernels[0]
	scope := f.Scope
	if launch.Bindings != nil {
		scope = scope.With(launch.Bindings)
	}
	for i, p := range f.Params {
		if i >= len(launch.Args) {
			if !p.Default.Valid() {
				break
			}
			launch.Args = append(launch.Args, sema.LaunchArg{Node: p.Default, Value: f.Scope.Const(p.Default), Type: f.Scope.ExprType(p.Default)})
		}
		a := &launch.Args[i]
		switch t := scope.ParamType(p).Object(); {
		case t.Arithmetic():
			a.Value = a.Value.Convert(t.Without())
		case t == nil || t.Kind != sema.Pointer && !t.Same(a.Type.Object()):
			a.Held = nil // it is converted
		}
	}
}

// A functionSet is the set of functions that a pointer may point to. Template arguments that
// differ between them are unknown.
type functionSet struct {
	list      []*sema.Function
	templates []sema.TemplateArg
}

const maxFunctions = 64

func (f *functionSet) add(more functionSet) {
	if len(f.list) == 0 {
		*f = more
		return
	}
	if !slices.EqualFunc(f.templates, more.templates, sema.TemplateArg.Same) {
		f.templates = nil
	}
	for _, k := range more.list {
		if !slices.Contains(f.list, k) && len(f.list) < maxFunctions {
			f.list = append(f.list[:len(f.list):len(f.list)], k)
		}
	}
}

// functions returns the functions that an operation may yield a pointer to.
func (e *evaluator) functions(fr *frame, id ir.ID, depth int) (out functionSet) {
	if id == 0 || depth > maxNested || !e.answers.step() {
		return out
	}
	o := fr.f.Op(id)
	switch o.Code {
	case ir.OpFunction:
		if o.X.Callee != nil {
			return functionSet{[]*sema.Function{o.X.Callee.Function}, o.X.Templates}
		}
		for _, c := range o.X.Candidates {
			out.list = append(out.list, c.Function)
		}
		out.templates = o.X.Templates
	case ir.OpConvert, ir.OpAddress, ir.OpBind:
		return e.functions(fr, o.A, depth+1)
	case ir.OpChoose:
		c := e.value(fr, o.A)
		for i := range o.X.Regions {
			if !c.known() || (c.Int != 0) == (i == 0) {
				out.add(e.functions(fr, o.X.Regions[i].Value, depth+1))
			}
		}
	case ir.OpLoad:
		if p, ok := e.locate(fr, o.A); ok {
			return e.stored(p, depth+1)
		}
	case ir.OpCall:
		if callee := e.callee(fr, id); callee != nil {
			for _, ret := range callee.returns {
				if yes, known := e.runs(callee, ret); yes || !known {
					out.add(e.functions(callee, callee.f.Op(ret).A, depth+1))
				}
			}
		}
	case ir.OpParam:
		if a := fr.arg(o.Int); a != 0 {
			return e.functions(fr.caller, a, depth+1)
		}
	}
	return out
}

const maxNested = 16

// stored returns the functions that any write stores in a pointer at a place.
func (e *evaluator) stored(p place, depth int) (out functionSet) {
	if p.fr == nil {
		f := e.builder.LowerInitializer(p.root.variable)
		if f == nil {
			return out
		}
		p = place{fr: &frame{flow: e.flowOf(f)}, root: root{op: f.Params[0]}, path: p.path}
	}
	for _, id := range p.fr.writes[p.root] {
		o := p.fr.f.Op(id)
		if o.Code != ir.OpStore && o.Code != ir.OpCopy {
			continue
		}
		if to, ok := e.locate(p.fr, o.A); !ok || !to.meets(p) {
			continue
		}
		if o.Code == ir.OpStore {
			out.add(e.functions(p.fr, o.B, depth+1))
		} else if q, ok := e.source(write{fr: p.fr, op: id}, p); ok {
			out.add(e.stored(q, depth+1))
		}
	}
	o := p.fr.f.Op(p.root.op)
	if o.Code != ir.OpParam {
		return out
	}
	a := p.fr.arg(o.Int)
	e.open = e.open || a == 0
	if a != 0 {
		if p.path == "" {
			out.add(e.functions(p.fr.caller, a, depth+1))
		} else if q, ok := e.locate(p.fr.caller, a); ok && q != p {
			out.add(e.stored(q.part(p.path), depth+1))
		}
	}
	return out
}

// names returns the names of the functions that the kernel expression of a launch may mean;
// direct is false if the expression does not name the kernel.
func (a *Analysis) names(n ast.Node, in *sema.Function, names []string, depth int) (out []string, direct bool) {
	if depth > maxNested {
		return nil, false
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return a.names(n.FirstChild(), in, names, depth+1)
	case ast.CastExpression:
		return a.names(n.Child(ast.FieldValue), in, names, depth+1)
	case ast.PointerExpression:
		return a.names(n.Child(ast.FieldArgument), in, names, depth+1)
	case ast.ConditionalExpression:
		if names, direct = a.names(n.Child(ast.FieldConsequence), in, names, depth+1); !direct {
			return nil, false
		}
		return a.names(n.Child(ast.FieldAlternative), in, names, depth+1)
	case ast.Identifier:
		if _, macro := a.e.unit.Expand(n); macro {
			return nil, false
		}
	case ast.TemplateFunction, ast.QualifiedIdentifier:
	default:
		return nil, false
	}
	name := n.LastName().Text()
	if name == "" || a.variables[name] || len(a.e.unit.StaticsNamed(name)) > 0 || mayBeLocal(name, in) {
		return nil, false
	}
	return append(names, name), true
}

// mayBeLocal reports whether a name may be a parameter, a template parameter or a variable of
// a function: its body has the name where no function is called or passed.
func mayBeLocal(name string, in *sema.Function) bool {
	for sc := in.Scope; sc != nil; sc = sc.Outer {
		if sc.Bindings != nil {
			if _, bound := sc.Bindings.Lookup(name); bound {
				return true
			}
		}
	}
	if slices.ContainsFunc(in.Params, func(p decl.Param) bool { return p.Name == name }) {
		return true
	}
	if !in.Body.Valid() {
		return false
	}
	for n := range in.Body.Descendants() {
		if n.Kind() != ast.Identifier || n.Text() != name {
			continue
		}
		switch n.Parent().Kind() {
		case ast.CallExpression, ast.ArgumentList, ast.TemplateFunction, ast.QualifiedIdentifier, ast.PointerExpression, ast.CastExpression,
			ast.ParenthesizedExpression, ast.ConditionalExpression:
		default:
			return true
		}
	}
	return false
}
