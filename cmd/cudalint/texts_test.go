package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
)

func TestTextOf(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.cu")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	inputs := []discover.Input{{Path: file}, {Path: "./src//b.cu", Text: []byte("given"), HasText: true}}
	for _, c := range []struct {
		name string
		most int64
		want string
		ok   bool
	}{
		{filepath.ToSlash(file), 4, "text", true},
		{filepath.ToSlash(file), 3, "", false},
		{"src/b.cu", 1, "given", true},
		{filepath.ToSlash(folder), 4, "", false},
		{filepath.ToSlash(file) + "x", 4, "", false},
		{os.DevNull, 4, "", false},
	} {
		text, ok := textOf(inputs, c.most)(c.name)
		if ok != c.ok || ok && string(text) != c.want {
			t.Errorf("%s, %d bytes: %q, %v", c.name, c.most, text, ok)
		}
	}
}
