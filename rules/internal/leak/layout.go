package leak

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// firstOnLine reports whether only blanks precede an offset on its line.
func firstOnLine(text string, at int) bool {
	return strings.TrimLeft(text[source.LineStart(text, at):at], " \t") == ""
}

// isComment reports whether the rest of a line is blank or a // comment.
func isComment(rest string) bool {
	rest = strings.TrimSpace(rest)
	return rest == "" || strings.HasPrefix(rest, "//")
}

// isDirective reports whether a node is a preprocessor directive: its indentation says
// nothing about that of statements.
func isDirective(n ast.Node) bool {
	return n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocCall, ast.PreprocInclude, ast.PreprocDirective)
}

// indentStep returns one step of indentation: that of the innermost block around a node
// in which a statement starts a line, else four blanks.
func (x *fixer) indentStep(n ast.Node) string {
	text := string(n.File().Source.Text)
	for block := n; block.Valid(); block = block.Parent() {
		if !block.Is(ast.CompoundStatement) {
			continue
		}
		outer := source.Indentation(text, block.Span().End-1)
		for c := range block.Children() {
			at := c.Span().Start
			if !firstOnLine(text, at) || isDirective(c) || c.Is(ast.LabeledStatement) {
				continue
			}
			if step, ok := strings.CutPrefix(source.Indentation(text, at), outer); ok && step != "" {
				return step
			}
		}
	}
	return "    "
}

// bracesOnOwnLine reports whether most conditions and loops have the opening brace on a
// line of its own: those of the function, or those of the file if the function has none.
func (x *fixer) bracesOnOwnLine(n ast.Node) bool {
	own, all := 0, 0
	count := func(top ast.Node) {
		text := string(top.File().Source.Text)
		for b := range top.Descendants() {
			if b.Is(ast.CompoundStatement) && strings.Contains(b.Text(), "\n") &&
				b.Parent().Is(ast.IfStatement, ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.SwitchStatement, ast.ElseClause) {
				if all++; firstOnLine(text, b.Span().Start) {
					own++
				}
			}
		}
	}
	if count(x.body()); all == 0 {
		count(n.File().Root())
	}
	return own*2 > all
}

// words returns the identifiers in a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) {
		out[w] = true
	}
	return out
}
