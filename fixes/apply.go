package fixes

import (
	"bytes"
	"fmt"
	"slices"
)

// Apply applies edits of one file, in any order, to its text. It returns a new slice and does
// not modify its arguments.
//
// Line ends in the text of an edit follow the file: where the line in which
// the edit starts ends in \r\n (in the last line, the line before), a \n
// without \r before it becomes \r\n. Everything else, a missing final newline
// too, is what the edits leave.
//
// It is an error if edits name different paths, if a range is not within
// text, or if edits overlap or insert at one place. Ranges need not lie on
// character boundaries.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	out, _, err := apply(text, edits)
	return out, err
}

// Place returns the edits in the form in which Apply applies them: sorted, with converted line
// ends. The error is that of Apply.
func Place(text []byte, edits []Edit) ([]Edit, error) {
	after, places, err := apply(text, edits)
	if err != nil {
		return nil, err
	}
	out := make([]Edit, len(places))
	for i, p := range places {
		out[i] = p.Edit
		out[i].Text = string(after[p.start:p.end])
	}
	return out, nil
}

// A placed edit is an edit with the place of its text in the new text.
type placed struct {
	Edit
	start, end int
}

// apply is Apply. It also returns the edits, sorted by place.
func apply(text []byte, edits []Edit) ([]byte, []placed, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, compare)
	size := len(text)
	for i, e := range edits {
		switch {
		case e.Path != edits[0].Path:
			return nil, nil, fmt.Errorf("edits of two files at once: %s and %s", edits[0].Path, e.Path)
		case !e.validRange() || e.End > len(text):
			return nil, nil, fmt.Errorf("edit of %v is outside the file of %d bytes", e, len(text))
		case i > 0 && conflict(edits[i-1], e):
			return nil, nil, fmt.Errorf("edit of %v conflicts with that of bytes %d to %d", e, edits[i-1].Start, edits[i-1].End)
		}
		size += len(e.Text) - (e.End - e.Start)
	}

	out := make([]byte, 0, size)
	places := make([]placed, 0, len(edits))
	done := 0
	for _, e := range edits {
		out = append(out, text[done:e.Start]...)
		start := len(out)
		out = appendLines(out, e.Text, crlfAt(text, e.Start))
		places = append(places, placed{e, start, len(out)})
		done = e.End
	}
	return append(out, text[done:]...), places, nil
}

// crlfAt reports whether the line at an offset ends in \r\n. For a last line without a line
// end, the line before decides.
func crlfAt(text []byte, offset int) bool {
	end := bytes.IndexByte(text[offset:], '\n') + offset
	if end < offset {
		end = bytes.LastIndexByte(text[:offset], '\n')
	}
	return end > 0 && text[end-1] == '\r'
}

// appendLines appends s to out. If crlf is set, it inserts \r before each \n that has none.
func appendLines(out []byte, s string, crlf bool) []byte {
	if !crlf {
		return append(out, s...)
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' && (len(out) == 0 || out[len(out)-1] != '\r') {
			out = append(out, '\r')
		}
		out = append(out, s[i])
	}
	return out
}
