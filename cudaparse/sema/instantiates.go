package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Instantiates reports whether a launch of a kernel can stand in code that the unit makes:
// in a function that is no template, or in a template that the source itself has or names,
// or that is called, by its name, by such a function. What a launch in another template
// passes has no type.
func (u *Unit) Instantiates(k *Function) bool {
	l := u.launcher()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.mayLaunch(k.Name), func(i int) bool { return l.made(l.pending[i].in) })
}

// made reports whether the unit makes a function, or may.
func (l *launcher) made(fn *Function) bool {
	if known, ok := l.instantiated[fn]; ok {
		return known
	}
	seen := map[*Function]bool{fn: true}
	for todo := []*Function{fn}; len(todo) > 0; {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if yes, known := l.instantiated[f]; known && yes || !known && l.root(f) {
			l.instantiated[f], l.instantiated[fn] = true, true
			return true
		}
		for _, call := range l.u.callsOf(f) {
			if caller := l.u.FunctionAt(call); caller != nil && !seen[caller] {
				seen[caller] = true
				todo = append(todo, caller)
			}
		}
	}
	for f := range seen {
		l.instantiated[f] = false
	}
	return false
}

// root reports whether a function is made whoever calls it by its name.
func (l *launcher) root(f *Function) bool {
	if !f.Body.Valid() || f.Body.File() == l.u.File || l.mentionsInSource(f.Name) {
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

// mentionsInSource reports whether the source itself has a name, outside of comments.
func (l *launcher) mentionsInSource(name string) bool {
	if l.mentioned == nil {
		l.mentioned = map[string]bool{}
		for i := range l.u.File.Len() {
			if n := l.u.File.At(i); n.Is(ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier) {
				l.mentioned[n.Text()] = true
			}
		}
	}
	return l.mentioned[name]
}
