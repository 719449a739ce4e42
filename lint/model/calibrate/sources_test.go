package calibrate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWriteSources(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := WriteSources(dir, false); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	main := false
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), mark) {
			t.Errorf("%s does not begin with the mark that allows it to be overwritten", e.Name())
		}
		main = main || e.Name() == "calibrate.cu"
	}
	if !main || len(entries) < 2 {
		t.Errorf("written: %v", entries)
	}
	if err := WriteSources(dir, false); err != nil {
		t.Errorf("files it has written: %v", err)
	}
}

func TestWriteSourcesRefuses(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "launch.cuh")
	if err := os.WriteFile(own, []byte("// my own\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := WriteSources(dir, false)
	if err == nil || !strings.Contains(err.Error(), "launch.cuh exists and was not written by cudalint") {
		t.Fatalf("error: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something was written: %v", entries)
	}
	if err := WriteSources(dir, true); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(own); !strings.HasPrefix(string(text), mark) {
		t.Error("force has not overwritten the file")
	}
}

// TestIncludes: the program includes only its own headers and the toolkit's.
func TestIncludes(t *testing.T) {
	entries, err := sources.ReadDir("cuda")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := sources.ReadFile("cuda/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if name, ok := strings.CutPrefix(line, `#include "`); ok {
				if _, err := sources.Open("cuda/" + strings.TrimSuffix(name, `"`)); err != nil {
					t.Errorf("%s: %s", e.Name(), line)
				}
			}
		}
	}
}
