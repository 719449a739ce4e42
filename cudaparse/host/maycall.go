package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// mayCall reports whether a call in a function may call fn, which has the name of the call. It
// does not lower the caller.
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

// takes reports whether a function accepts the number of arguments in a list.
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

// mayHave reports whether x.method or p->method may be a method of a class; t is the type of x
// or p.
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

// maxBases limits the depth of base classes that are searched.
const maxBases = 8

// mayDerive reports whether r may be the given class (it has its name), or derive from it.
func mayDerive(r, class *sema.Record, depth int) bool {
	return r.Name == class.Name || depth > maxBases || slices.ContainsFunc(r.Complete().Bases, func(b *sema.Type) bool {
		return b == nil || b.Record == nil || mayDerive(b.Record, class, depth+1)
	})
}
