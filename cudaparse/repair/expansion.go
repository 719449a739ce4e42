package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Limits for the expansions in one text.
const (
	maxExpansions      = 2000
	maxExpandedBytes   = 1 << 18 // of all expansions together
	maxInvocationBytes = 1 << 14
	maxRefused         = 64 // invocations whose expansion is too large, or fails
)

// Expansions returns the replacements, in source order, of the invocations of known macros
// that the grammar cannot parse: macros for the head of a statement, for one brace of a
// block, or for the head of a function. near adds the macros close to an error in the place
// of a statement, a declaration or a type. Arguments are not expanded. It also returns the
// insertions that help near errors.
func (v *View) Expansions(near bool) []source.Replacement {
	var out []source.Replacement
	size, end, refused := 0, 0, 0
	for i := range v.tokens {
		if !v.name(i) || v.tokens[i].Start() < end || v.scopes[i] == listScope && !near {
			continue
		}
		m, known := v.macroAt(v.word(i), v.tokens[i].Start())
		if !known || m.Body == "" {
			continue
		}
		last := i
		if m.FunctionLike {
			if last = v.closing(i + 1); last < 0 || v.word(i+1) != "(" {
				continue
			}
		}
		if !v.unreadable(i, last, m) && !(near && v.isNear(i) && v.misread(i, last, m)) {
			continue
		}
		r, ok := v.expansion(i, last)
		if !ok {
			if refused++; refused == maxRefused {
				break
			}
			continue
		}
		for _, p := range r.Pieces {
			size += len(p.Text)
		}
		if size > maxExpandedBytes || len(out) == maxExpansions {
			break
		}
		out, end = append(out, r), r.Span.End
	}
	return merged(out, v.insertions())
}

// unreadable reports whether an invocation, tokens i to last, cannot be parsed as a call or a
// declaration.
func (v *View) unreadable(i, last int, m *preproc.Macro) bool {
	if v.scopes[i] == listScope || !v.atStatement(i) {
		return false
	}
	if _, attributes := v.attributes(m.Name); attributes {
		return false
	}
	if depth := braceDepth(m.Tokens()); depth != 0 {
		return true
	}
	next := v.word(last + 1)
	if v.scopes[i] == codeScope {
		if !m.FunctionLike && statementHeads[lastOf(m)] {
			return true
		}
		heads, _ := v.headsStatement(m.Name)
		return heads && m.FunctionLike && next != ";"
	}
	return m.FunctionLike && (next == "{" || next == "(")
}

// misread reports whether an invocation close to an error may expand to something that the
// grammar cannot guess: statements around a block, or a type. (Complete declarations and
// statements need only a semicolon.)
func (v *View) misread(i, last int, m *preproc.Macro) bool {
	if _, attributes := v.attributes(m.Name); attributes {
		// The macro after it may be one for a type.
		next, known := v.macro(v.word(last + 1))
		return known && m.Body != "" && next.FunctionLike && v.closing(last+2) > 0 && v.misread(last+1, v.closing(last+2), next)
	}
	if !m.FunctionLike {
		return v.scopes[i] == listScope && firstOf(m) == "," // more parameters or arguments
	}
	if functionSuffixes[firstOf(m)] && v.scopes[i] != codeScope && v.scopes[i] != listScope && v.followsFunctionHead(i) {
		return true
	}
	if opensTemplate(m) || v.continuesTemplate(i) {
		return true
	}
	if v.scopes[i] != listScope && v.atStatement(i) {
		begins := v.is(last+1, word) && !v.lineBreak(last) && !strings.HasSuffix(m.Body, ";") && !strings.HasSuffix(m.Body, "}")
		return v.word(last+1) == "{" || begins || v.holdsBlock(i, last) || m.FunctionLike && v.holdsDeclaration(i)
	}
	switch next := v.word(last + 1); {
	case next == "*" || next == "&" || next == ">":
		// A type, unless it is an operand.
		return v.is(i-1, mark) && v.word(i-1) != ")" && v.word(i-1) != "]" || typeBefore[v.word(i-1)]
	default:
		return v.is(last+1, word)
	}
}

// statementHeads are the words that a macro for the head of a statement may end with.
var statementHeads = set("if", "constexpr", "else", "for", "while", "do", "switch", "return")

// functionSuffixes are the tokens that may follow the parameters of a function.
var functionSuffixes = set("->", "{", "noexcept", ":", "requires")

// followsFunctionHead reports whether token i follows the parameters of a function and some of
// their qualifiers.
func (v *View) followsFunctionHead(i int) bool {
	switch v.word(i - 1) {
	case ")", "const", "override", "final", "noexcept", "&":
		return true
	}
	return false
}

// continuesTemplate reports whether token i follows a macro that opens a template parameter
// list.
func (v *View) continuesTemplate(i int) bool {
	if v.word(i-1) != ")" || v.match[i-1] < 1 {
		return false
	}
	m, known := v.macro(v.word(int(v.match[i-1]) - 1))
	return known && m.FunctionLike && opensTemplate(m)
}

// opensTemplate reports whether a macro expands to the start of a template parameter list
// without its end.
func opensTemplate(m *preproc.Macro) bool {
	tokens := m.Tokens()
	if len(tokens) < 2 || tokens[0].Text != "template" || !tokens[1].Is("<") {
		return false
	}
	for _, t := range tokens {
		if t.Kind == preproc.Mark && t.Text[0] == '>' {
			return false
		}
	}
	return true
}

// holdsBlock reports whether there are statements in tokens i to last.
func (v *View) holdsBlock(i, last int) bool {
	for k := i; k < last; k++ {
		if w := v.word(k); w == ";" || w == "{" {
			return true
		}
	}
	return false
}

// holdsDeclaration reports whether an argument of the invocation at token i is a declaration,
// const T &x or T x, or the name of an operator function. T *x may be a product.
func (v *View) holdsDeclaration(i int) (holds bool) {
	v.eachArgument(i+1, func(first, last int) {
		switch {
		case v.word(first) == "operator", v.word(first) == "const" && last > first:
			holds = true
		case v.name(first) && v.name(last):
			holds = holds || last > first && v.qualifiedEnd(first) == last
		}
	})
	return holds
}

// typeBefore are words that a type may follow.
var typeBefore = set("const", "volatile", "static", "constexpr", "typename", "inline", "extern", "mutable", "__device__", "__host__",
	"__forceinline__", "__shared__", "__constant__", "new", "typedef", "using", "return")

// braceDepth returns the number of { minus that of } in tokens.
func braceDepth(tokens []preproc.Spelled) (depth int) {
	for _, t := range tokens {
		if t.Is("{") {
			depth++
		} else if t.Is("}") {
			depth--
		}
	}
	return depth
}

// expansion returns the replacement of an invocation, tokens i to last, by its expansion.
func (v *View) expansion(i, last int) (r source.Replacement, ok bool) {
	r.Span = source.Span{Start: v.tokens[i].Start(), End: v.tokens[last].End()}
	if r.Span.Len() > maxInvocationBytes {
		return r, false
	}
	for k := i; k <= last; k++ {
		if v.is(k, directive) {
			return r, false
		}
	}
	x := preproc.Expander{Lookup: func(name string) *preproc.Macro {
		m, _ := v.macroAt(name, r.Span.Start)
		return m
	}}
	tokens, ok := x.Invocation(v.spelled[r.Span.Start:r.Span.End], r.Span.Start)
	if !ok {
		return r, false
	}
	text := " "
	for k, t := range tokens {
		if k > 0 && preproc.Sticks(tokens[k-1], t) {
			text += " "
		}
		at, written := t.At()
		if !written {
			text += t.Text
			continue
		}
		r.Pieces = append(r.Pieces, source.Piece{Text: text, From: -1}, source.Piece{Text: t.Text, From: at})
		text = ""
	}
	r.Pieces = append(r.Pieces, source.Piece{Text: text + " ", From: -1})
	return r, true
}
