package repair

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Limits for Unclosed. It returns nothing for a text beyond them.
const (
	maxBrackets = 1000 // open at the same time
	maxArms     = 100  // nested conditionals
)

// Unclosed returns the spans of the statements with an unclosed parenthesis, bracket or brace,
// in source order. They occur while someone types, and the parser may take thousands of lines
// after one for errors, or for a part of one function. It also returns headers of for, if,
// while and switch that are empty, end with an operator or lack a semicolon: an editor that
// inserts closing brackets leaves these.
//
// The span goes from the first token of the statement to the end of the line with the bracket,
// but not past a brace; for an unclosed brace, it ends with the brace. The indentation of
// closing braces decides which of several braces is unclosed; if it does not, none is
// returned. Macros are not expanded. Every arm of a conditional continues the text before it.
func Unclosed(src []byte) []source.Span {
	b := brackets{src: src}
	if !b.read() {
		return nil
	}
	if b.braces() > 0 {
		other := brackets{src: src, indented: true}
		if other.read() {
			other.dropBeside()
			if other.braces() == 0 {
				b = other
			}
		}
	}
	slices.SortFunc(b.found, func(x, y source.Span) int { return cmp.Or(x.Start-y.Start, y.End-x.End) })
	end := 0
	return slices.DeleteFunc(b.found, func(s source.Span) bool {
		inside := s.Start < end
		end = max(end, s.End)
		return inside
	})
}

// Blank overwrites a span of a text with spaces, but for line ends, comments, directives, and
// braces other than at its end.
func Blank(text []byte, s source.Span) {
	for i := s.Start; i < s.End; {
		switch c := text[i]; {
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			i = preproc.SkipComment(text, i)
			continue
		case c == '#' && len(bytes.TrimLeft(text[bytes.LastIndexByte(text[:i], '\n')+1:i], " \t\r\v\f")) == 0:
			i = max(lineEnd(text, i), i+1)
			continue
		case c != '\n' && c != '\r' && (c != '{' && c != '}' || i == s.End-1):
			text[i] = ' '
		}
		i++
	}
}

// Names returns the spans of the identifiers and keywords in a span of a text.
func Names(text []byte, s source.Span) []source.Span {
	tokens, _ := lex(text[s.Start:s.End])
	var names []source.Span
	for _, t := range tokens {
		if t.Kind == word {
			names = append(names, source.Span{Start: s.Start + t.Start(), End: s.Start + t.End()})
		}
	}
	return names
}

// lineEnd returns the end of the preprocessor line at i.
func lineEnd(src []byte, i int) int {
	end, _ := preproc.SkipLine(src, i)
	return end
}
