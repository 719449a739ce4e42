// Package config reads what configures a run.
package config

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// maxDatabase bounds a compilation database. That of a large browser has 60 MiB.
const maxDatabase = 512 << 20 // bytes

// CompileCommands are the flags of each file of a compilation database
// (compile_commands.json, https://clang.llvm.org/docs/JSONCompilationDatabase.html).
// It is safe for concurrent use.
type CompileCommands struct {
	name     string // of the database, as problems have it
	byFile   map[string]*compiled
	differ   bool // a file is built several times, with different flags
	damaged  bool // there are entries that could not be read
	problems []lint.Problem

	mu      sync.Mutex
	real    map[string]string // by a file's path without symbolic links, its name in byFile
	sources []string          // what is in byFile, sorted, for nearest
	near    map[string]string // what nearest returned
}

// compiled is what the database says of a file.
type compiled struct {
	flags engine.Flags
	cuda  bool // it is compiled as CUDA code
}

// ReadCompileCommands reads a compilation database: the file, or compile_commands.json
// in a folder. Of a damaged one it reads what can be read; Problems says what not.
func ReadCompileCommands(path string) (*CompileCommands, error) {
	name := path
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		name = filepath.Join(path, "compile_commands.json")
	}
	text, err := readNamed(name, maxDatabase)
	if err != nil {
		return nil, fmt.Errorf("cannot read the compilation database %s: %w%s", filepath.ToSlash(name), err, databaseHint(path))
	}
	folder, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	c := &CompileCommands{name: filepath.ToSlash(filepath.Clean(name)), byFile: map[string]*compiled{}, near: map[string]string{}}
	r := databaseReader{CompileCommands: c, folder: folder, text: text, missing: map[string]*missingResponse{}}
	r.expander.files = map[responseKey]response{}
	r.read()
	return c, nil
}

// databaseHint says where the database of a folder may be found instead.
func databaseHint(path string) string {
	if _, err := os.Stat(filepath.Join(path, "build", "compile_commands.json")); err == nil {
		return fmt.Sprintf("; there is one in %s", filepath.ToSlash(filepath.Join(path, "build")))
	}
	return "; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other builds under bear"
}

// Problems returns what is wrong with the database, in its order.
func (c *CompileCommands) Problems() []lint.Problem { return c.problems }

// Flags returns the flags of a file, by its path relative to the working folder.
//
// A file built several times has the flags of its first entry, of the first that
// compiles it as CUDA code if one does, and the newest architecture of all. A header
// that the database does not list has those of the nearest source, see nearest, but
// what it is linked into is not known.
func (c *CompileCommands) Flags(path string) engine.Flags {
	file, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return engine.Flags{}
	}
	if entry := c.find(file); entry != nil {
		return entry.flags
	}
	if !discover.IsHeader(file) {
		return engine.Flags{}
	}
	source := c.nearest(file)
	if source == "" {
		return engine.Flags{}
	}
	flags := c.byFile[source].flags
	flags.Build = lint.Build{}
	return flags
}

// Lists reports whether the database has an entry for a file.
func (c *CompileCommands) Lists(path string) bool {
	file, err := filepath.Abs(filepath.FromSlash(path))
	return err == nil && c.find(file) != nil
}

// find returns what the database says of a file, nil for nothing. Where one of the two
// is named through a symbolic link, they are the same still.
func (c *CompileCommands) find(file string) *compiled {
	if entry := c.byFile[file]; entry != nil {
		return entry
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.real == nil {
		c.real = map[string]string{}
		folders := map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(c.byFile)) {
			if real := realPath(name, folders); c.real[real] == "" {
				c.real[real] = name
			}
		}
	}
	return c.byFile[c.real[realPath(file, map[string]string{})]]
}

// realPath returns a path without symbolic links to folders. folders remembers those.
func realPath(name string, folders map[string]string) string {
	dir := filepath.Dir(name)
	real, ok := folders[dir]
	if !ok {
		var err error
		if real, err = filepath.EvalSymlinks(dir); err != nil {
			real = dir
		}
		folders[dir] = real
	}
	return filepath.Join(real, filepath.Base(name))
}

// Files returns the translation units that the database names, sorted; nil where it
// has several for one file, with different flags, of which only the first is read, or
// where a part of it could not be read.
func (c *CompileCommands) Files() []string {
	if c.differ || c.damaged {
		return nil
	}
	return slices.Sorted(maps.Keys(c.byFile))
}

// nearest returns the source of the database that a header most likely belongs to, ""
// for none: of those below the folder of the header, or else below the nearest folder
// around it that has some, one with the header's name, else one that is compiled as
// CUDA code, else the first of the least deep.
func (c *CompileCommands) nearest(header string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if source, ok := c.near[header]; ok {
		return source
	}
	if c.sources == nil {
		c.sources = slices.Sorted(maps.Keys(c.byFile))
	}
	best := ""
	for dir := filepath.Dir(header); best == "" && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		best = c.best(dir+string(filepath.Separator), stem(header))
	}
	c.near[header] = best
	return best
}

// best returns the source that nearest prefers among those whose path has a prefix.
func (c *CompileCommands) best(prefix, name string) string {
	best, bestRank := "", 0
	first, _ := slices.BinarySearch(c.sources, prefix)
	for _, source := range c.sources[first:] {
		if !strings.HasPrefix(source, prefix) {
			break
		}
		rank := strings.Count(source, string(filepath.Separator))
		if !c.byFile[source].cuda {
			rank += 1 << 16
		}
		if stem(source) != name {
			rank += 1 << 17
		}
		if best == "" || rank < bestRank {
			best, bestRank = source, rank
		}
	}
	return best
}

// stem returns the name of a file without its folder and extensions.
func stem(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return name
}

// add enters what an entry says of a file.
func (c *CompileCommands) add(file string, entry compiled) {
	first, again := c.byFile[file]
	if !again {
		c.byFile[file] = &entry
		return
	}
	entry.flags.LinkUnit = first.flags.LinkUnit
	c.differ = c.differ || !reflect.DeepEqual(first.flags, entry.flags)
	newest := newer(first.flags.GPU, entry.flags.GPU)
	if entry.cuda && !first.cuda {
		*first = entry
	}
	first.flags.GPU = newest
}

// newer returns the newer of two architectures, as sm_90, or "".
func newer(a, b string) string {
	if len(a) != len(b) {
		if len(a) > len(b) {
			return a
		}
		return b
	}
	return max(a, b)
}
