package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Facts are what the other units of a program may want to know of one unit. They are plain
// data.
type Facts struct {
	Functions []FunctionFact
	// Released are the names of members that the unit releases, Methods the methods that it
	// defines of classes with handles.
	Released []string
	Methods  []MethodKey
}

// A FunctionFact is a function that acquires or releases handles of one kind.
type FunctionFact struct {
	Key      FunctionKey
	Function RemoteFunction
}

// A FunctionKey names a function across units, a MethodKey a method of a class.
type (
	FunctionKey struct {
		Namespace, Name string
		Params          int // their number
	}
	MethodKey struct {
		Namespace, Class, Name string
		Params                 int
	}
)

// A RemoteFunction is a function of another unit.
type RemoteFunction struct {
	Kind     string // of the resource
	Acquires []outward
	Effects  map[int]effect // on handles that it is given, by parameter
}

// Others has the Facts of the other units of a program.
type Others interface {
	// Functions returns the functions under a key, of all kinds.
	Functions(FunctionKey) []RemoteFunction
	// Releases reports whether another unit releases a member of this name.
	Releases(member string) bool
	// Defines reports whether another unit defines a method.
	Defines(MethodKey) bool
}

// FactsOf returns the facts of a unit. builder lowers its host code.
func FactsOf(u *sema.Unit, builder *ir.Builder) *Facts {
	facts := &Facts{}
	for _, kind := range []*Kind{TextureObject, SurfaceObject, Array, MipmappedArray} {
		if !mentioned(u, kind, false) {
			continue
		}
		n := newUnit(u, kind, Options{Builder: builder})
		n.helpers(slices.DeleteFunc(n.sites(), func(s site) bool { return s.ends || !s.f.mayGiveOut() }))
		for _, f := range u.FreeFunctions() {
			n.functionFact(f, facts)
		}
		n.releasedMembers(facts)
	}
	for _, r := range u.Records(func(f *ast.File) bool { return f == u.File }) {
		holds := func() bool {
			return slices.ContainsFunc(r.Complete().Fields, func(f sema.Field) bool { return f.Name != "" && handleField(r, f.Name) })
		}
		for name, methods := range r.Methods {
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

// mayGiveOut reports whether the result or a parameter of a function may take a
// handle to its callers, as far as the types tell.
func (f *function) mayGiveOut() bool {
	if f.lambda() {
		return false
	}
	if mayCarry(f.code.Result) {
		return true
	}
	for _, p := range f.code.Params {
		t := f.code.Op(p).Type
		if t == nil || !t.Known() {
			return true
		}
		switch t.Kind {
		case sema.Pointer, sema.Reference, sema.Array:
			if mayCarry(t.Elem) {
				return true
			}
		case sema.Int, sema.Float, sema.Bool:
		default:
			return true
		}
	}
	return false
}

// mayCarry reports whether a value of a type can hold a handle, which is as wide
// as a pointer.
func mayCarry(t *sema.Type) bool {
	if t == nil || !t.Known() {
		return true
	}
	for t.Kind == sema.Pointer || t.Kind == sema.Reference || t.Kind == sema.Array {
		if t = t.Elem; t == nil || !t.Known() {
			return true
		}
	}
	switch t.Kind {
	case sema.Void, sema.Float, sema.Bool:
		return false
	case sema.Int:
		return t.Size >= 8
	}
	return true
}

func methodKey(r *sema.Record, name string, params int) MethodKey {
	return MethodKey{r.Namespace, r.Name, name, params}
}

func functionKey(f *sema.Function) FunctionKey {
	return FunctionKey{f.Namespace, f.Name, len(f.Params)}
}

// releasedElsewhere reports whether another unit releases a member of this name.
func (u *unit) releasedElsewhere(member string) bool {
	return u.opts.Others != nil && u.opts.Others.Releases(member)
}

// definedElsewhere reports whether another unit defines a method.
func (u *unit) definedElsewhere(key MethodKey) bool {
	return u.opts.Others != nil && u.opts.Others.Defines(key)
}

// functionFact adds a function that has to do with handles, if other units can call it.
func (u *unit) functionFact(f *sema.Function, facts *Facts) {
	if !f.Body.Valid() || f.Qualifiers&ast.Static != 0 || f.Record != nil || f.Kernel() || f.OnDevice() && f.Qualifiers&ast.Host == 0 || f.Body.File() != u.sema.File {
		return
	}
	r := RemoteFunction{Kind: u.kind.Name, Acquires: u.acquiring[f.Node], Effects: map[int]effect{}}
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
		r.Effects[i] = u.effect(instance(f), i, w, given, 0)
	}
	if len(r.Acquires) > 0 || len(r.Effects) > 0 {
		facts.Functions = append(facts.Functions, FunctionFact{functionKey(f), r})
	}
}

// inType reports whether a declaration names one of the kind's handle types.
func (k *Kind) inType(text string) bool {
	return slices.ContainsFunc(k.Types, func(name string) bool { return strings.Contains(text, name) })
}

// releasedMembers adds the members that this unit releases.
func (u *unit) releasedMembers(facts *Facts) {
	seen := map[string]bool{}
	for name := range u.releasing {
		u.membersReleasedBy(name, seen, facts)
	}
	for _, name := range u.kind.Release {
		u.membersReleasedBy(name, seen, facts)
	}
}

// membersReleasedBy adds the members that stand in calls of a function that releases.
func (u *unit) membersReleasedBy(name string, seen map[string]bool, facts *Facts) {
	for _, call := range u.sema.Calls(name) {
		if call.Origin().File() != u.sema.File {
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

// remote returns the facts of a function that is only declared here, nil for none.
func (u *unit) remote(f *sema.Function) *RemoteFunction {
	if r, ok := u.remotes[f]; ok {
		return r
	}
	var found *RemoteFunction
	if u.opts.Others != nil && u.kind.mayHelp(f) {
		for _, r := range u.opts.Others.Functions(functionKey(f)) {
			if r.Kind == u.kind.Name {
				if found != nil {
					found = nil // several of the name
					break
				}
				found = &r
			}
		}
	}
	u.remotes[f] = found
	return found
}

// mayHelp reports whether a function may be one of another unit that has to do with
// handles of the kind.
func (k *Kind) mayHelp(f *sema.Function) bool {
	return !f.Body.Valid() && f.Qualifiers&ast.Static == 0 && f.Record == nil && k.inType(f.Node.Text())
}

// declaredHelpers returns the functions that are declared here and acquire, as other units
// define them, in the order of this one.
func (u *unit) declaredHelpers() []*sema.Function {
	if u.opts.Others == nil {
		return nil
	}
	var out []*sema.Function
	for _, f := range u.sema.FreeFunctions() {
		if f.Body.Valid() || !u.kind.inType(f.Node.Text()) {
			continue
		}
		if r := u.remote(f); r != nil && len(r.Acquires) > 0 {
			u.acquiring[f.Node] = r.Acquires
			out = append(out, f)
		}
	}
	return out
}
