// Package repair proposes edits to a text that the grammar does not accept.
//
// It gets the text, the spans that do not parse, and the macros that are defined elsewhere
// (NewView), and gives edits that may make more of the text parse (Conditionals, Certain,
// Guesses). An edit replaces a span by text of the same length, so that no offset changes;
// only Expansions gives replacements of other lengths. It works on tokens, not on a tree, and
// does not run the parser: package cudaparse decides which edits help.
package repair

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Outside is the knowledge about a file that needs its headers and options.
type Outside interface {
	// Macro returns the definition of a macro that holds in the file, nil for none.
	Macro(name string) *preproc.Macro
	// Arm reports whether the condition of the directive at an offset holds. Unknown
	// macros count as undefined.
	Arm(offset int) bool
}

// An Edit replaces a span by text of the same length.
type Edit struct {
	Start int
	Text  []byte
	Cause ast.RepairCause
	// Qualifiers are those of the replaced text that the new text does not have.
	Qualifiers ast.Qualifiers
	// Inactive is set if the span is an arm of a conditional that is not chosen.
	Inactive bool
}

// End returns the offset after the replaced span.
func (e Edit) End() int { return e.Start + len(e.Text) }

// Span returns the replaced span.
func (e Edit) Span() source.Span { return source.Span{Start: e.Start, End: e.End()} }

// A View is a text with its tokens, brackets and macros, on which the steps work.
type View struct {
	text    []byte
	spelled string // text
	tokens  []token
	match   []int32 // for each token the index of the matching bracket, or -1
	scopes  []scope
	macros  map[string][]*preproc.Macro
	outside Outside
	near    []source.Span // of errors, widened to lines

	// Cached results about macros, by name.
	attributeCache map[string]attributeMacro
	headCache      map[string]headMacro
	// Cached results about tokens, by index: see isStatementMacro and beginsDeclaration.
	statementCache, declarationCache []cached
	// The last search of holdsStatements began at token from and ended at token end.
	searched struct{ from, end int }

	edits []Edit
	// work is the number of tokens that the searches for context may still read. Real
	// sources need a few for each token.
	work int
}

// spend counts a token that is read, and reports whether more may be read.
func (v *View) spend() bool {
	v.work--
	return v.work > 0
}

// NewView returns a View of a text. Errors are the spans that do not parse.
func NewView(text []byte, errors []source.Span, outside Outside) *View {
	v := &View{text: text, spelled: string(text), outside: outside, attributeCache: map[string]attributeMacro{}, headCache: map[string]headMacro{}}
	v.tokens, _ = lex(text)
	v.macros = definitions(text)
	v.begin(errors)
	return v
}

// begin computes the parts of the view that depend on the tokens.
func (v *View) begin(errors []source.Span) {
	v.work = 200*len(v.tokens) + 10000
	v.pair()
	v.near = v.widen(errors)
}

// Edited returns a View of text, which is that of v after some edits, in any order. It reuses
// what the edits leave valid.
func (v *View) Edited(text []byte, edits []Edit, errors []source.Span) *View {
	spans := make([]source.Span, len(edits))
	for i, e := range edits {
		spans[i] = e.Span()
	}
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	tokens := preproc.Relex(text, v.tokens, spans)
	if !sameDirectives(v.tokens, tokens, spans) {
		return NewView(text, errors, v.outside)
	}
	edited := &View{text: text, spelled: string(text), outside: v.outside, tokens: tokens, macros: v.macros, attributeCache: v.attributeCache, headCache: v.headCache}
	edited.begin(errors)
	return edited
}

// sameDirectives reports whether two token lists have the same preprocessor directives,
// none of them in the edited spans.
func sameDirectives(before, after []token, spans []source.Span) bool {
	k := 0
	for _, t := range after {
		if t.Kind != directive {
			continue
		}
		for k < len(before) && before[k].Kind != directive {
			k++
		}
		i := sort.Search(len(spans), func(i int) bool { return spans[i].End > t.Start() })
		if k == len(before) || before[k] != t || i < len(spans) && spans[i].Start < t.End() {
			return false
		}
		k++
	}
	return !slices.ContainsFunc(before[k:], func(t token) bool { return t.Kind == directive })
}

// Comments returns the spans of the comments of a text in source order.
func Comments(text []byte) []source.Span {
	_, tokens := lex(text)
	spans := make([]source.Span, len(tokens))
	for i, c := range tokens {
		spans[i] = source.Span{Start: c.Start(), End: c.End()}
	}
	return spans
}

// widen returns the spans widened by lines, merged if they overlap, in order.
func (v *View) widen(spans []source.Span) []source.Span {
	wide := make([]source.Span, 0, len(spans))
	starts := lineStarts(v.text)
	for _, s := range spans {
		wide = append(wide, v.lines(s, starts))
	}
	sort.Slice(wide, func(i, j int) bool { return wide[i].Start < wide[j].Start })
	merged := wide[:0]
	for _, s := range wide {
		if n := len(merged); n > 0 && s.Start <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, s.End)
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// lines widens a span by the two lines with tokens before it and the line after it, because
// the parser may notice an error late, or recover early. starts are the offsets of all lines.
func (v *View) lines(s source.Span, starts []int) source.Span {
	line := func(offset int) int {
		return sort.Search(len(starts), func(i int) bool { return starts[i] > offset }) - 1
	}
	first, after := line(s.Start), line(s.End)+2
	for range 2 {
		before := sort.Search(len(v.tokens), func(i int) bool { return v.tokens[i].Start() >= starts[first] }) - 1
		if before < 0 {
			first = 0
			break
		}
		first = line(v.tokens[before].Start())
	}
	s.Start, s.End = starts[first], len(v.text)
	if after < len(starts) {
		s.End = starts[after] - 1
	}
	return s
}

// lineStarts returns the offset of each line.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for i := bytes.IndexByte(text, '\n'); i >= 0; {
		starts = append(starts, i+1)
		n := bytes.IndexByte(text[i+1:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return starts
}

// isNear reports whether token i is close to an error.
func (v *View) isNear(i int) bool {
	at := v.tokens[i].Start()
	k := sort.Search(len(v.near), func(k int) bool { return v.near[k].Start > at }) - 1
	return k >= 0 && at < v.near[k].End
}

// all yields the indexes of all tokens.
func (v *View) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range v.tokens {
			if !yield(i) {
				return
			}
		}
	}
}

// nearby yields the tokens close to errors.
func (v *View) nearby() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, s := range v.near {
			i := sort.Search(len(v.tokens), func(i int) bool { return v.tokens[i].Start() >= s.Start })
			for ; i < len(v.tokens) && v.tokens[i].Start() < s.End; i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// word returns the text of token i, "" if there is no such token.
func (v *View) word(i int) string {
	if i < 0 || i >= len(v.tokens) {
		return ""
	}
	t := v.tokens[i]
	return v.spelled[t.Start():t.End()]
}

func (v *View) is(i int, kind preproc.Kind) bool {
	return i >= 0 && i < len(v.tokens) && v.tokens[i].Kind == kind
}

// name reports whether token i may be the name of a macro, type or object.
func (v *View) name(i int) bool { return v.is(i, word) && isName(v.word(i)) }

// closing returns the token that closes the bracket opened by token i, or -1.
func (v *View) closing(i int) int {
	if i >= 0 && i < len(v.tokens) && int(v.match[i]) > i {
		return int(v.match[i])
	}
	return -1
}

// lineBreak reports whether a line ends between tokens i and i+1.
func (v *View) lineBreak(i int) bool {
	if i < 0 || i+1 >= len(v.tokens) {
		return true
	}
	for _, c := range v.text[v.tokens[i].End():v.tokens[i+1].Start()] {
		if c == '\n' {
			return true
		}
	}
	return false
}

// macro returns the definition of a macro: the last one in the text, or one from outside.
func (v *View) macro(name string) (*preproc.Macro, bool) { return v.macroAt(name, len(v.text)) }

// macroAt returns the definition of a macro at an offset: the last one before it in the text,
// or the first one, or one from outside.
func (v *View) macroAt(name string, offset int) (*preproc.Macro, bool) {
	if all := v.macros[name]; len(all) > 0 {
		i := sort.Search(len(all), func(i int) bool { return all[i].Span.Start > offset })
		return all[max(0, i-1)], true
	}
	if v.outside == nil {
		return nil, false
	}
	m := v.outside.Macro(name)
	return m, m != nil
}

// A cached is a cached bool.
type cached uint8

const (
	unknown cached = iota
	no
	yes
)

// get returns the cached value, which compute returns the first time.
func (c *cached) get(compute func() bool) bool {
	if *c == unknown {
		*c = no // for a computation that needs itself
		if compute() {
			*c = yes
		}
	}
	return *c == yes
}

// pair matches brackets and finds the scope of each token. A closing bracket matches the
// innermost open one of its kind within a few levels, even if others are open inside.
func (v *View) pair() {
	v.match = make([]int32, len(v.tokens))
	v.scopes = make([]scope, len(v.tokens))
	v.statementCache, v.declarationCache = make([]cached, len(v.tokens)), make([]cached, len(v.tokens))
	type open struct {
		index int
		scope scope
	}
	var stack []open
	for i, t := range v.tokens {
		v.match[i] = -1
		v.scopes[i] = fileScope
		if len(stack) > 0 {
			v.scopes[i] = stack[len(stack)-1].scope
		}
		if t.Kind != mark || t.End()-t.Start() != 1 {
			continue
		}
		switch c := v.text[t.Start()]; c {
		case '(', '[':
			stack = append(stack, open{i, listScope})
		case '{':
			stack = append(stack, open{i, v.braceScope(i)})
		case ')', ']', '}':
			want := opening(c)
			for k := len(stack) - 1; k >= max(0, len(stack)-8); k-- {
				if v.text[v.tokens[stack[k].index].Start()] == want {
					v.match[i], v.match[stack[k].index] = int32(stack[k].index), int32(i)
					stack = stack[:k]
					if k > 0 {
						v.scopes[i] = stack[k-1].scope
					} else {
						v.scopes[i] = fileScope
					}
					break
				}
				// A brace never closes inside a parenthesis of an outer block.
				if c != '}' && v.text[v.tokens[stack[k].index].Start()] == '{' {
					break
				}
			}
		}
	}
}

// opening returns the opening bracket for a closing one.
func opening(closing byte) byte {
	switch closing {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}
