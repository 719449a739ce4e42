package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// maxActionFindings bounds the findings of a selection for which actions are offered: nobody
// reads a longer list. maxEagerFindings is the bound for clients that need all edits at once,
// as each edit takes about 10 ms in a long file.
const (
	maxActionFindings = 50
	maxEagerFindings  = 10
)

// An actionData identifies an action, so that its edit can be computed when the client asks.
type actionData struct {
	URI     lsp.DocumentURI `json:"uri"`
	Version int             `json:"version"`
	// Rule and Fingerprint are those of the finding; both are empty for "fix all".
	Rule        string `json:"rule,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	// Fix is the title of a fix of the finding, Alternative its index.
	Fix         string `json:"fix,omitempty"`
	Alternative int    `json:"alternative,omitempty"`
	// Directive is the kind of directive that suppresses the finding; "" for a fix.
	Directive suppress.Kind `json:"directive,omitempty"`
}

func init() {
	featureCapabilities = append(featureCapabilities, func(s *server, c *wire.ServerCapabilities) {
		c.CodeActionProvider = true
		if s.client.TextDocument.CodeAction.CodeActionLiteralSupport != nil {
			c.CodeActionProvider = wire.CodeActionOptions{
				CodeActionKinds: []lsp.CodeActionKind{wire.KindQuickFix, wire.KindFixAll}, ResolveProvider: s.resolves(),
			}
		}
		c.ExecuteCommandProvider = &lsp.ExecuteCommandOptions{Commands: Commands()}
	})
}

// An actionBuilder builds the code actions of one request.
type actionBuilder struct {
	*request
	doc               *document.Document
	project           *project
	path              string // of the document, as reported
	result            *engine.Result
	clientDiagnostics []json.RawMessage // the diagnostics that the client sent
	actions           []wire.CodeAction
	fixOf             []fixes.Fix // the fix of each action; zero for other actions
}

// codeActions answers textDocument/codeAction: the fixes of the findings in a range, ways
// to suppress them, and all safe fixes of the file.
func (r *request) codeActions(ctx context.Context, p *wire.CodeActionParams) (any, error) {
	m, err := r.actionBuilder(ctx, p.TextDocument.URI)
	if err != nil || m == nil {
		return []wire.CodeAction{}, err
	}
	m.clientDiagnostics = p.Context.Diagnostics
	var findings []lint.Diagnostic
	if wants(p.Context.Only, wire.KindQuickFix) {
		if findings, err = m.findingsWithFixes(ctx, p.Range); err != nil {
			return nil, err
		}
		for i := range findings {
			m.fixes(&findings[i])
		}
		for _, kind := range []suppress.Kind{suppress.Ignore, suppress.NoLint, suppress.IgnoreFile} {
			m.suppressions(findings, kind)
		}
	}
	if wants(p.Context.Only, wire.KindFixAll) && m.fixable(findings, len(p.Context.Only) > 0) {
		m.add(wire.CodeAction{Title: "Apply all safe fixes in this file (cudalint)", Kind: wire.KindFixAll}, actionData{})
	}
	if !m.resolves() {
		if err := m.fillEdits(ctx); err != nil {
			return nil, err
		}
	}
	if m.client.TextDocument.CodeAction.CodeActionLiteralSupport == nil {
		return m.commands(), nil
	}
	return m.actions, nil
}

// actionBuilder returns a builder for an open document, with the result of its check; nil if
// the document is not open.
func (r *request) actionBuilder(ctx context.Context, uri lsp.DocumentURI) (*actionBuilder, error) {
	doc := r.docs[uri]
	if doc == nil {
		return nil, nil
	}
	p := r.ownerOf(doc)
	if p == nil {
		return nil, errContentModified
	}
	result, err := p.resultFor(ctx, doc)
	if err != nil || result == nil {
		return nil, err
	}
	return &actionBuilder{request: r, doc: doc, project: p, path: p.pathFor(doc), result: result, actions: []wire.CodeAction{}}, nil
}

// wants reports whether the client asks for actions of a kind. An empty list asks for all.
func wants(only []lsp.CodeActionKind, kind lsp.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k lsp.CodeActionKind) bool {
		return k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".")
	})
}

// resolves reports whether the client asks for the edit of an action when it is chosen.
func (s *server) resolves() bool {
	c := &s.client.TextDocument.CodeAction
	return c.DataSupport && slices.Contains(c.ResolveSupport.Properties, "edit") || c.CodeActionLiteralSupport == nil
}

// withSession calls f with a session that has the text of the document. It first updates
// m.result if that is out of date.
func (m *actionBuilder) withSession(ctx context.Context, f func(*engine.Session) error) error {
	p := m.project
	p.interrupt()
	err := p.withSession(ctx, func(docs document.Set, gen int) error {
		if docs[m.doc.Uri] != m.doc {
			return errContentModified
		}
		if !p.session.Current(m.result) {
			// Another file has changed.
			r := p.checkFile(ctx, m.doc, gen)
			if r == nil {
				return ctx.Err()
			}
			m.result = r
		}
		return f(p.session)
	})
	if errors.Is(err, engine.ErrStale) {
		return errContentModified
	}
	return err
}

// findingsWithFixes returns the findings in a range with their fixes.
func (m *actionBuilder) findingsWithFixes(ctx context.Context, r lsp.Range) (findings []lint.Diagnostic, err error) {
	if len(m.inRange(r)) == 0 {
		return nil, nil
	}
	err = m.withSession(ctx, func(s *engine.Session) error {
		findings = m.inRange(r)
		problems, err := s.Fixes(ctx, m.result, findings)
		for _, p := range problems {
			m.logf("%s: %s", p.Path, p.Message)
		}
		return err
	})
	return findings, err
}

// inRange returns the findings that touch a range, and those whose diagnostics the client
// sent: some clients send all diagnostics of the cursor's line.
func (m *actionBuilder) inRange(r lsp.Range) (out []lint.Diagnostic) {
	start, end := m.doc.Offset(r.Start), m.doc.Offset(r.End)
	most := maxActionFindings
	if !m.resolves() {
		most = maxEagerFindings
	}
	for i := range m.result.Findings {
		d := &m.result.Findings[i]
		if d.Path != m.path {
			continue
		}
		touched := d.Start.Offset <= end && start <= d.End.Offset
		if (touched || len(m.diagnosticsOf(d)) > 0) && len(out) < most {
			out = append(out, *d)
		}
	}
	return out
}

// diagnosticsOf returns the diagnostics of a finding that the client sent.
func (m *actionBuilder) diagnosticsOf(d *lint.Diagnostic) (out []json.RawMessage) {
	at := m.doc.Position(d.Start.Offset)
	for _, raw := range m.clientDiagnostics {
		var sent wire.Diagnostic
		if json.Unmarshal(raw, &sent) == nil && string(sent.Code) == d.Rule && sent.Range.Start == at {
			out = append(out, raw)
		}
	}
	return out
}

// add adds an action.
func (m *actionBuilder) add(a wire.CodeAction, data actionData) {
	data.URI, data.Version = m.doc.Uri, m.doc.Version
	if a.Disabled == nil {
		a.Data, _ = json.Marshal(data) // of strings and numbers
	}
	m.actions = append(m.actions, a)
	m.fixOf = append(m.fixOf, fixes.Fix{})
}

// fixes adds an action for each fix of a finding. A fix that is for display only becomes a
// disabled action, if the client supports these.
func (m *actionBuilder) fixes(d *lint.Diagnostic) {
	preferred := false
	for i, f := range d.Fixes {
		a := wire.CodeAction{Title: sentence(f.Title), Kind: wire.KindQuickFix, Diagnostics: m.diagnosticsOf(d)}
		switch {
		case f.Safety == fixes.Display || len(f.Edits) == 0:
			if !m.client.TextDocument.CodeAction.DisabledSupport {
				continue
			}
			a.Disabled = &wire.DisabledAction{Reason: "cudalint shows this suggestion, but cannot apply it"}
			if len(f.Edits) == 0 {
				a.Title, a.Disabled.Reason = "Fix "+d.Rule, f.Title
			}
		case f.Safety == fixes.Unsafe:
			a.Title += " (unsafe)"
		default:
			a.IsPreferred, preferred = !preferred, true
		}
		if m.mergeSameFix(a, f) {
			continue
		}
		m.add(a, actionData{Rule: d.Rule, Fingerprint: d.Fingerprint, Fix: f.Title, Alternative: i})
		m.fixOf[len(m.fixOf)-1] = f
	}
}

// mergeSameFix reports whether an action with the same fix exists already. If so, it adds the
// diagnostics of a to that action.
func (m *actionBuilder) mergeSameFix(a wire.CodeAction, f fixes.Fix) bool {
	for i := range m.actions {
		if m.actions[i].Title == a.Title && len(m.fixOf[i].Edits) > 0 && reflect.DeepEqual(m.fixOf[i], f) {
			m.actions[i].Diagnostics = append(m.actions[i].Diagnostics, a.Diagnostics...)
			m.actions[i].IsPreferred = m.actions[i].IsPreferred || a.IsPreferred
			return true
		}
	}
	return false
}

// suppressions adds actions that suppress findings by one kind of directive: one for each rule
// and line, or one for each rule if the directive is for the whole file.
func (m *actionBuilder) suppressions(findings []lint.Diagnostic, kind suppress.Kind) {
	type place struct {
		rule string
		line int
	}
	offered := map[place]bool{}
	for i := range findings {
		d := &findings[i]
		at := place{d.Rule, d.Start.Line}
		where := "this line"
		if findings[0].Start.Line != findings[len(findings)-1].Start.Line {
			where = fmt.Sprintf("line %d", d.Start.Line)
		}
		title := "Suppress " + d.Rule + " on " + where + " with // " + suppress.Spell(kind, d.Rule)
		if kind == suppress.IgnoreFile {
			at.line, title = 0, "Ignore "+d.Rule+" in this file"
		}
		// A directive that suppresses nothing is best removed.
		if d.Rule == suppress.UnusedRule || offered[at] {
			continue
		}
		offered[at] = true
		m.add(wire.CodeAction{Title: title, Kind: wire.KindQuickFix, Diagnostics: m.diagnosticsOf(d)},
			actionData{Rule: d.Rule, Fingerprint: d.Fingerprint, Directive: kind})
	}
}

// fixable reports whether to offer "fix all". If the client asks for that action, a finding of
// the file has to have, or may have, a safe fix. Otherwise one of the given findings has to
// have one.
func (m *actionBuilder) fixable(at []lint.Diagnostic, asked bool) bool {
	if !asked {
		return slices.ContainsFunc(at, func(d lint.Diagnostic) bool { return d.Fixable(false) != nil })
	}
	return slices.ContainsFunc(m.result.Findings, func(d lint.Diagnostic) bool { return d.Path == m.path && d.MayHaveSafeFix() })
}

// fillEdits computes the edits of all actions. It drops actions without an edit.
func (m *actionBuilder) fillEdits(ctx context.Context) error {
	kept := m.actions[:0]
	for _, a := range m.actions {
		if a.Disabled == nil {
			var data actionData
			if err := json.Unmarshal(a.Data, &data); err != nil {
				return err
			}
			edit, err := m.edit(ctx, data)
			if errors.Is(err, errContentModified) || ctx.Err() != nil {
				return err
			}
			if err != nil {
				m.logf("%s: %s", a.Title, err)
				continue
			}
			if edit == nil {
				continue
			}
			a.Edit, a.Data = edit, nil
		}
		kept = append(kept, a)
	}
	m.actions = kept
	return nil
}

// sentence returns a title with a capital first letter, as menus have it.
func sentence(title string) string {
	if title != "" && 'a' <= title[0] && title[0] <= 'z' {
		return strings.ToUpper(title[:1]) + title[1:]
	}
	return title
}
