package document

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lsp/wire"
)

// Edits converts edits of a text to edits of the protocol, in order. Each is as short as
// possible and does not split a character. Edits that touch are joined, because clients do not
// agree on their order. New texts are inserted unchanged, with their line ends (see
// fixes.Place).
func Edits(l *Lines, edits []fixes.Edit) ([]lsp.TextEdit, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b fixes.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var apart []fixes.Edit
	done := 0
	for _, e := range edits {
		if e.Start < done || e.End < e.Start || e.End > len(l.Text) {
			return nil, fmt.Errorf("the edit of %v cannot be made", e)
		}
		if e = atCharacters(l.Text, shortened(l.Text, e)); e.Start < done {
			return nil, fmt.Errorf("the edit of %v splits a character", e)
		}
		done = e.End
		switch last := len(apart) - 1; {
		case e.Start == e.End && e.Text == "":
		case last >= 0 && apart[last].End == e.Start:
			apart[last].End = e.End
			apart[last].Text += e.Text
		default:
			apart = append(apart, e)
		}
	}
	out := []lsp.TextEdit{}
	for _, e := range apart {
		out = append(out, lsp.TextEdit{Range: l.RangeOf(e.Start, e.End), NewText: e.Text})
	}
	return out, nil
}

// shortened returns an edit without the common prefix and suffix of the old and the new text.
func shortened(text []byte, e fixes.Edit) fixes.Edit {
	old := text[e.Start:e.End]
	n := 0
	for n < len(old) && n < len(e.Text) && old[n] == e.Text[n] {
		n++
	}
	for n > 0 && !(between(text, e.Start+n) && betweenIn(e.Text, n)) {
		n--
	}
	e.Start, e.Text, old = e.Start+n, e.Text[n:], old[n:]
	n = 0
	for n < len(old) && n < len(e.Text) && old[len(old)-1-n] == e.Text[len(e.Text)-1-n] {
		n++
	}
	for n > 0 && !(between(text, e.End-n) && betweenIn(e.Text, len(e.Text)-n)) {
		n--
	}
	e.End, e.Text = e.End-n, e.Text[:len(e.Text)-n]
	return e
}

// atCharacters extends an edit so that it begins and ends between characters: there is no position in
// the middle of one, and none between \r and \n.
func atCharacters(text []byte, e fixes.Edit) fixes.Edit {
	for !between(text, e.Start) {
		e.Start--
		e.Text = string(text[e.Start:e.Start+1]) + e.Text
	}
	for !between(text, e.End) {
		e.Text += string(text[e.End : e.End+1])
		e.End++
	}
	return e
}

// between reports whether an offset is between two characters of a text.
func between(text []byte, at int) bool {
	return betweenIn(string(text[max(0, at-1):min(len(text), at+1)]), min(at, 1))
}

func betweenIn(text string, at int) bool {
	if at == 0 || at == len(text) {
		return true
	}
	return utf8.RuneStart(text[at]) && !(text[at-1] == '\r' && text[at] == '\n')
}

// ByteOrderMark is that of UTF-8.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// OfDisk returns the lines of a file that is not open. The byte order mark is left out, as a
// client does when it opens the file; skipped is its length.
func OfDisk(text []byte, units wire.PositionEncoding) (l Lines, skipped int, err error) {
	if !utf8.Valid(text) {
		return Lines{}, 0, fmt.Errorf("it is not UTF-8")
	}
	if rest, ok := bytes.CutPrefix(text, ByteOrderMark); ok {
		return NewLines(rest, LineStarts(rest), units), len(ByteOrderMark), nil
	}
	return NewLines(text, LineStarts(text), units), 0, nil
}
