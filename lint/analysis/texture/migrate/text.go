package migrate

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A view holds the tokens of a file or of the text of a macro. Uses of references are
// recognised by the tokens around the name: that works in code, in code that is not compiled,
// and in the texts of macros.
type view struct {
	text   []byte // of the file
	tokens []preproc.Token
}

// viewFile returns the tokens of a file, except those of #define directives.
func viewFile(text []byte) *view {
	v := &view{text: text}
	for _, t := range tokens(text, 0, len(text), preproc.Lines) {
		if t.Kind != preproc.Line {
			v.tokens = append(v.tokens, t)
		} else if line := viewPart(text, t.Start(), t.End()); line.at(1) != "define" {
			v.tokens = append(v.tokens, line.tokens...)
		}
	}
	return v
}

// viewPart returns the tokens of text[start:end].
func viewPart(text []byte, start, end int) *view {
	return &view{text, tokens(text, start, end, 0)}
}

// tokens splits text[start:end]. A backslash followed by blanks is not a token: compilers
// treat it like a backslash at the end of the line.
func tokens(text []byte, start, end int, mode preproc.Mode) []preproc.Token {
	return slices.DeleteFunc(preproc.LexAt(text, start, end, mode|preproc.Operators), func(t preproc.Token) bool { return t.Is(text, "\\") })
}

// at returns the spelling of token i, "" for none.
func (v *view) at(i int) string {
	if i < 0 || i >= len(v.tokens) {
		return ""
	}
	return v.tokens[i].In(v.text)
}

func (v *view) isWord(i int) bool {
	return i >= 0 && i < len(v.tokens) && v.tokens[i].Kind == preproc.Word
}

// find returns the token that starts at an offset, -1 for none.
func (v *view) find(offset int) int {
	lo, hi := 0, len(v.tokens)
	for lo < hi {
		if mid := (lo + hi) / 2; v.tokens[mid].Start() < offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(v.tokens) && v.tokens[lo].Start() == offset {
		return lo
	}
	return -1
}

// A tokenRange is a range of tokens, including last.
type tokenRange struct{ first, last int }

func (v *view) span(r tokenRange) (start, end int) {
	return v.tokens[r.first].Start(), v.tokens[r.last].End()
}

func (v *view) spelled(r tokenRange) string {
	start, end := v.span(r)
	return string(v.text[start:end])
}

// surroundings are the tokens around a name.
type surroundings struct {
	// name is the reference with its qualifiers, and, if it is an argument, with the prefix
	// (& or *) or the parentheses around it.
	name              tokenRange
	qualifier, prefix string
	// callee is the token of the called function's name if the name is an argument, else -1.
	// explicit is set if the function has template arguments. args are all arguments, arg is
	// the position of the name among them.
	callee   int
	explicit bool
	args     []tokenRange
	arg      int
	// field is the first token of the name of an accessed member, else -1. set is set if the
	// member is assigned to.
	field int
	set   bool
	// pasted is set if ## pastes the name together.
	pasted bool
}

// surroundingsAt returns the surroundings of token i.
func (v *view) surroundingsAt(i int) surroundings {
	c := surroundings{name: tokenRange{i, i}, callee: -1, field: -1}
	if v.at(i-1) == "#" {
		return c
	}
	for ; v.at(c.name.first-1) == "##"; c.pasted = true {
		c.name.first -= 2
	}
	for ; v.at(c.name.last+1) == "##"; c.pasted = true {
		c.name.last += 2
	}
	if c.pasted {
		if c.name.first < 0 || c.name.last >= len(v.tokens) {
			c.name = tokenRange{i, i}
		}
		v.argument(&c)
		return c
	}
	for v.at(c.name.first-1) == "::" {
		c.name.first--
		if v.isWord(c.name.first - 1) {
			c.name.first--
		}
	}
	c.qualifier = string(v.text[v.tokens[c.name.first].Start():v.tokens[i].Start()])
	after := i + 1
	if open := c.name.first - 1; v.at(after) == ")" && (v.at(open) == "(" || v.at(open) == "*" && v.at(open-1) == "(") {
		after++ // (ref).field, (*p).field
	}
	if (v.at(after) == "." || v.at(after) == "->") && v.isWord(after+1) {
		c.field = after + 1
		c.set = v.assigned(after + 2)
		return c
	}
	for range 8 {
		before := v.at(c.name.first - 2)
		switch {
		case (v.at(c.name.first-1) == "&" || v.at(c.name.first-1) == "*") && (before == "(" || before == ","):
			c.prefix = v.at(c.name.first - 1)
			c.name.first--
			continue
		case v.at(c.name.first-1) == "(" && v.at(c.name.last+1) == ")" && (before == "(" || before == "," || before == "&"):
			c.name.first--
			c.name.last++
			continue
		}
		break
	}
	if p, n := v.at(c.name.first-1), v.at(c.name.last+1); (p == "(" || p == ",") && (n == ")" || n == ",") {
		v.argument(&c)
	}
	return c
}

// assigned reports whether an assignment follows the rest of a member access.
func (v *view) assigned(i int) bool {
	for i < len(v.tokens) {
		switch v.at(i) {
		case "[":
			i = v.closing(i) + 1
		case ".":
			i += 2
		case "=":
			return true
		default:
			return false
		}
	}
	return false
}

// maxLook bounds the tokens of one call, or of one pair of brackets.
const maxLook = 20000

// closing returns the token that closes the bracket at i, the last token if none does.
func (v *view) closing(i int) int {
	depth := 0
	for last := i + maxLook; i < min(len(v.tokens), last); i++ {
		switch v.at(i) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(v.tokens) - 1
}

// angles returns how many template argument lists a token closes. It is negative if the token
// opens lists. The brackets of a launch count as three.
func (v *view) angles(i int) int {
	switch t := v.at(i); t {
	case ">", ">>", ">>>":
		return len(t)
	case "<", "<<<":
		return -len(t)
	}
	return 0
}

// argument finds the call that a name is an argument of.
func (v *view) argument(c *surroundings) {
	open, depth := c.name.first-1, 0
	for ; open >= 0; open-- {
		if c.name.first-open > maxLook {
			return
		}
		switch v.at(open) {
		case ")", "]", "}":
			depth++
			continue
		case "(", "[", "{":
			if depth--; depth >= 0 {
				continue
			}
		case ";":
			return
		default:
			continue
		}
		break
	}
	if open < 1 || v.at(open) != "(" {
		return
	}
	callee := open - 1
	if v.angles(callee) > 0 {
		for depth := v.angles(callee); depth > 0 && callee > 0; {
			callee--
			depth += v.angles(callee)
		}
		callee--
		c.explicit = true
	}
	if !v.isWord(callee) {
		return
	}
	c.callee = callee
	first := open + 1
	for i := first; i < min(len(v.tokens), first+maxLook); i++ {
		t := v.at(i)
		if t == "(" || t == "[" || t == "{" {
			i = v.closing(i)
			continue
		}
		if t != "," && t != ")" {
			continue
		}
		if first <= c.name.first && c.name.last < i {
			c.arg = len(c.args)
		}
		if i > first {
			c.args = append(c.args, tokenRange{first, i - 1})
		}
		first = i + 1
		if t == ")" {
			return
		}
	}
}
