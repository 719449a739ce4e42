package texture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A SurfaceAccess is a call of a function that reads or writes a surface, through
// an object or a reference.
type SurfaceAccess struct {
	Call   ast.Node
	Callee string
	// Function is the function that contains the call.
	Function *sema.Function
	// Element is the type that is read or written, with a known size.
	Element *sema.Type
	// X is the argument for the position in a row, in bytes.
	X ast.Node
}

// SurfaceAccesses returns the accesses of a unit whose element type is known, in the order of
// Unit.Calls. It leaves out calls of a program's own functions of these names, HIP sources,
// and code that is not compiled.
func SurfaceAccesses(u *sema.Unit) []SurfaceAccess {
	var out []SurfaceAccess
	if !slices.ContainsFunc(u.Files, func(f *ast.File) bool { return f.Source.Holds("surf") }) {
		return nil
	}
	b := newBuilder(u)
	hip := -1
	for _, shape := range surfaceShapes {
		for _, name := range []string{shape + "read", shape + "write"} {
			for _, n := range u.Calls(name) {
				if hip < 0 {
					if hip = 0; isHIP(u) {
						return nil
					}
				}
				if a, ok := b.surfaceAccess(n, name); ok {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

func (b *builder) surfaceAccess(n ast.Node, name string) (a SurfaceAccess, ok bool) {
	callee := n.Child(ast.FieldFunction)
	if !b.means(n, name) {
		return a, false
	}
	scope := b.u.ScopeAt(n)
	if own, _ := scope.FunctionsNamed(callee); len(own) > 0 || b.u.LocalAt(n, name) != nil {
		return a, false
	}
	use := b.use(Fetch, n, name)
	a = SurfaceAccess{Call: n, Callee: name, Function: use.Function}
	if a.Function == nil {
		return a, false
	}
	explicit := explicitType(scope, callee)
	surf := 1 // surf2Dwrite(v, s, x, y), surf2Dread(&v, s, x, y)
	if explicit != nil {
		a.Element = explicit
	}
	if len(use.Args) > 0 {
		first := scope.ExprType(use.Args[0]).Value()
		switch {
		case strings.HasSuffix(name, "write"):
			if a.Element == nil {
				a.Element = first
			}
		case explicit != nil && !(first.Known() && first.Kind == sema.Pointer):
			surf = 0 // surf2Dread<T>(s, x, y)
		case explicit == nil && first.Known() && first.Kind == sema.Pointer:
			a.Element = first.Elem
		}
	}
	if len(use.Args) < surf+2 || a.Element == nil || !a.Element.Known() || a.Element.Size <= 0 {
		return a, false
	}
	if t := scope.ExprType(use.Args[surf]).Value(); t.Known() && t.Kind == sema.RecordKind {
		return a, false // a class of the program
	}
	a.X = use.Args[surf+1]
	return a, true
}

// explicitType returns the type of f<T>, nil for none.
func explicitType(scope *sema.Scope, callee ast.Node) *sema.Type {
	if callee.Kind() == ast.QualifiedIdentifier {
		callee = callee.Child(ast.FieldName)
	}
	if callee.Kind() != ast.TemplateFunction {
		return nil
	}
	t := scope.Type(callee.Child(ast.FieldArguments).FirstChild())
	if t == nil {
		return &sema.Type{Size: -1}
	}
	return t
}

// Conditions returns the preprocessor conditions under which a node is compiled, as
// sentences, if the visible sources do not decide them. unlikely is set if the node is
// compiled only if macros are defined that no visible source defines.
func Conditions(u *sema.Unit, n ast.Node) (conditions []string, unlikely bool) {
	for _, arm := range u.OpenArms(n) {
		unlikely = unlikely || !arm.Likely
		holds := "holds"
		if arm.Else {
			holds = "does not hold"
		}
		line := strings.TrimSpace(strings.SplitN(arm.Node.Text(), "\n", 2)[0])
		conditions = append(conditions, fmt.Sprintf("%q on line %d %s", line, arm.Node.File().Source.Position(arm.Node.Span().Start).Line, holds))
	}
	return conditions, unlikely
}
