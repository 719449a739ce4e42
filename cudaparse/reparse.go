package cudaparse

import (
	"bytes"
	"context"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// The parser can reuse subtrees of the tree of a similar text. Left alone, it then sometimes
// returns a different tree than without (for 0.2 % of 8,000 random edits, all of which left
// errors in the text):
//   - a subtree that ends at the change may have ended there because of the old next token;
//   - error recovery compares costs, counts nodes since the last error and looks at the whole
//     stack, so that its result depends on everything around the error;
//   - at a new error, subtrees that were reused just before it are on the stack in other
//     pieces than if they had been parsed.
//
// So the statements around each change and each error, old or new, are not reused. What is
// reused then has no errors, begins in the same parser state and after the same text, and is
// followed by the same token, so that parsing it again gives the same. If a new error turns
// out to be near something reused, the text is parsed again with less reuse.

// A difference is the difference between two texts: [start, oldEnd) of the old one is replaced
// by [start, newEnd) of the new one.
type difference struct {
	start, oldEnd, newEnd int
	// edits, unless nil, are the edits in that range. Each keeps the length of its span.
	edits []repair.Edit
}

// differ returns the difference between two texts.
func differ(old, text []byte) difference {
	n := min(len(old), len(text))
	start := commonPrefix(old[:n], text[:n])
	old, text = old[start:], text[start:]
	n -= start
	same := commonSuffix(old[len(old)-n:], text[len(text)-n:])
	return difference{start: start, oldEnd: start + len(old) - same, newEnd: start + len(text) - same}
}

// commonPrefix returns the length of the longest common prefix of two texts of equal length.
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

// commonSuffix returns the length of the longest common suffix of two texts of equal length.
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

// size returns the number of bytes from the first to the last change.
func (d difference) size() int { return max(d.oldEnd, d.newEnd) - d.start }

// editsDifference returns the difference that edits make, which are in source order.
func editsDifference(edits []repair.Edit) difference {
	last := edits[len(edits)-1].End()
	return difference{start: edits[0].Start, oldEnd: last, newEnd: last, edits: edits}
}

// moved returns the span in the new text for a span in the old text. If it overlaps the
// change, all of the change is part of it.
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

// movedAll returns the union of moved for spans, which it overwrites.
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
	// contextStatements is the number of statements before and after a change or an error
	// that are not reused.
	contextStatements = 2
	// maxRounds limits the number of times a text is parsed with reuse.
	maxRounds = 3
)

// starts returns the offsets at which statements, declarations, enumerators and elements of
// initializer lists start, in order.
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

// neighbourhoods returns the union of spans, each widened by the statements around it.
func (t *flatTree) neighbourhoods(spans []source.Span) []source.Span {
	if len(spans) == 0 {
		return nil
	}
	starts, size := t.starts(), t.file.Source.Len()
	wide := make([]source.Span, len(spans))
	for i, s := range spans {
		first := sort.SearchInts(starts, s.Start+1) - 1
		after := sort.SearchInts(starts, s.End+1)
		wide[i] = source.Span{Start: starts[max(first-contextStatements, 0)], End: size}
		if after+contextStatements < len(starts) {
			wide[i].End = starts[after+contextStatements]
		}
	}
	return union(wide)
}

// union returns the fewest spans, in order, that cover the same bytes. It overwrites spans.
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

// covers reports whether all of inner is in outer; both are results of union.
func covers(outer, inner []source.Span) bool {
	for _, s := range inner {
		i := sort.Search(len(outer), func(i int) bool { return outer[i].End >= s.End })
		if i == len(outer) || outer[i].Start > s.Start {
			return false
		}
	}
	return true
}

// errorSpans returns the spans of the syntax errors of a tree.
func (t *flatTree) errorSpans() []source.Span {
	spans := make([]source.Span, len(t.file.Errors))
	for i, e := range t.file.Errors {
		spans[i] = e.Span
	}
	return spans
}

// reparse returns the same as parseFrom without a tree, reusing what it can of old; d is the
// difference of the texts.
func reparse(ctx context.Context, src *source.File, text []byte, keepIDs bool, old *parse, d difference) (*parse, error) {
	notReused := old.neighbourhoods(append(old.errorSpans(), d.changes()...)) // in the old text
	for range maxRounds {
		if len(notReused) > maxParserEdits || total(notReused) > len(old.text)*3/4 {
			break
		}
		tree := old.tree.Copy()
		edits := make([]inputEdit, 0, len(notReused)+1)
		for _, s := range notReused {
			edits = append(edits, newInputEdit(old.lines(), old.lines(), difference{start: s.Start, oldEnd: s.End, newEnd: s.End}))
		}
		if d.edits == nil {
			edits = append(edits, newInputEdit(old.lines(), linesOf(src, text), d))
		}
		applyEdits(tree, edits)
		p, err := parseFrom(ctx, src, text, tree, keepIDs, old, d)
		tree.Close()
		if err != nil {
			return nil, err
		}
		errors := d.reverse().movedAll(p.neighbourhoods(p.errorSpans()))
		if covers(notReused, errors) {
			return p, nil
		}
		p.tree.Close()
		notReused = union(append(notReused, errors...))
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

// linesOf returns text, a prepared or repaired copy of that of src, as a file.
func linesOf(src *source.File, text []byte) *source.File {
	if len(text) == 0 || &text[0] == &src.Text[0] {
		return src
	}
	return source.NewFile(src.Path, text)
}

// lines returns the text as a file, which caches its lines.
func (p *parse) lines() *source.File {
	if p.lineFile == nil {
		p.lineFile = linesOf(p.file.Source, p.text)
	}
	return p.lineFile
}
