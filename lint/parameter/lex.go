package parameter

import "strings"

// A tokenKind says what a token is.
type tokenKind uint8

const (
	word    tokenKind = iota // identifier or keyword
	other                    // number
	literal                  // string or character
	mark                     // punctuation: one byte, or one of :: -> <<< >>> ##
	directive
)

// A token is a preprocessing token. Between tokens are blanks and comments.
type token struct {
	start, end int
	kind       tokenKind
}

// lex splits text[from:to] into tokens. Where directives is set, a line that begins
// with # is one token.
func lex(text []byte, from, to int, directives bool) []token {
	var out []token
	lineStart := true
	for i := from; i < to; {
		c, start := text[i], i
		kind := mark
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			i++
			continue
		case c == '\\' && splice(text, i, to) > 0:
			i += splice(text, i, to)
			continue
		case c == '/' && i+1 < to && (text[i+1] == '/' || text[i+1] == '*'):
			i = skipComment(text, i, to)
			continue
		case c == '#' && lineStart && directives:
			i, kind = skipDirective(text, i, to), directive
		case letter(c):
			for i < to && (letter(text[i]) || digit(text[i])) {
				i++
			}
			kind = word
			if i < to && (text[i] == '"' || text[i] == '\'') && strings.Contains(" L u U u8 R LR uR UR u8R ", " "+string(text[start:i])+" ") {
				i, kind = skipLiteral(text, i, to, text[i-1] == 'R'), literal
			}
		case digit(c) || c == '.' && i+1 < to && digit(text[i+1]):
			for i < to && (letter(text[i]) || digit(text[i]) || text[i] == '.' || (text[i] == '+' || text[i] == '-') && strings.IndexByte("eEpP", text[i-1]) >= 0) {
				i++
			}
			kind = other
		case c == '"' || c == '\'':
			i, kind = skipLiteral(text, i, to, false), literal
		default:
			i++
			for _, long := range []string{"<<<", ">>>", "::", "->", "##"} {
				if strings.HasPrefix(string(text[start:min(start+3, to)]), long) {
					i = start + len(long)
					break
				}
			}
		}
		lineStart = false
		out = append(out, token{start, i, kind})
	}
	return out
}

func letter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// splice returns the length of a backslash and line end, 0 for anything else.
func splice(text []byte, i, to int) int {
	switch {
	case i+1 < to && text[i+1] == '\n':
		return 2
	case i+2 < to && text[i+1] == '\r' && text[i+2] == '\n':
		return 3
	}
	return 0
}

func skipComment(text []byte, i, to int) int {
	if text[i+1] == '*' {
		for i += 2; i+1 < to; i++ {
			if text[i] == '*' && text[i+1] == '/' {
				return i + 2
			}
		}
		return to
	}
	for i < to && text[i] != '\n' {
		if text[i] == '\\' && splice(text, i, to) > 0 {
			i += splice(text, i, to) - 1
		}
		i++
	}
	return i
}

// skipDirective returns the end of a directive, its line end not included.
func skipDirective(text []byte, i, to int) int {
	for i < to && text[i] != '\n' {
		switch {
		case text[i] == '\\' && splice(text, i, to) > 0:
			i += splice(text, i, to)
		case text[i] == '/' && i+1 < to && (text[i+1] == '/' || text[i+1] == '*'):
			i = skipComment(text, i, to)
		case text[i] == '"':
			i = skipLiteral(text, i, to, false)
		default:
			i++
		}
	}
	return i
}

// skipLiteral returns the end of a literal whose opening quote is at i.
func skipLiteral(text []byte, i, to int, raw bool) int {
	quote := text[i]
	if raw {
		open := i + 1
		for i = open; i < to && i < open+17 && text[i] != '('; i++ {
		}
		if i < to && text[i] == '(' {
			end := ")" + string(text[open:i]) + `"`
			if k := strings.Index(string(text[i:to]), end); k >= 0 {
				return i + k + len(end)
			}
			return to
		}
		i = open - 1
	}
	for i++; i < to; i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return min(i, to)
}

// spell returns the text of a token.
func (t token) spell(text []byte) string { return string(text[t.start:t.end]) }

func (t token) is(text []byte, s string) bool {
	return t.kind != literal && t.end-t.start == len(s) && string(text[t.start:t.end]) == s
}

// match returns the index of the bracket that closes the one at i, -1 for none.
func match(text []byte, tokens []token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		if tokens[i].kind != mark {
			continue
		}
		switch text[tokens[i].start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// opening returns the index of the bracket that is open at token i, -1 for none.
func opening(text []byte, tokens []token, i int) int {
	depth := 0
	for i--; i >= 0; i-- {
		if tokens[i].kind != mark {
			continue
		}
		switch text[tokens[i].start] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}
