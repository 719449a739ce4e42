// Package calibrate measures a GPU. It holds the CUDA program that takes the measurements,
// reads its output, and builds a model of the GPU from it.
package calibrate

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed cuda
var sources embed.FS

// mark is the first line of every file that WriteSources writes.
const mark = "// Written by cudalint calibrate.\n"

// BuildCommand builds the program in the folder it was written to, runs it and
// leaves what it prints in measured.csv.
const BuildCommand = "nvcc -O3 -arch=native -o calibrate calibrate.cu && ./calibrate > measured.csv"

// WriteSources writes the program, calibrate.cu and its headers, to a folder, and creates the
// folder if needed. If a file of one of these names was not written by WriteSources, it writes
// nothing and returns an error, unless force is set.
func WriteSources(dir string, force bool) error {
	entries, err := sources.ReadDir("cuda")
	if err != nil {
		return err
	}
	if !force {
		for _, e := range entries {
			if err := mayReplace(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, e := range entries {
		text, err := sources.ReadFile("cuda/" + e.Name())
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, e.Name()), text, nil); err != nil {
			return err
		}
	}
	return nil
}

// mayReplace returns an error unless a file is absent or begins with mark.
func mayReplace(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	start := make([]byte, len(mark))
	n, _ := f.Read(start) // a folder has no text either
	if !bytes.Equal(start[:n], []byte(mark)) {
		return fmt.Errorf("%s exists and was not written by cudalint calibrate; --force overwrites it", name)
	}
	return nil
}

// writeFile writes a file atomically. check, if not nil, gets the name of the complete
// temporary file before it replaces the old one.
func writeFile(name string, text []byte, check func(string) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	var path *fs.PathError
	if errors.As(err, &path) { // the name of the temporary file says nothing
		return fmt.Errorf("cannot write %s: %w", name, path.Err)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil && check != nil {
		err = check(f.Name())
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
