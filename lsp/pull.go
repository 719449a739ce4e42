package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
	"github.com/cudalint/cudalint/lsp/wire"
)

// diagnosticParams are the parameters of textDocument/diagnostic.
type diagnosticParams struct {
	TextDocument     lsp.TextDocumentIdentifier `json:"textDocument"`
	PreviousResultID string                     `json:"previousResultId"`
}

// A diagnosticReport is the answer to textDocument/diagnostic. Its kind is full, with items,
// or unchanged.
type diagnosticReport struct {
	Kind             string                                `json:"kind"`
	ResultID         string                                `json:"resultId,omitempty"`
	Items            *[]wire.Diagnostic                    `json:"items,omitempty"` // of a full one
	RelatedDocuments map[lsp.DocumentURI]*diagnosticReport `json:"relatedDocuments,omitempty"`
}

// reportOf returns the report of a list of diagnostics: unchanged if the client has that list
// already, under the result ID previous.
func reportOf(list []wire.Diagnostic, previous string) *diagnosticReport {
	text, _ := json.Marshal(list) // cannot fail: diagnostics are always valid JSON
	sum := sha256.Sum256(text)
	id := hex.EncodeToString(sum[:12])
	if id == previous {
		return &diagnosticReport{Kind: "unchanged", ResultID: id}
	}
	return &diagnosticReport{Kind: "full", ResultID: id, Items: &list}
}

// pullTimeout is how long a request for diagnostics waits for the check of the whole program,
// if the client cannot be asked to pull again later.
const pullTimeout = 2 * time.Second

// documentDiagnostics answers textDocument/diagnostic.
func (r *request) documentDiagnostics(ctx context.Context, p *diagnosticParams) (any, error) {
	doc := r.docs[p.TextDocument.URI]
	if doc == nil {
		return reportOf([]wire.Diagnostic{}, p.PreviousResultID), nil
	}
	project := r.ownerOf(doc)
	if project == nil {
		return nil, errContentModified
	}
	if !r.canRefresh() {
		project.awaitProgram(ctx, pullTimeout)
	}
	result, err := project.resultFor(ctx, doc)
	if err != nil {
		return nil, err
	}
	out := reportOf(project.diagnosticsIn(doc, r.docs, result), p.PreviousResultID)
	r.recordPull(doc.Uri, out.ResultID)
	if r.client.TextDocument.Diagnostic != nil && r.client.TextDocument.Diagnostic.RelatedDocumentSupport {
		out.RelatedDocuments = r.relatedDocuments(project, doc, result)
	}
	return out, nil
}

// relatedDocuments returns the reports of the other open headers that have diagnostics in
// the result of a document.
func (r *request) relatedDocuments(p *project, doc *document.Document, result *engine.Result) map[lsp.DocumentURI]*diagnosticReport {
	out := map[lsp.DocumentURI]*diagnosticReport{}
	files := byFile(result)
	for _, other := range r.docs {
		if f := files[p.pathFor(other)]; f != nil && other != doc && discover.IsHeader(other.Name()) && p.owns(other.Path, other) {
			report := reportOf(p.texts(r.docs).fileDiagnostics(f.findings, f.problems), "")
			out[other.Uri] = report
			r.recordPull(other.Uri, report.ResultID)
		}
	}
	return out
}

// recordPull records the result ID that the client gets for a document.
func (s *server) recordPull(uri lsp.DocumentURI, id string) {
	s.publishing.mu.Lock()
	defer s.publishing.mu.Unlock()
	if s.publishing.pulled == nil {
		s.publishing.pulled = map[lsp.DocumentURI]string{}
	}
	s.publishing.pulled[uri] = id
}

// canRefresh reports whether the server can ask the client to pull diagnostics again.
func (s *server) canRefresh() bool {
	return s.client.Workspace.Diagnostics.RefreshSupport || s.client.Workspace.Diagnostic.RefreshSupport
}

// requestRefresh asks the client to pull again if a new result changes the diagnostics of an
// open document that it has pulled.
func (p *project) requestRefresh(docs document.Set, r *engine.Result) {
	refresh := false
	if p.pull && p.canRefresh() {
		for _, doc := range docs {
			if !p.owns(doc.Path, doc) {
				continue
			}
			now := reportOf(p.diagnosticsIn(doc, docs, r), "").ResultID
			p.publishing.mu.Lock()
			had, was := p.publishing.pulled[doc.Uri]
			p.publishing.mu.Unlock()
			refresh = refresh || was && had != now
		}
	}
	if refresh {
		p.spawn("workspace/diagnostic/refresh", func() { p.ask("workspace/diagnostic/refresh") })
	}
}

// broadcast wakes all that wait for newResults.
func (s *server) broadcast() {
	s.publishing.mu.Lock()
	defer s.publishing.mu.Unlock()
	if s.publishing.changed != nil {
		close(s.publishing.changed)
		s.publishing.changed = nil
	}
}

// newResults returns a channel that is closed at the end of the next check of any project.
func (s *server) newResults() <-chan struct{} {
	s.publishing.mu.Lock()
	defer s.publishing.mu.Unlock()
	if s.publishing.changed == nil {
		s.publishing.changed = make(chan struct{})
	}
	return s.publishing.changed
}

// awaitProgram waits, up to a limit, for an up-to-date check of the whole program. It returns
// the latest result, even if it is out of date; nil for none.
func (p *project) awaitProgram(ctx context.Context, limit time.Duration) *programResult {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		news := p.newResults()
		_, gen := p.snapshot()
		p.lastMu.Lock()
		whole := p.program
		p.lastMu.Unlock()
		if whole != nil && whole.gen == gen || !p.busy() {
			return whole
		}
		select {
		case <-news:
		case <-ctx.Done():
			return whole
		case <-p.ctx.Done():
			return whole
		}
	}
}

// workspaceDiagnosticParams are the parameters of workspace/diagnostic.
type workspaceDiagnosticParams struct {
	PreviousResultIDs []struct {
		URI   lsp.DocumentURI `json:"uri"`
		Value string          `json:"value"`
	} `json:"previousResultIds"`
	PartialResultToken json.RawMessage `json:"partialResultToken"`
}

type workspaceDiagnosticReport struct {
	Items []workspaceDocumentReport `json:"items"`
}

type workspaceDocumentReport struct {
	diagnosticReport
	URI     lsp.DocumentURI `json:"uri"`
	Version *int            `json:"version"`
}

// workspaceDiagnostics answers workspace/diagnostic. If the client has earlier results, the
// answer waits until a result has changed: such clients ask again after each answer.
func (r *request) workspaceDiagnostics(ctx context.Context, p *workspaceDiagnosticParams) (any, error) {
	previous := map[lsp.DocumentURI]string{}
	for _, id := range p.PreviousResultIDs {
		previous[id.URI] = id.Value
	}
	waits := len(previous) > 0 || !wire.IsNull(p.PartialResultToken)
	for {
		news := r.newResults()
		out := workspaceDiagnosticReport{Items: []workspaceDocumentReport{}}
		changed := false
		r.eachProject(func(p *project) {
			if p.file == "" && p.shownEverywhere() {
				p.awaitProgram(ctx, time.Minute)
				changed = p.workspaceReports(&out, previous) || changed
			}
		})
		if changed || !waits || ctx.Err() != nil {
			return out, ctx.Err()
		}
		select {
		case <-news:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-r.stopped:
			return out, nil
		}
	}
}

// workspaceReports adds the reports of a project's files to out. changed is set if the client
// does not have one of them yet.
func (p *project) workspaceReports(out *workspaceDiagnosticReport, previous map[lsp.DocumentURI]string) (changed bool) {
	p.lastMu.Lock()
	whole := p.program
	p.lastMu.Unlock()
	if whole == nil {
		return false
	}
	texts, files := p.texts(whole.docs), byFile(whole.result)
	for uri := range previous {
		if path := p.reported(document.PathOf(uri)); files[path] == nil && p.owns(document.PathOf(uri), nil) {
			files[path] = &fileResult{} // its findings are gone
		}
	}
	var paths []string
	for path := range files {
		if path != "" && p.owns(p.absolute(path), nil) {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, strings.Compare)
	for _, path := range paths {
		f, abs := files[path], p.absolute(path)
		if f.isConfiguration() {
			continue // these are pushed, see showAll
		}
		item := workspaceDocumentReport{URI: document.URIOf(abs)}
		if doc := whole.docs.At(abs); doc != nil {
			item.URI, item.Version = doc.Uri, &doc.Version
		}
		had, was := previous[item.URI]
		item.diagnosticReport = *reportOf(texts.fileDiagnostics(f.findings, f.problems), had)
		if !was && len(f.findings)+len(f.problems) == 0 {
			continue
		}
		changed = changed || item.Kind == "full"
		out.Items = append(out.Items, item)
	}
	return changed
}

// diagnosticOptions returns the options with which the server offers pull diagnostics.
func (s *server) diagnosticOptions() *wire.DiagnosticOptions {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &wire.DiagnosticOptions{Identifier: "cudalint", InterFileDependencies: true}
	for _, root := range s.roots {
		set, _ := s.settings.Of(root.URI)
		o.WorkspaceDiagnostics = o.WorkspaceDiagnostics || set.Scope == settings.ScopeWorkspace || s.showAllFiles
	}
	return o
}
