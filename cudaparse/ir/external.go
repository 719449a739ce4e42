package ir

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// copies returns operands as rvalues; an object of class type is copied.
func (l *lowerer) copies(args []operand) []ID {
	out := make([]ID, len(args))
	for i, a := range args {
		if id, ok := handle(a); ok {
			out[i] = id
			continue
		}
		out[i] = l.copyOf(a).id
	}
	return out
}

// copyOf returns an operand as an rvalue; an lvalue of class type is copied.
func (l *lowerer) copyOf(v operand) operand {
	if v.id == 0 && v.node.Is(ast.InitializerList) {
		return l.list(v.node)
	}
	if !v.lvalue || !IsKind(v.typ, sema.RecordKind) {
		return l.value(v)
	}
	return l.temporary(v.typ, func(object ID) { l.assign(object, v.typ, v, ast.Node{}) })
}

// forget emits an OpForget for an lvalue, which an external function may change.
func (l *lowerer) forget(v operand) {
	if v.lvalue && v.id != 0 {
		l.emit(Op{Code: OpForget, A: v.id, Type: v.typ})
	}
}

// callUnknown emits an OpExternal: a call of a function without a body in the unit, or of the
// one that f points to. An undeclared function is assumed to have no reference parameters.
func (l *lowerer) callUnknown(name string, f ID, args []operand, n ast.Node) operand {
	x := &Extra{Name: name, Args: l.copies(args)}
	if name != "" {
		x.Templates = l.templateArguments(n.Child(ast.FieldFunction))
	}
	t := types.LibraryResult(name, l.typesGiven(args, x.Args))
	if c, ok := TextureCallOf(name); ok {
		t = texelType(c, x, args)
	}
	return operand{id: l.emit(Op{Code: OpExternal, A: f, Type: t, Node: n, X: x}), typ: t, node: n}
}

// templateArguments returns the explicit template arguments of a name.
func (l *lowerer) templateArguments(n ast.Node) (out []sema.TemplateArg) {
	n = n.LastPart()
	if !n.Is(ast.TemplateFunction, ast.TemplateMethod, ast.TemplateType) {
		return nil
	}
	for a := range n.Child(ast.FieldArguments).Children() {
		if a.Is(ast.TypeDescriptor) {
			if t := l.scope.Type(a); !Opaque(t) {
				out = append(out, sema.TemplateArg{Type: t})
				continue
			}
			a = a.FirstChild() // a constant that looks like a type
		}
		out = append(out, sema.TemplateArg{Const: l.scope.Const(a)})
	}
	return out
}

// forgetArguments emits an OpForget for each argument that an external function may change if its
// parameters are references. In host code it is assumed not to change a dim3: helpers print
// and check shapes, or pass them on to a launch.
func (l *lowerer) forgetArguments(name string, args []operand) {
	for _, a := range args {
		constant := a.typ != nil && a.typ.Qualifiers&ast.Const != 0
		if l.b.device || !constant && !isDim3(a.typ) && !sema.TakesValues(name) {
			l.forget(a)
		}
	}
}

// forgetReferences emits an OpForget for each argument that a function without a body may
// change through a reference parameter.
func (l *lowerer) forgetReferences(f *sema.Function, args []operand) {
	for i, p := range f.Params {
		t := f.Scope.ParamType(p)
		if i < len(args) && t != nil && t.Kind == sema.Reference && p.Node.Qualifiers()&ast.Const == 0 {
			l.forget(args[i])
		}
	}
}

// builtinCall lowers a call of a function that CUDA provides. ok is false for any other name,
// and if a function of that name has a body in the unit.
func (l *lowerer) builtinCall(name string, f ast.Node, own []*sema.Function, arguments, n ast.Node) (v operand, ok bool) {
	for _, fn := range own {
		if fn.Body.Valid() {
			return v, false
		}
	}
	if typeName, ok := strings.CutPrefix(name, "make_"); ok {
		if t := types.Predeclared(typeName); IsKind(t, sema.RecordKind) {
			return l.constructFrom(t, arguments, n), true
		}
	}
	if arguments.ChildCount() == 1 && passesOn(f, name) {
		return l.expr(arguments.FirstChild()), true
	}
	load, store := memoryFunction(name)
	if !load && !store || !l.b.device {
		return v, false
	}
	given := l.arguments(arguments)
	args := l.values(given)
	switch {
	case load && len(args) > 0:
		return l.loadBy(name, args[0], elemOf(given[0].typ), n), true
	case store && len(args) > 1:
		op := Op{Code: OpStore, A: args[0], B: args[1], Type: elemOf(given[0].typ), Node: n, X: &Extra{Name: name}}
		if IsKind(op.Type, sema.RecordKind) {
			op.Code = OpCopy
		}
		l.emit(op)
		return operand{typ: typeVoid}, true
	}
	return l.unknown(n, args...), true
}

// loadBy lowers a call of a function that loads a value of type t through a pointer, such as
// __ldg.
func (l *lowerer) loadBy(name string, pointer ID, t *sema.Type, n ast.Node) operand {
	if IsKind(t, sema.RecordKind) {
		return l.temporary(t, func(object ID) {
			l.emit(Op{Code: OpCopy, A: object, B: pointer, Type: t, X: &Extra{From: n, Name: name}})
		})
	}
	return operand{id: l.emit(Op{Code: OpLoad, A: pointer, Type: t, Node: n, X: &Extra{Name: name}}), typ: t, node: n}
}

// passesOn reports whether a function of the standard library returns its argument.
func passesOn(f ast.Node, name string) bool {
	switch name {
	case "forward", "move", "as_const":
		scope, _ := strings.CutPrefix(f.Child(ast.FieldScope).Text(), "::")
		return f.Is(ast.QualifiedIdentifier) && (scope == "std" || scope == "cuda" || scope == "thrust")
	}
	return false
}

// memoryFunction reports whether a function of CUDA loads (__ldg, __ldcg, ...) or stores
// (__stcg, __stwb, ...) through its first argument.
func memoryFunction(name string) (load, store bool) {
	if name == "__ldg" || len(name) == 6 && strings.HasPrefix(name, "__ld") {
		return true, false
	}
	return false, len(name) == 6 && strings.HasPrefix(name, "__st")
}

// typesGiven returns the types of arguments; ids are their values. (The type of an operation
// that yields an address is that of the object.)
func (l *lowerer) typesGiven(args []operand, ids []ID) []*sema.Type {
	out := make([]*sema.Type, len(ids))
	for i, id := range ids {
		out[i] = l.f.ops[id].Type
		if IsKind(args[i].typ, sema.Pointer) {
			out[i] = args[i].typ
		}
	}
	return out
}
