package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// operator calls an overloaded operator that is a member of an object.
func (m *machine) operator(object value, op string, args []value, n ast.Node) (value, bool) {
	t := strip(object.typ)
	if t == nil || t.Record == nil || object.mem == nil {
		return value{}, false
	}
	methods := t.Record.MethodsNamed(op)
	if len(methods) == 0 {
		return value{}, false
	}
	places, types := placesOf(args)
	return m.callPlaces(n, methods, nil, places, types, object.mem), true
}

// freeOperator calls an overloaded operator that is a function.
func (m *machine) freeOperator(op string, args []value, n ast.Node) (value, bool) {
	fns := m.functionsCalled(op)
	if len(fns) == 0 {
		return value{}, false
	}
	places, types := placesOf(args)
	if fn, _ := m.frame.scope.Resolve(fns, nil, types); fn == nil {
		return value{}, false
	}
	return m.callPlaces(n, fns, nil, places, types, nil), true
}

// placesOf returns values as the arguments of a call, with their types.
func placesOf(args []value) ([]place, []*sema.Type) {
	places, types := make([]place, len(args)), make([]*sema.Type, len(args))
	for i := range args {
		types[i] = args[i].typ
		if args[i].mem != nil {
			places[i] = *args[i].mem
		} else {
			places[i] = place{typ: args[i].typ, num: &args[i]}
		}
	}
	return places, types
}

// integral converts an object used as an index by the conversion function it has.
func (m *machine) integral(v value) value {
	if r := strip(v.typ).Record; r != nil {
		for _, name := range sortedNames(r.Methods) {
			if strings.HasPrefix(name, "operator ") {
				if out := m.invoke(r.Methods[name][0], nil, nil, v.mem); out.num != nil {
					return out
				}
			}
		}
	}
	return v
}

// conversionOperator converts an object by its own conversion function.
func (m *machine) conversionOperator(v value, t *sema.Type) (value, bool) {
	r := strip(v.typ).Record
	if r == nil {
		return value{}, false
	}
	for _, f := range r.MethodsNamed("operator " + t.Name) {
		return m.invoke(f, nil, nil, v.mem), true
	}
	return value{}, false
}
