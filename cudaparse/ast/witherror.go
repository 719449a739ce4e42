package ast

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// WithError returns a copy of f with one more Error node, and a SyntaxError for it. The span
// at must not contain the start or the end of a node. Below the Error is an Identifier for
// each of the names, whose spans are in source order and inside at.
func (f *File) WithError(at source.Span, names []source.Span) *File {
	out := f.clone()
	parent, before := f.insertionPoint(at)
	inSource := at
	if x := f.Expanded; x != nil {
		at = newSpan(x, at)
		names = slices.Clone(names)
		for i, s := range names {
			names[i] = newSpan(x, s)
		}
	}
	// The new nodes get the indexes from first on.
	first := parent.index + 1
	if before.Valid() {
		first = uint32(before.End())
	}
	count := uint32(1 + len(names))
	moved := func(i uint32) uint32 {
		if i >= first {
			i += count
		}
		return i
	}
	out.nodes = make([]Record, 0, len(f.nodes)+int(count))
	for i := range f.nodes {
		if uint32(i) == first {
			out.nodes = appendError(out.nodes, parent.index, at, names)
		}
		r := f.nodes[i]
		r.Parent, r.Next = moved(r.Parent), moved(r.Next)
		out.nodes = append(out.nodes, r)
	}
	if int(first) == len(f.nodes) {
		out.nodes = appendError(out.nodes, parent.index, at, names)
	}
	next := moved(parent.FirstChild().index)
	if before.Valid() {
		last := &out.nodes[before.index]
		next, last.Next = last.Next, first
	}
	out.nodes[first].Next = next
	root := &out.nodes[0]
	root.Start, root.End = min(root.Start, uint32(at.Start)), max(root.End, uint32(at.End))
	for n := out.At(int(first)); n.Valid(); n = n.Parent() {
		n.record().Flags |= FlagHasError
	}
	out.Errors = insertError(f.Errors, SyntaxError{Span: inSource})
	return out
}

// insertionPoint returns the innermost node around a span and the last of its children before it.
func (f *File) insertionPoint(at source.Span) (parent, before Node) {
	parent = f.NodeAt(at.Start)
	for s := parent.Span(); (s.Start > at.Start || s.End < at.End) && parent.Parent().Valid(); s = parent.Span() {
		parent = parent.Parent()
	}
	for c := range parent.Children() {
		if c.Span().Start >= at.Start {
			break
		}
		before = c
	}
	return parent, before
}

func appendError(nodes []Record, parent uint32, at source.Span, names []source.Span) []Record {
	index := uint32(len(nodes))
	r := Record{Start: uint32(at.Start), End: uint32(at.End), Parent: parent, Kind: Error}
	nodes = append(nodes, r)
	for i, name := range names {
		r := Record{Start: uint32(name.Start), End: uint32(name.End), Parent: index, Kind: Identifier}
		if i+1 < len(names) {
			r.Next = uint32(len(nodes)) + 1
		}
		nodes = append(nodes, r)
	}
	return nodes
}

func insertError(errors []SyntaxError, e SyntaxError) []SyntaxError {
	out := make([]SyntaxError, 0, len(errors)+1)
	for i, other := range errors {
		if other.Span.Start > e.Span.Start {
			return append(append(out, e), errors[i:]...)
		}
		out = append(out, other)
	}
	return append(out, e)
}

// newSpan returns the span in the expanded text for a span in the source.
func newSpan(x *source.Expanded, s source.Span) source.Span {
	start := x.New(s.Start)
	return source.Span{Start: start, End: max(start, x.New(s.End))}
}
