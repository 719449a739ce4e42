// Package placement moves variables from one memory space to another: from
// constant memory to global memory, with all their declarations, and into a copy
// in shared memory.
package placement

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// A Key identifies a __constant__ variable of namespace scope across units. It can
// be compared, and holds no syntax tree.
type Key struct {
	Name string // qualified: "a::table"
	// Path and Offset are the place of the declaration of a variable that no other
	// file can name (static, const, or in an unnamed namespace); "" and 0 for any other.
	Path   string
	Offset int
}

// KeyOf returns the key of a variable. ok is false for what cannot be moved: it is
// in another space, a class member, or its declaration comes out of a macro.
func KeyOf(pass *lint.Pass, v *sema.Variable) (k Key, ok bool) {
	if v == nil || v.Space != sema.ConstantSpace || v.Record != nil || !lint.Written(v.Node) {
		return k, false
	}
	k.Name = v.QualifiedName()
	if internal(pass, v) {
		at := pass.Place(v.Node)
		k.Path, k.Offset = at.Path, at.Start.Offset
	}
	return k, true
}

// Subject spells the key of a variable of a unit for lint.Subject: variables of several
// programs may have one name, so it tells where this one is declared.
func (k Key) Subject(pass *lint.Pass, v *sema.Variable) string {
	at := pass.Place(v.Node)
	return fmt.Sprintf("%s at %s:%d", k.Name, at.Path, at.Start.Offset)
}

// plain is the name without its namespaces.
func (k Key) plain() string { return lastPart(k.Name) }

func lastPart(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == ':' {
			return name[i+1:]
		}
	}
	return name
}

// internal reports whether no other translation unit can mean a variable of a unit.
func internal(pass *lint.Pass, v *sema.Variable) bool {
	if v.Qualifiers&ast.Static != 0 {
		return true
	}
	for p := v.Node.Origin(); p.Valid(); p = p.Parent() {
		if p.Is(ast.NamespaceDefinition) && !p.Child(ast.FieldName).Valid() {
			return true
		}
	}
	if v.Qualifiers&(ast.Const|ast.Constexpr) == 0 || v.Qualifiers&(ast.Extern|ast.Inline) != 0 {
		return false
	}
	return !declaredExtern(pass)[v.QualifiedName()]
}

type externKey struct{}

// declaredExtern returns the qualified names that a unit declares extern outside of
// functions, by which a constant gets external linkage before it is defined.
func declaredExtern(pass *lint.Pass) map[string]bool {
	return pass.Memo(externKey{}, func() any {
		names := map[string]bool{}
		for _, file := range pass.Unit.Files {
			for _, n := range ast.Derive(file, externKey{}, externsIn) {
				for c := range n.ChildrenWith(ast.FieldDeclarator) {
					names[meaning(pass.Unit, n, declaredName(c))] = true
				}
			}
		}
		return names
	}).(map[string]bool)
}

// externsIn returns the declarations of a file that say extern outside of functions.
func externsIn(file *ast.File) []ast.Node {
	var out []ast.Node
	for i := range file.Len() {
		n := file.At(i)
		if n.Is(ast.Declaration) && (n.Qualifiers()&ast.Extern != 0 || n.Parent().Is(ast.LinkageSpecification)) &&
			!n.Enclosing(ast.FunctionDefinition).Valid() {
			out = append(out, n)
		}
	}
	return out
}

// Is reports whether a variable of a unit is the one of a key, in a unit that has that.
func (k Key) Is(v *sema.Variable) bool {
	return v != nil && v.Space == sema.ConstantSpace && v.Record == nil && v.QualifiedName() == k.Name
}

// A FunctionPlace identifies a function by where it is defined. It holds no syntax
// tree; the zero value is none.
type FunctionPlace struct {
	Path   string
	Offset int
}

// PlaceOf returns where a function is defined.
func PlaceOf(pass *lint.Pass, f *sema.Function) FunctionPlace {
	at := pass.Place(f.Node)
	return FunctionPlace{at.Path, at.Start.Offset}
}

// String spells the place.
func (p FunctionPlace) String() string { return fmt.Sprintf("%s:%d", p.Path, p.Offset) }

// In returns the function in a unit, nil for none.
func (p FunctionPlace) In(pass *lint.Pass) *sema.Function {
	if p == (FunctionPlace{}) {
		return nil
	}
	for _, f := range pass.Unit.FunctionsIn(func(file *ast.File) bool { return pass.Place(file.Root()).Path == p.Path }) {
		if PlaceOf(pass, f) == p {
			return f
		}
	}
	return nil
}
