package ir

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxPack bounds the elements of a parameter pack.
const maxPack = 256

// comma stands for the operator of a fold expression over commas. The tree holds only its
// ellipsis.
const comma = ast.Ellipsis

// expandPack lowers a pattern once for each element of the parameter packs in it.
func (l *lowerer) expandPack(pattern ast.Node, lower func(ast.Node)) {
	n := l.packLength(pattern)
	if n < 0 {
		l.unknown(pattern)
		return
	}
	scope, outer := l.scope, l.names
	for i := range n {
		l.names = outer.inner()
		for d := range pattern.Descendants() {
			if !d.Is(ast.Identifier) {
				continue
			}
			if b := outer.find(d.Text()); b != nil && b.isPack && i < len(b.pack) {
				l.names.bind(d.Text(), b.pack[i])
			}
		}
		l.scope = l.packScope(pattern, i)
		lower(pattern)
		l.scope = scope
	}
	l.names = outer
}

// packLength returns the number of elements of the packs in a pattern, -1 where it is
// unknown.
func (l *lowerer) packLength(pattern ast.Node) int {
	for d := range pattern.Descendants() {
		if !d.Is(ast.Identifier, ast.TypeIdentifier) {
			continue
		}
		if b := l.names.find(d.Text()); b != nil {
			if b.isPack {
				return min(len(b.pack), maxPack)
			}
			continue
		}
		if a, ok := l.templateArgument(d.Text()); ok && a.Pack != nil {
			return min(len(a.Pack), maxPack)
		}
	}
	return -1
}

// templateArgument returns the argument of a template parameter in scope.
func (l *lowerer) templateArgument(name string) (sema.TemplateArg, bool) {
	for s := l.scope; s != nil; s = s.Outer {
		if a, ok := s.Bindings.Lookup(name); ok {
			return a, true
		}
	}
	return sema.TemplateArg{}, false
}

// packScope returns a scope in which each template parameter pack named in n stands for its
// element i.
func (l *lowerer) packScope(n ast.Node, i int) *sema.Scope {
	args := map[string]sema.TemplateArg{}
	for d := range n.Descendants() {
		if !d.Is(ast.Identifier, ast.TypeIdentifier) {
			continue
		}
		if a, ok := l.templateArgument(d.Text()); ok && i < len(a.Pack) {
			args[d.Text()] = a.Pack[i]
		}
	}
	if len(args) == 0 {
		return l.scope
	}
	return &sema.Scope{Unit: l.b.unit, Outer: l.scope, Bindings: &sema.Bindings{Args: args}}
}

// fold lowers a fold expression: (pack op ...), (... op pack), (init op ... op pack),
// (pack op ... op init).
func (l *lowerer) fold(n ast.Node) operand {
	left, right := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	pattern, init, fromRight := left, right, true
	if !left.Valid() || right.Valid() && l.packLength(left) < 0 {
		pattern, init, fromRight = right, left, false
	}
	var list []operand
	add := func(p ast.Node) {
		v := l.expr(p)
		if !IsKind(v.typ, sema.RecordKind) && n.Op() != comma {
			v = l.value(v)
		}
		list = append(list, v)
	}
	if init.Valid() && !fromRight {
		add(init)
	}
	if l.packLength(pattern) < 0 {
		return l.unknown(n)
	}
	l.expandPack(pattern, add)
	if init.Valid() && fromRight {
		add(init)
	}
	if len(list) == 0 {
		return l.emptyFold(n)
	}
	if n.Op() == comma {
		return list[len(list)-1]
	}
	return l.foldList(n, list, fromRight)
}

// emptyFold is the value of a fold expression without elements ([temp.variadic]).
func (l *lowerer) emptyFold(n ast.Node) operand {
	switch n.Op() {
	case ast.LogicalAnd:
		return l.integer(1, typeBool)
	case ast.LogicalOr:
		return l.integer(0, typeBool)
	}
	return operand{typ: typeVoid}
}

func (l *lowerer) foldList(n ast.Node, list []operand, fromRight bool) operand {
	combine := func(a, b operand) operand {
		switch op := n.Op(); {
		case op == ast.LogicalAnd || op == ast.LogicalOr:
			second := Region{Value: l.truth(b)}
			return operand{id: l.emit(Op{Code: OpLogical, Operator: op, A: l.truth(a), Type: typeBool, Node: n, X: &Extra{Regions: []Region{second}}}), typ: typeBool}
		case op.Binary() != ast.OpNone:
			return l.store(a, l.compute(op.Binary(), l.value(a), b, n), n)
		case op == ast.Assign:
			return l.store(a, l.value(b), n)
		default:
			return l.compute(op, a, b, n)
		}
	}
	if fromRight {
		v := list[len(list)-1]
		for i := len(list) - 2; i >= 0; i-- {
			v = combine(list[i], v)
		}
		return v
	}
	v := list[0]
	for _, b := range list[1:] {
		v = combine(v, b)
	}
	return v
}
