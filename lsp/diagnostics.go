package lsp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/render"
	"github.com/cudalint/cudalint/lsp/wire"
)

// diagnosticData is sent with a diagnostic. The client returns it in requests about that
// diagnostic.
type diagnosticData struct {
	// Fingerprint is that of the finding.
	Fingerprint string `json:"fingerprint"`
}

// texts gives the texts of files, to turn offsets into positions: that of the open document,
// and else that on disk.
type texts struct {
	*project
	docs document.Set
	read map[string]*document.Lines // by absolute path
}

func (p *project) texts(docs document.Set) *texts {
	return &texts{p, docs, map[string]*document.Lines{}}
}

// lines returns the text of a file by its absolute path; it is empty for a file that cannot
// be read.
func (t *texts) lines(path string) *document.Lines {
	if l := t.read[path]; l != nil {
		return l
	}
	l := &document.Lines{}
	if doc := t.documentOf(t.docs, path); doc != nil {
		l = &doc.Lines
	} else {
		text, _ := bounded.Read(path, engine.DefaultMaxFileSize)
		// Clients count without the byte order mark.
		rest, marked := bytes.CutPrefix(text, document.ByteOrderMark)
		if *l = document.NewLines(rest, document.LineStarts(rest), t.units); marked {
			l.Skipped = len(document.ByteOrderMark)
		}
	}
	t.read[path] = l
	return l
}

// documentOf returns the open document with an absolute path, nil for none.
func (p *project) documentOf(docs document.Set, path string) *document.Document {
	if p.dir == nowhere {
		if doc := docs[p.uri]; doc != nil && p.absolute(p.pathFor(doc)) == path {
			return doc
		}
		return nil
	}
	return docs.At(path)
}

// location converts a place to a URI and a range.
func (t *texts) location(at *lint.Place) lsp.Location {
	path := t.absolute(at.Path)
	uri := document.URIOf(path)
	if doc := t.documentOf(t.docs, path); doc != nil {
		uri = doc.Uri
	}
	l := t.lines(path)
	return lsp.Location{URI: uri, Range: l.RangeOf(at.Start.Offset-l.Skipped, at.End.Offset-l.Skipped)}
}

// fileDiagnostics returns the diagnostics of a file.
func (t *texts) fileDiagnostics(findings []*lint.Diagnostic, problems []lint.Problem) []wire.Diagnostic {
	out := []wire.Diagnostic{} // null is not a list
	for _, d := range findings {
		out = append(out, t.diagnosticOf(d))
	}
	syntax := t.settings().SyntaxProblems
	for i := range problems {
		if problem := &problems[i]; syntax || problem.Kind != lint.Syntax {
			out = append(out, t.problemDiagnostic(problem))
		}
	}
	return out
}

// diagnosticOf converts a finding to a diagnostic of the protocol.
func (t *texts) diagnosticOf(d *lint.Diagnostic) wire.Diagnostic {
	data, _ := json.Marshal(diagnosticData{d.Fingerprint}) // a string is always JSON
	out := wire.Diagnostic{
		Diagnostic: lsp.Diagnostic{
			Range: t.location(&d.Place).Range, Severity: severityOf(d), Source: "cudalint", Message: render.EditorText(d),
		},
		Code: wire.DiagnosticCode(d.Rule), CodeDescription: &wire.CodeDescription{Href: report.PageURL(d.Rule)}, Data: data,
		Tags: t.tagsOf(d),
	}
	can := t.client.TextDocument.PublishDiagnostics
	if t.pull {
		can.RelatedInformation = true // clients that ask for diagnostics take the newer form
	}
	for i := range d.Related {
		related := &d.Related[i]
		if related.Path == "" {
			continue
		}
		if can.RelatedInformation {
			out.RelatedInformation = append(out.RelatedInformation, wire.RelatedInformation{Location: t.location(&related.Place), Message: related.Message})
		} else {
			out.Message += fmt.Sprintf("\n%s:%d: %s", related.Path, related.Start.Line, related.Message)
		}
	}
	return out
}

// severityOf returns the severity of a diagnostic in the protocol. Information with a low
// impact becomes a hint.
func severityOf(d *lint.Diagnostic) lsp.DiagnosticSeverity {
	switch {
	case d.Severity >= lint.Error:
		return lsp.Error
	case d.Severity >= lint.Warning:
		return lsp.Warning
	case d.Impact != nil && d.Impact.Level < lint.Medium:
		return lsp.Hint
	}
	return lsp.Information
}

// ruleTags are the tags of findings of a rule.
var ruleTags = map[string]wire.DiagnosticTag{"texture-reference": wire.TagDeprecated, "unused-suppression": wire.TagUnnecessary}

func (s *server) tagsOf(d *lint.Diagnostic) []wire.DiagnosticTag {
	tag, ok := ruleTags[d.Rule]
	if !ok || !s.pull && !slices.Contains(s.client.TextDocument.PublishDiagnostics.TagSupport.ValueSet, int(tag)) {
		return nil
	}
	return []wire.DiagnosticTag{tag}
}

// problemDiagnostic converts a problem, which kept a file or a part of it from being checked,
// to a diagnostic of the protocol.
func (t *texts) problemDiagnostic(problem *lint.Problem) wire.Diagnostic {
	severity := map[lint.ProblemKind]lsp.DiagnosticSeverity{lint.Syntax: lsp.Hint, lint.Config: lsp.Error}[problem.Kind]
	return wire.Diagnostic{Diagnostic: lsp.Diagnostic{
		Range:    problemRange(t.lines(t.absolute(problem.Path)), problem.Line, problem.Column),
		Severity: cmp.Or(severity, lsp.Information), Source: "cudalint", Message: problem.Message,
	}, Code: wire.DiagnosticCode(problem.Kind)}
}

// problemRange returns the range from a line and column to the end of the line. Both count
// from 1. Line 0 means the first line, column 0 the start of the text in the line.
func problemRange(l *document.Lines, line, column int) lsp.Range {
	start, end := l.Line(max(0, min(line-1, len(l.Starts)-1)))
	if column > 0 {
		start = min(start+column-1, end)
	} else {
		text := string(l.Text[start:end])
		start = end - len(strings.TrimLeft(text, " \t"))
	}
	return l.RangeOf(start, end)
}

// A fileResult is the part of a result that is about one file.
type fileResult struct {
	findings []*lint.Diagnostic
	problems []lint.Problem
}

// byFile splits a result by file. The keys are paths as the result spells them.
func byFile(r *engine.Result) map[string]*fileResult {
	files := map[string]*fileResult{}
	of := func(path string) *fileResult {
		f := files[path]
		if f == nil {
			f = &fileResult{}
			files[path] = f
		}
		return f
	}
	for i := range r.Findings {
		f := of(r.Findings[i].Path)
		f.findings = append(f.findings, &r.Findings[i])
	}
	for _, problem := range r.Problems {
		f := of(problem.Path)
		f.problems = append(f.problems, problem)
	}
	return files
}

// diagnosticsIn returns the diagnostics of a document in a result.
func (p *project) diagnosticsIn(doc *document.Document, docs document.Set, r *engine.Result) []wire.Diagnostic {
	path := p.pathFor(doc)
	f := byFile(r)[path]
	if f == nil {
		f = &fileResult{}
	}
	return p.texts(docs).fileDiagnostics(f.findings, f.problems)
}

// isConfiguration reports whether a file has problems of configuration. These are shown even
// if the file is not open.
func (f *fileResult) isConfiguration() bool {
	return slices.ContainsFunc(f.problems, func(problem lint.Problem) bool { return problem.Kind == lint.Config })
}
