package lint

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Lines are whole lines of a file, counted from 1, First to Last.
type Lines struct {
	Path        string
	First, Last int
}

// basis returns the lines that a finding rests on, those of Related left out: what is
// around it, the function and the kernel that it is reached from, and the launch.
func (u *unitRun) basis(f Finding) []Lines {
	var out []Lines
	add := func(l Lines) {
		if l.Path != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	add(u.lines(around(f.Node)))
	if f.Function != nil {
		add(u.lines(around(f.Function.Node)))
	}
	if f.Kernel != nil {
		if f.Kernel.Kernel != nil {
			add(u.lines(around(f.Kernel.Kernel.Node)))
		}
		if launch := f.Kernel.Launch; launch != nil {
			at := u.launchPlace(launch)
			add(Lines{at.Path, at.Line, at.Line})
		}
	}
	return out
}

// lines returns the lines that a node stands on.
func (u *unitRun) lines(n ast.Node) Lines {
	if !n.Valid() || n.File() == nil {
		return Lines{}
	}
	src, span := n.File().Source, n.Span()
	// A span may end after the line break of its last line.
	last := max(span.Start, span.End-1)
	return Lines{u.linter.display(src.Path), src.Position(span.Start).Line, src.Position(last).Line}
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
