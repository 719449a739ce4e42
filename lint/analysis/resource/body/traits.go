package body

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// MayFollow reports whether the source names the argument of a release again after it, or in a
// loop around it.
func (f *Function) MayFollow(release ast.Node) bool {
	args := Arguments(release)
	if len(args) == 0 {
		return false
	}
	name := ""
	for n := range args[0].Descendants() {
		if n.Is(ast.Identifier, ast.FieldIdentifier) {
			name = n.Text()
		}
	}
	at := release.Origin()
	if name == "" || at.Enclosing(ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop).Index() > f.Node.Index() {
		return name != ""
	}
	for i := at.End(); i < f.Node.End(); i++ {
		if n := f.Node.File().At(i); n.Is(ast.Identifier, ast.FieldIdentifier) && n.Text() == name {
			return true
		}
	}
	return false
}

// NeverThrows reports whether an exception that leaves the function ends the
// process.
func (f *Function) NeverThrows() bool {
	if f.Lambda() {
		return false
	}
	if len(f.Sema.Name) > 0 && f.Sema.Name[0] == '~' {
		return true
	}
	for n := range f.Node.Child(ast.FieldDeclarator).Descendants() {
		if n.Is(ast.Noexcept) && !strings.Contains(n.Text(), "false") {
			return true
		}
	}
	return false
}

// InMain reports whether the body is that of main.
func (f *Function) InMain() bool {
	return f.Sema.Name == "main" && f.Sema.Record == nil && !f.Lambda()
}

// MayGiveOut reports whether a function may return a handle to its callers, by the types of its
// result and its parameters.
func (f *Function) MayGiveOut() bool {
	if f.Lambda() {
		return false
	}
	if mayCarry(f.Code.Result) {
		return true
	}
	for _, p := range f.Code.Params {
		t := f.Code.Op(p).Type
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
