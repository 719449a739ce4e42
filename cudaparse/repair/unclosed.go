package repair

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Bounds of Unclosed. Sources beyond them are not real code; the parser gets them unchanged.
const (
	maxBrackets = 1000 // open at a time
	maxArms     = 100  // conditionals around each other
)

// Unclosed returns the statements with an unclosed parenthesis, bracket or brace, in source
// order. A line that is just being written has one. Left in the text, it would make the
// parser read thousands of following lines as errors or as part of one function. The same
// holds for the header of a loop or an if that is empty, ends in an operator or lacks a
// semicolon, as an editor that closes brackets by itself leaves it: it is returned, too.
//
// A statement goes from its first token to the end of the bracket's line, or to a brace
// before that; to the brace if the brace is what is unclosed. Of several braces, the
// indentation of the closing ones decides which; if it does not, none is returned. Macros
// are not expanded here. Each conditional arm continues the text before the conditional.
func Unclosed(src []byte) []source.Span {
	b := brackets{src: src}
	if !b.read() {
		return nil
	}
	if b.braces() > 0 {
		other := brackets{src: src, indented: true}
		if other.read() {
			other.dropBeside()
			if other.braces() == 0 {
				b = other
			}
		}
	}
	slices.SortFunc(b.found, func(x, y source.Span) int { return cmp.Or(x.Start-y.Start, y.End-x.End) })
	end := 0
	return slices.DeleteFunc(b.found, func(s source.Span) bool {
		inside := s.Start < end
		end = max(end, s.End)
		return inside
	})
}

// brackets are those that are open at some place of a text.
type brackets struct {
	src      []byte
	open     []bracket
	boundary int // where the statement begins
	arms     []conditionalArm
	found    []source.Span
	// indented is set where a closing brace that is indented as an opening one closes that,
	// and not the last one.
	indented  bool
	lineStart int
}

type bracket struct {
	kind     byte
	at       int
	boundary int // of the statement that it is in
	indent   int // of its line, in bytes
	// beside is set for a brace if another one inside, that is closed, is not further in.
	beside bool
	// semicolons is how many stand directly in it.
	semicolons int
}

// A conditionalArm is what was open before a conditional, and after its first arm.
type conditionalArm struct {
	before, first []bracket
	others        bool // it has more than one arm
	even          bool // all of them so far leave as much open
}

// stops are the bytes that mean something to read.
var stops = func() (stops [256]bool) {
	for _, c := range []byte("\n/#\"'()[]{};") {
		stops[c] = true
	}
	return stops
}()

// read goes through the text; it returns false where there is too much of something.
func (b *brackets) read() bool {
	for i := 0; i < len(b.src); {
		c := b.src[i]
		if !stops[c] {
			i++
			continue
		}
		switch c {
		case '\n':
			b.lineStart = i + 1
		case '/':
			if i+1 < len(b.src) && (b.src[i+1] == '/' || b.src[i+1] == '*') {
				i = preproc.SkipComment(b.src, i)
				continue
			}
		case '#':
			if len(bytes.TrimLeft(b.src[b.lineStart:i], " \t\r\v\f")) == 0 {
				end := lineEnd(b.src, i)
				if !b.directive(b.src[i:end]) {
					return false
				}
				i = max(end, i+1)
				continue
			}
		case '"', '\'':
			i = b.literal(i)
			continue
		default:
			b.mark(i)
			if len(b.open) > maxBrackets {
				return false
			}
		}
		i++
	}
	b.unclosed(b.open)
	return true
}

// literal returns the end of a literal whose quote is at i, or of the quote of 1'000.
func (b *brackets) literal(i int) int {
	start := i
	for start > 0 && (preproc.IsLetter(b.src[start-1]) || preproc.IsDigit(b.src[start-1])) && i-start < 4 {
		start--
	}
	prefix := b.src[start:i]
	if len(prefix) > 0 && b.src[i] == '\'' && !preproc.IsLiteralPrefix(prefix) {
		return i + 1
	}
	return preproc.SkipLiteral(b.src, i, len(prefix) > 0 && prefix[len(prefix)-1] == 'R' && preproc.IsLiteralPrefix(prefix))
}

// mark takes in a bracket or semicolon.
func (b *brackets) mark(i int) {
	switch c := b.src[i]; c {
	case ';':
		b.boundary = i + 1
		if last := len(b.open) - 1; last >= 0 {
			b.open[last].semicolons++
		}
	case '(', '[':
		b.open = append(b.open, bracket{kind: c, at: i, boundary: b.boundary})
	case '{':
		b.open = append(b.open, bracket{kind: c, at: i, boundary: b.boundary, indent: b.indent()})
		b.boundary = i + 1
	case '}':
		if b.indented {
			b.skip(i)
		}
		b.close('{', i)
		b.boundary = i + 1
	case ')':
		b.close('(', i)
	case ']':
		b.close('[', i)
	}
}

// close closes the last open bracket of a kind; what is open in it is not closed. One that
// closes nothing between the braces that it stands in is left to the parser.
func (b *brackets) close(kind byte, i int) {
	for k := len(b.open) - 1; k >= 0; k-- {
		if b.open[k].kind == kind {
			b.unclosed(b.open[k+1:])
			b.boundary = b.open[k].boundary // semicolons in between are those of for
			closed := b.open[k]
			b.open = b.open[:k]
			switch kind {
			case '{':
				b.besides(closed)
			case '(':
				b.header(closed, i)
			}
			return
		}
		if b.open[k].kind == '{' {
			return
		}
	}
}

// header notes the header of a statement that ends at a parenthesis and is not whole.
func (b *brackets) header(open bracket, end int) {
	word := bytes.TrimRight(b.src[:open.at], " \t") // not a comment's in the line before
	start := len(word)
	for start > 0 && (preproc.IsLetter(word[start-1]) || preproc.IsDigit(word[start-1])) {
		start--
	}
	inside := bytes.TrimRight(b.src[open.at+1:end], " \t\r\n\v\f")
	switch string(word[start:]) {
	case "for":
		colons := bytes.Count(inside, []byte(":")) - 2*bytes.Count(inside, []byte("::"))
		if open.semicolons >= 2 && !endsInOperator(inside) || open.semicolons < 2 && colons > 0 {
			return
		}
	case "if", "while", "switch":
		if len(inside) > 0 && !endsInOperator(inside) {
			return
		}
	default:
		return
	}
	b.found = append(b.found, source.Span{Start: start, End: end + 1})
}

// endsInOperator reports whether an expression lacks its last operand. (A comment at its end does
// not count as one, nor does the ellipsis of a pack.)
func endsInOperator(text []byte) bool {
	if len(text) == 0 || bytes.HasSuffix(text, []byte("*/")) {
		return false
	}
	switch last := text[len(text)-1]; last {
	case '+', '-':
		return len(text) < 2 || text[len(text)-2] != last // i++ has its operand
	case '>':
		return bytes.IndexByte(text, '<') < 0 // or the end of template arguments
	default:
		return bytes.IndexByte([]byte("=<&|*/%!^~,?"), last) >= 0
	}
}

// indent returns the indentation of the line.
func (b *brackets) indent() int {
	line := b.src[b.lineStart:]
	return len(line) - len(bytes.TrimLeft(line, " \t"))
}

// braces returns how many braces are open.
func (b *brackets) braces() (n int) {
	for _, o := range b.open {
		if o.kind == '{' {
			n++
		}
	}
	return n
}

// skip takes braces for unclosed that are further in than the closing one that begins a
// line at i, if there is one before them that is not.
func (b *brackets) skip(i int) {
	indent := b.indent()
	if b.lineStart+indent != i {
		return
	}
	for k := len(b.open) - 1; k >= 0; k-- {
		if o := b.open[k]; o.kind == '{' && o.indent <= indent {
			if o.indent < indent {
				return
			}
			for _, inner := range b.open[k+1:] {
				if inner.kind == '{' {
					s := b.statement(inner.boundary, inner.at)
					b.found = append(b.found, source.Span{Start: s.Start, End: inner.at + 1})
				}
			}
			b.unclosed(b.open[k+1:])
			b.open = b.open[:k+1]
			return
		}
	}
}

// besides takes note of a closed brace.
func (b *brackets) besides(closed bracket) {
	if last := len(b.open) - 1; last >= 0 && b.open[last].kind == '{' && b.open[last].indent >= closed.indent {
		b.open[last].beside = true
	}
}

// dropBeside takes braces that are open at the end for unclosed if what should stand after
// them is inside of them.
func (b *brackets) dropBeside() {
	b.open = slices.DeleteFunc(b.open, func(o bracket) bool {
		if o.beside {
			s := b.statement(o.boundary, o.at)
			b.found = append(b.found, source.Span{Start: s.Start, End: o.at + 1})
		}
		return o.beside
	})
}

// unclosed notes the statements of brackets that are not closed.
func (b *brackets) unclosed(open []bracket) {
	for k, o := range open {
		if o.kind == '{' {
			continue
		}
		last := o
		for _, next := range open[k+1:] {
			if next.kind == '{' || next.boundary != o.boundary {
				break
			}
			last = next
		}
		if s := b.statement(o.boundary, last.at); s.Len() > 0 {
			b.found = append(b.found, s)
		}
	}
}

// statement returns the statement that follows a boundary and has an open bracket at some
// place.
func (b *brackets) statement(boundary, at int) source.Span {
	start := boundary
	for start < at {
		switch c := b.src[start]; {
		case c == '\n' || preproc.IsBlank(c):
			start++
			continue
		case c == '/' && (b.src[start+1] == '/' || b.src[start+1] == '*'):
			start = preproc.SkipComment(b.src, start)
			continue
		case c == '#':
			start = max(lineEnd(b.src, start), start+1)
			continue
		}
		break
	}
	end := at + 1
	for end < len(b.src) && bytes.IndexByte([]byte("\n{}"), b.src[end]) < 0 {
		end++
	}
	return source.Span{Start: min(start, at), End: end}
}

// directive takes in a preprocessor line.
func (b *brackets) directive(line []byte) bool {
	name := bytes.TrimLeft(line[1:], " \t")
	name = name[:preproc.SkipWord(name, 0)]
	last := len(b.arms) - 1
	switch string(name) {
	case "if", "ifdef", "ifndef":
		b.arms = append(b.arms, conditionalArm{before: slices.Clone(b.open), even: true})
	case "else", "elif", "elifdef", "elifndef":
		if last >= 0 {
			b.arm(&b.arms[last])
			b.open = append(b.open[:0], b.arms[last].before...)
		}
	case "endif":
		if last >= 0 {
			a := &b.arms[last]
			b.arm(a)
			if a.others && a.even {
				b.open = append(b.open[:0], a.first...)
			} else {
				b.open = append(b.open[:0], a.before...)
			}
			b.arms = b.arms[:last]
		}
	}
	return len(b.arms) <= maxArms
}

// arm takes in the end of an arm.
func (b *brackets) arm(a *conditionalArm) {
	if a.first == nil {
		a.first = slices.Clone(b.open)
		return
	}
	a.others = true
	a.even = a.even && len(b.open) == len(a.first)
}

// Blank overwrites a part of a text but for line ends, comments, directives, and braces
// that do not end it.
func Blank(text []byte, s source.Span) {
	for i := s.Start; i < s.End; {
		switch c := text[i]; {
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			i = preproc.SkipComment(text, i)
			continue
		case c == '#' && len(bytes.TrimLeft(text[bytes.LastIndexByte(text[:i], '\n')+1:i], " \t\r\v\f")) == 0:
			i = max(lineEnd(text, i), i+1)
			continue
		case c != '\n' && c != '\r' && (c != '{' && c != '}' || i == s.End-1):
			text[i] = ' '
		}
		i++
	}
}

// Names returns the identifiers in a part of a text, keywords included.
func Names(text []byte, s source.Span) []source.Span {
	tokens, _ := lex(text[s.Start:s.End])
	var names []source.Span
	for _, t := range tokens {
		if t.Kind == word {
			names = append(names, source.Span{Start: s.Start + t.Start(), End: s.Start + t.End()})
		}
	}
	return names
}

// lineEnd returns the end of the preprocessor line at i.
func lineEnd(src []byte, i int) int {
	end, _ := preproc.SkipLine(src, i)
	return end
}
