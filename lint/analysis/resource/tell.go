package resource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// FactTypes are values of the types that Tell gives facts of, besides bool.
func FactTypes() []any { return []any{follow.FunctionFact{}} }

// Tell lists what the other units of a program may want to know of a unit: helpers
// that acquire or release, members that are released, methods that have bodies.
// builder lowers its host code. tell is given a key and a fact, which holds nothing of
// the syntax tree.
func Tell(u *sema.Unit, builder *ir.Builder, tell func(key string, fact any)) {
	for _, kind := range []*handle.Kind{handle.TextureObject, handle.SurfaceObject, handle.Array, handle.MipmappedArray} {
		if !mayMatter(u, kind, false) {
			continue
		}
		n := newChecker(u, kind, follow.Options{Builder: builder})
		n.helpers(slices.DeleteFunc(n.sites(), func(s follow.Site) bool { return s.Ends || !s.Function.MayGiveOut() }))
		for _, f := range u.FreeFunctions() {
			n.tellFunction(f, tell)
		}
		n.tellFields(tell)
	}
	for _, r := range u.Records(func(f *ast.File) bool { return f == u.File }) {
		holds := func() bool {
			return slices.ContainsFunc(r.Complete().Fields, func(f sema.Field) bool { return f.Name != "" && handleField(r, f.Name) })
		}
		for name, methods := range r.Methods {
			for _, m := range methods {
				// The fields of a class of a header are looked at only if there is something to tell.
				if m.Body.Valid() && m.Body.File() == u.File && holds() {
					tell(methodKey(r, name, len(m.Params)), true)
				}
			}
		}
	}
}

func methodKey(r *sema.Record, name string, params int) string {
	return fmt.Sprintf("method %s::%s::%s/%d", r.Namespace, r.Name, name, params)
}

func fieldKey(field string) string { return "field " + field }

// hasFact reports whether another unit has told anything under a key.
func (u *checker) hasFact(key string) bool { return u.Opts.Ask != nil && len(u.Opts.Ask(key)) > 0 }

// tellFunction tells what a function does, if it has to do with handles and other
// units can call it.
func (u *checker) tellFunction(f *sema.Function, tell func(string, any)) {
	if !f.Body.Valid() || f.Qualifiers&ast.Static != 0 || f.Record != nil || f.Kernel() || f.OnDevice() && f.Qualifiers&ast.Host == 0 || f.Body.File() != u.Sema.File {
		return
	}
	r := follow.FunctionFact{Kind: u.Kind.Name, Outputs: u.Acquiring[f.Node], Effects: map[int]follow.Effect{}}
	for i, p := range f.Params {
		if !u.Kind.InType(p.Node.Text()) {
			continue
		}
		t := f.Scope.ParamType(p)
		w := state.Way{}
		switch {
		case t == nil:
			continue
		case t.Kind == sema.Pointer && (strings.Contains(p.Node.Text(), "_t") || t.Elem != nil && t.Elem.Kind == sema.Pointer) && !strings.HasSuffix(t.Name, "_t"):
			w.Pointer = true
		}
		given := make([]state.Bounds, len(f.Params))
		for j := range given {
			given[j] = state.Anything
		}
		r.Effects[i] = u.EffectOf(body.Instance(f), i, w, given, 0)
	}
	if len(r.Outputs) > 0 || len(r.Effects) > 0 {
		tell(follow.FunctionKey(f), r)
	}
}

// tellFields tells which members are released by this unit.
func (u *checker) tellFields(tell func(string, any)) {
	told := map[string]bool{}
	for name := range u.Releasing {
		u.tellFieldsOf(name, told, tell)
	}
	for _, name := range u.Kind.Release {
		u.tellFieldsOf(name, told, tell)
	}
}

func (u *checker) tellFieldsOf(name string, told map[string]bool, tell func(string, any)) {
	for _, call := range u.Sema.Calls(name) {
		if call.Origin().File() != u.Sema.File {
			continue // those who include the header see it themselves
		}
		for n := range call.Child(ast.FieldArguments).Descendants() {
			if field := n.Text(); n.Is(ast.Identifier, ast.FieldIdentifier) && !told[field] {
				told[field] = true
				tell(fieldKey(field), true)
			}
		}
	}
}

// declaredHelpers returns the functions that are declared here and acquire, as
// other units tell, by their order in this one.
func (u *checker) declaredHelpers() []*sema.Function {
	if u.Opts.Ask == nil {
		return nil
	}
	var out []*sema.Function
	for _, f := range u.Sema.FreeFunctions() {
		if f.Body.Valid() || !u.Kind.InType(f.Node.Text()) {
			continue
		}
		if r := u.FactOf(f); r != nil && len(r.Outputs) > 0 {
			u.Acquiring[f.Node] = r.Outputs
			out = append(out, f)
		}
	}
	return out
}
