package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// Resolve returns the candidate that a call means, by the number and the types of the arguments,
// and its bindings. It returns nil if no candidate fits, or if several fit equally well and are
// not declarations of one function.
func (s *Scope) Resolve(candidates []*Function, explicit []TemplateArg, args []*Type) (*Function, *Bindings) {
	e := evalIn(s)
	if e == nil {
		return nil, nil
	}
	return e.resolve(s, candidates, explicit, args)
}

// A fit says how well a call matches a candidate; less is better.
type fit struct {
	f       *Function
	b       *Bindings
	worst   int // the conversions of all arguments, added up
	generic bool
}

// Costs of converting one argument.
const (
	exactMatch  = 0
	qualified   = 1 // only const is added
	promotion   = 2
	conversion  = 5
	unknownCost = 3
	noMatch     = 1000
)

func (e *eval) resolve(s *Scope, candidates []*Function, explicit []TemplateArg, args []*Type) (*Function, *Bindings) {
	var fits []fit
	least := noMatch - 1
	for i, f := range candidates {
		if f.special && len(f.Specialization) == 0 && specialText(f) != f.Name || len(f.Specialization) > 0 {
			continue // chosen after its template
		}
		if i > 500 {
			break
		}
		b, ok := e.deduce(f, explicit, args)
		if !ok {
			continue
		}
		cost := 0
		scope := f.Scope.With(b)
		for k, p := range f.Params {
			if k >= len(args) || p.Pack || cost > least {
				break
			}
			if !args[k].Known() {
				cost += unknownCost
				continue
			}
			cost += e.conversionCost(args[k], e.paramType(scope, p))
		}
		if cost <= least { // any other is worse than one that is known to fit
			least = cost
			fits = append(fits, fit{f, b, cost, len(f.TemplateParams) > 0})
		}
	}
	best := -1
	tie := false
	for i, c := range fits {
		switch {
		case best < 0 || better(c, fits[best]):
			best, tie = i, false
		case !better(fits[best], c):
			if !sameParams(c.f, fits[best].f) {
				tie = true
			} else if c.f.Body.Valid() && !fits[best].f.Body.Valid() {
				best = i
			}
		}
	}
	if best < 0 || tie {
		return nil, nil
	}
	chosen := fits[best]
	if chosen.generic {
		for _, f := range candidates {
			if f.special && e.specializes(f, chosen) {
				return f, &Bindings{Args: map[string]TemplateArg{}}
			}
		}
	}
	return chosen.f, chosen.b
}

func better(a, b fit) bool {
	if a.worst != b.worst {
		return a.worst < b.worst
	}
	if a.generic != b.generic {
		return !a.generic
	}
	if a.f.unlikely != b.f.unlikely {
		return !a.f.unlikely
	}
	if a.generic {
		if x, y := special(a.f), special(b.f); x != y {
			return x > y
		}
	}
	if a.generic && len(a.f.TemplateParams) != len(b.f.TemplateParams) {
		return len(a.f.TemplateParams) < len(b.f.TemplateParams)
	}
	return false
}

// special grades how specialised the parameters of a function template are: T * is more
// specialised than T, and so is Box<T>.
func special(f *Function) int {
	n := 0
	for _, p := range f.Params {
		for d := range p.Node.Descendants() {
			if d.Is(ast.PointerDeclarator, ast.ArrayDeclarator, ast.AbstractPointerDeclarator, ast.AbstractArrayDeclarator, ast.TemplateType) {
				n++
			}
		}
	}
	return n
}

// specializes reports whether f is the explicit specialisation of the chosen template for the
// arguments that were deduced for it.
func (e *eval) specializes(f *Function, chosen fit) bool {
	spec := f.Specialization
	if len(spec) == 0 || len(f.Params) != len(chosen.f.Params) {
		return false
	}
	for i, p := range chosen.f.TemplateParams {
		if i >= len(spec) {
			break
		}
		a, ok := chosen.b.Args[p.Name]
		if !ok || !a.Same(spec[i]) {
			return false
		}
	}
	return true
}

// conversionCost grades the conversion of an argument to a parameter.
func (e *eval) conversionCost(from, to *Type) int {
	if from == nil || !from.Known() || to == nil || !to.Known() {
		return unknownCost
	}
	if to.Kind == Reference {
		if to.Elem.Kind == Array && from.Object().Kind == Array {
			if to.Elem.Len >= 0 && from.Object().Len >= 0 && to.Elem.Len != from.Object().Len {
				return noMatch
			}
			return exactMatch
		}
		to = to.Elem
		if from.Object().Qualifiers != to.Qualifiers {
			return qualified + valueCost(from.Value(), to.Without())
		}
	}
	return valueCost(from.Value(), to.Without())
}

func valueCost(from, to *Type) int {
	switch {
	case !from.Known() || !to.Known():
		return unknownCost
	case from.Same(to):
		return exactMatch
	case from.Kind == Pointer && to.Kind == Pointer:
		switch {
		case from.Elem.Same(to.Elem):
			return qualified
		case to.Elem.Kind == Void:
			return conversion
		case !from.Elem.Known() || !to.Elem.Known() || from.Elem.Kind == Builtin || to.Elem.Kind == Builtin:
			return unknownCost
		case from.Elem.Kind == RecordKind && to.Elem.Kind == RecordKind:
			return conversion
		case from.Elem.Kind == Pointer || from.Elem.Kind == FunctionKind || from.Elem.Kind == Array:
			return conversion
		}
		return noMatch
	case from.Kind == NullPointer && to.Kind == Pointer, to.Kind == Bool && from.Kind == Pointer:
		return conversion
	case from.Kind == Int && to.Kind == Pointer: // NULL, 0
		return conversion + 2
	case from.Arithmetic() && to.Arithmetic():
		if to.Kind == Enum {
			return noMatch
		}
		if types.Promote(from).Same(to) || from.Kind == Float && to.Kind == Float && from.Size < to.Size && to.Size == 8 {
			return promotion
		}
		return conversion
	case from.Kind == Pointer && to.Arithmetic() || from.Arithmetic() && to.Kind == Pointer:
		return noMatch
	case to.Kind == RecordKind && to.Record != nil && from.Arithmetic():
		if to.Name == "dim3" || len(MembersOf(to.Record).Methods[to.Record.Name]) > 0 {
			return conversion + 3
		}
		return noMatch
	case to.Kind == RecordKind && from.Kind == RecordKind:
		for _, b := range from.Record.Bases {
			if b.Same(to) {
				return conversion
			}
		}
		if len(MembersOf(to.Record).Methods[to.Record.Name]) > 0 || conversionsOf(from.Record) {
			return conversion + 3
		}
		return noMatch
	case to.Arithmetic() && from.Kind == RecordKind:
		if conversionsOf(from.Record) {
			return conversion + 3
		}
		return noMatch
	}
	return conversion + 3
}

func conversionsOf(r *Record) bool {
	if r == nil {
		return false
	}
	for name := range MembersOf(r).Methods {
		if len(name) > 9 && name[:9] == "operator " {
			return true
		}
	}
	return false
}
