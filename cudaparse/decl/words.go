package decl

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// DeclarationWords are the identifiers in and before a declaration that may be macros for
// qualifiers, such as KERNEL for __global__.
type DeclarationWords struct {
	// Inside are the identifiers from the start of the declaration to its declarator. Before
	// are those that precede the declaration, the nearest first.
	Inside, Before []string
}

// maxWordsBefore bounds the length of DeclarationWords.Before.
const maxWordsBefore = 4

// WordsOf returns the words of declaration n with one of its declarators.
func WordsOf(n, declarator ast.Node) (w DeclarationWords) {
	text := n.File().Source.Text
	start, end := n.Span().Start, declarator.Span().Start
	if end < start || end > len(text) || end-start > 1000 {
		return w
	}
	for _, word := range WordsBefore(text, start) {
		w.Before = append(w.Before, string(text[word.Start:word.End]))
	}
	for i := n.Span().Start; i < end; {
		j := i
		for j < end && IdentByte(text[j]) {
			j++
		}
		if j > i {
			w.Inside = append(w.Inside, string(text[i:j]))
		}
		i = max(j, i+1)
	}
	return w
}

// WordsBefore returns the last words before an offset, the nearest first: at most maxWordsBefore.
func WordsBefore(text []byte, offset int) (words []source.Span) {
	for range maxWordsBefore {
		word := wordBefore(text, offset)
		if word.Len() == 0 {
			break
		}
		words, offset = append(words, word), word.Start
	}
	return words
}

// wordBefore returns the word that ends before an offset, with only white space in between.
// The span is empty where there is none.
func wordBefore(text []byte, offset int) source.Span {
	end := offset
	for end > 0 && (text[end-1] == ' ' || text[end-1] == '\t' || text[end-1] == '\n' || text[end-1] == '\r') {
		end--
	}
	start := end
	for start > 0 && IdentByte(text[start-1]) {
		start--
	}
	return source.Span{Start: start, End: end}
}

// IdentByte reports whether a byte can be part of an identifier of ASCII letters; nvcc takes $.
func IdentByte(b byte) bool {
	return b == '_' || b == '$' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}
