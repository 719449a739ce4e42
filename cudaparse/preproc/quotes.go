package preproc

import "bytes"

// quoted reads what a quote begins, for Quotes: a literal that is closed, or the quote
// alone. A literal that a backslash and a CRLF continue counts as not closed; what is
// made of such tokens has to remain what it was.
func quoted(src []byte, i int) (end int, kind Kind) {
	end, closed := skipQuoted(src, i)
	if !closed || bytes.Contains(src[i:end], []byte("\\\r\n")) {
		return i + 1, Mark
	}
	return end, Literal
}

// skipComment returns the end of the comment at the place.
func (x *Lexer) skipComment() int {
	if x.mode&Quotes == 0 || x.src[x.at+1] == '*' {
		return SkipComment(x.src, x.at)
	}
	if n := bytes.IndexByte(x.src[x.at:], '\n'); n >= 0 {
		return x.at + n
	}
	return len(x.src)
}
