package repair

import "bytes"

// tokenKind says what a token is.
type tokenKind uint8

const (
	word      tokenKind = iota // identifier or keyword
	number                     // preprocessing number
	text                       // string or character literal with its prefix
	mark                       // punctuation: one byte, or one of :: -> <<< >>>
	directive                  // a whole preprocessor line with its continuations
	comment
)

// A token is a piece of source. Blanks lie between tokens.
type token struct {
	from, to int32 // a large source has many tokens
	kind     tokenKind
}

func newToken(start, end int, kind tokenKind) token { return token{int32(start), int32(end), kind} }

// start and end are the offsets of the token's bytes.
func (t token) start() int { return int(t.from) }
func (t token) end() int   { return int(t.to) }

var byteOrderMark = []byte("\xef\xbb\xbf")

// lex splits source into tokens. It accepts any bytes: what is not C++ becomes
// one-byte marks, and a literal without its end stops at the end of the line.
func lex(src []byte) (tokens []token, comments []token) {
	tokens = make([]token, 0, len(src)/4)
	lineStart := true
	i := 0
	if bytes.HasPrefix(src, byteOrderMark) {
		i = len(byteOrderMark)
	}
	for i < len(src) {
		c, start := src[i], i
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case isBlank(c):
			i++
			continue
		case c == '\\' && continuation(src, i) > 0:
			i += continuation(src, i)
			continue
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			i = skipComment(src, i)
			comments = append(comments, newToken(start, i, comment))
			continue
		case c == '#' && lineStart:
			i = skipDirective(src, i, &comments)
			tokens = append(tokens, newToken(start, i, directive))
			continue
		case isLetter(c):
			i = skipWord(src, i)
			kind := word
			if i < len(src) && (src[i] == '"' || src[i] == '\'') && isLiteralPrefix(src[start:i]) {
				i, kind = skipLiteral(src, i, src[i-1] == 'R'), text
			}
			tokens = append(tokens, newToken(start, i, kind))
		case isDigit(c), c == '.' && i+1 < len(src) && isDigit(src[i+1]):
			i = skipNumber(src, i)
			tokens = append(tokens, newToken(start, i, number))
		case c == '"' || c == '\'':
			i = skipLiteral(src, i, false)
			tokens = append(tokens, newToken(start, i, text))
		default:
			i += markLength(src[i:])
			tokens = append(tokens, newToken(start, i, mark))
		}
		lineStart = false
	}
	return tokens, comments
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

func isLetter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLiteralPrefix(p []byte) bool {
	switch string(p) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}

// continuation returns the length of a backslash and line end at i, or 0.
func continuation(src []byte, i int) int {
	if src[i] != '\\' {
		return 0
	}
	if i+1 < len(src) && src[i+1] == '\n' {
		return 2
	}
	if i+2 < len(src) && src[i+1] == '\r' && src[i+2] == '\n' {
		return 3
	}
	return 0
}

func skipWord(src []byte, i int) int {
	for i < len(src) && (isLetter(src[i]) || isDigit(src[i])) {
		i++
	}
	return i
}

func skipNumber(src []byte, i int) int {
	for i++; i < len(src); i++ {
		c := src[i]
		exponent := (c == '+' || c == '-') && bytes.IndexByte([]byte("eEpP"), src[i-1]) >= 0
		separator := c == '\'' && i+1 < len(src) && (isDigit(src[i+1]) || isLetter(src[i+1]))
		if !isLetter(c) && !isDigit(c) && c != '.' && !exponent && !separator {
			break
		}
	}
	return i
}

// skipLiteral returns the end of a string or character literal whose quote is
// at i, with a user-defined suffix left outside.
func skipLiteral(src []byte, i int, raw bool) int {
	quote := src[i]
	if raw {
		open := bytes.IndexByte(src[i:min(len(src), i+20)], '(')
		if open > 0 {
			closing := append(append([]byte{')'}, src[i+1:i+open]...), '"')
			if n := bytes.Index(src[i+open:], closing); n >= 0 {
				return i + open + n + len(closing)
			}
			return len(src)
		}
	}
	for i++; i < len(src); i++ {
		switch src[i] {
		case quote:
			return i + 1
		case '\\':
			if n := continuation(src, i); n > 0 {
				i += n - 1
			} else {
				i++
			}
		case '\n':
			return i
		}
	}
	return min(i, len(src))
}

func skipComment(src []byte, i int) int {
	if src[i+1] == '*' {
		if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(src)
	}
	for ; i < len(src) && src[i] != '\n'; i++ {
		if n := continuation(src, i); n > 0 {
			i += n - 1
		}
	}
	return i
}

// skipDirective returns the end of the preprocessor line at i. Comments in it
// are listed; one that follows the directive is not part of it and is not.
func skipDirective(src []byte, i int, comments *[]token) int {
	end, inside := i, len(*comments)
	for i < len(src) && src[i] != '\n' {
		switch c := src[i]; {
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			start := i
			i = skipComment(src, i)
			*comments = append(*comments, newToken(start, i, comment))
		case c == '"' || c == '\'':
			i = skipLiteral(src, i, false)
			end, inside = i, len(*comments)
		case continuation(src, i) > 0:
			i += continuation(src, i)
		default:
			i++
			if !isBlank(c) {
				end, inside = i, len(*comments)
			}
		}
	}
	*comments = (*comments)[:inside]
	return end
}

func markLength(rest []byte) int {
	switch rest[0] {
	case '<', '>', ':', '-':
	default:
		return 1
	}
	for _, m := range []string{"<<<", ">>>", "::", "->"} {
		if bytes.HasPrefix(rest, []byte(m)) {
			return len(m)
		}
	}
	return 1
}
