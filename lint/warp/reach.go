package warp

import (
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// tooLong is why a kernel is given up that takes too many steps.
const tooLong = "the kernel takes too long to follow"

func sortedNames[T any](m map[string]T) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// A reach tells which kernels can come to a read of constant memory.
type reach struct {
	unit *sema.Unit
	// names are the constant variables and everything that mentions one, by name:
	// functions, classes, macros. It over-estimates, and needs no resolution.
	names map[string]bool
	// any is set where a name cannot tell: an operator mentions one.
	any bool
	// direct are the functions whose own body names a constant variable.
	direct map[*sema.Function]bool
}

func newReach(unit *sema.Unit) *reach {
	r := &reach{unit: unit, names: constantNames(unit), direct: map[*sema.Function]bool{}}
	if len(r.names) == 0 {
		return r
	}
	constants := maps.Clone(r.names)
	for _, f := range unit.Functions {
		if f.Body.Valid() && f.OnDevice() && readsConstant(f.Body, constants) {
			r.direct[f] = true
		}
	}
	var macros []ast.Node
	for _, f := range unit.Files {
		macros = append(macros, ast.Derive(f, macrosKey{}, macrosOf)...)
	}
	for changed := true; changed; {
		changed = false
		for _, n := range macros {
			name := n.Child(ast.FieldName).Text()
			if !r.names[name] && r.inText(n.Child(ast.FieldValue).Text()) {
				r.names[name], changed = true, true
			}
		}
		for _, f := range unit.Functions {
			if f.Body.Valid() && !r.names[f.Name] && r.mentions(f.Body) {
				r.names[f.Name], changed = true, true
				if f.Record != nil {
					r.names[f.Record.Name] = true
					// An operator or a conversion is called without its name.
					r.any = r.any || !isIdentifier(f.Name)
				}
			}
		}
	}
	return r
}

type macrosKey struct{}

// macrosOf returns the definitions of macros in a file.
func macrosOf(f *ast.File) []ast.Node {
	var macros []ast.Node
	for i := range f.Len() {
		if n := f.At(i); n.Is(ast.PreprocDef, ast.PreprocFunctionDef) {
			macros = append(macros, n)
		}
	}
	return macros
}

func isIdentifier(name string) bool {
	return len(name) > 0 && (name[0] == '_' || name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z') && !strings.HasPrefix(name, "operator ")
}

func (r *reach) mentions(n ast.Node) bool {
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier:
			if r.names[d.Text()] {
				return true
			}
		}
	}
	return false
}

// inText reports whether a macro's replacement text mentions one of the names.
func (r *reach) inText(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	}) {
		if r.names[word] {
			return true
		}
	}
	return false
}

// constant reports whether a kernel may read constant memory or an array inside
// one of its parameters.
func (r *reach) constant(k *sema.Function, opts Options) bool {
	if r.names[k.Name] || r.any {
		return true
	}
	for _, p := range k.Params {
		t := ir.Strip(k.Scope.ParamType(p))
		if ir.IsKind(t, sema.RecordKind) && mayHoldArray(t, 0) {
			return true
		}
		if !ir.IsKind(t, sema.Dependent, sema.UnknownType) {
			continue
		}
		if !opts.Instantiates(k) {
			continue
		}
		for _, l := range distinctLaunches(k, opts) {
			if l != nil && mayHoldArray(k.Scope.With(l.Bindings).ParamType(p), 0) {
				return true
			}
		}
	}
	return false
}

// mayHoldArray reports whether a parameter's type has an array in it that can
// stay in the parameter bank.
func mayHoldArray(t *sema.Type, depth int) bool {
	t = ir.Strip(t)
	switch {
	case t == nil || depth > 8:
		return false
	case t.Kind == sema.Array:
		return true
	case t.Kind != sema.RecordKind || t.Record == nil:
		return false
	}
	for _, f := range t.Record.Fields {
		if mayHoldArray(f.Type, depth+1) {
			return true
		}
	}
	for _, b := range t.Record.Bases {
		if mayHoldArray(b, depth+1) {
			return true
		}
	}
	return false
}
