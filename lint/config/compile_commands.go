// Package config reads the configuration of a run: configuration files, compilation databases
// and flags.
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

// CompileCommands holds the flags of each file in a compilation database
// (compile_commands.json, https://clang.llvm.org/docs/JSONCompilationDatabase.html). It is safe
// for concurrent use.
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

// compiled is the information about one file in the database.
type compiled struct {
	flags engine.Flags
	cuda  bool // it is compiled as CUDA code
}

// ReadCompileCommands reads a compilation database: the file, or compile_commands.json in a
// folder. It reads as much of a damaged one as it can; Problems returns the rest.
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

// databaseHint says where to find or how to create the database of a folder, as the end of a
// message.
func databaseHint(path string) string {
	if _, err := os.Stat(filepath.Join(path, "build", "compile_commands.json")); err == nil {
		return fmt.Sprintf("; but %s has one", filepath.ToSlash(filepath.Join(path, "build")))
	}
	return "; CMake creates it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, bear creates it for other builds"
}

// Problems returns the problems of the database, in its order.
func (c *CompileCommands) Problems() []lint.Problem { return c.problems }

// Flags returns the flags of a file, by its path relative to the working folder.
//
// If a file is built several times, it has the flags of the first entry that compiles it as
// CUDA code, else of the first entry, and the newest architecture of all. A header that the
// database does not list has the flags of the nearest source, see nearest, without a link unit.
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

// find returns the information about a file, nil if there is none. It compares paths with
// symbolic links resolved.
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

// realPath resolves the symbolic links to folders in a path. folders is a cache.
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

// Files returns the translation units in the database, sorted. It returns nil if that list
// would not be complete: a file is built several times with different flags, of which only the
// first are used, or a part of the database could not be read.
func (c *CompileCommands) Files() []string {
	if c.differ || c.damaged {
		return nil
	}
	return slices.Sorted(maps.Keys(c.byFile))
}

// nearest returns the source that a header most likely belongs to, "" for none. It considers
// the sources below the folder of the header or, if there are none, below the nearest folder
// around it that has some. It prefers one with the name of the header, then one that is
// compiled as CUDA code, then the first of the least deep.
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

// add adds an entry for a file.
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
