package cudaparse

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxUnclosed limits the number of statements with unclosed brackets in a text: each costs a
// copy of the tree. A text with more is parsed as it is.
const maxUnclosed = 16

// withoutUnclosed returns a text with spaces in place of the statements that have an unclosed
// bracket, and their spans, so that the error does not spread to other statements. Braces,
// line ends, comments and directives stay.
func withoutUnclosed(text []byte) ([]byte, []source.Span) {
	spans := repair.Unclosed(text)
	if len(spans) == 0 || len(spans) > maxUnclosed {
		return text, nil
	}
	blank := bytes.Clone(text)
	for _, s := range spans {
		repair.Blank(blank, s)
	}
	return blank, spans
}

// withUnclosedErrors returns a copy of f with an error for each statement that was left out.
func withUnclosedErrors(f *ast.File, spans []source.Span) *ast.File {
	for _, s := range spans {
		f = f.WithError(s, repair.Names(f.Source.Text, s))
	}
	return f
}
