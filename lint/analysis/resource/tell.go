package resource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// FactTypes are values of the types that Tell gives facts of, besides bool.
func FactTypes() []any { return []any{remote{}} }

// Tell lists what the other units of a program may want to know of a unit: helpers
// that acquire or release, members that are released, methods that have bodies.
// builder lowers its host code. tell is given a key and a fact, which holds nothing of
// the syntax tree.
func Tell(u *sema.Unit, builder *ir.Builder, tell func(key string, fact any)) {
	for _, kind := range []*Kind{TextureObject, SurfaceObject, Array, MipmappedArray} {
		if !mentioned(u, kind, false) {
			continue
		}
		n := newChecker(u, kind, Options{Builder: builder})
		n.helpers(slices.DeleteFunc(n.sites(), func(s site) bool { return s.ends || !s.f.mayGiveOut() }))
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

// told reports whether another unit has told anything under a key.
func (u *checker) told(key string) bool { return u.opts.Ask != nil && len(u.opts.Ask(key)) > 0 }

// tellFunction tells what a function does, if it has to do with handles and other
// units can call it.
func (u *checker) tellFunction(f *sema.Function, tell func(string, any)) {
	if !f.Body.Valid() || f.Qualifiers&ast.Static != 0 || f.Record != nil || f.Kernel() || f.OnDevice() && f.Qualifiers&ast.Host == 0 || f.Body.File() != u.sema.File {
		return
	}
	r := remote{kind: u.kind.Name, outs: u.acquiring[f.Node], effects: map[int]effect{}}
	for i, p := range f.Params {
		if !u.kind.inType(p.Node.Text()) {
			continue
		}
		t := f.Scope.ParamType(p)
		w := way{}
		switch {
		case t == nil:
			continue
		case t.Kind == sema.Pointer && (strings.Contains(p.Node.Text(), "_t") || t.Elem != nil && t.Elem.Kind == sema.Pointer) && !strings.HasSuffix(t.Name, "_t"):
			w.pointer = true
		}
		given := make([]bounds, len(f.Params))
		for j := range given {
			given[j] = anything
		}
		r.effects[i] = u.effect(instance(f), i, w, given, 0)
	}
	if len(r.outs) > 0 || len(r.effects) > 0 {
		tell(functionKey(f), r)
	}
}

// tellFields tells which members are released by this unit.
func (u *checker) tellFields(tell func(string, any)) {
	told := map[string]bool{}
	for name := range u.releasing {
		u.tellFieldsOf(name, told, tell)
	}
	for _, name := range u.kind.Release {
		u.tellFieldsOf(name, told, tell)
	}
}

func (u *checker) tellFieldsOf(name string, told map[string]bool, tell func(string, any)) {
	for _, call := range u.sema.Calls(name) {
		if call.Origin().File() != u.sema.File {
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
	if u.opts.Ask == nil {
		return nil
	}
	var out []*sema.Function
	for _, f := range u.sema.FreeFunctions() {
		if f.Body.Valid() || !u.kind.inType(f.Node.Text()) {
			continue
		}
		if r := u.remote(f); r != nil && len(r.outs) > 0 {
			u.acquiring[f.Node] = r.outs
			out = append(out, f)
		}
	}
	return out
}
