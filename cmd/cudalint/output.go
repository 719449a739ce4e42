package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/report"
)

// checkOutput returns an error if the output file cannot be written or would overwrite a
// source. It runs before the work starts.
func (f *inputFlags) checkOutput(sources ...[]discover.Input) error {
	if f.output == "" {
		return nil
	}
	info, err := os.Stat(f.output)
	if errors.Is(err, fs.ErrNotExist) {
		dir := filepath.Dir(f.output)
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return fmt.Errorf("--output-file %s: there is no folder %s", f.output, dir)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("--output-file: %w", err)
	}
	if info.IsDir() {
		return fmt.Errorf("--output-file %s is a folder", f.output)
	}
	for _, list := range sources {
		for _, in := range list {
			if !in.HasText && info.Mode().IsRegular() && sameFile(in.Path, f.output) {
				return fmt.Errorf("--output-file %s would overwrite a file that is read, %s", f.output, in.Path)
			}
		}
	}
	return nil
}

// write calls write with the output file, or with standard output if there is none.
func (c *Command) write(f *inputFlags, write func(w io.Writer, color bool) error) error {
	color, err := report.UseColor(f.color, c.Stdout, c.Getenv)
	if err != nil {
		return err
	}
	if f.output == "" {
		return write(c.Stdout, color)
	}
	var b bytes.Buffer
	if err := write(&b, f.color == "always"); err != nil {
		return err
	}
	return fixes.Replace(f.output, b.Bytes())
}
