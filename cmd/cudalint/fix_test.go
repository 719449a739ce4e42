package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/engine"
)

// inFolder makes files in a new folder and makes that the working folder of the test.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chdir(back) })
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// change is a file that goes from "old" to "new", applied the fixes that tie files.
func change(name string) engine.EditedFile {
	return engine.EditedFile{Path: name, Before: []byte("old"), After: []byte("new")}
}

func TestWriteFixed(t *testing.T) {
	inFolder(t, map[string]string{"a.cu": "old", "b.cu": "edited meanwhile", "c.cu": "old", "d.cu": "old"})
	fixed := &autofix.Fixed{
		Files:   []engine.EditedFile{change("a.cu"), change("b.cu"), change("c.cu"), change("d.cu"), change("gone.cu")},
		Applied: []autofix.AppliedFix{{Paths: []string{"a.cu", "b.cu"}}, {Paths: []string{"b.cu", "c.cu"}}, {Paths: []string{"d.cu"}}, {Paths: []string{"gone.cu"}}},
	}
	failed, problems := writeFixed(context.Background(), fixed)
	for name, want := range map[string]string{"a.cu": "old", "b.cu": "edited meanwhile", "c.cu": "old", "d.cu": "new"} {
		if got := read(t, name); got != want || failed[name] != (want != "new") {
			t.Errorf("%s holds %q, want %q; failed %v", name, got, want, failed)
		}
	}
	if len(problems) != 2 || problems[0].Kind != lint.IO || problems[0].Path != "b.cu" ||
		problems[0].Message != "is not fixed: changed since it was read; neither is what changes together with it: a.cu, c.cu" || problems[1].Path != "gone.cu" {
		t.Errorf("problems %+v", problems)
	}
}

// TestWriteFixedBegunIsFinished: where the context ends, the rest is left as it is.
func TestWriteFixedBegunIsFinished(t *testing.T) {
	inFolder(t, map[string]string{"a.cu": "old"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	failed, problems := writeFixed(ctx, &autofix.Fixed{Files: []engine.EditedFile{change("a.cu")}, Applied: []autofix.AppliedFix{{Paths: []string{"a.cu"}}}})
	if got := read(t, "a.cu"); got != "old" || !failed["a.cu"] {
		t.Errorf("%q, failed %v", got, failed)
	}
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "interrupted: 0 of 1 files were fixed") {
		t.Errorf("problems %+v", problems)
	}
}
