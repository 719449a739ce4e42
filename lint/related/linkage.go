package related

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Linkage holds the names that link a unit to others: those of its functions and variables, as
// sorted hashes. Names are without namespaces, but for Kernels.
type Linkage struct {
	// Declared are the names that the unit declares and does not define.
	Declared []uint32
	Defined  []uint32
	// Kernels are the qualified names of the kernels that the unit declares or defines.
	Kernels []uint32
}

// NamesKernel reports whether the unit declares or defines a kernel with a qualified name. As names
// are hashed, it may be wrong with true, never with false.
func (l *Linkage) NamesKernel(name string) bool {
	return hasAny(l.Kernels, []uint32{hashIdentifier([]byte(name))})
}

// LinkageOf returns the linkage of a unit.
func LinkageOf(u *sema.Unit) (l Linkage) {
	add := func(name string, defined bool) {
		hash := hashIdentifier([]byte(name))
		if defined {
			l.Defined = append(l.Defined, hash)
		} else {
			l.Declared = append(l.Declared, hash)
		}
	}
	u.DeclaredNames(add)
	for _, k := range u.KernelsDeclared() {
		l.Kernels = append(l.Kernels, hashIdentifier([]byte(k.QualifiedName())))
	}
	for _, v := range u.Variables {
		add(v.Name, v.Qualifiers&ast.Extern == 0 || v.Init.Valid())
	}
	for _, file := range u.Files {
		l.Declared = append(l.Declared, ast.Derive(file, macroLinkageKey{}, macroLinkage)...) // wherever the macros are used
	}
	for _, names := range []*[]uint32{&l.Declared, &l.Defined, &l.Kernels} {
		slices.Sort(*names)
		*names = slices.Clip(slices.Compact(*names))
	}
	return l
}

type macroLinkageKey struct{}

// macroLinkage returns the hashes of the names in those macros of a file whose text declares
// something as extern.
func macroLinkage(file *ast.File) []uint32 {
	var hashes []uint32
	for i := range file.Len() {
		if n := file.At(i); n.Is(ast.PreprocDef, ast.PreprocFunctionDef) && strings.Contains(n.Text(), "extern") {
			for name := range preproc.Words(n.Child(ast.FieldValue).Text()) {
				hashes = append(hashes, hashIdentifier([]byte(name)))
			}
		}
	}
	return hashes
}

// hasAny reports whether a sorted list has one of some values.
func hasAny(sorted, values []uint32) bool {
	return slices.ContainsFunc(values, func(v uint32) bool {
		_, found := slices.BinarySearch(sorted, v)
		return found
	})
}
