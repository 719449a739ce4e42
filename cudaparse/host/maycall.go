package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// mayCall reports whether a call in a function may be one of another function of that name,
// as far as it is known without lowering the function that calls.
func (e *evaluator) mayCall(caller *sema.Function, call ast.Node, fn *sema.Function) bool {
	if !takes(fn, call.Child(ast.FieldArguments)) {
		return false
	}
	name := call.Child(ast.FieldFunction)
	switch {
	case name.Is(ast.FieldExpression):
		return fn.Record != nil && mayHave(e.unit.ScopeAt(call).ExprType(name.Child(ast.FieldArgument)), name.Op() == ast.Arrow, fn.Record)
	case fn.Record == nil:
		candidates, _ := caller.Scope.FunctionsNamed(name)
		return slices.Contains(candidates, fn)
	case fn.Name == fn.Record.Name || name.Is(ast.QualifiedIdentifier):
		return true
	}
	return caller.Record != nil && mayDerive(caller.Record, fn.Record, 0)
}

// takes reports whether a function takes as many arguments as a list has.
func takes(fn *sema.Function, list ast.Node) bool {
	n, least, most := 0, 0, len(fn.Params)
	for a := range list.Children() {
		if a.Is(ast.ParameterPackExpansion) {
			return true
		}
		n++
	}
	for i, p := range fn.Params {
		if p.Pack {
			return true
		} else if !p.Default.Valid() {
			least = i + 1
		}
	}
	return least <= n && (n <= most || fn.Variadic)
}

// mayHave reports whether x.method or p->method may be one of a class, where what stands before
// it has a type.
func mayHave(t *sema.Type, arrow bool, class *sema.Record) bool {
	t = t.Object()
	if arrow {
		if t == nil || t.Kind != sema.Pointer { // an operator decides
			return true
		}
		t = t.Elem
	}
	return t == nil || t.Record == nil || mayDerive(t.Record, class, 0)
}

// maxBases bounds the base classes inside each other that are looked at.
const maxBases = 8

// mayDerive reports whether a class may be another one of that name, or derive from it.
func mayDerive(r, class *sema.Record, depth int) bool {
	return r.Name == class.Name || depth > maxBases || slices.ContainsFunc(r.Complete().Bases, func(b *sema.Type) bool {
		return b == nil || b.Record == nil || mayDerive(b.Record, class, depth+1)
	})
}
