package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// TestByteOrderMark: a client that opens a file with a byte order mark has its text without
// it, and so counts positions in the first line, of files that are not open, too.
func TestByteOrderMark(t *testing.T) {
	const text = "\ufeff/*\u00e9*/ table;\ntable;\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.cu"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		units           wire.PositionEncoding
		line, character int
		offset          int
	}{
		{wire.UTF8, 0, 7, strings.Index(text, "table")},
		{wire.UTF16, 0, 6, strings.Index(text, "table")},
		{wire.UTF32, 0, 6, strings.Index(text, "table")},
		{wire.UTF16, 1, 0, strings.LastIndex(text, "table")},
	} {
		p := newProject(newServer(context.Background(), Options{}), dir, "")
		p.units = c.units
		place := &lint.Place{Path: "a.cu", Start: source.Position{Offset: c.offset}, End: source.Position{Offset: c.offset + 5}}
		want := lsp.Range{Start: lsp.Position{Line: c.line, Character: c.character}, End: lsp.Position{Line: c.line, Character: c.character + 5}}
		if got := p.texts(document.Set{}).location(place).Range; got != want {
			t.Errorf("offset %d in %s: %v, want %v", c.offset, c.units, got, want)
		}
	}
}
