package suppress

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Of returns the directives of a file in source order, with their coverage. The begin and end
// of a block are one directive. It leaves out the directives in code that is not compiled.
// beyond is the offset of the first directive over the limit Max, from which on none is read,
// and -1 if there is none.
func Of(file *ast.File, notCompiled func(offset int) bool) (out []Directive, beyond int) {
	text := file.Source.Text
	if !mayDirect(text) {
		return nil, -1
	}
	s := newScoper(file)
	read, beyond := 0, -1
search:
	for i, comment := range s.comments {
		if !mayDirect(text[comment.Start:comment.End]) {
			continue
		}
		for _, d := range Parse(text, comment) {
			if read += 1 + len(d.Names); read > Max {
				beyond = d.Span.Start
				break search
			}
			if !notCompiled(d.Span.Start) {
				s.cover(&d, i)
				out = append(out, d)
			}
		}
	}
	return joinBlocks(out, text), beyond
}

// Max bounds the directives of a file together with the names in their lists. The time for
// them may grow with the square of their number.
const Max = 20000

// joinBlocks merges each NOLINTBEGIN with its NOLINTEND. As in clang-tidy, blocks nest, and
// the two have the same list.
func joinBlocks(found []Directive, text []byte) []Directive {
	var open []int // indexes of begins
	joined := map[int]bool{}
	for i := range found {
		switch found[i].Kind {
		case NoLintBegin:
			found[i].Flaw = "no NOLINTEND with the same list follows this NOLINTBEGIN in the same block"
			open = append(open, i)
		case NoLintEnd:
			found[i].Flaw = "no NOLINTBEGIN with the same list is open before this NOLINTEND, or it is not the innermost one"
			if len(open) == 0 {
				continue
			}
			if begin := &found[open[len(open)-1]]; sameList(begin, &found[i], text) {
				begin.Flaw, begin.End, begin.EndComment = "", found[i].Span, found[i].Comment
				begin.Covers = source.Span{Start: begin.Span.Start, End: found[i].Span.Start}
				open = open[:len(open)-1]
				joined[i] = true
			}
		}
	}
	out := found[:0]
	for i, d := range found {
		if !joined[i] {
			out = append(out, d)
		}
	}
	return out
}

// sameList reports whether the lists of two directives are spelled in the same way.
func sameList(a, b *Directive, text []byte) bool {
	return a.Listed == b.Listed && bytes.Equal(a.list(text), b.list(text))
}

// list returns the text of the list without the brackets and the white space next to them.
func (d *Directive) list(text []byte) []byte {
	all := text[d.Span.Start:d.Span.End]
	if !d.Listed {
		return nil
	}
	return bytes.TrimSpace(all[bytes.IndexAny(all, "([")+1 : len(all)-1])
}

// A scoper finds the code that directives cover.
type scoper struct {
	file *ast.File
	// comments are all comments of the file. The tree lacks some in preprocessor lines.
	comments []source.Span
	// codeBefore holds, for each comment, the offset of the last byte of code before it on
	// its line, -1 if there is none. codeOnLine is set if code follows on the line on which
	// the comment ends. nextCode is the offset of the first code after the comment that is
	// not a preprocessor line.
	codeBefore []int
	codeOnLine []bool
	nextCode   []int
	firstCode  int // the offset of the first code of the file that is not a preprocessor line
	// blocks caches the results of block by node index.
	blocks map[int]int
}

func newScoper(file *ast.File) *scoper {
	comments := repair.Comments(file.Source.Text)
	n := len(comments)
	s := &scoper{file: file, comments: comments, codeBefore: make([]int, n), codeOnLine: make([]bool, n), nextCode: make([]int, n), blocks: map[int]int{}}
	text := file.Source.Text
	for i, comment := range s.comments {
		s.codeBefore[i] = s.lastCode(i, comment.Start)
	}
	for i := n - 1; i >= 0; i-- {
		at := s.comments[i].End
		s.nextCode[i] = s.codeFrom(at)
		for at < len(text) && text[at] != '\n' && space(text[at]) {
			at++
		}
		if i+1 < n && s.comments[i+1].Start == at {
			s.codeOnLine[i] = s.codeOnLine[i+1]
		} else {
			s.codeOnLine[i] = at < len(text) && text[at] != '\n'
		}
	}
	s.firstCode = s.codeFrom(len(text) - len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))))
	return s
}

// lastCode returns codeBefore[i]. The comment begins at an offset; codeBefore of earlier
// comments is known.
func (s *scoper) lastCode(i, at int) int {
	text := s.file.Source.Text
	for at > 0 && text[at-1] != '\n' && space(text[at-1]) {
		at--
	}
	switch {
	case i > 0 && s.comments[i-1].End >= at:
		previous := s.comments[i-1]
		if bytes.IndexByte(text[previous.Start:previous.End], '\n') >= 0 {
			return -1
		}
		return s.codeBefore[i-1]
	case at == 0 || text[at-1] == '\n':
		return -1
	}
	return at - 1
}

// codeFrom returns the offset of the first code at or after an offset that is not a
// preprocessor line. nextCode of later comments is known.
func (s *scoper) codeFrom(at int) int {
	text := s.file.Source.Text
	for {
		at = skipSpace(text, at)
		next, _ := slices.BinarySearchFunc(s.comments, at, func(c source.Span, at int) int { return cmp.Compare(c.Start, at) })
		switch {
		case next < len(s.comments) && s.comments[next].Start == at:
			return s.nextCode[next]
		case at == len(text) || text[at] != '#':
			return at
		}
		at, _ = preproc.SkipLine(text, at) // a comment at its end is left
	}
}

// skipSpace returns the end of the white space and line splices at an offset.
func skipSpace(text []byte, at int) int {
	for at < len(text) {
		splice := preproc.Continuation(text, at)
		if splice == 0 && !space(text[at]) {
			break
		}
		at += max(splice, 1)
	}
	return at
}

// cover sets the coverage of a directive in comment i of the file.
func (s *scoper) cover(d *Directive, i int) {
	src := s.file.Source
	d.Alone = s.codeBefore[i] < 0 && !s.codeOnLine[i]
	if d.Flaw != "" {
		return
	}
	d.Macro = s.inMacro(d.Span.Start)
	line := s.line(d.Span.Start)
	switch d.Kind {
	case NoLint:
		d.Covers = line
	case NoLintNextLine:
		d.Covers = source.Span{Start: line.End, End: line.End}
		if line.End < src.Len() {
			d.Covers = s.line(line.End)
			d.Macro = d.Macro || s.inMacro(line.End+len(source.Indentation(src.Text, line.End)))
		}
	case Ignore:
		if before := s.codeBefore[i]; before >= 0 {
			d.Covers = s.line(d.Comment.Start)
			d.Covers.Start = min(d.Covers.Start, s.statement(before))
		} else if next := s.nextCode[i]; next < src.Len() {
			d.Covers = s.line(next)
			d.Covers.End = max(d.Covers.End, s.head(next))
		} else {
			d.Flaw = "no code follows it"
		}
	case IgnoreFile:
		if d.Covers = (source.Span{End: src.Len() + 1}); d.Comment.Start > s.firstCode {
			d.Covers, d.Flaw = source.Span{}, "it follows code; ignore-file has to be before the first declaration of the file"
		}
	}
}

// line returns the span of the line of an offset, including its line end.
func (s *scoper) line(offset int) source.Span {
	src := s.file.Source
	line := src.LineSpan(src.Position(offset).Line)
	if end := bytes.IndexByte(src.Text[line.End:], '\n'); end >= 0 {
		line.End += end + 1
	}
	return line
}

// statement returns the start of the statement or declaration that ends with the byte at an
// offset. It returns the offset itself if there is none, or if that contains a block: it may
// be a whole function.
func (s *scoper) statement(last int) int {
	n := s.nodeAt(last)
	for ; n.Valid() && n.Span().End <= last+1; n = n.Parent() {
		if n.Span().End == last+1 && n.Is(ast.ExpressionStatement, ast.Declaration, ast.FieldDeclaration, ast.ReturnStatement,
			ast.ThrowStatement, ast.InitStatement, ast.AliasDeclaration, ast.TemplateInstantiation) {
			if n.HasError() || s.block(n) >= 0 {
				break
			}
			return n.Span().Start
		}
	}
	return last
}

// head returns the end of the statement or declaration that begins at an offset, or the start
// of its block if it has one. It returns the offset itself if no statement begins there.
func (s *scoper) head(start int) int {
	first := sort.Search(s.file.Len(), func(i int) bool { return s.file.At(i).Span().Start >= start })
	for i := first; i < s.file.Len() && s.file.At(i).Span().Start == start; i++ {
		switch n := s.file.At(i); {
		case n.Is(ast.TranslationUnit):
		case n.HasError():
			return start
		case s.block(n) >= 0:
			return s.block(n)
		default:
			return n.Span().End
		}
	}
	return start
}

// nodeAt returns the innermost node that contains a byte.
func (s *scoper) nodeAt(offset int) ast.Node {
	i := sort.Search(s.file.Len(), func(i int) bool { return s.file.At(i).Span().Start > offset }) - 1
	if i < 0 {
		return ast.Node{}
	}
	n := s.file.At(i)
	for n.Valid() && n.Span().End <= offset {
		n = n.Parent()
	}
	return n
}

// inMacro reports whether a byte is in the definition of a macro.
func (s *scoper) inMacro(offset int) bool {
	n := s.nodeAt(offset)
	return n.Is(ast.PreprocDef, ast.PreprocFunctionDef) || n.Enclosing(ast.PreprocDef, ast.PreprocFunctionDef).Valid()
}

// block returns the start of the first block in a node, -1 for none.
func (s *scoper) block(n ast.Node) int {
	if at, known := s.blocks[n.Index()]; known {
		return at
	}
	at := -1
	for m := range n.Descendants() {
		if m.Is(ast.CompoundStatement, ast.FieldDeclarationList, ast.DeclarationList) {
			at = m.Span().Start
			break
		}
	}
	s.blocks[n.Index()] = at
	return at
}

func space(c byte) bool { return blank(c) || '\n' <= c && c <= '\r' }
