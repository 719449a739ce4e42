// Package preproc is a C++ preprocessor for analysis.
//
// NewOutline lists the directives of a text. Process takes the Outline of a source and
// returns a Unit: the files that it includes, the definitions of each macro (Table), and which
// arms of conditionals are compiled for device and host. An Expander expands macros, and a
// Lexer splits text into tokens. It works on text, so that the parser can use it before there
// is a tree.
package preproc

import "bytes"

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. Some exist only in some modes.
const (
	// Space is a run of white space, line splices and comments; see Spaces.
	Space Kind = iota
	// Word is an identifier or a keyword.
	Word
	// Number is a preprocessing number, with its suffix.
	Number
	// Literal is a string or character literal with its prefix, without a suffix.
	Literal
	// Mark is punctuation: one byte, or one of :: -> <<< >>>; see Operators.
	Mark
	// Line is a preprocessor line with its continuations; see Lines.
	Line
	// Comment is one comment; see Comments.
	Comment
)

// A Token is a token of a text. Between two tokens is only white space, which includes
// comments unless the Mode has Comments.
type Token struct {
	from, to int32 // small, as a large source has many tokens
	Kind     Kind
}

// Start returns the offset of the token's first byte.
func (t Token) Start() int { return int(t.from) }

// End returns the offset after the token's last byte.
func (t Token) End() int { return int(t.to) }

// In returns the spelling of the token in its text.
func (t Token) In(src []byte) string { return string(src[t.from:t.to]) }

// Is reports whether a token of a text has a spelling and is not a literal.
func (t Token) Is(src []byte, spelling string) bool {
	return t.Kind != Literal && string(src[t.from:t.to]) == spelling
}

// Mode is a set of options of a Lexer.
type Mode uint8

// The options of a Mode.
const (
	// Lines makes each preprocessor line one Line. Without it, # is a Mark, followed by
	// ordinary tokens.
	Lines Mode = 1 << iota
	// Comments makes each comment a token, even in a preprocessor line. Without it,
	// comments are white space.
	Comments
	// Spaces makes each run of white space a token.
	Spaces
	// Operators makes an operator of two or three bytes one Mark: ## ... << >> && ||
	// and the like. Without it only :: -> <<< >>> are longer than a byte.
	Operators
	// Quotes is for text that may be a fragment, such as a line of a comment, and is only
	// compared. A quote begins a Literal if another quote ends it on the line, and is a
	// Mark otherwise. Literals have no prefixes and are not raw, a quote is never a digit
	// separator, and a // comment always ends at the line end.
	Quotes
)

// A Lexer splits a text into tokens. It accepts any bytes: a byte that no C++ token has
// becomes a Mark, an unclosed literal ends at the end of the line, and an unclosed comment at
// the end of the text.
type Lexer struct {
	src  []byte
	mode Mode
	at   int
	// lineStart is set where only white space precedes on the line.
	lineStart bool
	// pending are the comments in the Line that was returned last.
	pending []Token
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// NewLexer returns a Lexer at the start of a text. A byte order mark is skipped.
func NewLexer(src []byte, mode Mode) *Lexer {
	x := &Lexer{src: src, mode: mode, lineStart: true}
	if bytes.HasPrefix(src, byteOrderMark) && mode&Quotes == 0 {
		x.at = len(byteOrderMark)
	}
	return x
}

// Lex returns all tokens of a text.
func Lex(src []byte, mode Mode) []Token { return LexAt(src, 0, len(src), mode) }

// LexAt returns the tokens of src[from:to], which is taken to begin a line.
func LexAt(src []byte, from, to int, mode Mode) []Token {
	tokens := make([]Token, 0, (to-from)/4+1)
	x := NewLexer(src[:to], mode)
	x.at = max(x.at, from)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		tokens = append(tokens, t)
	}
	return tokens
}

// Next returns the next token; ok is false at the end of the text.
func (x *Lexer) Next() (t Token, ok bool) {
	if len(x.pending) > 0 {
		t, x.pending = x.pending[0], x.pending[1:]
		return t, true
	}
	start := x.at
	for x.at < len(x.src) {
		c := x.src[x.at]
		if IsLetter(c) {
			break // most tokens
		}
		if IsBlank(c) || c == '\n' {
			x.lineStart = x.lineStart || c == '\n'
			x.at++
			continue
		}
		if n := Continuation(x.src, x.at); n > 0 {
			x.at += n
			continue
		}
		if x.comment() {
			from := x.at
			x.at = x.skipComment()
			if x.mode&Comments != 0 {
				return Token{int32(from), int32(x.at), Comment}, true
			}
			continue
		}
		break
	}
	if x.mode&Spaces != 0 && x.at > start {
		return Token{int32(start), int32(x.at), Space}, true
	}
	if x.at >= len(x.src) {
		return Token{}, false
	}
	return x.token(), true
}

func (x *Lexer) comment() bool {
	i := x.at
	return x.src[i] == '/' && i+1 < len(x.src) && (x.src[i+1] == '/' || x.src[i+1] == '*')
}

// token reads the token at x.at, which is not white space.
func (x *Lexer) token() Token {
	src, start := x.src, x.at
	i, kind := start, Mark
	switch c := src[i]; {
	case c == '#' && x.lineStart && x.mode&Lines != 0:
		var inside []Token
		i, inside = SkipLine(src, i)
		kind = Line
		if x.mode&Comments != 0 {
			x.pending = inside
		}
		x.at = i
		return Token{int32(start), int32(i), kind} // lineStart stays set
	case IsLetter(c):
		i, kind = SkipWord(src, i), Word
		if i < len(src) && (src[i] == '"' || src[i] == '\'') && x.mode&Quotes == 0 && IsLiteralPrefix(src[start:i]) {
			i, kind = SkipLiteral(src, i, src[i-1] == 'R'), Literal
		}
	case IsDigit(c), c == '.' && i+1 < len(src) && IsDigit(src[i+1]):
		i, kind = skipNumber(src, i), Number
		if quote := bytes.IndexByte(src[start:i], '\''); quote > 0 && x.mode&Quotes != 0 {
			i = start + quote
		}
	case (c == '"' || c == '\'') && x.mode&Quotes != 0:
		i, kind = quoted(src, i)
	case c == '"' || c == '\'':
		i, kind = SkipLiteral(src, i, false), Literal
	default:
		i += x.markLength(src[i:])
	}
	x.at, x.lineStart = i, false
	return Token{int32(start), int32(i), kind}
}

// The classes of bytes.
const (
	blankByte = 1 << iota
	letterByte
	digitByte
)

// classes is the class of each byte. A table is fast, and every byte of every source is
// classified.
var classes = func() (classes [256]uint8) {
	for c := range classes {
		switch c := byte(c); {
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			classes[c] = blankByte
		case c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80:
			classes[c] = letterByte
		case '0' <= c && c <= '9':
			classes[c] = digitByte
		}
	}
	return classes
}()

// IsBlank reports whether a byte is white space other than a line end.
func IsBlank(c byte) bool { return classes[c] == blankByte }

// IsLetter reports whether a byte can begin an identifier, as a byte of a UTF-8 character
// can.
func IsLetter(c byte) bool { return classes[c] == letterByte }

// IsDigit reports whether a byte is a decimal digit.
func IsDigit(c byte) bool { return classes[c] == digitByte }

// IsLiteralPrefix reports whether a word directly before a quote is part of the literal.
func IsLiteralPrefix(p []byte) bool {
	switch string(p) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}

// Continuation returns the length of the line splice (backslash and line end) at i, or 0.
func Continuation(src []byte, i int) int {
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

// SkipWord returns the end of the identifier at i, or i if there is none.
func SkipWord(src []byte, i int) int {
	for i < len(src) && classes[src[i]]&(letterByte|digitByte) != 0 {
		i++
	}
	return i
}

func skipNumber(src []byte, i int) int {
	hex := src[i] == '0' && i+1 < len(src) && src[i+1]|0x20 == 'x'
	for i++; i < len(src); i++ {
		c := src[i]
		if (c == '+' || c == '-') && isExponent(src[i-1], hex) {
			continue
		}
		separator := c == '\'' && i+1 < len(src) && (IsDigit(src[i+1]) || IsLetter(src[i+1]))
		if !IsLetter(c) && !IsDigit(c) && c != '.' && !separator {
			break
		}
	}
	return i
}

// isExponent reports whether a sign may follow a byte of a number. Unlike the standard, for
// which 0x1e+1 is one invalid token, it takes that for a sum.
func isExponent(c byte, hex bool) bool {
	c |= 0x20
	return c == 'p' || c == 'e' && !hex
}

// SkipLiteral returns the end of the string or character literal whose quote is at i, without
// a user-defined suffix.
func SkipLiteral(src []byte, i int, raw bool) int {
	if raw {
		if open := bytes.IndexByte(src[i:min(len(src), i+20)], '('); open > 0 {
			closing := append(append([]byte{')'}, src[i+1:i+open]...), '"')
			if n := bytes.Index(src[i+open:], closing); n >= 0 {
				return i + open + n + len(closing)
			}
			return len(src)
		}
	}
	end, _ := skipQuoted(src, i)
	return end
}

// skipQuoted returns the end of a literal that is not raw, and whether a quote ends it.
func skipQuoted(src []byte, i int) (end int, closed bool) {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case quote:
			return i + 1, true
		case '\\':
			if n := Continuation(src, i); n > 0 {
				i += n - 1
			} else {
				i++
			}
		case '\n':
			return i, false
		}
	}
	return min(i, len(src)), false
}

// SkipComment returns the end of the comment at i, without the line end after a // comment.
func SkipComment(src []byte, i int) int {
	if src[i+1] == '*' {
		if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(src)
	}
	for {
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			return len(src)
		}
		i += n
		if src[i-1] != '\\' && !(src[i-1] == '\r' && src[i-2] == '\\') {
			return i
		}
		i++
	}
}

// SkipLine returns the end of the preprocessor line at i and the comments in it, without a
// comment after the directive.
func SkipLine(src []byte, i int) (end int, comments []Token) {
	end = i
	inside := 0
	for i < len(src) && src[i] != '\n' {
		switch c := src[i]; {
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			start := i
			i = SkipComment(src, i)
			comments = append(comments, Token{int32(start), int32(i), Comment})
		case IsDigit(c): // its quotes are separators
			i = skipNumber(src, i)
			end, inside = i, len(comments)
		case IsLetter(c):
			i = SkipWord(src, i)
			end, inside = i, len(comments)
		case c == '"' || c == '\'':
			i = SkipLiteral(src, i, false)
			end, inside = i, len(comments)
		case Continuation(src, i) > 0:
			i += Continuation(src, i)
		default:
			i++
			if !IsBlank(c) {
				end, inside = i, len(comments)
			}
		}
	}
	return end, comments[:inside]
}

var (
	longMarks = []string{"<<<", ">>>", "::", "->"}
	operators = []string{"<<<", ">>>", "...", "##", "<<", ">>", "->", "::", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-="}
)

func (x *Lexer) markLength(rest []byte) int {
	marks := longMarks
	if x.mode&Operators != 0 {
		marks = operators
	}
	if len(rest) < 2 || IsLetter(rest[1]) || IsBlank(rest[1]) {
		return 1 // most marks
	}
	for _, m := range marks {
		if m[0] == rest[0] && len(rest) >= len(m) && string(rest[:len(m)]) == m {
			return len(m)
		}
	}
	return 1
}
