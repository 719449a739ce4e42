package repair

import (
	"bytes"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// maxEdit limits the span of an edit in bytes, so that nested ones stay cheap. Arms of
// conditionals are disjoint and may be longer.
const maxEdit = 4096

// replace proposes an edit. It fills up short text with spaces, and ignores an edit whose
// text is longer than the span.
func (v *View) replace(start, end int, text string, cause ast.RepairCause, q ast.Qualifiers) {
	if len(text) > end-start || start >= end || end-start > maxEdit && cause != ast.Conditional {
		return
	}
	b := blanked(v.text[start:end])
	copy(b, text)
	v.edits = append(v.edits, Edit{Start: start, Text: b, Cause: cause, Qualifiers: q})
}

// blank proposes to replace a span by spaces.
func (v *View) blank(start, end int, cause ast.RepairCause, q ast.Qualifiers) {
	v.replace(start, end, "", cause, q)
}

// blankTokens proposes to replace tokens first to last by spaces.
func (v *View) blankTokens(first, last int, cause ast.RepairCause, q ast.Qualifiers) {
	v.blank(v.tokens[first].Start(), v.tokens[last].End(), cause, q)
}

// blanked returns a copy of b with spaces for everything but line ends.
func blanked(b []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(b))
	for i, c := range b {
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	return out
}

// asName proposes to replace tokens first to last by one identifier of the same length.
func (v *View) asName(first, last int, cause ast.RepairCause) {
	start, end := v.tokens[first].Start(), v.tokens[last].End()
	if end-start > maxEdit {
		return
	}
	name := []byte(identifierOf(v.text[start:end]))
	// Line ends must stay: the longest line becomes the identifier.
	if bytes.IndexByte(v.text[start:end], '\n') >= 0 {
		best := 0
		lines := bytes.Split(v.text[start:end], []byte{'\n'})
		for i, l := range lines {
			if len(bytes.TrimSpace(l)) > len(bytes.TrimSpace(lines[best])) {
				best = i
			}
		}
		name = blanked(v.text[start:end])
		at := 0
		for _, l := range lines[:best] {
			at += len(l) + 1
		}
		l := lines[best]
		trimmed := bytes.TrimSpace(l)
		at += bytes.Index(l, trimmed)
		copy(name[at:], identifierOf(trimmed))
	}
	v.edits = append(v.edits, Edit{Start: start, Text: name, Cause: cause})
}

// identifierOf returns an identifier as long as b that resembles it.
func identifierOf(b []byte) string {
	out := bytes.Map(func(r rune) rune {
		if r < 0x80 && (preproc.IsLetter(byte(r)) || preproc.IsDigit(byte(r))) {
			return r
		}
		return '_'
	}, b)
	// Map writes one byte for a character of several.
	for len(out) < len(b) {
		out = append(out, '_')
	}
	out = out[:len(b)]
	if preproc.IsDigit(out[0]) {
		out[0] = '_'
	}
	if !isName(string(out)) {
		out[len(out)-1] = '_'
	}
	return string(out)
}

// terminate proposes a semicolon directly after token i, in the place of a space, line end or
// comment. It reports whether one is there.
func (v *View) terminate(i int) bool {
	at := v.tokens[i].End()
	if at >= len(v.text) {
		return false
	}
	switch c := v.text[at]; {
	case preproc.IsBlank(c), c == '\n':
		v.edits = append(v.edits, Edit{Start: at, Text: []byte{';'}, Cause: ast.MissingSemicolon})
		return true
	case c == '/' && at+1 < len(v.text) && (v.text[at+1] == '/' || v.text[at+1] == '*'):
		v.replace(at, preproc.SkipComment(v.text, at), ";", ast.MissingSemicolon, 0)
		return true
	}
	return false
}

// take returns the proposed edits in source order, without those that overlap an earlier one,
// and removes all from the view.
func (v *View) take() []Edit {
	edits := v.edits
	v.edits = nil
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].Start < edits[j].Start })
	end := 0
	return slices.DeleteFunc(edits, func(e Edit) bool {
		overlaps := e.Start < end
		if !overlaps {
			end = e.End()
		}
		return overlaps
	})
}

// Apply returns a copy of text after the edits.
func Apply(text []byte, edits []Edit) []byte {
	out := bytes.Clone(text)
	for _, e := range edits {
		copy(out[e.Start:], e.Text)
	}
	return out
}

// NextToken returns the offset of the first token at or after an offset, or the length of
// text.
func NextToken(text []byte, offset int) int {
	for i := offset; i < len(text); {
		switch c := text[i]; {
		case preproc.IsBlank(c), c == '\n', c == '\\' && preproc.Continuation(text, i) > 0:
			i++
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			i = preproc.SkipComment(text, i)
		default:
			return i
		}
	}
	return len(text)
}
