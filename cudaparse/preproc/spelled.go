package preproc

import (
	"iter"
	"strings"
	"unsafe"
)

// A Spelled is a preprocessing token with its spelling, as macros are made of. It may come
// from any text.
type Spelled struct {
	Text string
	Kind Kind
	hide *hideSet // the macros that must not replace it any more
	at   int32    // one more than the offset: see At
}

// At returns the offset of the token in the source, if SpellAt made it; ok is false for a
// token from a macro.
func (t Spelled) At() (offset int, ok bool) { return int(t.at) - 1, t.at > 0 }

// Is reports whether the token is a mark.
func (t Spelled) Is(mark string) bool { return t.Kind == Mark && t.Text == mark }

// A hideSet is the names of the macros that a token came from. It makes rescanning end, as the
// standard demands.
type hideSet struct {
	name  string
	outer *hideSet
	depth int
}

// with returns the set with another name.
func (h *hideSet) with(name string) *hideSet {
	if h == nil {
		return &hideSet{name: name}
	}
	return &hideSet{name, h, h.depth + 1}
}

// common returns the names in both sets: the hide set of a call that begins in one expansion
// and ends in another.
func (h *hideSet) common(other *hideSet) *hideSet {
	if h == other {
		return h
	}
	var out *hideSet
	for ; h != nil; h = h.outer {
		if other.has(h.name) {
			out = out.with(h.name)
		}
	}
	return out
}

// union returns the names in either set.
func (h *hideSet) union(other *hideSet) *hideSet {
	if h == nil || h == other {
		return other
	}
	for ; other != nil; other = other.outer {
		if !h.has(other.name) {
			h = h.with(other.name)
		}
	}
	return h
}

func (h *hideSet) has(name string) bool {
	for ; h != nil; h = h.outer {
		if h.name == name {
			return true
		}
	}
	return false
}

// Spell splits text into preprocessing tokens. A run of comments and white space becomes a
// Space token of one space.
func Spell(text string) []Spelled {
	out := SpellAt(text, 0)
	for i := range out {
		out[i].at = 0
	}
	return out
}

// SpellAt is Spell for text at an offset of the source, and sets Spelled.At.
func SpellAt(text string, offset int) []Spelled {
	tokens := make([]Spelled, 0, len(text)/4+1)
	x := NewLexer(bytesOf(text), Spaces|Operators)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		s := Spelled{Text: text[t.Start():t.End()], Kind: t.Kind, at: int32(offset+t.Start()) + 1}
		if t.Kind == Space {
			s.Text, s.at = " ", 0
		}
		tokens = append(tokens, s)
	}
	return tokens
}

// bytesOf returns the bytes of a string without a copy. They must not be changed.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// Words yields the words of a text and of its literals, such as the string of a _Pragma or of
// an asm statement, but not those in comments.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		x := NewLexer(bytesOf(text), 0)
		for t, ok := x.Next(); ok; t, ok = x.Next() {
			switch spelled := text[t.Start():t.End()]; {
			case t.Kind == Word && !yield(spelled), t.Kind == Literal && !wordsWithin(bytesOf(spelled), yield):
				return
			}
		}
	}
}

// wordsWithin yields the words of a text without comments and literals, and reports whether
// yield wants more.
func wordsWithin(text []byte, yield func(string) bool) bool {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case IsLetter(c):
			end := SkipWord(text, i)
			if !yield(string(text[i:end])) {
				return false
			}
			i = end
		case IsDigit(c):
			i = skipNumber(text, i)
		default:
			i++
		}
	}
	return true
}

// Join returns the text of tokens.
func Join(tokens []Spelled) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && Sticks(tokens[i-1], t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// Sticks reports whether two tokens need a space between them to remain two tokens.
func Sticks(a, b Spelled) bool {
	word := func(t Spelled) bool { return t.Kind == Word || t.Kind == Number }
	if word(a) && word(b) {
		return true
	}
	return a.Kind == Mark && b.Kind == Mark && strings.Contains("+ - & | < > :", a.Text) && a.Text[len(a.Text)-1] == b.Text[0]
}

// Trim returns tokens without the white space around them.
func Trim(tokens []Spelled) []Spelled {
	for len(tokens) > 0 && tokens[0].Kind == Space {
		tokens = tokens[1:]
	}
	return trimTrailing(tokens)
}

func trimTrailing(tokens []Spelled) []Spelled {
	for len(tokens) > 0 && tokens[len(tokens)-1].Kind == Space {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// WithoutSpace spells a text without white space and comments, to compare it.
func WithoutSpace(text string) string {
	var b strings.Builder
	for _, t := range Spell(text) {
		if t.Kind != Space {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}
