package preproc

import (
	"sort"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// Relex returns the tokens of a text after edits that keep its length, in the mode Lines. old
// are the tokens before, and spans the edited parts in source order. Only the text around the
// spans is read.
func Relex(text []byte, old []Token, spans []source.Span) []Token {
	out := make([]Token, 0, len(old)+len(spans))
	next := 0 // the first old token that is not in out yet
	for len(spans) > 0 {
		// A token that ends where a span begins may grow into it.
		from := next + sort.Search(len(old)-next, func(k int) bool { return old[next+k].End() >= spans[0].Start })
		for from > next && old[from-1].Kind != Word {
			from--
		}
		x := NewLexer(text, Lines)
		switch {
		case from > next:
			from--
			x.at = old[from].Start() // a word does not depend on lineStart
		case from > 0:
			x.at, x.lineStart = old[from-1].End(), false
		}
		out = append(out, old[next:from]...)
		out, next, spans = x.until(out, old, from, spans)
	}
	return append(out, old[next:]...)
}

// until appends new tokens to out until one after the first span equals an old one, from which
// on the old tokens are right. It returns the index of the old token after that one, and the
// remaining spans. The search for the old token starts at index from.
func (x *Lexer) until(out, old []Token, from int, spans []source.Span) ([]Token, int, []source.Span) {
	changed := spans[0].End
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		out = append(out, t)
		for len(spans) > 0 && spans[0].Start < t.End() {
			changed, spans = max(changed, spans[0].End), spans[1:]
		}
		for from < len(old) && old[from].Start() < t.Start() {
			from++
		}
		// It does not stop after a Line, or at a # that may begin one: the state of the
		// lexer there depends on the text before.
		if t.Start() >= changed && t.Kind != Line && x.src[t.Start()] != '#' && from < len(old) && old[from] == t {
			return out, from + 1, spans
		}
	}
	return out, len(old), nil
}
