package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// declarationWords are the identifiers in and before a declaration that may be macros for
// qualifiers, such as KERNEL for __global__.
type declarationWords struct {
	// inside are the identifiers from the start of the declaration to its declarator.
	// before are the ones that precede the declaration, the nearest first.
	inside, before []string
}

// maxWordsBefore bounds the length of declarationWords.before.
const maxWordsBefore = 4

// wordsOf returns the words of declaration n with one of its declarators.
func wordsOf(n, declarator ast.Node) (w declarationWords) {
	text := n.File().Source.Text
	start, end := n.Span().Start, declarator.Span().Start
	if end < start || end > len(text) || end-start > 1000 {
		return w
	}
	for _, word := range WordsBefore(text, start) {
		w.before = append(w.before, string(text[word.Start:word.End]))
	}
	for i := n.Span().Start; i < end; {
		j := i
		for j < end && isIdentRune(rune(text[j])) {
			j++
		}
		if j > i {
			w.inside = append(w.inside, string(text[i:j]))
		}
		i = max(j, i+1)
	}
	return w
}

// macroQualifiers returns the qualifiers in the expansions of the macros among the words of
// a declaration: `#define KERNEL __global__ static`. The tree does not have such macros, as
// the parser leaves them out.
func (u *Unit) macroQualifiers(n ast.Node, words *declarationWords) (q ast.Qualifiers) {
	if u == nil || u.macros == nil {
		return 0
	}
	of := func(word string) {
		if m := u.MacroAt(word, n); m != nil && !m.FunctionLike {
			q |= u.qualifiersOf(m, n)
		}
	}
	for _, word := range words.before {
		if !u.macros.Known(word) {
			break
		}
		of(word)
	}
	for _, word := range words.inside {
		if u.macros.Known(word) {
			of(word)
		}
	}
	return q
}

// qualifiersOf returns the qualifiers in what a macro without parameters expands to at a
// node. Most have no other macros in their text.
func (u *Unit) qualifiersOf(m *Macro, n ast.Node) (q ast.Qualifiers) {
	for _, t := range m.Tokens() {
		if t.Is("##") || t.Kind == preproc.Word && u.macros.Known(t.Text) {
			full, _ := u.expandText(m.Body, n)
			return qualifiersIn(full)
		}
		q |= ast.QualifierOf(t.Text)
	}
	return q
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
	for start > 0 && isIdentRune(rune(text[start-1])) {
		start--
	}
	return source.Span{Start: start, End: end}
}
