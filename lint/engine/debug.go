package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// A DebugForm is a form of a function on its way through the pipeline.
type DebugForm string

// The forms.
const (
	DebugTree DebugForm = "tree" // the syntax tree
	DebugIR   DebugForm = "ir"   // the lowered form, see package ir
)

// Debug prints the functions of a file that have a name, all with a body for "", in a form. It
// is for those who work on cudalint; nothing relies on the text.
func (l *Linter) Debug(ctx context.Context, in discover.Input, form DebugForm, name string) (string, []lint.Problem) {
	u := l.open(ctx, in)
	if u.unit == nil {
		return "", u.problems
	}
	var out strings.Builder
	u.guard("printing", func() {
		for _, f := range u.unit.FunctionsIn(func(file *ast.File) bool { return name != "" || file == u.unit.File }) {
			if !f.Body.Valid() || name != "" && f.Name != name && f.QualifiedName() != name {
				continue
			}
			at := u.place(f.Node)
			fmt.Fprintf(&out, "// %s at %s:%d\n", f.QualifiedName(), at.Path, at.Start.Line)
			if form == DebugTree {
				printTree(&out, f.Node, 0)
			} else {
				out.WriteString(u.lowered(f))
			}
			out.WriteString("\n")
		}
	})
	return out.String(), u.problems
}

// lowered returns the lowered form of a function as text.
func (u *unitRun) lowered(f *sema.Function) string {
	builder := u.hostBuilder
	if f.OnDevice() {
		builder = u.builder
	}
	lowered := builder.Lower(&ir.Instance{Function: f})
	if lowered.Incomplete != "" {
		return fmt.Sprintf("// incomplete: %s\n%s", lowered.Incomplete, lowered)
	}
	return lowered.String()
}

// printTree writes a node a line, with the text of those without children.
func printTree(out *strings.Builder, n ast.Node, depth int) {
	out.WriteString(strings.Repeat("  ", depth))
	if n.Field() != 0 {
		fmt.Fprintf(out, "%s: ", n.Field())
	}
	fmt.Fprint(out, n.Kind())
	if n.ChildCount() == 0 {
		fmt.Fprintf(out, " %q", n.Text())
	}
	out.WriteString("\n")
	for c := range n.Children() {
		printTree(out, c, depth+1)
	}
}
