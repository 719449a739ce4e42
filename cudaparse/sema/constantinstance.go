package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// Bounds of the search for instances.
const (
	maxConstantUses = 5000 // names of variable templates that are visited
	maxInstantiated = 200  // instances of one function template
	maxCallers      = 6    // function templates that call each other
	maxCalls        = 3000 // calls of function templates that are followed in one unit
)

// constantInstances returns the instances of variable templates that the unit
// makes. One whose arguments are not known has no size.
func (u *Unit) constantInstances(generic []*Variable, launchesOf func(*Function) []*Launch) []ConstantObject {
	f := &instanceFinder{u: u, e: &eval{u: u}, launchesOf: launchesOf, generic: map[string][]*Variable{}, seen: map[string]bool{}}
	for _, v := range generic {
		f.generic[v.Name] = append(f.generic[v.Name], v)
	}
	for _, v := range u.Variables {
		if v.Space == ConstantSpace && len(f.constants) < maxConstantUses {
			f.constants = append(f.constants, v)
		}
	}
	uses := 0
	for _, file := range u.Files {
		for i := range file.Len() {
			n := file.At(i)
			if n.Is(ast.TemplateFunction, ast.TemplateType) && f.generic[n.PlainName()] != nil && uses < maxConstantUses {
				uses++
				f.use(n)
			}
		}
	}
	return f.out
}

// An instanceFinder finds the instances of variable templates in constant memory.
type instanceFinder struct {
	u       *Unit
	e       *eval
	generic map[string][]*Variable
	// constants are all variables in constant memory, or the first of very many.
	constants []*Variable
	seen      map[string]bool
	calls     int // followed so far
	// launchesOf returns the launches of a kernel.
	launchesOf func(*Function) []*Launch
	out        []ConstantObject
}

// use looks at one place that names a variable template with arguments.
func (f *instanceFinder) use(n ast.Node) {
	u := f.u
	if u.Inactive(n, true) {
		return
	}
	scope := u.ScopeAt(n)
	v := f.variable(scope, n)
	if v == nil {
		return
	}
	order := [2]int{f.lastBefore(n), n.Span().Start}
	in := u.FunctionAt(n)
	if in == nil {
		if d := n.Enclosing(ast.Declaration); d.Valid() && n.Field() == ast.FieldDeclarator || n.Parent().Is(ast.ArrayDeclarator, ast.InitDeclarator) && n.Field() == ast.FieldDeclarator {
			f.declared(v, n, order)
			return
		}
	}
	list := n.Child(ast.FieldArguments)
	args := f.e.templateArgs(scope, list)
	bound, known := f.instantiations(in, 0)
	if len(bound) > 0 && bound[0] != nil {
		order[0] = int(^uint(0) >> 1) // templates are made at the end
	}
	if !known {
		f.add(v, nil, order)
	}
	for _, b := range bound {
		if b != nil {
			args = f.e.templateArgs(scope.With(b), list)
		}
		f.add(v, args, order)
	}
}

// variable returns the variable template that a node names.
func (f *instanceFinder) variable(s *Scope, n ast.Node) *Variable {
	list := f.generic[n.PlainName()]
	if len(list) == 1 {
		return list[0]
	}
	if sym := f.e.value(s, n); sym.kind == variableSymbol && slices.Contains(list, sym.variable) {
		return sym.variable
	}
	return nil
}

// lastBefore returns when the last constant variable before a node was read.
func (f *instanceFinder) lastBefore(n ast.Node) int {
	last := 0
	for _, v := range f.constants {
		if v.seq > last && before(f.u, v.Node, n) {
			last = v.seq
		}
	}
	return last
}

// declared adds an explicit specialisation, which has its own type, or an
// explicit instantiation.
func (f *instanceFinder) declared(v *Variable, n ast.Node, order [2]int) {
	s := f.u.outerScope(n)
	args := f.e.templateArgs(s, n.Child(ast.FieldArguments))
	d := n.Enclosing(ast.Declaration)
	template := d.Parent()
	if template.Kind() != ast.TemplateDeclaration {
		f.add(v, args, order)
		return
	}
	if template.Child(ast.FieldParameters).ChildCount() > 0 {
		return // a partial specialisation
	}
	for declarator := range d.ChildrenWith(ast.FieldDeclarator) {
		if declarator.DeclaredName() != n {
			continue
		}
		base := f.e.typeOf(s, d.Child(ast.FieldType)).With(d.Qualifiers())
		_, t := f.e.declare(s, base, declarator)
		o := f.object(v, args, order)
		o.Node, o.Weak = n, false
		o.Type = f.e.initialized(s, t, declarator.Initializer())
		f.u.sizeConstant(f.e, &o, s, d, declarator)
		f.once(v, args, o)
	}
}

// add adds the instance with some arguments, nil for unknown ones.
func (f *instanceFinder) add(v *Variable, args []TemplateArg, order [2]int) {
	s := v.Scope.Outer
	b, full := f.e.bindArgs(v.params, args, s)
	o := f.object(v, full, order)
	if _, known := types.ArgsKey(full, false); known && args != nil {
		inner := s.With(b)
		base := f.e.typeOf(inner, v.Declaration.Child(ast.FieldType)).With(v.Declaration.Qualifiers())
		_, t := f.e.declare(inner, base, v.declarator)
		o.Type = f.e.initialized(inner, t, v.Init)
		f.u.sizeConstant(f.e, &o, inner, v.Declaration, v.declarator)
	} else {
		full = nil
	}
	f.once(v, full, o)
}

func (f *instanceFinder) object(v *Variable, args []TemplateArg, order [2]int) ConstantObject {
	name := decl.Join(v.Namespace, v.Name)
	if _, known := types.ArgsKey(args, false); known {
		name += "<" + types.ArgsName(args) + ">"
	} else {
		name += "<...>"
	}
	return ConstantObject{Variable: v, Name: name, Node: v.Node, Size: -1, Align: -1, Weak: true, Certain: v.certain,
		Internal: v.Qualifiers&ast.Static != 0 || namelessSpace(v.Node), order: order}
}

// once adds an instance unless it is there already. A specialisation that is used again later has
// one instance.
func (f *instanceFinder) once(v *Variable, args []TemplateArg, o ConstantObject) {
	key, _ := types.ArgsKey(args, false)
	key = decl.Join(v.Namespace, v.Name) + "<" + key
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	f.out = append(f.out, o)
}

// instantiations returns the template arguments with which a function is instantiated: one nil for
// a function that is no template. known is false where there may be others.
func (f *instanceFinder) instantiations(fn *Function, depth int) (out []*Bindings, known bool) {
	switch {
	case fn == nil:
		return []*Bindings{nil}, true
	case fn.Record != nil && (len(fn.Record.TemplateParams) > 0 || fn.Record.Generic != nil):
		out, known = f.records(fn.Record)
		return out, known && len(fn.TemplateParams) == 0
	case len(fn.TemplateParams) == 0 || fn.Specialization != nil:
		return []*Bindings{nil}, true
	case depth > maxCallers || f.calls > maxCalls:
		return nil, false
	}
	known = true
	if fn.Kernel() {
		for _, l := range f.launchesOf(fn) {
			out = append(out, l.Bindings)
		}
		return out, true
	}
	for _, call := range f.u.Calls(fn.Name) {
		if f.u.Inactive(call, true) {
			continue
		}
		callers, all := f.instantiations(f.u.FunctionAt(call), depth+1)
		known = known && all
		for _, b := range callers {
			if f.calls++; f.calls > maxCalls {
				return out, false
			}
			deduced, ok := f.called(fn, call, b)
			known = known && ok
			if deduced != nil {
				out = append(out, deduced)
			}
			if len(out) > maxInstantiated {
				return out, false
			}
		}
	}
	return out, known
}

// records returns the arguments of the instances of a class template. known is
// false where its name has arguments that are not known.
func (f *instanceFinder) records(r *Record) (out []*Bindings, known bool) {
	known = true
	uses := 0
	for _, file := range f.u.Files {
		for i := range file.Len() {
			n := file.At(i)
			if n.Kind() != ast.TemplateType || n.PlainName() != r.Name || f.u.Inactive(n, true) {
				continue
			}
			if uses++; uses > maxConstantUses {
				return out, false
			}
			t := f.e.typeOf(f.u.ScopeAt(n), n) // makes the instance
			known = known && t.Known()
		}
	}
	f.u.mu.Lock()
	defer f.u.mu.Unlock()
	for _, key := range sortedKeys(f.u.instances) {
		if in := f.u.instances[key]; in.Bindings != nil && (in.Generic == r || in == r || in.Node == r.Node) && len(out) < maxInstantiated {
			out = append(out, in.Bindings)
		}
	}
	return out, known
}

// called returns the arguments of a function template at a call, made from a
// caller with some arguments; nil for a call of another function.
func (f *instanceFinder) called(fn *Function, call ast.Node, caller *Bindings) (b *Bindings, ok bool) {
	s := f.u.ScopeAt(call)
	if caller != nil {
		s = s.With(caller)
	}
	candidates, explicit := s.FunctionsNamed(call.Child(ast.FieldFunction))
	if len(candidates) > 0 && !slices.Contains(candidates, fn) {
		return nil, true
	}
	var types []*Type
	for a := range call.Child(ast.FieldArguments).Children() {
		types = append(types, s.ExprType(a))
	}
	b, ok = s.Deduce(fn, explicit, types)
	if !ok {
		return nil, false
	}
	for _, p := range fn.TemplateParams {
		if a, found := b.Lookup(p.Name); p.Name != "" && (!found || !a.Known() && a.Pack == nil) {
			return b, false
		}
	}
	return b, true
}

// localConstants returns the static __constant__ variables of functions that can
// run on the device. The compiler drops those that nothing refers to after
// optimisation, so they are never certain.
func (u *Unit) localConstants() []ConstantObject {
	var out []ConstantObject
	e := &eval{u: u}
	for _, file := range u.Files {
		if !file.Source.Contains("__constant__") {
			continue
		}
		for i := range file.Len() {
			n := file.At(i)
			if n.Kind() != ast.Declaration || n.Qualifiers()&ast.Constant == 0 {
				continue
			}
			if fn := u.FunctionAt(n); fn != nil && fn.OnDevice() && !u.Inactive(n, true) && (fn.Kernel() || len(u.Calls(fn.Name)) > 0) {
				out = append(out, u.localConstant(e, fn, n)...)
			}
		}
	}
	return out
}

func (u *Unit) localConstant(e *eval, fn *Function, declaration ast.Node) []ConstantObject {
	var out []ConstantObject
	s := u.ScopeAt(declaration)
	for _, d := range e.declarators(s, declaration) {
		if d.Function || !usedAfter(fn, d.Node) {
			continue
		}
		o := ConstantObject{Name: fn.Name + "::" + d.Name, Node: d.Node, Type: d.Type, Internal: true, order: [2]int{int(^uint(0) >> 1), declaration.Span().Start}}
		u.sizeConstant(e, &o, s, declaration, d.Node)
		out = append(out, o)
	}
	return out
}

// usedAfter reports whether a function names a variable behind its declaration.
func usedAfter(fn *Function, name ast.Node) bool {
	for i, end := name.Index()+1, fn.Body.End(); i < end; i++ {
		if n := name.File().At(i); n.Kind() == ast.Identifier && n.Text() == name.Text() {
			return true
		}
	}
	return false
}
