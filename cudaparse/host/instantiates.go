package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// MayLaunch reports whether a launch of a kernel may be in code that the unit instantiates, see
// Instantiates. The arguments of a launch in any other code have no types.
func (a *Analysis) MayLaunch(k *sema.Function) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.ContainsFunc(a.launchPlaces(k.Name), func(i int) bool { return a.mayInstantiate(a.pending[i].in) })
}

// Instantiates reports whether the unit may instantiate a function: it is not a template, or the
// source file itself declares or names it, or such a function calls it by name. nil stands for code
// outside of functions.
func (a *Analysis) Instantiates(f *sema.Function) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return f == nil || a.mayInstantiate(f)
}

// mayInstantiate is Instantiates while a.mu is held.
func (a *Analysis) mayInstantiate(fn *sema.Function) bool {
	if known, ok := a.instantiated[fn]; ok {
		return known
	}
	seen := map[*sema.Function]bool{fn: true}
	for todo := []*sema.Function{fn}; len(todo) > 0; {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if yes, known := a.instantiated[f]; known && yes || !known && a.root(f) {
			a.instantiated[f], a.instantiated[fn] = true, true
			return true
		}
		for _, call := range a.e.unit.CallersOf(f) {
			if caller := a.e.unit.FunctionAt(call); caller != nil && !seen[caller] {
				seen[caller] = true
				todo = append(todo, caller)
			}
		}
	}
	for f := range seen {
		a.instantiated[f] = false
	}
	return false
}

// root reports whether the unit instantiates a function without a call by name.
func (a *Analysis) root(f *sema.Function) bool {
	if !f.Body.Valid() || f.Body.File() == a.e.unit.File || a.mentionsInSource(f.Name) {
		return true
	}
	if r := f.Record; r != nil && f.Name != "" && (f.Name == r.Name || !source.WordByte(f.Name[0])) {
		return true // objects are made and operators are called without a name
	}
	for sc := f.Scope; sc != nil; sc = sc.Outer {
		if sc.Bindings != nil {
			return false // the parameters of its template, or of a class around it
		}
	}
	return true
}

// mentionsInSource reports whether the source file has a name outside of comments.
func (a *Analysis) mentionsInSource(name string) bool {
	if a.mentioned == nil {
		a.mentioned = map[string]bool{}
		for i := range a.e.unit.File.Len() {
			if n := a.e.unit.File.At(i); n.Is(ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier) {
				a.mentioned[n.Text()] = true
			}
		}
	}
	return a.mentioned[name]
}
