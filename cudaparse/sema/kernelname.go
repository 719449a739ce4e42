package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// kernels returns what an expression naming a kernel can mean: the functions of
// that name, or what a function pointer has been set to.
func (l *launcher) kernels(n ast.Node, fr *frame, at ast.Node, depth int) ([]*Function, []TemplateArg) {
	if depth > 10 {
		return nil, nil
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return l.kernels(n.FirstChild(), fr, at, depth+1)
	case ast.CastExpression:
		return l.kernels(n.Child(ast.FieldValue), fr, at, depth+1)
	case ast.PointerExpression:
		return l.kernels(n.Child(ast.FieldArgument), fr, at, depth+1)
	case ast.InitializerList:
		return l.union(n, fr, at, depth)
	case ast.ConditionalExpression:
		if cond, known := l.h.e.constant(l.h.scope(fr, at), n.Child(ast.FieldCondition)).True(); known {
			if cond {
				return l.kernels(n.Child(ast.FieldConsequence), fr, at, depth+1)
			}
			return l.kernels(n.Child(ast.FieldAlternative), fr, at, depth+1)
		}
		a, args := l.kernels(n.Child(ast.FieldConsequence), fr, at, depth+1)
		b, _ := l.kernels(n.Child(ast.FieldAlternative), fr, at, depth+1)
		return append(a[:len(a):len(a)], b...), args
	case ast.CallExpression: // HIP_KERNEL_NAME(k<T>), or a cast
		fn := n.Child(ast.FieldFunction)
		name := lastName(fn)
		if name == "HIP_KERNEL_NAME" || name == "KERNEL_NAME" || fn.Kind() == ast.TemplateFunction && name[max(0, len(name)-5):] == "_cast" {
			return l.kernels(n.Child(ast.FieldArguments).FirstChild(), fr, at, depth+1)
		}
		if x, ok := l.u.expandAs(n, inExpression); ok {
			return l.kernels(x, fr, at, depth+1)
		}
		return nil, nil
	case ast.SubscriptExpression:
		return l.kernels(n.Child(ast.FieldArgument), fr, at, depth+1)
	case ast.Identifier:
		if m, _ := l.u.macroInvoked(n); m != nil {
			if x, ok := l.u.expandAs(n, inExpression); ok {
				return l.kernels(x, fr, at, depth+1)
			}
		}
		if local := fr.flow.localNamed(n.Text(), at); local != nil {
			return l.pointed(local, fr, depth)
		}
	}
	s := l.h.scope(fr, at)
	found, explicit := l.h.e.functionsNamed(s, n)
	if found == nil {
		if sym := l.h.e.value(s, n); sym.kind == variableSymbol && sym.variable.Init.Valid() {
			return l.kernels(sym.variable.Init, fr, at, depth+1)
		}
	}
	return found, explicit
}

// union is every kernel a list of initialisers names.
func (l *launcher) union(list ast.Node, fr *frame, at ast.Node, depth int) (out []*Function, explicit []TemplateArg) {
	for c := range list.Children() {
		f, args := l.kernels(c, fr, at, depth+1)
		out, explicit = alternatives(out, explicit, f, args)
		if len(out) > 64 {
			break
		}
	}
	return out, explicit
}

// pointed is every kernel a local function pointer has been set to.
func (l *launcher) pointed(local *hostLocal, fr *frame, depth int) (out []*Function, explicit []TemplateArg) {
	for _, w := range local.writes {
		node, in, at := w.value, fr, w.at
		if w.kind == writeEntry {
			node, in, at = fr.argument(local.param)
			if in == nil {
				continue
			}
		}
		if !node.Valid() || w.kind != writeValue && w.kind != writeEntry {
			continue
		}
		f, args := l.kernels(node, in, at, depth+1)
		out, explicit = alternatives(out, explicit, f, args)
	}
	return out, explicit
}

// alternatives adds candidates to others. Template arguments that differ between
// them are not known.
func alternatives(out []*Function, explicit []TemplateArg, more []*Function, args []TemplateArg) ([]*Function, []TemplateArg) {
	if len(out) == 0 {
		return more[:len(more):len(more)], args
	}
	agree := len(explicit) == len(args)
	for i := 0; agree && i < len(args); i++ {
		agree = sameArg(explicit[i], args[i], 0)
	}
	if !agree {
		args = nil
	}
	for _, f := range more {
		known := false
		for _, old := range out {
			known = known || old == f
		}
		if !known {
			out = append(out, f)
		}
	}
	return out, args
}
