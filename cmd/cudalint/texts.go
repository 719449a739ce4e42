package main

import (
	"path"
	"path/filepath"

	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/discover"
)

// textOf returns what report.Options.Text is: the text of standard input, or what the
// file holds, unless it is longer than most bytes or no regular file: a pipe can be read
// only once.
func textOf(inputs []discover.Input, most int64) func(name string) ([]byte, bool) {
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
		text, err := bounded.Read(filepath.FromSlash(name), most)
		return text, err == nil
	}
}
