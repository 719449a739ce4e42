package engine

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint"
)

// sliceOf returns the slice of the program that a finding depends on, as lines without those of
// Related: the function around it, the kernel that it is reached from, the launch with what its
// shape comes from, and the definitions of the names in these (macros, constants, types and called
// functions). Of host code, only functions that are called with a name in the finding count, as
// main calls everything.
func (u *unitRun) sliceOf(f lint.Finding) []lint.Lines {
	var out []lint.Lines
	seen := map[lint.Lines]bool{}
	add := func(lines []program.FileLines) {
		for _, l := range lines {
			if l := lint.Lines(l); l.Path != "" && !seen[l] {
				seen[l] = true
				out = append(out, l)
			}
		}
	}
	nodes := []ast.Node{enclosingDefinition(f.Node)}
	for _, n := range f.SliceNodes {
		nodes = append(nodes, enclosingDefinition(n))
	}
	device := true
	if f.Function != nil {
		nodes = append(nodes, enclosingDefinition(f.Function.Node))
		device = f.Function.OnDevice()
	}
	if f.Kernel != nil {
		device = true
		if f.Kernel.Kernel != nil {
			nodes = append(nodes, enclosingDefinition(f.Kernel.Kernel.Node))
		}
		if launch := f.Kernel.Launch; launch != nil {
			add(u.shape(launch))
		}
	}
	calls := func(string) bool { return true }
	if !device {
		named := relevantCalls(nodes[0], f.Node.Origin())
		calls = func(name string) bool { return named[name] }
	}
	if u.definitions == nil {
		u.definitions = definitionsOf(u.unit)
	}
	add(program.LinesOf(nodes, u.linter.display))
	add(program.LinesOf(u.definitions.dependenciesOf(nodes, calls), u.linter.display))
	return out
}

// enclosingDefinition returns the definition of the function that a node is in, with its template
// header. Outside of functions it returns the declaration.
func enclosingDefinition(n ast.Node) ast.Node {
	n = n.Origin()
	if !n.Valid() {
		return n
	}
	out := n
	if !n.Is(ast.FunctionDefinition) {
		if out = n.Enclosing(ast.FunctionDefinition); !out.Valid() {
			for out = n; out.Parent().Valid() && !out.Parent().Is(ast.TranslationUnit, ast.DeclarationList, ast.FieldDeclarationList,
				ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse); {
				out = out.Parent()
			}
		}
	}
	if p := out.Parent(); p.Is(ast.TemplateDeclaration) {
		out = p
	}
	return out
}
