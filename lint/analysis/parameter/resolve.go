package parameter

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// arguments returns the arguments of a call.
func arguments(call ast.Node) (args []ast.Node, ok bool) {
	list := call.Child(ast.FieldArguments)
	if call.Kind() == ast.InitDeclarator {
		list = call.Child(ast.FieldValue)
	}
	if list.Kind() != ast.ArgumentList {
		return nil, false
	}
	for a := range list.Children() {
		args = append(args, a)
	}
	return args, true
}

type meaning uint8

const (
	another meaning = iota
	own
	unsure
)

// means returns whether a name refers to a function of g.
func (t *threader) means(g *group, u *sema.Unit, n, top, call ast.Node, args []ast.Node) meaning {
	candidates, explicit, unknown := t.candidates(g, u, n, top)
	if unknown {
		if !g.in(u) || call.Valid() && !g.takes(len(args)) {
			return another
		}
		return unsure
	}
	mine, others := 0, 0
	for _, f := range candidates {
		if t.groupAt(f) == g {
			mine++
		} else {
			others++
		}
	}
	switch {
	case mine == 0:
		return another
	case others == 0:
		return own
	case !call.Valid():
		return unsure
	}
	scope := u.ScopeAt(call)
	var types []*sema.Type
	for _, a := range args {
		types = append(types, scope.ExprType(a))
	}
	if f, _ := scope.Resolve(candidates, explicit, types); f != nil {
		if t.groupAt(f) == g {
			return own
		}
		return another
	}
	for _, f := range candidates {
		if t.groupAt(f) != g && takes(f, len(args)) {
			return unsure
		}
	}
	return own
}

// groupAt returns the group of a function whose name has been clustered.
func (t *threader) groupAt(f *sema.Function) *group {
	if len(f.Declarators) == 0 {
		return nil
	}
	return t.byPlace[placeOf(f.Declarators[0])]
}

// takes reports whether a call may have a number of arguments.
func (g *group) takes(n int) bool {
	for _, v := range g.variants {
		if takes(v.f, n) {
			return true
		}
	}
	return false
}

func takes(f *sema.Function, n int) bool {
	least := 0
	for _, p := range f.Params {
		if p.Pack {
			return n >= least
		}
		if !p.Default.Valid() {
			least++
		}
	}
	return n >= least && (n <= len(f.Params) || f.Variadic)
}

// candidates returns the functions that a name can mean; unknown is set where that
// is not known.
func (t *threader) candidates(g *group, u *sema.Unit, n, top ast.Node) (list []*sema.Function, explicit []sema.TemplateArg, unknown bool) {
	scope := u.ScopeAt(n)
	if top.Kind() == ast.FieldExpression {
		object := scope.ExprType(top.Child(ast.FieldArgument)).Object()
		if object != nil && object.Kind == sema.Pointer && top.Op() == ast.Arrow {
			object = object.Elem
		}
		if object != nil && object.Record != nil {
			return sema.MethodsNamed(object.Record, g.name), nil, false
		}
		for _, f := range u.FunctionsNamed(g.name) {
			if f.Record != nil {
				list = append(list, f)
			}
		}
		mine := 0
		for _, f := range list {
			if t.groupAt(f) == g {
				mine++
			}
		}
		// An object of unknown class may be of a class out of sight.
		return list, nil, mine > 0
	}
	list, explicit = scope.FunctionsNamed(top)
	if len(list) > 0 {
		return list, explicit, false
	}
	if f := u.FunctionAt(n); f != nil && f.Record != nil && top.Kind() != ast.QualifiedIdentifier {
		list = sema.MethodsNamed(f.Record, g.name)
	}
	if len(list) > 0 || scope.Variable(top) != nil {
		return list, nil, false
	}
	// A name in a class or namespace that is not known, or one that argument-dependent
	// lookup finds.
	if top.Kind() == ast.QualifiedIdentifier {
		return nil, nil, g.mayBeIn(top)
	}
	return nil, nil, true
}

// mayBeIn reports whether the scope of a qualified name that is not known may be one
// of the function's: it has that name, or is a parameter of a template.
func (g *group) mayBeIn(name ast.Node) bool {
	scope := name.Child(ast.FieldScope)
	if scope.Kind() == ast.TemplateType {
		scope = scope.Child(ast.FieldName)
	}
	text := scope.Text()
	if text == "std" {
		return false
	}
	for _, v := range g.variants {
		if v.f.Record != nil || v.f.Namespace == text || strings.HasSuffix(v.f.Namespace, "::"+text) {
			return true
		}
	}
	return false
}
