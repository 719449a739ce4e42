package resource

import (
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

// Facts are what the other units of a program may want to know of one unit. They are plain
// data.
type Facts struct {
	Functions []FunctionFact
	// Released are the names of members that the unit releases, Methods the methods that it
	// defines of classes with handles.
	Released []string
	Methods  []follow.MethodKey
}

// A FunctionFact is a function that acquires or releases handles of one kind.
type FunctionFact struct {
	Key      follow.FunctionKey
	Function follow.RemoteFunction
}

// FactsOf returns the facts of a unit. builder lowers its host code.
func FactsOf(u *sema.Unit, builder *ir.Builder) *Facts {
	facts := &Facts{}
	for _, kind := range []*handle.Kind{handle.TextureObject, handle.SurfaceObject, handle.Array, handle.MipmappedArray} {
		if !mayMatter(u, kind, false) {
			continue
		}
		n := newChecker(u, kind, follow.Options{Builder: builder})
		n.helpers(slices.DeleteFunc(n.sites(), func(s follow.Site) bool { return s.Ends || !s.Function.MayGiveOut() }))
		for _, f := range u.FreeFunctions() {
			n.functionFact(f, facts)
		}
		n.releasedMembers(facts)
	}
	for _, r := range u.Records(func(f *ast.File) bool { return f == u.File }) {
		holds := func() bool {
			return slices.ContainsFunc(r.Complete().Fields, func(f sema.Field) bool { return f.Name != "" && handleField(r, f.Name) })
		}
		for name, methods := range sema.MembersOf(r).Methods {
			for _, m := range methods {
				// The fields of a class of a header are looked at only if a method is defined here.
				if m.Body.Valid() && m.Body.File() == u.File && holds() {
					facts.Methods = append(facts.Methods, methodKey(r, name, len(m.Params)))
				}
			}
		}
	}
	return facts
}

func methodKey(r *sema.Record, name string, params int) follow.MethodKey {
	return follow.MethodKey{Namespace: r.Namespace, Class: r.Name, Name: name, Params: params}
}

// releasedElsewhere reports whether another unit releases a member of this name.
func (u *checker) releasedElsewhere(member string) bool {
	return u.Opts.Others != nil && u.Opts.Others.Releases(member)
}

// definedElsewhere reports whether another unit defines a method.
func (u *checker) definedElsewhere(key follow.MethodKey) bool {
	return u.Opts.Others != nil && u.Opts.Others.Defines(key)
}

// functionFact adds a function that has to do with handles, if other units can call it.
func (u *checker) functionFact(f *sema.Function, facts *Facts) {
	if !f.Body.Valid() || f.Qualifiers&ast.Static != 0 || f.Record != nil || f.Kernel() || f.OnDevice() && f.Qualifiers&ast.Host == 0 || f.Body.File() != u.Sema.File {
		return
	}
	r := follow.RemoteFunction{Kind: u.Kind.Name, Acquires: u.Acquiring[f.Node], Effects: map[int]follow.Effect{}}
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
	if len(r.Acquires) > 0 || len(r.Effects) > 0 {
		facts.Functions = append(facts.Functions, FunctionFact{follow.KeyOf(f), r})
	}
}

// releasedMembers adds the members that this unit releases.
func (u *checker) releasedMembers(facts *Facts) {
	seen := map[string]bool{}
	for name := range u.Releasing {
		u.membersReleasedBy(name, seen, facts)
	}
	for _, name := range u.Kind.Release {
		u.membersReleasedBy(name, seen, facts)
	}
}

// membersReleasedBy adds the members that stand in calls of a function that releases.
func (u *checker) membersReleasedBy(name string, seen map[string]bool, facts *Facts) {
	for _, call := range u.Sema.Calls(name) {
		if call.Origin().File() != u.Sema.File {
			continue // those who include the header see it themselves
		}
		for n := range call.Child(ast.FieldArguments).Descendants() {
			if field := n.Text(); n.Is(ast.Identifier, ast.FieldIdentifier) && !seen[field] {
				seen[field] = true
				facts.Released = append(facts.Released, field)
			}
		}
	}
}

// declaredHelpers returns the functions that are declared here and acquire, as other units
// define them, in the order of this one.
func (u *checker) declaredHelpers() []*sema.Function {
	if u.Opts.Others == nil {
		return nil
	}
	var out []*sema.Function
	for _, f := range u.Sema.FreeFunctions() {
		if f.Body.Valid() || !u.Kind.InType(f.Node.Text()) {
			continue
		}
		if r := u.Remote(f); r != nil && len(r.Acquires) > 0 {
			u.Acquiring[f.Node] = r.Acquires
			out = append(out, f)
		}
	}
	return out
}
