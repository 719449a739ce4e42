package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/sourcegraph/go-lsp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// resolveAction answers codeAction/resolve: it fills in the edit of an action. It fails if the
// document or its findings have changed since the action was offered.
func (r *request) resolveAction(ctx context.Context, a *wire.CodeAction) (any, error) {
	if a.Edit != nil || a.Disabled != nil || len(a.Data) == 0 {
		return a, nil
	}
	edit, err := r.editOf(ctx, a.Data)
	if err != nil {
		return nil, err
	}
	a.Edit = edit
	if edit == nil {
		a.Edit = &wire.WorkspaceEdit{} // nothing is to be done
	}
	return a, nil
}

// editOf returns the edit of the action with this data; nil for one that changes nothing.
func (r *request) editOf(ctx context.Context, raw json.RawMessage) (*wire.WorkspaceEdit, error) {
	var data actionData
	if err := json.Unmarshal(raw, &data); err != nil || data.URI == "" {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the action is not from this server"}
	}
	if doc := r.docs[data.URI]; doc == nil || doc.Version != data.Version {
		return nil, errContentModified
	}
	m, err := r.actionBuilder(ctx, data.URI)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errContentModified
	}
	return m.edit(ctx, data)
}

// edit returns the edit of an action; nil for one that changes nothing.
func (m *actionBuilder) edit(ctx context.Context, data actionData) (edit *wire.WorkspaceEdit, err error) {
	if data.Fingerprint == "" {
		err = m.withSession(ctx, func(s *engine.Session) (err error) {
			edit, err = m.fixAll(ctx, s)
			return err
		})
		return edit, err
	}
	err = m.withSession(ctx, func(s *engine.Session) error {
		found := m.finding(data)
		if found == nil {
			return errContentModified
		}
		if data.Directive != "" {
			edit, err = m.suppress(ctx, s, &found[0], data.Directive)
			return err
		}
		if _, err := s.Fixes(ctx, m.result, found); err != nil {
			return err
		}
		made := found[0].Fixes
		if k := data.Alternative; k < 0 || k >= len(made) || made[k].Title != data.Fix || made[k].Safety == fixes.Display {
			return errContentModified
		}
		edit, err = m.workspaceEdit(s, &made[data.Alternative])
		return err
	})
	return edit, err
}

// finding returns the finding of an action, nil if it is gone.
func (m *actionBuilder) finding(data actionData) []lint.Diagnostic {
	i := slices.IndexFunc(m.result.Findings, func(d lint.Diagnostic) bool {
		return d.Path == m.path && d.Rule == data.Rule && d.Fingerprint == data.Fingerprint
	})
	if i < 0 {
		return nil
	}
	return slices.Clone(m.result.Findings[i : i+1])
}

// suppress returns the edit that suppresses a finding.
func (m *actionBuilder) suppress(ctx context.Context, s *engine.Session, d *lint.Diagnostic, kind suppress.Kind) (*wire.WorkspaceEdit, error) {
	e, err := s.AddDirective(ctx, m.path, d.Rule, d.Start.Offset, kind)
	if err != nil {
		return nil, &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
	}
	placed, err := fixes.Place(m.doc.Text, []fixes.Edit{e})
	if err != nil {
		return nil, err
	}
	edits, err := document.Edits(&m.doc.Lines, placed)
	if err != nil {
		return nil, err
	}
	return m.assemble([]fileEdits{{m.doc.Uri, &m.doc.Version, edits}}, nil), nil
}

// fixAll returns the edit that applies all safe fixes in the document; nil if there are none.
func (m *actionBuilder) fixAll(ctx context.Context, s *engine.Session) (*wire.WorkspaceEdit, error) {
	fixed, err := autofix.File(ctx, s, m.path, m.project.filter)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, p := range fixed.Problems {
		m.logf("%s: %s", p.Path, p.Message)
	}
	if len(fixed.Files) == 0 {
		return nil, nil
	}
	file := fixed.Files[0]
	edits, err := document.Edits(&m.doc.Lines, fixes.Changes(m.path, file.Before, file.After))
	if err != nil {
		return nil, err
	}
	return m.assemble([]fileEdits{{m.doc.Uri, &m.doc.Version, edits}}, nil), nil
}

// fileEdits are the edits of one file; version is nil where it is not open.
type fileEdits struct {
	uri     lsp.DocumentURI
	version *int
	edits   []lsp.TextEdit
}

// workspaceEdit converts a fix to an edit of the protocol. It fails unless the client has the
// analysed text of each file that the fix edits.
func (m *actionBuilder) workspaceEdit(s *engine.Session, f *fixes.Fix) (*wire.WorkspaceEdit, error) {
	byPath := map[string][]fixes.Edit{}
	var paths []string
	for _, e := range f.Edits {
		if byPath[e.Path] == nil {
			paths = append(paths, e.Path)
		}
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	slices.Sort(paths)
	var files []fileEdits
	for _, path := range paths {
		text, err := s.Text(path)
		if err != nil {
			return nil, cannotEdit(path, err)
		}
		edits, err := fixes.Place(text, byPath[path])
		if err != nil {
			return nil, cannotEdit(path, err)
		}
		file, err := m.fileEdits(path, text, edits)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return m.assemble(files, f), nil
}

// fileEdits converts edits of one file to edits of the protocol. text is the analysed text.
func (m *actionBuilder) fileEdits(path string, text []byte, edits []fixes.Edit) (f fileEdits, err error) {
	abs := m.project.absolute(path)
	doc := m.project.documentOf(m.docs, abs)
	switch {
	case doc == nil && path == m.path:
		doc = m.doc
	case doc == nil && !filepath.IsLocal(filepath.FromSlash(path)):
		return f, cannotEdit(path, fmt.Errorf("it is outside of %s", m.project.dir))
	}
	if doc != nil {
		if !bytes.Equal(doc.Text, text) {
			return f, errContentModified
		}
		f.uri, f.version = doc.Uri, &doc.Version
		f.edits, err = document.Edits(&doc.Lines, edits)
		return f, cannotEdit(path, err)
	}
	onDisk, err := bounded.Read(abs, engine.DefaultMaxFileSize)
	if err != nil {
		return f, cannotEdit(path, err)
	}
	if !bytes.Equal(onDisk, text) {
		return f, cannotEdit(path, fmt.Errorf("it has changed on disk since it was checked"))
	}
	l, skipped, err := document.OfDisk(text, m.units)
	if err != nil {
		return f, cannotEdit(path, err)
	}
	for i := range edits {
		edits[i].Start, edits[i].End = max(0, edits[i].Start-skipped), max(0, edits[i].End-skipped)
	}
	f.uri = document.URIOf(abs)
	f.edits, err = document.Edits(&l, edits)
	return f, cannotEdit(path, err)
}

// cannotEdit returns the error of a request that cannot edit a file; nil if err is nil.
func cannotEdit(path string, err error) error {
	if err == nil {
		return nil
	}
	return &jsonrpc2.Error{Code: codeRequestFailed, Message: fmt.Sprintf("%s cannot be edited: %s", path, err)}
}

// unsafeAnnotation is the name of the annotation of the edits of an unsafe fix.
const unsafeAnnotation = "unsafe"

// assemble joins the edits of files in the form that the client supports. The edits of an
// unsafe fix are annotated, if the client supports that. The user has to confirm an unsafe fix
// that edits other files than the document.
func (m *actionBuilder) assemble(files []fileEdits, f *fixes.Fix) *wire.WorkspaceEdit {
	client := &m.client.Workspace.WorkspaceEdit
	if !client.DocumentChanges {
		out := &wire.WorkspaceEdit{Changes: map[lsp.DocumentURI][]lsp.TextEdit{}}
		for _, file := range files {
			out.Changes[file.uri] = file.edits
		}
		return out
	}
	out := &wire.WorkspaceEdit{}
	annotation := ""
	if f != nil && f.Safety == fixes.Unsafe && client.ChangeAnnotationSupport != nil && m.client.TextDocument.CodeAction.HonorsChangeAnnotations {
		annotation = unsafeAnnotation
		out.ChangeAnnotations = map[string]wire.ChangeAnnotation{annotation: {
			Label: "Unsafe fix: " + f.Title, NeedsConfirmation: len(files) > 1 || files[0].uri != m.doc.Uri,
			Description: "may change what the program does, or depends on code that is not visible",
		}}
	}
	for _, file := range files {
		change := wire.TextDocumentEdit{TextDocument: wire.VersionedDocument{URI: file.uri, Version: file.version}, Edits: []wire.TextEdit{}}
		for _, e := range file.edits {
			change.Edits = append(change.Edits, wire.TextEdit{TextEdit: e, AnnotationID: annotation})
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out
}

// filter is an engine.Filter that keeps the findings that are shown. The caller holds
// p.sessionLock.
func (p *project) filter(r *engine.Result) func(*lint.Diagnostic) bool {
	least, known := p.settings().MinSeverity, p.baselines.filter(r)
	return func(d *lint.Diagnostic) bool {
		return d.Severity >= least && !known(d) && (d.Severity > lint.Info || !p.baselines.generated.Generated(d.Path))
	}
}
