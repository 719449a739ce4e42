package ir

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxCandidates bounds the candidates of one unresolved call.
const maxCandidates = 4

// setCandidates sets the candidates of an OpExternal, a call whose overload is not resolved. It sets
// none where one of them has no body in the unit.
func (l *lowerer) setCandidates(v operand, candidates []*sema.Function, explicit []sema.TemplateArg, this *operand, args []operand) operand {
	types := typesOf(args)
	var out []*Instance
	for _, f := range candidates {
		pack := len(f.Params) > 0 && f.Params[len(f.Params)-1].Pack
		if len(args) > len(f.Params) && !pack && !f.Variadic {
			continue
		}
		if !f.Body.Valid() || len(out) == maxCandidates {
			return v
		}
		inst := &Instance{Function: f, Args: slices.Clone(types)}
		inst.Bindings, _ = l.scope.Deduce(f, explicit, types)
		if this != nil {
			inst.This = Strip(this.typ)
		}
		out = append(out, inst)
	}
	l.f.ops[v.id].X.Candidates = out
	return v
}

// specialisations returns the explicit specialisations of a function template. Where there
// are none it returns the template itself.
func (l *lowerer) specialisations(fn *sema.Function) []*sema.Function {
	var out []*sema.Function
	if len(fn.TemplateParams) > 0 {
		for _, f := range l.b.functionsNamed(fn.Name) {
			if f.Namespace == fn.Namespace && len(f.Params) == len(fn.Params) && len(f.TemplateParams) == 0 {
				out = append(out, f)
			}
		}
	}
	if len(out) == 0 {
		return []*sema.Function{fn}
	}
	return out
}

// staticMethods returns the methods of the class template that Class<arguments>::name may
// mean where the arguments are not known.
func (l *lowerer) staticMethods(f ast.Node, name string) []*sema.Function {
	scope := f.Child(ast.FieldScope)
	if !f.Is(ast.QualifiedIdentifier) || !scope.Valid() || scope.Text() == "std" {
		return nil
	}
	var found []*sema.Function
	for _, r := range l.b.unit.RecordsNamed(scope.LastName().Text()) {
		if len(sema.MembersOf(r).Methods[name]) > 0 {
			if len(found) > 0 {
				return nil // a partial specialisation, or a class of another namespace
			}
			found = sema.MembersOf(r).Methods[name]
		}
	}
	return found
}
