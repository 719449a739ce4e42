package lsp

import (
	"fmt"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

func (s *server) didOpen(p *lsp.DidOpenTextDocumentParams) error {
	doc := document.NewDocument(p.TextDocument, s.units)
	s.mu.Lock()
	s.docs = s.docs.With(doc)
	s.changed()
	s.mu.Unlock()
	s.ensureProject(doc)
	s.eachProject(func(p *project) {
		if !s.watched() {
			p.rescanDisk()
		}
		p.opened(doc)
	})
	return nil
}

func (s *server) didChange(p *wire.DidChangeParams) error {
	uri := p.TextDocument.URI
	s.mu.Lock()
	before := s.docs[uri]
	if before == nil {
		s.mu.Unlock()
		return fmt.Errorf("%s is not open", uri)
	}
	doc := before.Edited(p.TextDocument.Version, p.ContentChanges)
	s.docs = s.docs.With(doc)
	s.changed()
	s.mu.Unlock()
	s.eachProject(func(p *project) { p.edited(doc) })
	return nil
}

// didSave makes all scheduled checks due at once. If the client does not watch files, it also
// looks for other changes on disk.
func (s *server) didSave(p *lsp.DidSaveTextDocumentParams) error {
	docs, _ := s.snapshot()
	open := docs[p.TextDocument.URI] != nil
	s.eachProject(func(p *project) {
		if open {
			p.saved()
		}
		if !s.watched() {
			p.rescanDisk()
		}
	})
	return nil
}

func (s *server) didClose(p *lsp.DidCloseTextDocumentParams) error {
	uri := p.TextDocument.URI
	s.mu.Lock()
	doc := s.docs[uri]
	s.docs = s.docs.Without(uri)
	s.changed()
	s.mu.Unlock()
	if doc == nil {
		return fmt.Errorf("%s is not open", uri)
	}
	s.eachProject(func(p *project) { p.closed(doc) })
	s.closeSingles()
	return nil
}
