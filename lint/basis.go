package lint

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Lines are whole lines of a file, counted from 1, First to Last.
type Lines struct {
	Path        string
	First, Last int
}

// basis returns the lines that a finding rests on, those of Related left out: what is
// around it, the function and the kernel that it is reached from, and the launch with
// what its shape is made of.
func (u *unitRun) basis(f Finding) []Lines {
	var out []Lines
	add := func(l Lines) {
		if l.Path != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	function := func(n ast.Node) {
		for _, l := range sema.LinesOf([]ast.Node{around(n)}, u.linter.display) {
			add(Lines(l))
		}
	}
	function(f.Node)
	if f.Function != nil {
		function(f.Function.Node)
	}
	if f.Kernel != nil {
		if f.Kernel.Kernel != nil {
			function(f.Kernel.Kernel.Node)
		}
		if launch := f.Kernel.Launch; launch != nil {
			for _, l := range u.shape(launch) {
				add(Lines(l))
			}
		}
	}
	return out
}

// around returns the definition of the function that a node is in, with its template
// header; outside of functions the whole declaration.
func around(n ast.Node) ast.Node {
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
