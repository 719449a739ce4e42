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
	"github.com/cudalint/cudalint/lsp/render"
)

// diagnosticData travels with a diagnostic and comes back with requests about it.
type diagnosticData struct {
	// Fingerprint is that of the finding.
	Fingerprint string `json:"fingerprint"`
}

// texts are the texts that places of results are in: those of open documents, else what is
// on disk.
type texts struct {
	*project
	docs documents
	read map[string]*lines // by absolute path
}

func (p *project) texts(docs documents) *texts {
	return &texts{p, docs, map[string]*lines{}}
}

// lines returns the text of a file by its absolute path; what cannot be read is empty.
func (t *texts) lines(path string) *lines {
	if l := t.read[path]; l != nil {
		return l
	}
	l := &lines{}
	if doc := t.documentOf(t.docs, path); doc != nil {
		l = &doc.lines
	} else {
		text, _ := bounded.Read(path, engine.DefaultMaxFileSize)
		// Clients count without the byte order mark.
		rest, marked := bytes.CutPrefix(text, byteOrderMark)
		if *l = newLines(rest, lineStarts(rest), t.units); marked {
			l.skipped = len(byteOrderMark)
		}
	}
	t.read[path] = l
	return l
}

// documentOf returns the open document that results have under a path, nil for none.
func (p *project) documentOf(docs documents, path string) *document {
	if p.dir == nowhere {
		if doc := docs[p.uri]; doc != nil && p.absolute(p.pathFor(doc)) == path {
			return doc
		}
		return nil
	}
	return docs.at(path)
}

// location returns the URI and range of a place.
func (t *texts) location(at *lint.Place) lsp.Location {
	path := t.absolute(at.Path)
	uri := uriOf(path)
	if doc := t.documentOf(t.docs, path); doc != nil {
		uri = doc.uri
	}
	l := t.lines(path)
	return lsp.Location{URI: uri, Range: l.rangeOf(at.Start.Offset-l.skipped, at.End.Offset-l.skipped)}
}

// fileDiagnostics returns what there is to show in a file, by the path that results have.
func (t *texts) fileDiagnostics(path string, findings []*lint.Diagnostic, problems []lint.Problem) []diagnostic {
	out := []diagnostic{} // null is not a list
	for _, d := range findings {
		out = append(out, t.diagnosticOf(d))
	}
	syntax := t.settings().syntaxProblems
	for i := range problems {
		if problem := &problems[i]; syntax || problem.Kind != lint.Syntax {
			out = append(out, t.problemDiagnostic(problem))
		}
	}
	return out
}

// diagnosticOf returns a finding as clients show it.
func (t *texts) diagnosticOf(d *lint.Diagnostic) diagnostic {
	data, _ := json.Marshal(diagnosticData{d.Fingerprint}) // a string is always JSON
	out := diagnostic{
		Diagnostic: lsp.Diagnostic{
			Range: t.location(&d.Place).Range, Severity: severityOf(d), Source: "cudalint", Message: render.EditorText(d),
		},
		Code: diagnosticCode(d.Rule), CodeDescription: &codeDescription{report.PageURL(d.Rule)}, Data: data,
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
			out.RelatedInformation = append(out.RelatedInformation, relatedInformation{t.location(&related.Place), related.Message})
		} else {
			out.Message += fmt.Sprintf("\n%s:%d: %s", related.Path, related.Start.Line, related.Message)
		}
	}
	return out
}

// severityOf returns the severity of the protocol. Mere information about what costs next
// to nothing is a hint.
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
var ruleTags = map[string]diagnosticTag{"texture-reference": tagDeprecated, "unused-suppression": tagUnnecessary}

func (s *server) tagsOf(d *lint.Diagnostic) []diagnosticTag {
	tag, ok := ruleTags[d.Rule]
	if !ok || !s.pull && !slices.Contains(s.client.TextDocument.PublishDiagnostics.TagSupport.ValueSet, int(tag)) {
		return nil
	}
	return []diagnosticTag{tag}
}

// problemDiagnostic returns what kept a file, or a part of it, from being checked.
func (t *texts) problemDiagnostic(problem *lint.Problem) diagnostic {
	severity := map[lint.ProblemKind]lsp.DiagnosticSeverity{lint.Syntax: lsp.Hint, lint.Config: lsp.Error}[problem.Kind]
	return diagnostic{Diagnostic: lsp.Diagnostic{
		Range:    problemRange(t.lines(t.absolute(problem.Path)), problem.Line, problem.Column),
		Severity: cmp.Or(severity, lsp.Information), Source: "cudalint", Message: problem.Message,
	}, Code: diagnosticCode(problem.Kind)}
}

// problemRange returns the range from a line and column, from 1, to the end of the line;
// the first line for 0, all of its text for column 0.
func problemRange(l *lines, line, column int) lsp.Range {
	start, end := l.line(max(0, min(line-1, len(l.starts)-1)))
	if column > 0 {
		start = min(start+column-1, end)
	} else {
		text := string(l.text[start:end])
		start = end - len(strings.TrimLeft(text, " \t"))
	}
	return l.rangeOf(start, end)
}

// A fileResult is what a result has of one file.
type fileResult struct {
	findings []*lint.Diagnostic
	problems []lint.Problem
}

// byFile returns what a result has of each file, by the path that it has there.
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

// diagnosticsIn returns what a result has of a document.
func (p *project) diagnosticsIn(doc *document, docs documents, r *engine.Result) []diagnostic {
	path := p.pathFor(doc)
	f := byFile(r)[path]
	if f == nil {
		f = &fileResult{}
	}
	return p.texts(docs).fileDiagnostics(path, f.findings, f.problems)
}

// isConfiguration reports whether the problems of a file are about configuration: they are
// shown whether it is open or not.
func (f *fileResult) isConfiguration() bool {
	return slices.ContainsFunc(f.problems, func(problem lint.Problem) bool { return problem.Kind == lint.Config })
}
