// Package document holds the texts of open files. It gets texts and edits from the client. It
// gives byte offsets for positions of the protocol, positions for offsets, and edits in the
// form of the protocol.
package document

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lsp/wire"
)

// A Document is the text of an open file at one version. It is immutable: an edit returns a
// new one.
type Document struct {
	Uri      lsp.DocumentURI
	Path     string // absolute; "" where the URI names no file
	language string
	Version  int
	Lines
}

// NewDocument returns the document that a client opens.
func NewDocument(item lsp.TextDocumentItem, units wire.PositionEncoding) *Document {
	text := []byte(item.Text)
	return &Document{Uri: item.URI, Path: PathOf(item.URI), language: item.LanguageID, Version: item.Version,
		Lines: NewLines(text, LineStarts(text), units)}
}

// IsCUDA reports whether the document is CUDA code by its name, or by the language that the
// client gives it.
func (d *Document) IsCUDA() bool {
	return discover.IsCUDA(d.Name()) || d.language == "cuda-cpp" || d.language == "cuda"
}

// Name returns the name of the document without its folder.
func (d *Document) Name() string {
	if d.Path != "" {
		return filepath.Base(d.Path)
	}
	name := string(d.Uri)
	return name[strings.LastIndexAny(name, "/:")+1:]
}

// A Set has the open documents by URI. It is immutable: With and Without return a new one, so
// a request sees the documents as they were at its arrival.
type Set map[lsp.DocumentURI]*Document

// With returns the documents with one opened or changed.
func (d Set) With(doc *Document) Set {
	out := make(Set, len(d)+1)
	for uri, other := range d {
		out[uri] = other
	}
	out[doc.Uri] = doc
	return out
}

// Without returns the documents with one closed.
func (d Set) Without(uri lsp.DocumentURI) Set {
	out := make(Set, len(d))
	for other, doc := range d {
		if other != uri {
			out[other] = doc
		}
	}
	return out
}

// At returns the open document of a file, nil for none.
func (d Set) At(path string) *Document {
	if doc := d[URIOf(path)]; doc != nil {
		return doc
	}
	for _, doc := range d {
		if doc.Path == path && path != "" {
			return doc
		}
	}
	return nil
}

// Sorted returns the documents by their URI.
func (d Set) Sorted() []*Document {
	var out []*Document
	for _, doc := range d {
		out = append(out, doc)
	}
	slices.SortFunc(out, func(a, b *Document) int { return strings.Compare(string(a.Uri), string(b.Uri)) })
	return out
}

// Edited returns the document with changes applied in order, each to the result of the one
// before.
func (d *Document) Edited(version int, changes []wire.ContentChange) *Document {
	b := editor{Lines: Lines{Text: d.Text, Starts: d.Starts, units: d.units}}
	for _, c := range changes {
		b.apply(c)
	}
	out := *d
	out.Version, out.Lines = version, NewLines(b.Text, b.Starts, d.units)
	return &out
}

// An editor applies changes to a text.
type editor struct {
	Lines
	own bool // Text and Starts are copies that may be changed
}

func (e *editor) apply(c wire.ContentChange) {
	if c.Range == nil {
		e.Text = []byte(c.Text)
		e.Starts, e.own = LineStarts(e.Text), true
		return
	}
	if !e.own {
		e.Text, e.Starts, e.own = slices.Clone(e.Text), slices.Clone(e.Starts), true
	}
	e.long = &longLines{}
	start, end := e.Offset(c.Range.Start), e.Offset(c.Range.End)
	if end < start {
		start, end = end, start
	}
	e.replace(start, end, c.Text)
}

// replace replaces the bytes from start to end.
func (e *editor) replace(start, end int, text string) {
	// The line that begins at start goes, too: whether a \r before it ends a line depends
	// on what follows.
	first, _ := slices.BinarySearch(e.Starts, start)
	first = max(first, 1)
	next, _ := slices.BinarySearch(e.Starts, end+1)
	next = max(next, first)
	e.Text = slices.Replace(e.Text, start, end, []byte(text)...)
	by := len(text) - (end - start)
	for i := next; i < len(e.Starts); i++ {
		e.Starts[i] += by
	}
	begun := appendStarts(nil, e.Text, max(0, start-1), start+len(text))
	e.Starts = slices.Replace(e.Starts, first, next, begun...)
}
