package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// maxMacroCalls bounds the calls of one name that are found in expansions.
const maxMacroCalls = 2000

// Calls returns the calls of functions and methods of a name in all files of the
// unit, in source order: the name is the last part of the callee's, ns::f<T> and
// x.f both are f. Kernel launches are not among them. Arguments of macros are
// source text, so CHECK(f(x)) holds a call of f; calls that only the text of a
// macro spells come after those, as nodes of its expansions (see ast.Node.Origin).
// Code that is not compiled is included: see Inactive.
func (u *Unit) Calls(name string) []ast.Node {
	if u.Macros == nil {
		return nil
	}
	u.macrosOnce.Do(u.indexMacros)
	if v, ok := u.expandedCalls.Load(name); ok {
		return v.([]ast.Node)
	}
	calls := u.callsNamed(name)
	if more := u.macroCalls(name); len(more) > 0 {
		calls = append(slices.Clip(slices.Clone(calls)), more...)
	}
	u.expandedCalls.Store(name, calls)
	return calls
}

// callsNamed returns the calls of a name that the files of the unit spell, which must
// not be changed.
func (u *Unit) callsNamed(name string) []ast.Node {
	if v, ok := u.calls.Load(name); ok {
		return v.([]ast.Node)
	}
	var calls []ast.Node
	for _, x := range u.indexes {
		calls = append(calls, x.Calls()[name]...)
	}
	u.calls.Store(name, calls)
	return calls
}

// indexMacros lists which macros' texts have which names.
func (u *Unit) indexMacros() {
	u.macrosWith = map[string][]string{}
	for name := range u.Macros.Table().Names {
		has := map[string]bool{}
		for _, ev := range u.Macros.Table().Events(name) {
			if ev.Macro == nil {
				continue
			}
			for _, t := range ev.Macro.Tokens() {
				if t.Kind == preproc.Word && !has[t.Text] {
					has[t.Text] = true
					u.macrosWith[t.Text] = append(u.macrosWith[t.Text], name)
				}
			}
		}
	}
}

// macrosSpelling returns the macros that the source itself invokes with arguments and
// whose text, or that of a macro that it names in turn, has a name.
func (u *Unit) macrosSpelling(name string) (out []string) {
	seen := map[string]bool{name: true}
	for todo := []string{name}; len(todo) > 0; {
		word := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, macro := range u.macrosWith[word] {
			if len(seen) > maxMacroCalls {
				break
			}
			if !seen[macro] {
				seen[macro] = true
				todo = append(todo, macro)
			}
			if len(u.callsNamed(macro)) > 0 && !slices.Contains(out, macro) {
				out = append(out, macro)
			}
		}
	}
	slices.Sort(out) // the order of a map is not to be seen
	return out
}

// macroCalls returns the calls of a name in the expansions of macros, in the
// order of their names and invocations.
func (u *Unit) macroCalls(name string) []ast.Node {
	var out []ast.Node
	for _, macro := range u.macrosSpelling(name) {
		for _, n := range u.callsNamed(macro) {
			if len(out) >= maxMacroCalls {
				return out
			}
			m, _ := u.MacroInvoked(n)
			if m == nil {
				// #define COPY cudaMemcpy, and COPY(a, b, n): the call is there.
				if alias := u.MacroAt(macro, n); alias != nil && !alias.FunctionLike && preproc.WithoutSpace(alias.Body) == name {
					out = append(out, n)
				}
				continue
			}
			if x, ok := u.Expand(n); ok {
				out = u.spelled(out, x, n, name)
			}
		}
	}
	return out
}

// spelled adds the calls of a name in an expansion of an invocation that are not
// arguments of it.
func (u *Unit) spelled(out []ast.Node, expansion, invocation ast.Node, name string) []ast.Node {
	passed := map[string]bool{}
	for n := range invocation.Child(ast.FieldArguments).Descendants() {
		if n.Kind() == ast.CallExpression && n.Child(ast.FieldFunction).PlainName() == name {
			passed[preproc.WithoutSpace(n.Text())] = true
		}
	}
	for n := range expansion.Descendants() {
		if n.Kind() == ast.CallExpression && !n.ChildOf(ast.KernelCallSyntax).Valid() && n.Child(ast.FieldFunction).PlainName() == name && !passed[preproc.WithoutSpace(n.Text())] {
			out = append(out, n)
		}
	}
	return out
}

// MaxCallers is how many callers up a search goes for the arguments of a function.
const MaxCallers = 3

// Bounds of the calls that one function is analysed for.
const (
	maxCallsOf         = 32
	maxCallsOfTemplate = 128 // each may pass its own lambda
)

// MaxCalls returns for how many of its calls a function is analysed.
func (f *Function) MaxCalls() int {
	if len(f.TemplateParams) > 0 {
		return maxCallsOfTemplate
	}
	return maxCallsOf
}

// CallersOf returns the calls that may be to a function, by name; none where there are too
// many.
func (u *Unit) CallersOf(fn *Function) []ast.Node {
	if calls := u.callsNamed(fn.Name); len(calls) <= fn.MaxCalls() {
		return calls
	}
	return nil
}
