package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// mayFollow reports whether what a call releases is named again after it, as far
// as the order of the source goes, or in a loop around it.
func (f *function) mayFollow(release ast.Node) bool {
	args := arguments(release)
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
	if name == "" || at.Enclosing(ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop).Index() > f.node.Index() {
		return name != ""
	}
	for i := at.End(); i < f.node.End(); i++ {
		if n := f.node.File().At(i); n.Is(ast.Identifier, ast.FieldIdentifier) && n.Text() == name {
			return true
		}
	}
	return false
}

// neverThrows reports whether an exception that leaves the function ends the
// process.
func (f *function) neverThrows() bool {
	if f.lambda() {
		return false
	}
	if len(f.sema.Name) > 0 && f.sema.Name[0] == '~' {
		return true
	}
	for n := range f.node.Child(ast.FieldDeclarator).Descendants() {
		if n.Is(ast.Noexcept) && !strings.Contains(n.Text(), "false") {
			return true
		}
	}
	return false
}

// inMain reports whether the body is that of main.
func (f *function) inMain() bool {
	return f.sema.Name == "main" && f.sema.Record == nil && !f.lambda()
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
