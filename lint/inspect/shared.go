package inspect

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// A Shared is the declaration of a variable in shared memory.
type Shared struct {
	lint.Place
	Name string
	// Type is how the type is named, a length that is not known "?"; "" where it is not known.
	Type string
	// Bytes is its size, -1 where it is not known; an extern array without a length is
	// dynamic shared memory, whose size the launch tells.
	Bytes   int64
	Dynamic bool
	// Total is what the function declares, of which Unknown variables are of unknown size.
	Total   int64
	Unknown int
}

// sharedAt returns the variable in shared memory that a function declares by the name at an
// offset of a file, nil for none.
func (u *Unit) sharedAt(file *ast.File, offset int) *Shared {
	for _, at := range []int{offset, offset - 1} { // the end of a name belongs to it
		n := file.NodeAt(at)
		if !n.Is(ast.Identifier) {
			continue
		}
		f := u.FunctionAt(n)
		if f == nil {
			continue
		}
		out := &Shared{Place: u.Place(n)}
		for declaration := range f.Body.Descendants() {
			if !declaration.Is(ast.Declaration) || declaration.Qualifiers()&ast.Shared == 0 {
				continue
			}
			for _, d := range u.ScopeAt(declaration).Declarators(declaration) {
				out.add(&d, declaration.Qualifiers()&ast.Extern != 0, d.Node == n)
			}
		}
		if out.Name != "" {
			return out
		}
	}
	return nil
}

// add counts a variable of the function; asked is set for the one that is asked for. An
// array without a length is dynamic if it is extern; else the length is one that is not known.
func (s *Shared) add(d *sema.Declared, extern, asked bool) {
	size, dynamic := int64(-1), false
	if d.Type != nil {
		size, dynamic = d.Type.Size, extern && d.Type.Kind == sema.Array && d.Type.Len < 0
	}
	switch {
	case dynamic:
	case size < 0:
		s.Unknown++
	default:
		s.Total += size
	}
	if asked {
		s.Name, s.Type, s.Bytes, s.Dynamic = d.Name, declaredType(d.Type), size, dynamic
		if !dynamic {
			s.Type = strings.ReplaceAll(s.Type, "[]", "[?]")
		}
	}
}
