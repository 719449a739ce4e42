// Package ast is the compact, immutable syntax tree of one source file.
//
// A File has its nodes in one array in source order; a Node is an index into it, and cheap
// to copy. Punctuation and comments are not nodes: an operator is the Op of its
// expression, a keyword one of the Qualifiers of its declaration, and File.Comments lists
// the comments.
package ast

import (
	"iter"
	"sort"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A File is the syntax tree of one source file. It is immutable and safe for
// concurrent use.
type File struct {
	// Source is the file that was parsed. Spans of nodes are places in it, even where the
	// parser was given a repaired or expanded text.
	Source *source.File
	// Comments are the spans of all comments in source order.
	Comments []source.Span
	// Errors are the places that do not parse, in source order.
	Errors []SyntaxError
	// Repairs are the edits that were made to a copy of the text so that more of it
	// parses, in source order. BlankedBytes is the number of bytes that they replaced by
	// spaces.
	Repairs      []Repair
	BlankedBytes int
	// Inactive are the arms of conditional compilation that a repair left out of the
	// tree, in source order: they split a construct, so that the tree can have only one of
	// them. Other arms are in the tree.
	Inactive []source.Span
	// Expansion is the macro invocation whose expansion this file is, the zero Node for a
	// file on disk.
	Expansion Node
	// Expanded is the text that was parsed where it is not that of Source, because macros
	// had to be expanded. A node that only an expansion spells has the span of the whole
	// invocation in Source.
	Expanded *source.Expanded

	nodes   []Record
	derived sync.Map // see Derive
}

// A SyntaxError is a piece of source that the grammar does not accept.
type SyntaxError struct {
	Span source.Span
	// Missing is set where a token is absent; the span is then empty.
	Missing bool
}

// A Record is the stored form of a node, with the same layout as in the C code of the
// parser.
type Record struct {
	Start, End uint32 // in the text that was parsed
	// Parent and Next (sibling) are indexes of nodes, 0 for none: node 0 is the root. The
	// first child of node i is node i+1.
	Parent, Next uint32
	Qualifiers   Qualifiers
	Kind         Kind
	Field        Field
	Op           Op
	Flags        uint8
}

// Flags of a Record.
const (
	FlagMissing  = 1 << iota // a token the parser inserted
	FlagHasError             // an Error or a missing token is at or below the node
)

// NewFile returns a tree over records, which are in preorder and not copied.
func NewFile(src *source.File, records []Record) *File {
	return &File{Source: src, nodes: records}
}

// Root returns the node of the whole file.
func (f *File) Root() Node {
	if len(f.nodes) == 0 {
		return Node{}
	}
	return Node{f, 0}
}

// Len returns the number of nodes.
func (f *File) Len() int { return len(f.nodes) }

// At returns node i in preorder, 0 <= i < Len().
func (f *File) At(i int) Node { return Node{f, uint32(i)} }

// NodeAt returns the innermost node that holds the byte at an offset; the root where
// none does.
func (f *File) NodeAt(offset int) Node {
	if f.Expanded != nil {
		offset = f.Expanded.New(offset)
	}
	i := sort.Search(len(f.nodes), func(i int) bool { return int(f.nodes[i].Start) > offset })
	if i == 0 {
		return f.Root()
	}
	n := Node{f, uint32(i - 1)}
	for r := n.record(); (offset < int(r.Start) || offset >= int(r.End)) && n.index != 0; r = n.record() {
		n = n.Parent()
	}
	return n
}

// InComment reports whether the byte at an offset is part of a comment.
func (f *File) InComment(offset int) bool {
	i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].End > offset })
	return i < len(f.Comments) && f.Comments[i].Start <= offset
}

// A Node is one node of a tree. The zero Node is none: its Kind is None, and every accessor
// returns a zero value.
type Node struct {
	file  *File
	index uint32
}

// Valid reports whether n is not the zero Node.
func (n Node) Valid() bool { return n.file != nil }

// File returns the tree the node belongs to.
func (n Node) File() *File { return n.file }

// Index returns the index of the node in preorder, for File.At.
func (n Node) Index() int { return int(n.index) }

func (n Node) record() *Record { return &n.file.nodes[n.index] }

// Kind returns the kind of the node, None for the zero Node.
func (n Node) Kind() Kind {
	if n.file == nil {
		return None
	}
	return n.record().Kind
}

// Is reports whether the node is of one of the kinds.
func (n Node) Is(kinds ...Kind) bool {
	k := n.Kind()
	for _, want := range kinds {
		if k == want {
			return true
		}
	}
	return false
}

// Field returns the role of the node in its parent.
func (n Node) Field() Field {
	if n.file == nil {
		return NoField
	}
	return n.record().Field
}

// Op returns the operator of an expression.
func (n Node) Op() Op {
	if n.file == nil {
		return OpNone
	}
	return n.record().Op
}

// Qualifiers returns the keywords written directly on the node.
func (n Node) Qualifiers() Qualifiers {
	if n.file == nil {
		return 0
	}
	return n.record().Qualifiers
}

// Missing reports whether the parser inserted the node.
func (n Node) Missing() bool { return n.file != nil && n.record().Flags&FlagMissing != 0 }

// HasError reports whether there is a syntax error at or below the node.
func (n Node) HasError() bool { return n.file != nil && n.record().Flags&FlagHasError != 0 }

// Span returns the span of the node in File().Source. That of an expansion is the text of
// the expansion: see Origin.
func (n Node) Span() source.Span {
	if n.file == nil {
		return source.Span{}
	}
	r := n.record()
	span := source.Span{Start: int(r.Start), End: int(r.End)}
	if x := n.file.Expanded; x != nil {
		return x.Old(span)
	}
	return span
}

// Text returns the text of the node, where macros were expanded that after expansion.
func (n Node) Text() string { return string(n.Bytes()) }

// Bytes is Text without a copy. The bytes must not be changed.
func (n Node) Bytes() []byte {
	if n.file == nil {
		return nil
	}
	r := n.record()
	if x := n.file.Expanded; x != nil {
		return x.Text[r.Start:r.End]
	}
	return n.file.Source.Text[r.Start:r.End]
}

// Origin returns the node that people see in a file on disk: n itself, or the outermost
// macro invocation that n is expanded from.
func (n Node) Origin() Node {
	for n.file != nil && n.file.Expansion.Valid() {
		n = n.file.Expansion
	}
	return n
}

// Parent returns the parent.
func (n Node) Parent() Node {
	if n.file == nil || n.index == 0 {
		return Node{}
	}
	return Node{n.file, n.record().Parent}
}

// FirstChild returns the first child.
func (n Node) FirstChild() Node {
	if n.file == nil {
		return Node{}
	}
	if c := n.index + 1; int(c) < len(n.file.nodes) && n.file.nodes[c].Parent == n.index {
		return Node{n.file, c}
	}
	return Node{}
}

// Next returns the next sibling.
func (n Node) Next() Node {
	if n.file == nil {
		return Node{}
	}
	if c := n.record().Next; c != 0 {
		return Node{n.file, c}
	}
	return Node{}
}

// Child returns the first child with a role.
func (n Node) Child(field Field) Node {
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		if c.record().Field == field {
			return c
		}
	}
	return Node{}
}

// ChildOf returns the first child of one of the kinds.
func (n Node) ChildOf(kinds ...Kind) Node {
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		if c.Is(kinds...) {
			return c
		}
	}
	return Node{}
}

// Children yields the children in source order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c := n.FirstChild(); c.Valid(); c = c.Next() {
			if !yield(c) {
				return
			}
		}
	}
}

// ChildrenWith yields the children with a role in source order.
func (n Node) ChildrenWith(field Field) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c := n.FirstChild(); c.Valid(); c = c.Next() {
			if c.record().Field == field && !yield(c) {
				return
			}
		}
	}
}

// ChildCount returns the number of children.
func (n Node) ChildCount() int {
	count := 0
	for c := n.FirstChild(); c.Valid(); c = c.Next() {
		count++
	}
	return count
}

// End returns the index after the last node of the subtree, whose nodes are File().At(i)
// for Index() <= i < End().
func (n Node) End() int {
	if n.file == nil {
		return 0
	}
	for m := n; ; m = m.Parent() {
		if next := m.record().Next; next != 0 {
			return int(next)
		}
		if m.index == 0 {
			return len(n.file.nodes)
		}
	}
}

// Descendants yields the node and all nodes below it in preorder.
func (n Node) Descendants() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i, end := n.Index(), n.End(); i < end; i++ {
			if !yield(Node{n.file, uint32(i)}) {
				return
			}
		}
	}
}

// Enclosing returns the nearest ancestor of one of the kinds.
func (n Node) Enclosing(kinds ...Kind) Node {
	for p := n.Parent(); p.Valid(); p = p.Parent() {
		if p.Is(kinds...) {
			return p
		}
	}
	return Node{}
}
