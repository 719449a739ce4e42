package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// evaluate says what a launch does when its function is called as a frame says.
func (l *launcher) evaluate(n ast.Node, parts launchParts, fr *frame) *Launch {
	l.ensure()
	fr.assume = l.assumptions(n, fr)
	launch := &Launch{Node: n, Kernel: parts.kernel, In: fr.flow.fn, SharedBytes: 0}
	s := l.h.scope(fr, n)
	l.dims(launch, parts, fr, n)
	if parts.shared.Valid() {
		launch.SharedBytes = -1
		if k := l.h.e.constant(s, parts.shared); k.Known() && k.Type.Kind != Float {
			launch.SharedBytes = k.Int
		}
	}
	args, argScope := parts.args, s
	if parts.array.Valid() {
		args = l.arrayArgs(parts.array, fr)
	}
	for _, a := range args {
		l.ensure()
		arg := LaunchArg{Node: a, Type: l.h.e.exprType(argScope, a)}
		if v := arg.Type.Value(); v == nil || v.Arithmetic() {
			arg.Value = l.h.e.constant(argScope, a)
		}
		launch.Args = append(launch.Args, arg)
	}
	l.ensure()
	candidates, explicit := l.kernels(parts.kernel, fr, n, 0)
	l.choose(launch, candidates, explicit, !parts.array.Valid() || launch.Args != nil)
	return launch
}

// choose picks the kernels a launch can mean among candidates: of each name the
// overload that fits. The types of the arguments are not known where they are
// passed in an array out of sight.
func (l *launcher) choose(launch *Launch, candidates []*Function, explicit []TemplateArg, argsKnown bool) {
	launch.TemplateArgs = explicit
	var names [][]*Function
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
		names = append(names, []*Function{f})
	}
	for _, group := range names {
		f, b := l.overload(launch, group, explicit, argsKnown)
		launch.Kernels = append(launch.Kernels, f...)
		launch.Bindings = b
	}
	if len(launch.Kernels) != 1 {
		launch.Bindings = nil
	}
	if len(launch.Kernels) != 1 {
		return
	}
	// Default arguments, and the conversion to what the kernel takes.
	f := launch.Kernels[0]
	scope := scopeWith(f, launch.Bindings)
	for i, p := range f.Params {
		if i >= len(launch.Args) {
			if !p.Default.Valid() {
				break
			}
			launch.Args = append(launch.Args, LaunchArg{Node: p.Default, Value: l.h.e.constant(f.Scope, p.Default), Type: l.h.e.exprType(f.Scope, p.Default)})
		}
		if t := l.h.e.paramType(scope, p).Object(); t.Arithmetic() {
			launch.Args[i].Value = launch.Args[i].Value.Convert(t.Without())
		}
	}
}

// overload picks among kernels of one name.
func (l *launcher) overload(launch *Launch, group []*Function, explicit []TemplateArg, argsKnown bool) ([]*Function, *Bindings) {
	types := make([]*Type, len(launch.Args))
	for i, a := range launch.Args {
		types[i] = a.Type
	}
	if !argsKnown {
		types = make([]*Type, len(group[0].Params))
	}
	if f, b := l.h.e.resolve(l.u.Global, group, explicit, types); f != nil {
		return []*Function{f}, b
	}
	var fits []*Function
	var bindings *Bindings
	for _, f := range group {
		if b, ok := l.h.e.deduce(f, explicit, types); ok && len(f.Specialization) == 0 {
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

// dims fills in the grid and block.
func (l *launcher) dims(launch *Launch, parts launchParts, fr *frame, at ast.Node) {
	set := func(out *[3]int64, c int, k Const) {
		if k.Known() && k.Type.Kind != Float && k.Int > 0 && k.Int < 1<<31 {
			out[c] = k.Int
		}
	}
	for c := range 3 {
		l.ensure()
		switch {
		case parts.blockList != nil:
			s := l.h.scope(fr, at)
			set(&launch.Grid, c, l.h.e.constant(s, parts.gridList[c]))
			set(&launch.Block, c, l.h.e.constant(s, parts.blockList[c]))
		case parts.config.Valid():
			if parts.config.Kind() == ast.PointerExpression {
				if local := fr.flow.localNamed(rootName(parts.config.Child(ast.FieldArgument)).Text(), at); local != nil {
					component := [...]string{"x", "y", "z"}[c]
					set(&launch.Grid, c, l.h.path(fr, local, "gridDim."+component, at))
					set(&launch.Block, c, l.h.path(fr, local, "blockDim."+component, at))
				}
			}
		default:
			set(&launch.Grid, c, l.h.dim(fr, parts.grid, c, at))
			set(&launch.Block, c, l.h.dim(fr, parts.block, c, at))
		}
	}
}

// arrayArgs returns the arguments that a void *args[] = {&a, &b} passes.
func (l *launcher) arrayArgs(n ast.Node, fr *frame) []ast.Node {
	for n.Is(ast.CastExpression, ast.ParenthesizedExpression) {
		if n.Kind() == ast.ParenthesizedExpression {
			n = n.FirstChild()
		} else {
			n = n.Child(ast.FieldValue)
		}
	}
	list := n
	if n.Kind() == ast.Identifier {
		local := fr.flow.local(n)
		if local == nil || len(local.writes) != 1 {
			return nil
		}
		list = local.writes[0].value
	}
	if list.Kind() != ast.InitializerList {
		return nil
	}
	var out []ast.Node
	for a := range list.Children() {
		for a.Is(ast.CastExpression, ast.ParenthesizedExpression) {
			if a.Kind() == ast.ParenthesizedExpression {
				a = a.FirstChild()
			} else {
				a = a.Child(ast.FieldValue)
			}
		}
		if a.Kind() == ast.PointerExpression && a.Op() == ast.And {
			a = a.Child(ast.FieldArgument)
		}
		out = append(out, a)
	}
	return out
}

// assumptions returns what the cases and conditions around a launch say of
// locals that never change: n is 256 below `case 256:` of a switch over n, and in
// `if (n == 256)`.
func (l *launcher) assumptions(n ast.Node, fr *frame) map[*hostLocal]Const {
	out := map[*hostLocal]Const{}
	say := func(name, value ast.Node) {
		local := fr.flow.local(name)
		if local == nil || name.Kind() != ast.Identifier || len(local.writes) != 1 || local.escaped {
			return
		}
		if k := l.h.e.constant(fr.flow.fn.Scope, value); k.Known() {
			if t := l.h.localType(fr, local).Object(); t.Arithmetic() {
				out[local] = k.Convert(t.Without())
			}
		}
	}
	n = n.Origin()
	for child, p := n, n.Parent(); p.Valid() && p != fr.flow.body; child, p = p, p.Parent() {
		switch p.Kind() {
		case ast.CaseStatement:
			body := p.Parent()
			if body.Parent().Kind() != ast.SwitchStatement || !p.Child(ast.FieldValue).Valid() || fallsInto(p) {
				continue
			}
			say(conditionOf(body.Parent()), p.Child(ast.FieldValue))
		case ast.IfStatement:
			cond := conditionOf(p)
			if child.Field() != ast.FieldConsequence {
				continue
			}
			for cond.Kind() == ast.BinaryExpression && cond.Op() == ast.LogicalAnd {
				sayEqual(cond.Child(ast.FieldRight), say)
				cond = cond.Child(ast.FieldLeft)
			}
			sayEqual(cond, say)
		}
	}
	return out
}

func sayEqual(cond ast.Node, say func(name, value ast.Node)) {
	for cond.Kind() == ast.ParenthesizedExpression {
		cond = cond.FirstChild()
	}
	if cond.Kind() == ast.BinaryExpression && cond.Op() == ast.Equal {
		say(cond.Child(ast.FieldLeft), cond.Child(ast.FieldRight))
	}
}

func conditionOf(n ast.Node) ast.Node {
	cond := n.Child(ast.FieldCondition)
	if cond.Kind() == ast.ConditionClause {
		cond = cond.Child(ast.FieldValue)
	}
	for cond.Kind() == ast.ParenthesizedExpression {
		cond = cond.FirstChild()
	}
	return cond
}

// fallsInto reports whether the case before one may go on into it.
func fallsInto(c ast.Node) bool {
	var before ast.Node
	for s := range c.Parent().Children() {
		if s == c {
			break
		}
		before = s
	}
	return before.Kind() == ast.CaseStatement && !breaks(before)
}
