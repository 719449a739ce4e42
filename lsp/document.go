package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/sourcegraph/go-lsp"
)

// A document is the text of an open file at one version. It is never changed: an edit
// makes another one.
type document struct {
	uri      lsp.DocumentURI
	path     string // absolute; "" where the URI names no file
	language string
	version  int
	lines
}

func newDocument(item lsp.TextDocumentItem, units encoding) *document {
	text := []byte(item.Text)
	return &document{uri: item.URI, path: pathOf(item.URI), language: item.LanguageID, version: item.Version,
		lines: newLines(text, lineStarts(text), units)}
}

// isCUDA reports whether the document is CUDA code whatever it holds: by its name, or as
// the client says so.
func (d *document) isCUDA() bool {
	return discover.IsCUDA(d.name()) || d.language == "cuda-cpp" || d.language == "cuda"
}

// name returns what the document is called, without a folder.
func (d *document) name() string {
	if d.path != "" {
		return filepath.Base(d.path)
	}
	name := string(d.uri)
	return name[strings.LastIndexAny(name, "/:")+1:]
}

// documents are the open ones. The map is never changed: opening, editing and closing
// make another one, so that a request keeps those of its arrival.
type documents map[lsp.DocumentURI]*document

// with returns the documents with one opened or changed.
func (d documents) with(doc *document) documents {
	out := make(documents, len(d)+1)
	for uri, other := range d {
		out[uri] = other
	}
	out[doc.uri] = doc
	return out
}

// without returns the documents with one closed.
func (d documents) without(uri lsp.DocumentURI) documents {
	out := make(documents, len(d))
	for other, doc := range d {
		if other != uri {
			out[other] = doc
		}
	}
	return out
}

// at returns the open document of a file, nil for none.
func (d documents) at(path string) *document {
	if doc := d[uriOf(path)]; doc != nil {
		return doc
	}
	for _, doc := range d {
		if doc.path == path && path != "" {
			return doc
		}
	}
	return nil
}

// sorted returns the documents by their URI.
func (d documents) sorted() []*document {
	var out []*document
	for _, doc := range d {
		out = append(out, doc)
	}
	slices.SortFunc(out, func(a, b *document) int { return strings.Compare(string(a.uri), string(b.uri)) })
	return out
}

// edited returns the document with edits applied, each to the result of the one before.
func (d *document) edited(version int, changes []contentChange) *document {
	b := editor{lines: lines{text: d.text, starts: d.starts, units: d.units}}
	for _, c := range changes {
		b.apply(c)
	}
	out := *d
	out.version, out.lines = version, newLines(b.text, b.starts, d.units)
	return &out
}

// An editor is a text on its way to the next version.
type editor struct {
	lines
	own bool // text and starts are this one's own
}

func (e *editor) apply(c contentChange) {
	if c.Range == nil {
		e.text = []byte(c.Text)
		e.starts, e.own = lineStarts(e.text), true
		return
	}
	if !e.own {
		e.text, e.starts, e.own = slices.Clone(e.text), slices.Clone(e.starts), true
	}
	e.long = &longLines{}
	start, end := e.offset(c.Range.Start), e.offset(c.Range.End)
	if end < start {
		start, end = end, start
	}
	e.replace(start, end, c.Text)
}

// replace puts a text in place of the bytes from start to end.
func (e *editor) replace(start, end int, text string) {
	// The line that begins at start goes, too: whether a \r before it ends a line depends
	// on what follows.
	first, _ := slices.BinarySearch(e.starts, start)
	first = max(first, 1)
	next, _ := slices.BinarySearch(e.starts, end+1)
	next = max(next, first)
	e.text = slices.Replace(e.text, start, end, []byte(text)...)
	by := len(text) - (end - start)
	for i := next; i < len(e.starts); i++ {
		e.starts[i] += by
	}
	begun := appendStarts(nil, e.text, max(0, start-1), start+len(text))
	e.starts = slices.Replace(e.starts, first, next, begun...)
}
