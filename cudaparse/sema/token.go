package sema

import "strings"

// A token is a preprocessing token of a macro's text.
type token struct {
	text string
	kind tokenKind
	hide *hideSet // macros it must not be replaced by any more
}

type tokenKind uint8

const (
	tokenSpace tokenKind = iota
	tokenIdent
	tokenNumber
	tokenString // and characters
	tokenPunct
)

// A hideSet lists the macros a token came from, as the standard's rescanning
// needs it to end.
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

func (h *hideSet) has(name string) bool {
	for ; h != nil; h = h.outer {
		if h.name == name {
			return true
		}
	}
	return false
}

func (t token) is(text string) bool { return t.kind == tokenPunct && t.text == text }

// tokenize splits text into preprocessing tokens; comments and white space
// become one space.
func tokenize(text string) []token {
	out := make([]token, 0, len(text)/4+1)
	for i := 0; i < len(text); {
		start := i
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\\' && i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r'):
			for i < len(text) && strings.IndexByte(" \t\n\r\f\v\\", text[i]) >= 0 {
				i++
			}
			out = appendSpace(out)
		case strings.HasPrefix(text[i:], "/*"):
			if end := strings.Index(text[i+2:], "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(text)
			}
			out = appendSpace(out)
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
			out = appendSpace(out)
		case '0' <= c && c <= '9' || c == '.' && i+1 < len(text) && '0' <= text[i+1] && text[i+1] <= '9':
			i = endOfNumber(text, i)
			out = append(out, token{text: text[start:i], kind: tokenNumber})
		case isIdentRune(rune(c)) || c >= 0x80:
			for i < len(text) && (isIdentRune(rune(text[i])) || text[i] >= 0x80) {
				i++
			}
			out = append(out, token{text: text[start:i], kind: tokenIdent})
		case c == '"' || c == '\'':
			i = endOfString(text, i)
			out = append(out, token{text: text[start:i], kind: tokenString})
		default:
			i++
			for _, long := range []string{"<<<", ">>>", "##", "...", "<<", ">>", "->", "::", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-="} {
				if strings.HasPrefix(text[start:], long) {
					i = start + len(long)
					break
				}
			}
			out = append(out, token{text: text[start:i], kind: tokenPunct})
		}
	}
	return out
}

func appendSpace(out []token) []token {
	if len(out) > 0 && out[len(out)-1].kind == tokenSpace {
		return out
	}
	return append(out, token{text: " ", kind: tokenSpace})
}

func endOfNumber(text string, i int) int {
	for i < len(text) {
		c := text[i]
		switch {
		case isIdentRune(rune(c)) || c == '.':
		case c == '\'' && i+1 < len(text) && isIdentRune(rune(text[i+1])):
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", text[i-1]) >= 0 && !(len(text) > 1 && i > 1 && isHex(text[:i])):
		default:
			return i
		}
		i++
	}
	return i
}

// isHex reports whether the number that ends text is hexadecimal and ends in
// e, which is a digit there and no exponent.
func isHex(text string) bool {
	start := len(text)
	for start > 0 && (isIdentRune(rune(text[start-1])) || text[start-1] == '.') {
		start--
	}
	last := text[len(text)-1]
	return (strings.HasPrefix(text[start:], "0x") || strings.HasPrefix(text[start:], "0X")) && (last == 'e' || last == 'E')
}

func endOfString(text string, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return min(i, len(text))
}

// joinTokens spells tokens out again.
func joinTokens(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		// Two tokens must not run together into another one.
		if i > 0 && t.kind != tokenSpace && tokens[i-1].kind != tokenSpace && sticks(tokens[i-1], t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

func sticks(a, b token) bool {
	word := func(t token) bool { return t.kind == tokenIdent || t.kind == tokenNumber }
	if word(a) && word(b) {
		return true
	}
	return a.kind == tokenPunct && b.kind == tokenPunct && strings.Contains("+ - & | < > :", a.text) && a.text[len(a.text)-1] == b.text[0]
}

func trimSpace(tokens []token) []token {
	for len(tokens) > 0 && tokens[0].kind == tokenSpace {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == tokenSpace {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}
