package placement

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// words yields the identifiers in a range of a file, in order. It skips comments, strings
// and character literals.
func words(file *ast.File, in source.Span, yield func(word string, at source.Span) bool) {
	text := file.Source.Text
	in.End = min(in.End, len(text))
	next, _ := slices.BinarySearchFunc(file.Comments, in.Start, func(c source.Span, at int) int { return c.End - at })
	for i := in.Start; i < in.End; {
		for next < len(file.Comments) && file.Comments[next].End <= i {
			next++
		}
		switch c := text[i]; {
		case next < len(file.Comments) && file.Comments[next].Start <= i:
			i = file.Comments[next].End
		case c == '"' || c == '\'' && (i == 0 || !source.WordByte(text[i-1])): // not 1'000
			i = literalEnd(text, i, in.End)
		case source.WordByte(c):
			start := i
			for i < in.End && source.WordByte(text[i]) {
				i++
			}
			if (c < '0' || c > '9') && !yield(string(text[start:i]), source.Span{Start: start, End: i}) {
				return
			}
		default:
			i++
		}
	}
}

// literalEnd returns the end of a string or character literal, at the latest the end of
// its line.
func literalEnd(text []byte, start, end int) int {
	for i := start + 1; i < end; i++ {
		switch text[i] {
		case '\\':
			i++
		case text[start]:
			return i + 1
		case '\n':
			return i
		}
	}
	return end
}

// comments reports whether a range of a file contains a comment or a directive.
func comments(file *ast.File, in source.Span) bool {
	if strings.Contains(file.Source.Slice(in), "#") {
		return true
	}
	return slices.ContainsFunc(file.Comments, func(c source.Span) bool { return c.Start < in.End && in.Start < c.End })
}

// indentAt returns the text between the start of a line and an offset, and whether it is
// only blanks.
func indentAt(file *ast.File, offset int) (string, bool) {
	text := file.Source.Text
	indent := string(text[source.LineStart(text, offset):offset])
	return indent, strings.Trim(indent, " \t") == ""
}
