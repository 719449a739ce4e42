package preproc

import (
	"sort"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// Relex returns the tokens of a text, given those of an older text of the same length that
// differs from it in some spans only, which are in source order. It reads the text around
// the spans and takes the other tokens over. The tokens are those of the mode Lines.
func Relex(text []byte, old []Token, spans []source.Span) []Token {
	out := make([]Token, 0, len(old)+len(spans))
	next := 0 // the first old token that is not taken over yet
	for len(spans) > 0 {
		// A token that ends where a span begins may go on in it.
		from := next + sort.Search(len(old)-next, func(k int) bool { return old[next+k].End() >= spans[0].Start })
		for from > next && old[from-1].Kind != Word {
			from--
		}
		x := NewLexer(text, Lines)
		switch {
		case from > next:
			from--
			x.at = old[from].Start() // what precedes on the line does not matter to a word
		case from > 0:
			x.at, x.lineStart = old[from-1].End(), false
		}
		out = append(out, old[next:from]...)
		out, next, spans = x.until(out, old, from, spans)
	}
	return append(out, old[next:]...)
}

// until appends the tokens that x reads up to one after the first span that is an old one,
// too, from which on the old ones can be taken over: it returns the index of the next of
// those, and the spans that are left. The old tokens before an index do not matter.
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
		// After a line, or a mark that might begin one, it matters what precedes.
		if t.Start() >= changed && t.Kind != Line && x.src[t.Start()] != '#' && from < len(old) && old[from] == t {
			return out, from + 1, spans
		}
	}
	return out, len(old), nil
}
