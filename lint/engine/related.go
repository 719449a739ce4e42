package engine

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// The linkage of a unit is what other units can have to do with its functions and
// variables: hashes of their names without namespaces, sorted.
type linkage struct {
	declared []uint32 // by the unit, which does not define them
	defined  []uint32
	// kernels are the hashes of the qualified names of the kernels that it declares or
	// defines, sorted.
	kernels []uint32
}

// linkageOf returns that of a unit.
func linkageOf(u *sema.Unit) (l linkage) {
	add := func(name string, defined bool) {
		hash := hashIdentifier([]byte(name))
		if defined {
			l.defined = append(l.defined, hash)
		} else {
			l.declared = append(l.declared, hash)
		}
	}
	u.DeclaredNames(add)
	for _, k := range u.KernelsDeclared() {
		l.kernels = append(l.kernels, hashIdentifier([]byte(k.QualifiedName())))
	}
	for _, v := range u.Variables {
		add(v.Name, v.Qualifiers&ast.Extern == 0 || v.Init.Valid())
	}
	for _, file := range u.Files {
		l.declared = append(l.declared, ast.Derive(file, macroLinkageKey{}, macroLinkage)...) // where the macro stands, in whatever way
	}
	for _, names := range []*[]uint32{&l.declared, &l.defined, &l.kernels} {
		slices.Sort(*names)
		*names = slices.Clip(slices.Compact(*names))
	}
	return l
}

type macroLinkageKey struct{}

// macroLinkage returns the hashes of the names in those macros of a file that declare
// something elsewhere.
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

// related returns those units of the same program as some of a group, which it grows,
// as far as it has to do with some names; units are those with one of them in a file
// of theirs, having the files. Two units have to do with each other if they share
// such a file, or if one declares such a name without a definition, and the other is
// the nearest, or one of the nearest, of those that define it.
//
// One run can be given hundreds of programs whose kernels have the same names: the
// others are not even opened.
func (p *fixProgram) related(group map[int]bool, units []int, names []string, having map[int32]bool) []int {
	hashes := make([]uint32, len(names))
	for i, name := range names {
		hashes[i] = hashIdentifier([]byte(name))
	}
	edges := map[int][]int{}
	link := func(a, b int) { edges[a], edges[b] = append(edges[a], b), append(edges[b], a) }
	sharing := map[int32]int{} // of each file that has a name, the last unit that has it
	for _, i := range units {
		for _, file := range p.summaries[i].Files {
			at := p.index.paths[file]
			if !having[at] {
				continue
			}
			if other, shared := sharing[at]; shared {
				link(other, i)
			}
			sharing[at] = i
		}
		if hasAny(p.linkages[i].declared, hashes) {
			for _, d := range p.nearest(i, units, hashes) {
				link(i, d)
			}
		}
	}
	queue := []int{}
	for _, i := range units {
		if group[i] {
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, other := range edges[i] {
			if !group[other] {
				group[other] = true
				queue = append(queue, other)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(units), func(i int) bool { return !group[i] })
}

// nearest returns the units, nearest to one, that define one of the names; where none
// does, those that declare it.
func (p *fixProgram) nearest(to int, units []int, hashes []uint32) []int {
	for _, defined := range []bool{true, false} {
		best, found := -1, []int(nil)
		for _, i := range units {
			names := p.linkages[i].declared
			if defined {
				names = p.linkages[i].defined
			}
			if i == to || !hasAny(names, hashes) {
				continue
			}
			near := p.program.Nearness(to, i)
			if near > best {
				best, found = near, nil
			}
			if near == best {
				found = append(found, i)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}
