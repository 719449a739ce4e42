package warp

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
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
	// names are the constant variables and the functions that mention one, by name:
	// an over-estimate that needs no resolution.
	names map[string]bool
}

func newReach(unit *sema.Unit) *reach {
	r := &reach{unit: unit, names: map[string]bool{}}
	for _, v := range unit.Variables {
		if v.Space == sema.ConstantSpace {
			r.names[v.Name] = true
		}
	}
	if len(r.names) == 0 {
		return r
	}
	for changed := true; changed; {
		changed = false
		for _, f := range unit.Functions {
			if f.Body.Valid() && !r.names[f.Name] && r.mentions(f.Body) {
				r.names[f.Name], changed = true, true
			}
		}
	}
	return r
}

func (r *reach) mentions(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Is(ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier) && r.names[d.Text()] {
			return true
		}
	}
	return false
}

// constant reports whether a kernel may read constant memory or an array inside
// one of its parameters.
func (r *reach) constant(k *sema.Function) bool {
	if len(r.names) > 0 {
		return true
	}
	for _, p := range k.Params {
		if isKind(k.Scope.ParamType(p), sema.RecordKind, sema.Dependent, sema.UnknownType) {
			return true
		}
	}
	return false
}
