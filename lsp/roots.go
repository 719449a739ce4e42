package lsp

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// openRoots adds projects for folders of the workspace.
func (s *server) openRoots(roots []wire.WorkspaceFolder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, root := range roots {
		dir := document.PathOf(root.URI)
		if dir == "" || slices.ContainsFunc(s.projects, func(p *project) bool { return p.file == "" && p.dir == dir }) {
			continue
		}
		s.roots = append(s.roots, root)
		p := newProject(s, dir, "")
		p.root = root.URI
		s.addProject(p)
	}
}

// addProject starts a project with its settings. The caller holds s.mu.
func (s *server) addProject(p *project) {
	p.set, _ = s.settings.Of(p.root)
	if s.gpu != "" {
		p.set.Gpu = s.gpu
	}
	s.projects = append(s.projects, p)
	p.start()
}

// didChangeWorkspaceFolders opens and closes roots.
func (s *server) didChangeWorkspaceFolders(p *wire.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	var closed []*project
	for _, root := range p.Event.Removed {
		dir := document.PathOf(root.URI)
		s.roots = slices.DeleteFunc(s.roots, func(r wire.WorkspaceFolder) bool { return document.PathOf(r.URI) == dir })
		s.projects = slices.DeleteFunc(s.projects, func(p *project) bool {
			gone := p.file == "" && p.dir == dir
			if gone {
				closed = append(closed, p)
			}
			return gone
		})
	}
	s.changed()
	s.mu.Unlock()
	for _, p := range closed {
		p.stop()
	}
	s.openRoots(p.Event.Added)
	// A file may belong to another project now.
	docs, _ := s.snapshot()
	for _, doc := range docs.Sorted() {
		s.ensureProject(doc)
	}
	s.closeSingles()
	for _, p := range closed {
		p.clear()
	}
	s.eachProject(func(p *project) { p.rediscover() })
	if s.client.Workspace.Configuration {
		s.askConfiguration()
	}
	return nil
}

// ensureProject creates a project for a document alone if no root is around it.
func (s *server) ensureProject(doc *document.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owner(doc.Path, doc) != nil {
		return
	}
	dir := filepath.Dir(doc.Path)
	file := doc.Path
	if doc.Path == "" {
		// In a folder that cannot exist nothing is included or configured by accident.
		dir = nowhere
		file = filepath.Join(dir, doc.Name())
	}
	p := newProject(s, dir, file)
	p.uri = doc.Uri
	s.addProject(p)
}

// ownerOf returns the project of a document, nil for none.
func (s *server) ownerOf(doc *document.Document) *project {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.owner(doc.Path, doc)
}

// nowhere is the folder of documents that are not files. It cannot exist.
var nowhere = nowhereOn(runtime.GOOS)

func nowhereOn(system string) string {
	if system == "windows" {
		return `\\.\NUL\unsaved`
	}
	return "/dev/null/unsaved"
}

// owner returns the project that reports the findings of a file, nil for none. doc is the open
// document of the file, nil for none. The caller holds s.mu.
func (s *server) owner(path string, doc *document.Document) *project {
	var best *project
	for _, p := range s.projects {
		switch {
		case p.file != "":
			if doc != nil && p.uri == doc.Uri {
				return p
			}
		case path != "" && within(path, p.dir) && (best == nil || len(p.dir) > len(best.dir)):
			best = p
		}
	}
	return best
}

// owns reports whether the project reports the findings of a file.
func (p *project) owns(path string, doc *document.Document) bool {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	return p.server.owner(path, doc) == p
}

// within reports whether a file is in a folder or in one below it.
func within(path, dir string) bool {
	return strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// closeSingles closes the projects of single files that are closed, or that are in a root
// now.
func (s *server) closeSingles() {
	s.mu.Lock()
	var closed []*project
	roots := slices.DeleteFunc(slices.Clone(s.projects), func(p *project) bool { return p.file != "" })
	s.projects = slices.DeleteFunc(s.projects, func(p *project) bool {
		if p.file == "" {
			return false
		}
		doc := s.docs[p.uri]
		gone := doc == nil || slices.ContainsFunc(roots, func(q *project) bool { return doc.Path != "" && within(doc.Path, q.dir) })
		if gone {
			closed = append(closed, p)
		}
		return gone
	})
	s.mu.Unlock()
	for _, p := range closed {
		p.stop()
		p.clear()
	}
}

// eachProject calls f with each project.
func (s *server) eachProject(f func(p *project)) {
	s.mu.Lock()
	projects := slices.Clone(s.projects)
	s.mu.Unlock()
	for _, p := range projects {
		f(p)
	}
}
