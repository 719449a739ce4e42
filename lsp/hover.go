package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/render"
	"github.com/cudalint/cudalint/lsp/wire"
)

func init() {
	featureCapabilities = append(featureCapabilities, func(_ *server, c *wire.ServerCapabilities) { c.HoverProvider = true })
}

// hover answers textDocument/hover: it describes the memory access, or the variable in constant
// or shared memory, at a position.
func (r *request) hover(ctx context.Context, p *lsp.TextDocumentPositionParams) (any, error) {
	doc, project := r.documentAt(p.TextDocument.URI)
	if project == nil || !project.settings().Hover {
		return nil, nil
	}
	offset := doc.Offset(p.Position)
	in, err := project.inspect(ctx, doc, offset, offset)
	if err != nil {
		return nil, err
	}
	formats := r.client.TextDocument.Hover.ContentFormat
	markdown := len(formats) == 0 || slices.Contains(formats, wire.MarkdownKind)
	text, at := render.Hover(in, offset, markdown)
	if text == "" {
		return nil, nil
	}
	out := &wire.Hover{Contents: markup(text, markdown), Range: doc.RangeOf(at.Start.Offset, at.End.Offset)}
	if len(formats) == 0 {
		out.Contents = text // older clients take a string, as Markdown
	}
	return out, nil
}

func markup(text string, markdown bool) *wire.MarkupContent {
	if markdown {
		return &wire.MarkupContent{Kind: wire.MarkdownKind, Value: text}
	}
	return &wire.MarkupContent{Kind: wire.PlaintextKind, Value: text}
}

// documentAt returns an open document and its project, which is nil where there is none.
func (r *request) documentAt(uri lsp.DocumentURI) (*document.Document, *project) {
	doc := r.docs[uri]
	if doc == nil {
		return nil, nil
	}
	return doc, r.ownerOf(doc)
}

// inspect returns the accesses of a document between two offsets. It fails as soon as the
// document is no longer the newest version.
func (p *project) inspect(ctx context.Context, doc *document.Document, start, end int) (in *inspect.File, err error) {
	p.interrupt()
	current, cancel := context.WithCancel(ctx)
	defer cancel()
	p.spawn("the watch for edits", func() { p.cancelWithEdits(current, cancel, doc) })
	err = p.withSession(current, func(docs document.Set, _ int) error {
		if docs[doc.Uri] != doc {
			return errContentModified
		}
		in, err = p.session.InspectRange(current, p.pathFor(doc), start, end)
		return err
	})
	if err != nil && current.Err() != nil && ctx.Err() == nil {
		return nil, errContentModified
	}
	return in, err
}

// editPoll is the interval at which cancelWithEdits looks for edits. Analysis of a kernel may
// take seconds, and must not delay the check of what the user types.
const editPoll = 20 * time.Millisecond

// cancelWithEdits ends a context when a document has changed. It returns when the context
// is done.
func (p *project) cancelWithEdits(ctx context.Context, cancel context.CancelFunc, doc *document.Document) {
	ticker := time.NewTicker(editPoll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if docs, _ := p.snapshot(); docs[doc.Uri] != doc {
				cancel()
			}
		}
	}
}
