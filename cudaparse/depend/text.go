package depend

import (
	"bytes"
	"encoding/binary"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// appendTokens appends text without comments and white space. comment is the number of the first
// comment that may be in it. The number of the first comment after it is returned.
func appendTokens(b []byte, file *ast.File, start, end, comment int) ([]byte, int) {
	text := file.Source.Text
	for comment < len(file.Comments) && file.Comments[comment].End <= start {
		comment++
	}
	if bytes.Contains(text[start:end], []byte("lign")) {
		// sema reads alignments from the text itself.
		return append(b, text[start:end]...), comment
	}
	next, blank := comment, false
	for i := start; i < end; i++ {
		for next < len(file.Comments) && file.Comments[next].End <= i {
			next++
		}
		if next < len(file.Comments) && file.Comments[next].Start <= i {
			i, blank = file.Comments[next].End-1, true
			continue
		}
		switch text[i] {
		case ' ', '\t', '\n', '\r', '\f', '\v':
			blank = true
		default:
			if blank && len(b) > 0 && source.WordByte(b[len(b)-1]) && source.WordByte(text[i]) {
				b = append(b, ' ')
			}
			b, blank = append(b, text[i]), false
		}
	}
	return b, next
}

func firstComment(file *ast.File, offset int) int {
	return sort.Search(len(file.Comments), func(i int) bool { return file.Comments[i].End > offset })
}

// appendContent appends the nodes of a subtree and all its text that can have a meaning.
func appendContent(b []byte, n ast.Node) []byte {
	file := n.File()
	text := file.Source.Text
	for d := range n.Descendants() {
		up := 0
		if d != n {
			up = d.Index() - d.Parent().Index()
		}
		b = append(b, headOf(d)...)
		b = binary.LittleEndian.AppendUint32(b, uint32(up))
		span := d.Span()
		at, length := span.Start, len(b)
		b = append(b, 0, 0, 0, 0)
		free := d.Is(ast.CompoundStatement)
		for child := d.FirstChild(); child.Valid(); child = child.Next() {
			inner := child.Span()
			if inner.Start < at || inner.End > span.End {
				// Repairs can leave nodes out of place.
				b, at = append(b[:length+4], text[span.Start:span.End]...), span.End
				break
			}
			b = appendGap(b, file, at, inner.Start, free)
			at = inner.End
		}
		b = appendGap(b, file, at, span.End, free && at > span.Start)
		binary.LittleEndian.PutUint32(b[length:], uint32(len(b)-length-4))
	}
	return b
}

func appendGap(b []byte, file *ast.File, start, end int, free bool) []byte {
	switch {
	case end <= start:
		return append(b, 0)
	case free:
		b, _ = appendTokens(b, file, start, end, firstComment(file, start))
		return append(b, 0)
	}
	return append(append(b, file.Source.Text[start:end]...), 0)
}

// splices reports whether a word can continue in the text after a backslash.
func splices(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("\r"))
	return len(text) > 1 && text[0] == '\n' && (source.WordByte(text[1]) || text[1] == '\\')
}

// startsLine reports whether nothing but white space and comments can stand before an
// offset in its line.
func startsLine(text []byte, offset int) bool {
	line := bytes.TrimRight(text[bytes.LastIndexByte(text[:offset], '\n')+1:offset], " \t\r\f\v")
	return len(line) == 0 || bytes.HasSuffix(line, []byte("*/"))
}

// defined returns the macro that the directive whose text follows its # defines or
// undefines, nil for other directives.
func defined(text []byte) []byte {
	words := directive(text)
	if len(words) > 1 && (string(words[0]) == "define" || string(words[0]) == "undef") {
		return words[1]
	}
	return nil
}

// directive returns the first words of a directive.
func directive(text []byte) [][]byte {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	return bytes.FieldsFunc(text, func(r rune) bool { return r >= 0x80 || !source.WordByte(byte(r)) })
}

// reaches reports whether the directive whose text follows its # can change the meaning of more
// than the statements around it.
func reaches(text []byte) bool {
	words := directive(text)
	if len(words) == 0 {
		return bytes.Contains(text[:min(len(text), 4)], []byte("\\")) // it goes on in the next line
	}
	switch string(words[0]) {
	case "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif", "error", "warning", "line":
		return false
	case "pragma":
		if len(words) == 1 {
			return true
		}
		switch string(words[1]) {
		case "unroll", "nounroll", "omp", "acc", "nv_diag_suppress", "nv_diagnostic", "diag_suppress", "diag_default":
			return false
		}
	}
	return true
}
