package render_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lsp/render"
)

// TestHover compares what is shown at places of sources with testdata/hover: the comment of
// an archive has a line for each place, its line number and some text on that line.
// UPDATE_SCRIPTS=1 writes the answers anew.
func TestHover(t *testing.T) {
	paths, err := filepath.Glob("testdata/hover/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source, want := a.Files[0], &a.Files[len(a.Files)-1]
			s := session(t, source.Name, source.Data)
			in, err := s.Inspect(context.Background(), source.Name)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
				if !strings.HasPrefix(line, "#") {
					fmt.Fprintf(&got, "==== %s\n\n%s\n", line, hoverAt(t, s, source.Name, source.Data, line))
				}
			}
			got.WriteString("==== hints\n\n" + hints(in))
			if diff := cmp.Diff(string(want.Data), got.String()); diff != "" {
				if os.Getenv("UPDATE_SCRIPTS") == "" {
					t.Fatal(diff)
				}
				want.Data = []byte(got.String())
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func session(t testing.TB, name string, text []byte) *engine.Session {
	s := engine.NewSession(engine.Options{})
	t.Cleanup(s.Close)
	s.SetInputs([]discover.Input{{Path: name}})
	s.SetText(name, text)
	return s
}

// hoverAt answers a query: "14 table[t]" is at the t of table in line 14; "plain 14 table"
// without Markdown.
func hoverAt(t *testing.T, s *engine.Session, name string, text []byte, query string) string {
	query, plain := strings.CutPrefix(query, "plain ")
	number, needle, _ := strings.Cut(query, " ")
	n, err := strconv.Atoi(number)
	lines := bytes.SplitAfter(text, []byte("\n"))
	if err != nil || n < 1 || n > len(lines) {
		t.Fatalf("%s: no line", query)
	}
	column := bytes.Index(lines[n-1], []byte(needle))
	if column < 0 {
		t.Fatalf("%s: not on the line", query)
	}
	offset := len(bytes.Join(lines[:n-1], nil)) + column
	in, err := s.InspectRange(context.Background(), name, offset, offset)
	if err != nil {
		t.Fatal(err)
	}
	page, at := render.Hover(in, offset, !plain)
	if page == "" {
		return "nothing\n"
	}
	return fmt.Sprintf("%d:%d-%d:%d\n\n%s\n", at.Start.Line, at.Start.Column, at.End.Line, at.End.Column, page)
}

// hints returns all hints of a file.
func hints(in *inspect.File) string {
	out := ""
	for i := range in.Accesses {
		a := &in.Accesses[i]
		if label := render.Hint(a, render.HintKinds{Addresses: true, BankConflicts: true, Sectors: true}); label != "" {
			out += fmt.Sprintf("%d:%d %s\n", a.End.Line, a.End.Column, label)
		}
	}
	return out
}
