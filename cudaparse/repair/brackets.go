package repair

import (
	"bytes"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// brackets reads a text and finds its unclosed brackets.
type brackets struct {
	src       []byte
	open      []bracket
	boundary  int // where the current statement begins, or the space before it
	lineStart int
	arms      []conditionalArm // the current conditionals
	found     []source.Span    // see Unclosed
	// indented makes a closing brace at the start of a line close the last open brace with
	// the same indentation.
	indented bool
}

// A bracket is an open bracket.
type bracket struct {
	kind     byte
	at       int
	boundary int // of the statement that it is in
	indent   int // of its line, in bytes; for braces only
	// beside is set for a brace if a closed brace in it is not indented more.
	beside     bool
	semicolons int // directly in it
}

// A conditionalArm is a conditional that is being read.
type conditionalArm struct {
	before, first []bracket // the open brackets before it, and after its first arm
	others        bool      // it has more than one arm
	even          bool      // all arms so far leave the same number of brackets open
}

// stops are the bytes that read looks at.
var stops = func() (stops [256]bool) {
	for _, c := range []byte("\n/#\"'()[]{};") {
		stops[c] = true
	}
	return stops
}()

// read reads the text. It reports false if a limit is exceeded.
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

// literal returns the end of the literal whose quote is at i, or of a digit separator at i.
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

// mark handles a bracket or semicolon at i.
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
			b.closeByIndentation(i)
		}
		b.close('{', i)
		b.boundary = i + 1
	case ')':
		b.close('(', i)
	case ']':
		b.close('[', i)
	}
}

// close closes the last open bracket of a kind; the brackets inside it are unclosed. A closing
// bracket without an open one in the same braces is ignored.
func (b *brackets) close(kind byte, i int) {
	for k := len(b.open) - 1; k >= 0; k-- {
		if b.open[k].kind == kind {
			b.unclosed(b.open[k+1:])
			b.boundary = b.open[k].boundary // for (;;) has semicolons
			closed := b.open[k]
			b.open = b.open[:k]
			switch kind {
			case '{':
				b.markBeside(closed)
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

// header records the header of a statement, which ends at a parenthesis, if it is incomplete.
func (b *brackets) header(open bracket, end int) {
	word := bytes.TrimRight(b.src[:open.at], " \t")
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

// endsInOperator reports whether an expression lacks its last operand.
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

// indent returns the indentation of the current line in bytes.
func (b *brackets) indent() int {
	line := b.src[b.lineStart:]
	return len(line) - len(bytes.TrimLeft(line, " \t"))
}

// braces returns the number of open braces.
func (b *brackets) braces() (n int) {
	for _, o := range b.open {
		if o.kind == '{' {
			n++
		}
	}
	return n
}

// closeByIndentation records braces as unclosed that are indented more than the closing brace at i, if that
// begins a line and an open brace before them has its indentation.
func (b *brackets) closeByIndentation(i int) {
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

// markBeside sets bracket.beside for the brace around a closed one.
func (b *brackets) markBeside(closed bracket) {
	if last := len(b.open) - 1; last >= 0 && b.open[last].kind == '{' && b.open[last].indent >= closed.indent {
		b.open[last].beside = true
	}
}

// dropBeside records the braces as unclosed that are open at the end of the text and have
// bracket.beside set.
func (b *brackets) dropBeside() {
	b.open = slices.DeleteFunc(b.open, func(o bracket) bool {
		if o.beside {
			s := b.statement(o.boundary, o.at)
			b.found = append(b.found, source.Span{Start: s.Start, End: o.at + 1})
		}
		return o.beside
	})
}

// unclosed records the statements of unclosed brackets other than braces.
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

// statement returns the span of the statement after a boundary that has an unclosed bracket at
// an offset.
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

// directive handles a preprocessor line. It reports false if conditionals are nested too
// deeply.
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

// arm handles the end of an arm.
func (b *brackets) arm(a *conditionalArm) {
	if a.first == nil {
		a.first = slices.Clone(b.open)
		return
	}
	a.others = true
	a.even = a.even && len(b.open) == len(a.first)
}
