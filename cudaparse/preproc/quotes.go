package preproc

import "bytes"

// quoted returns the token at a quote in the mode Quotes: a closed literal, or the quote alone.
// A literal with a backslash before CRLF counts as unclosed: fingerprints made from these
// tokens must not change.
func quoted(src []byte, i int) (end int, kind Kind) {
	end, closed := skipQuoted(src, i)
	if !closed || bytes.Contains(src[i:end], []byte("\\\r\n")) {
		return i + 1, Mark
	}
	return end, Literal
}

// skipComment returns the end of the comment at x.at.
func (x *Lexer) skipComment() int {
	if x.mode&Quotes == 0 || x.src[x.at+1] == '*' {
		return SkipComment(x.src, x.at)
	}
	if n := bytes.IndexByte(x.src[x.at:], '\n'); n >= 0 {
		return x.at + n
	}
	return len(x.src)
}
