// Package placement makes the fixes that move a __constant__ variable to global memory,
// with all its declarations, or to a copy in shared memory.
package placement

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// A Key identifies a __constant__ variable of namespace scope across units. It is
// comparable, and holds no part of a syntax tree.
type Key struct {
	Name string // qualified: "a::table"
	// Path and Offset locate the declaration of a variable with internal linkage
	// (static, const, or in an unnamed namespace). They are "" and 0 for any other.
	Path   string
	Offset int
}

// KeyOf returns the key of a variable. ok is false if it cannot move: it is not in
// constant memory, is a class member, or a macro spells its declaration.
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

// Subject spells the key of a variable for lint.Subject, with the place of its
// declaration: variables of several programs may have the same name.
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

// internal reports whether a variable has internal linkage.
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
// functions. Such a declaration gives external linkage to a const variable.
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

// Is reports whether v is the variable of the key, in a unit that declares that.
func (k Key) Is(v *sema.Variable) bool {
	return v != nil && v.Space == sema.ConstantSpace && v.Record == nil && v.QualifiedName() == k.Name
}

// A FunctionPlace identifies a function by the place of its definition. The zero value
// means no function. It holds no part of a syntax tree.
type FunctionPlace struct {
	Path   string
	Offset int
}

// PlaceOf returns the place of the definition of a function.
func PlaceOf(pass *lint.Pass, f *sema.Function) FunctionPlace {
	at := pass.Place(f.Node)
	return FunctionPlace{at.Path, at.Start.Offset}
}

// String returns "path:offset".
func (p FunctionPlace) String() string { return fmt.Sprintf("%s:%d", p.Path, p.Offset) }

// In returns the function in a unit, nil if the unit does not have it.
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
