package lsp

import (
	"encoding/json"
	"sync"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// A publisher records the diagnostics that the client has, so that none are sent twice.
type publisher struct {
	mu   sync.Mutex
	sent map[lsp.DocumentURI]sentDiagnostics
	// pulled has the last result ID of each document that the client pulled.
	pulled map[lsp.DocumentURI]string
	// changed is closed when a check ends; nil if nobody waits for that.
	changed chan struct{}
}

// sentDiagnostics are the diagnostics of a file that the client has.
type sentDiagnostics struct {
	by      *project
	doc     *document.Document // nil for a file that is not open
	version int
	list    string
}

// publish sends the diagnostics of a file, unless the client has them already or the
// document is not the newest version. doc is nil for a file that is not open.
func (p *project) publish(uri lsp.DocumentURI, doc *document.Document, list []wire.Diagnostic) {
	if list == nil {
		list = []wire.Diagnostic{}
	}
	text, err := json.Marshal(list)
	if err != nil {
		p.logf("%s: %s", uri, err)
		return
	}
	p.server.mu.Lock() // nothing is opened or edited meanwhile
	defer p.server.mu.Unlock()
	if p.docs[uri] != doc || p.ctx.Err() != nil && len(list) > 0 { // a closed project would never remove them
		return
	}
	s := &p.publishing
	s.mu.Lock()
	defer s.mu.Unlock()
	before, was := s.sent[uri]
	now := sentDiagnostics{by: p, doc: doc, list: string(text)}
	if !was && doc == nil && len(list) == 0 {
		return
	}
	params := wire.PublishDiagnosticsParams{URI: uri, Diagnostics: text}
	if doc != nil {
		now.version = doc.Version
		if p.client.TextDocument.PublishDiagnostics.VersionSupport {
			params.Version = &doc.Version
		}
	}
	if was && before.list == now.list && (before.doc == nil) == (doc == nil) && before.version == now.version {
		return
	}
	if s.sent == nil {
		s.sent = map[lsp.DocumentURI]sentDiagnostics{}
	}
	if s.sent[uri] = now; doc == nil && len(list) == 0 {
		delete(s.sent, uri)
	}
	p.notify("textDocument/publishDiagnostics", params)
}

// showDocument publishes the diagnostics of a document.
func (p *project) showDocument(doc *document.Document, r *engine.Result) {
	docs, _ := p.snapshot()
	p.publish(doc.Uri, doc, p.diagnosticsIn(doc, docs, r))
}

// showAll publishes the diagnostics of the whole program, and clears those that are gone.
// docs are the documents of the result.
func (p *project) showAll(docs document.Set, r *engine.Result) {
	texts := p.texts(docs)
	files := byFile(r)
	everywhere := p.shownEverywhere()
	shown, count := map[lsp.DocumentURI]bool{}, 0
	for _, doc := range docs.Sorted() {
		if !p.owns(doc.Path, doc) {
			continue
		}
		path := p.pathFor(doc)
		f := files[path]
		if f == nil {
			f = &fileResult{}
		}
		delete(files, path)
		shown[doc.Uri] = true
		count += len(f.findings)
		if !p.pull {
			p.publish(doc.Uri, doc, texts.fileDiagnostics(f.findings, f.problems))
		}
	}
	for path, f := range files {
		abs := p.absolute(path)
		uri := document.URIOf(abs)
		if everywhere && p.owns(abs, nil) {
			count += len(f.findings)
		}
		switch {
		case path == "": // is logged
		case f.isConfiguration(), everywhere && !p.pull && p.owns(abs, nil):
			shown[uri] = true
			p.publish(uri, docs.At(abs), texts.fileDiagnostics(f.findings, f.problems))
		}
	}
	p.lastMu.Lock()
	if p.program != nil && p.program.result == r {
		p.program.shown = count
	}
	p.lastMu.Unlock()
	p.clearBut(shown)
	p.logProblems(r)
	p.requestRefresh(docs, r)
}

// clearBut removes the diagnostics that the project has published, except in files of keep.
func (p *project) clearBut(keep map[lsp.DocumentURI]bool) {
	s := &p.publishing
	s.mu.Lock()
	var gone []lsp.DocumentURI
	for uri, sent := range s.sent {
		if sent.by == p && !keep[uri] {
			gone = append(gone, uri)
		}
	}
	s.mu.Unlock()
	for _, uri := range gone {
		docs, _ := p.snapshot()
		p.publish(uri, docs[uri], nil)
	}
}

// clear removes all diagnostics that the project has published.
func (p *project) clear() { p.clearBut(nil) }
