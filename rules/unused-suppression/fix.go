package unusedsuppression

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/suppress"
)

// remove returns the edits that remove a directive, or its unused names, from a comment, and
// for NOLINTBEGIN also from the matching NOLINTEND. Each edit replaces a whole comment, so
// that the edits of two directives in one comment conflict and are not applied together.
// It returns none if a backslash continues a // comment: without the comment, its next line
// would be code.
func remove(file *source.File, d *suppress.Unused) []fixes.Edit {
	if continued(file.Text, d.Comment) || d.Kind == suppress.NoLintBegin && continued(file.Text, d.EndComment) {
		return nil
	}
	edits := []fixes.Edit{edit(file, d, d.Comment, d.Span)}
	if d.Kind == suppress.NoLintBegin {
		if d.EndComment == d.Comment {
			return nil
		}
		edits = append(edits, edit(file, d, d.EndComment, d.End))
	}
	return edits
}

// continued reports whether a // comment has, or could have, a line splice: a backslash, or
// the trigraph for it, before the end of a line.
func continued(text []byte, comment source.Span) bool {
	c := text[comment.Start:comment.End]
	if !bytes.HasPrefix(c, []byte("//")) {
		return false
	}
	c = bytes.TrimRight(c, " \t\r\n\f\v")
	return bytes.IndexByte(c, '\n') >= 0 || bytes.HasSuffix(c, []byte(`\`)) || bytes.HasSuffix(c, []byte("??/"))
}

// edit returns the edit of one comment. directive is the span to remove, or to remove names
// from.
func edit(file *source.File, d *suppress.Unused, comment, directive source.Span) fixes.Edit {
	c := cut{text: file.Text, comment: comment, directive: directive, own: !d.IsNoLint()}
	// A // comment may contain the \r of the line end.
	for c.comment.End > c.comment.Start && c.text[c.comment.End-1] == '\r' {
		c.comment.End--
	}
	var e fixes.Edit
	switch {
	case !d.AllUnused:
		e = c.fromList(d)
	case bytes.IndexByte(c.text[c.comment.Start:c.comment.End], '\n') >= 0:
		e = c.fromLines()
	default:
		e = c.fromOneLine()
	}
	e.Path = d.Path
	return e
}

// A cut removes a directive from a comment.
type cut struct {
	text               []byte
	comment, directive source.Span
	own                bool // a cudalint directive: the text after it is its reason
}

// fromList removes the unused names from the list of a directive.
func (c *cut) fromList(d *suppress.Unused) fixes.Edit {
	unused, used := texts(d.Unused), []string{}
	list := c.text[c.directive.Start:c.directive.End]
	from, to := bytes.IndexAny(list, "([")+1, len(list)-1
	for _, name := range strings.Split(string(list[from:to]), ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(unused, name) {
			used = append(used, name)
		}
	}
	return fixes.Edit{Start: c.comment.Start, End: c.comment.End, Text: string(c.text[c.comment.Start:c.directive.Start+from]) +
		strings.Join(used, ", ") + string(c.text[c.directive.Start+to:c.comment.End])}
}

// end returns the end of the directive, including its reason.
func (c *cut) end() int {
	if c.own {
		return suppress.OwnEnd(c.text, c.comment, c.directive.End)
	}
	return c.directive.End
}

// fromLines removes the directive from a comment of several lines.
func (c *cut) fromLines() fixes.Edit {
	start, end := c.directive.Start, c.end()
	rest := source.LineEnd(c.text, end)
	switch {
	case len(bytes.TrimSpace(c.text[end:rest])) == 0:
		end = rest
		first := source.LineStart(c.text, start)
		if first > c.comment.Start && end < c.comment.End && len(bytes.Trim(c.text[first:start], "* \t")) == 0 {
			start, end = first, end+bytes.IndexByte(c.text[end:], '\n')+1 // only the directive is on the line
			break
		}
		trim := func() {
			for start > first && start > c.comment.Start && isBlank(c.text[start-1]) {
				start--
			}
		}
		if trim(); start-2 > max(first, c.comment.Start) && isBlank(c.text[start-3]) && string(c.text[start-2:start]) == "//" {
			start -= 2 // a // within the comment
			trim()
		}
	default:
		for isBlank(c.text[end]) && isBlank(c.text[start-1]) {
			end++
		}
	}
	return fixes.Edit{Start: c.comment.Start, End: c.comment.End, Text: string(c.text[c.comment.Start:start]) + string(c.text[end:c.comment.End])}
}

// fromOneLine removes the directive from a comment of one line, and the comment if nothing
// is left of it.
func (c *cut) fromOneLine() fixes.Edit {
	text := string(c.text[c.comment.Start:c.comment.End])
	closing := ""
	if strings.HasPrefix(text, "/*") {
		closing = "*/"
	}
	body := strings.TrimSuffix(text, closing)
	opening := body[:len(body)-len(strings.TrimLeft(body[2:], "/*!<"))]
	at := c.directive.Start - c.comment.Start
	before := strings.TrimRight(body[len(opening):max(at, len(opening))], " \t")
	if inner, nested := strings.CutSuffix(before, "//"); nested {
		before = strings.TrimRight(inner, " \t")
	}
	after := strings.TrimLeft(body[min(c.end()-c.comment.Start, len(body)):], " \t:;,")
	if strings.TrimSpace(before) == "" {
		after = strings.TrimLeft(strings.TrimPrefix(after, "//"), " \t")
		before = body[len(opening) : len(body)-len(strings.TrimLeft(body[len(opening):], " \t"))]
	} else if after != "" {
		before += " "
	} else {
		before = strings.TrimRight(before, " \t:;,")
	}
	if strings.TrimSpace(before+after) == "" {
		return c.removeComment()
	}
	if closing != "" {
		closing = " " + closing
	}
	return fixes.Edit{Start: c.comment.Start, End: c.comment.End, Text: opening + before + strings.TrimRight(after, " \t") + closing}
}

// removeComment removes the comment, with its line if there is nothing else on it.
func (c *cut) removeComment() fixes.Edit {
	text, start, end := c.text, c.comment.Start, c.comment.End
	first, last := source.LineStart(text, start), source.LineEnd(text, end)
	head, tail := bytes.TrimSpace(text[first:start]), bytes.TrimSpace(text[end:last])
	switch {
	case len(head) == 0 && len(tail) == 0:
		start, end = first, last
		// A line that the line before continues with a backslash has to stay, empty.
		continued := bytes.HasSuffix(bytes.TrimRight(text[:first], "\r\n"), []byte(`\`))
		if i := bytes.IndexByte(text[end:], '\n'); i >= 0 && !continued {
			end += i + 1
		}
	case len(tail) == 0:
		start, end = first+len(bytes.TrimRight(text[first:start], " \t")), last
	default:
		return c.beforeCode(start, end)
	}
	return fixes.Edit{Start: start, End: end}
}

// beforeCode removes a comment that is followed by code. It leaves a blank where the tokens
// around it would otherwise join.
func (c *cut) beforeCode(start, end int) fixes.Edit {
	left := start == 0 || isBlank(c.text[start-1]) || c.text[start-1] == '\n' || strings.IndexByte("([{,;", c.text[start-1]) >= 0
	if left {
		for isBlank(c.text[end]) {
			end++
		}
		return fixes.Edit{Start: start, End: end}
	}
	if isBlank(c.text[end]) || strings.IndexByte(")]},;", c.text[end]) >= 0 {
		return fixes.Edit{Start: start, End: end}
	}
	return fixes.Edit{Start: start, End: end, Text: " "}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }
