package cudaparse

import (
	"bytes"
	"context"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// The parser can take subtrees over from the tree of a similar text. By itself it then
// returns another tree than it does for the text alone now and then (for 0.2 % of 8,000
// random edits, all of which left errors in the text):
//   - a subtree that ends where the text changed was ended because of the token that
//     followed it then;
//   - error recovery compares costs, counts nodes since the last error and looks at the
//     whole stack, so that what it made of an error holds in its old surroundings only;
//   - where it meets a new error, the subtrees taken over just before it are on the stack
//     in other pieces than if they had been parsed.
//
// So nothing is taken over near a change or near an error, old or new: it is parsed anew
// from some statements before to some statements after. What is taken over then is free
// of errors, starts in the state and after the text that it was parsed in, and is
// followed by the same token: a parser that starts afresh makes the same of it. Where a
// new error turns out to be outside of what was parsed anew, it is done again with more.

// A difference is a range of one text in the place of one of another; all else is equal.
type difference struct {
	start, oldEnd, newEnd int
	// edits, unless nil, are repairs instead: places that keep their length.
	edits []repair.Edit
}

// differ returns how text differs from old.
func differ(old, text []byte) difference {
	n := min(len(old), len(text))
	start := commonPrefix(old[:n], text[:n])
	old, text = old[start:], text[start:]
	n -= start
	same := commonSuffix(old[len(old)-n:], text[len(text)-n:])
	return difference{start: start, oldEnd: start + len(old) - same, newEnd: start + len(text) - same}
}

// commonPrefix returns how many bytes at the start of two texts of equal length agree.
func commonPrefix(a, b []byte) int {
	const block = 256 // which bytes.Equal compares faster than a loop
	i := 0
	for i+block <= len(a) && bytes.Equal(a[i:i+block], b[i:i+block]) {
		i += block
	}
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i
}

// commonSuffix is commonPrefix from the end.
func commonSuffix(a, b []byte) int {
	const block = 256
	i := len(a)
	for i >= block && bytes.Equal(a[i-block:i], b[i-block:i]) {
		i -= block
	}
	for i > 0 && a[i-1] == b[i-1] {
		i--
	}
	return len(a) - i
}

// size returns how much text there is between the first and the last change.
func (d difference) size() int { return max(d.oldEnd, d.newEnd) - d.start }

// repairs returns the difference that edits make, in source order.
func repairs(edits []repair.Edit) difference {
	last := edits[len(edits)-1].End()
	return difference{start: edits[0].Start, oldEnd: last, newEnd: last, edits: edits}
}

// moved returns where a span of the old text is in the new one, with all of the change
// if it touches that.
func (d difference) moved(s source.Span) source.Span {
	if d.edits != nil {
		return s
	}
	if s.Start >= d.oldEnd {
		s.Start += d.newEnd - d.oldEnd
	} else if s.Start > d.start {
		s.Start = d.start
	}
	if s.End >= d.oldEnd {
		s.End += d.newEnd - d.oldEnd
	} else if s.End > d.start {
		s.End = d.newEnd
	}
	return s
}

// movedAll returns the union of spans of the old text in the new one.
func (d difference) movedAll(spans []source.Span) []source.Span {
	for i, s := range spans {
		spans[i] = d.moved(s)
	}
	return union(spans)
}

// reverse returns the difference from the new text to the old one.
func (d difference) reverse() difference {
	d.oldEnd, d.newEnd = d.newEnd, d.oldEnd
	return d
}

// changes returns the spans of the old text that differ.
func (d difference) changes() []source.Span {
	if d.edits == nil {
		return []source.Span{{Start: d.start, End: d.oldEnd}}
	}
	spans := make([]source.Span, len(d.edits))
	for i, e := range d.edits {
		spans[i] = e.Span()
	}
	return spans
}

const (
	// around is how many statements before and after a change or an error are parsed anew.
	around = 2
	// maxRounds bounds how often a text is parsed again with more of it anew.
	maxRounds = 3
)

// starts returns the offsets at which statements, declarations and elements of long
// lists start, in order.
func (t *flatTree) starts() []int {
	offsets := []int{0}
	for i, r := range t.records[1:] {
		switch t.records[r.Parent].Kind {
		case ast.TranslationUnit, ast.DeclarationList, ast.FieldDeclarationList, ast.CompoundStatement, ast.EnumeratorList, ast.InitializerList,
			ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElse, ast.PreprocElif, ast.PreprocElifdef:
			if at := int(t.records[i+1].Start); at > offsets[len(offsets)-1] {
				offsets = append(offsets, at)
			}
		}
	}
	return offsets
}

// neighbourhoods widens spans by the statements around them. The result is in order,
// and its spans neither overlap nor meet.
func (t *flatTree) neighbourhoods(spans []source.Span) []source.Span {
	if len(spans) == 0 {
		return nil
	}
	starts, size := t.starts(), t.file.Source.Len()
	wide := make([]source.Span, len(spans))
	for i, s := range spans {
		first := sort.SearchInts(starts, s.Start+1) - 1
		after := sort.SearchInts(starts, s.End+1)
		wide[i] = source.Span{Start: starts[max(first-around, 0)], End: size}
		if after+around < len(starts) {
			wide[i].End = starts[after+around]
		}
	}
	return union(wide)
}

// union returns the bytes that are in any of the spans, as spans in order that neither
// overlap nor meet. It sorts spans.
func union(spans []source.Span) []source.Span {
	sort.Slice(spans, func(i, j int) bool { return spans[i].Start < spans[j].Start })
	merged := spans[:min(1, len(spans))]
	for _, s := range spans[len(merged):] {
		if last := &merged[len(merged)-1]; s.Start <= last.End {
			last.End = max(last.End, s.End)
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// covers reports whether the union outer has all of the union inner.
func covers(outer, inner []source.Span) bool {
	for _, s := range inner {
		i := sort.Search(len(outer), func(i int) bool { return outer[i].End >= s.End })
		if i == len(outer) || outer[i].Start > s.Start {
			return false
		}
	}
	return true
}

// errorSpans returns the places of the syntax errors of a tree.
func (t *flatTree) errorSpans() []source.Span {
	spans := make([]source.Span, len(t.file.Errors))
	for i, e := range t.file.Errors {
		spans[i] = e.Span
	}
	return spans
}

// reparse is parseFrom without a tree for a text that differs from that of old as d says.
// The result is the same.
func reparse(ctx context.Context, src *source.File, text []byte, keepIDs bool, old *parse, d difference) (*parse, error) {
	anew := old.neighbourhoods(append(old.errorSpans(), d.changes()...)) // in the old text
	for range maxRounds {
		if len(anew) > maxTold || total(anew) > len(old.text)*3/4 {
			break
		}
		tree := old.tree.Copy()
		edits := make([]inputEdit, 0, len(anew)+1)
		for _, s := range anew {
			edits = append(edits, input(old.lines(), old.lines(), difference{start: s.Start, oldEnd: s.End, newEnd: s.End}))
		}
		if d.edits == nil {
			edits = append(edits, input(old.lines(), lines(src, text), d))
		}
		tell(tree, edits)
		p, err := parseFrom(ctx, src, text, tree, keepIDs, old, d)
		tree.Close()
		if err != nil {
			return nil, err
		}
		errors := d.reverse().movedAll(p.neighbourhoods(p.errorSpans()))
		if covers(anew, errors) {
			return p, nil
		}
		p.tree.Close()
		anew = union(append(anew, errors...))
	}
	return parseFrom(ctx, src, text, nil, keepIDs, old, d)
}

// total returns the number of bytes in disjoint spans.
func total(spans []source.Span) int {
	n := 0
	for _, s := range spans {
		n += s.Len()
	}
	return n
}

// lines returns a file that knows the lines of text, which was prepared or repaired from
// that of src.
func lines(src *source.File, text []byte) *source.File {
	if len(text) == 0 || &text[0] == &src.Text[0] {
		return src
	}
	return source.NewFile(src.Path, text)
}

// lines returns a file that knows the lines of the text that was parsed.
func (p *parse) lines() *source.File {
	if p.lined == nil {
		p.lined = lines(p.file.Source, p.text)
	}
	return p.lined
}
