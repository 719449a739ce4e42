package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
	"github.com/cudalint/cudalint/rules"
)

// BenchmarkShow makes the list of diagnostics of a file of 5,000 lines with many findings,
// as it is done for each keystroke, and applies the keystroke.
func BenchmarkShow(b *testing.B) {
	text := lsptest.Source(195<<10, 1)
	dir := b.TempDir()
	s := newServer(context.Background(), Options{Rules: rules.All()})
	p := newProject(s, dir, "")
	doc := document.NewDocument(lsp.TextDocumentItem{URI: document.URIOf(filepath.Join(dir, "a.cu")), Text: text}, wire.UTF16)
	docs := document.Set{}.With(doc)
	r := engine.New(engine.Options{Rules: rules.All(), Dir: dir}).Check(context.Background(), []discover.Input{{Path: "a.cu", Text: doc.Text, HasText: true}})
	if len(r.Findings) < 100 {
		b.Fatalf("%d findings", len(r.Findings))
	}
	b.ResetTimer()
	for range b.N {
		at := lsp.Position{Line: 2500}
		doc.Edited(2, []wire.ContentChange{{Range: &lsp.Range{Start: at, End: at}, Text: "x"}})
		if _, err := json.Marshal(p.diagnosticsIn(doc, docs, r)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(r.Findings)), "findings")
}
