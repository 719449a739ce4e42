package cudaparse

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxUnclosed bounds how many statements with unclosed brackets are left out of one text:
// each costs a copy of the tree. Sources with more are not C++.
const maxUnclosed = 16

// withoutUnclosed returns a prepared text with blanks in place of the statements that have
// an unclosed bracket, text itself where there are none: each is a syntax error, and costs
// no more than itself. Braces, line ends, comments and directives stay.
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

// tellUnclosed returns a tree that has the statements that were left out as errors.
func tellUnclosed(f *ast.File, spans []source.Span) *ast.File {
	for _, s := range spans {
		f = f.WithError(s, repair.Names(f.Source.Text, s))
	}
	return f
}
