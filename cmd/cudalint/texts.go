package main

import (
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/cudalint/cudalint/lint"
)

// textOf returns what report.Options.Text is: the text of standard input, or what the
// file holds, unless it is longer than most bytes or no regular file: a pipe can be read
// only once.
func textOf(inputs []lint.Input, most int64) func(name string) ([]byte, bool) {
	given := map[string][]byte{}
	for _, in := range inputs {
		if in.HasText {
			given[path.Clean(filepath.ToSlash(in.Path))] = in.Text
		}
	}
	return func(name string) ([]byte, bool) {
		if text, ok := given[name]; ok {
			return text, true
		}
		file := filepath.FromSlash(name)
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			return nil, false
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, false
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, most+1))
		return text, err == nil && int64(len(text)) <= most
	}
}
