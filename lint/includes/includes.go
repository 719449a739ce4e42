// Package includes finds the files that an #include may mean where no folder of headers
// is named: by the end of their path, among the files that git would know of in the
// repository of the including file, or below the folders that a run is given.
package includes

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/gitignore"
)

// Bounds of what is looked at.
const (
	// maxFiles is how many files of one repository or folder are known. Larger ones than
	// those of public code are not searched beyond that.
	maxFiles = 400_000
	// maxDepth is how deep folders are followed.
	maxDepth = 64
	// maxCompared bounds the files whose contents are compared, in bytes.
	maxCompared = 8 << 20
)

// A Finder searches for included files. What it knows of the file system it reads once,
// when it is first asked. It is safe for concurrent use.
type Finder struct {
	// dir is the folder that relative paths start from.
	dir string
	// folders are the absolute paths of those that the run is given.
	folders []string

	mu    sync.Mutex
	tops  map[string]string // of folders: the top of what is searched for their files, "" for nothing
	trees map[string]*tree  // by top
	found map[question]string
	// generation counts the calls of Forget.
	generation int
}

// A question is what was asked: the folder of the including file, and what it names.
type question struct{ folder, name string }

// A tree is the files below a top folder.
type tree struct {
	once sync.Once
	// folders are those that hold a file of a name, relative to the top, with slashes.
	folders map[string][]string
}

// NewFinder returns a Finder for a run in a working folder that is given some files and
// folders, relative to it or absolute.
func NewFinder(dir string, given []string) *Finder {
	f := &Finder{dir: dir, tops: map[string]string{}, trees: map[string]*tree{}, found: map[question]string{}}
	if abs, err := filepath.Abs(dir); err == nil {
		f.dir = abs
	}
	for _, name := range given {
		abs := f.abs(name)
		if info, err := os.Stat(abs); err == nil && info.IsDir() {
			f.folders = append(f.folders, abs)
		}
	}
	return f
}

func (f *Finder) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(f.dir, name)
}

// Search returns the file that an #include of a name in a file may mean, "" for none: the
// nearest of those whose path ends like the name, unless different ones are equally near.
// The plain name of a standard library or toolkit header, <vector> or <cuda_runtime.h>, is
// found at the top and in the folder include there only; <thrust/sort.h> wherever there is
// such a file in a folder thrust. The result is spelled as from is, relative to the
// working folder or absolute, with slashes.
func (f *Finder) Search(from, name string) string {
	tail := tailOf(name)
	if tail == "" {
		return ""
	}
	folder := filepath.Dir(f.abs(from))
	q := question{folder, tail}
	f.mu.Lock()
	found, known := f.found[q]
	f.mu.Unlock()
	if !known {
		found = f.search(q, f.abs(from))
		f.mu.Lock()
		f.found[q] = found
		f.mu.Unlock()
	}
	if found == "" || filepath.IsAbs(from) {
		return filepath.ToSlash(found)
	}
	if rel, err := filepath.Rel(f.dir, found); err == nil {
		return filepath.ToSlash(rel)
	}
	return ""
}

// tailOf returns the part of an include name that the path of a file can end with, "" for
// none: steps up and to the folder itself are cut off.
func tailOf(name string) string {
	name = path.Clean(name)
	for strings.HasPrefix(name, "../") {
		name = name[3:]
	}
	if name == "." || name == ".." || path.IsAbs(name) {
		return ""
	}
	return name
}

// search returns the absolute path of the answer to a question.
func (f *Finder) search(q question, from string) string {
	top := f.top(q.folder)
	if top == "" {
		return ""
	}
	dir, base := path.Split(q.name)
	dir = strings.TrimSuffix(dir, "/")
	own, err := filepath.Rel(top, q.folder)
	if err != nil {
		return ""
	}
	library := libraryHeader(q.name)
	best, near := 0, []string(nil) // the nearest files, and how near they are
	for _, folder := range f.tree(top).folders[base] {
		prefix, ok := cutTail(folder, dir)
		if !ok || library && dir == "" && prefix != "" && prefix != "include" {
			continue
		}
		name := filepath.Join(top, filepath.FromSlash(folder), base)
		if name == from {
			continue
		}
		switch d := distance(filepath.ToSlash(own), prefix); {
		case near == nil || d < best:
			best, near = d, []string{name}
		case d == best:
			near = append(near, name)
		}
	}
	if len(near) == 0 || !same(near) {
		return ""
	}
	return slices.Min(near)
}

// cutTail cuts a tail of whole names off a folder.
func cutTail(folder, tail string) (prefix string, ok bool) {
	if tail == "" || folder == tail {
		return strings.TrimSuffix(folder, tail), true
	}
	return strings.CutSuffix(folder, "/"+tail)
}

// distance returns how many steps lead from one folder up and down to another.
func distance(from, to string) int {
	a, b := names(from), names(to)
	common := 0
	for common < len(a) && common < len(b) && a[common] == b[common] {
		common++
	}
	return len(a) + len(b) - 2*common
}

func names(folder string) []string {
	if folder == "" || folder == "." {
		return nil
	}
	return strings.Split(folder, "/")
}

// same reports whether files hold the same.
func same(files []string) bool {
	if len(files) == 1 {
		return true
	}
	first, err := bounded.Read(files[0], maxCompared)
	if err != nil {
		return false
	}
	for _, name := range files[1:] {
		text, err := bounded.Read(name, maxCompared)
		if err != nil || string(text) != string(first) {
			return false
		}
	}
	return true
}

// top returns the folder that is searched for the files of a folder: the repository that
// it is in, else the outermost one of those given that it is in; "" for none.
func (f *Finder) top(folder string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	top, known := f.tops[folder]
	if known {
		return top
	}
	if top = gitignore.Top(folder); top == "" {
		for _, given := range f.folders {
			if inside(given, folder) && (top == "" || len(given) < len(top)) {
				top = given
			}
		}
	}
	f.tops[folder] = top
	return top
}

// inside reports whether a path is a folder or below it.
func inside(folder, name string) bool {
	return name == folder || strings.HasPrefix(name, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

func (f *Finder) tree(top string) *tree {
	f.mu.Lock()
	t := f.trees[top]
	if t == nil {
		t = &tree{folders: map[string][]string{}}
		f.trees[top] = t
	}
	f.mu.Unlock()
	t.once.Do(func() { (&walk{tree: t, left: maxFiles}).folder(top, "", gitignore.Above(top), 0) })
	return t
}

// Concerns reports whether a file that was changed is new, or is no more, so that answers
// may be other ones.
func (f *Finder) Concerns(name string) bool {
	name = f.abs(name)
	_, err := os.Lstat(name)
	f.mu.Lock()
	defer f.mu.Unlock()
	for top, t := range f.trees {
		if inside(top, name) {
			rel, relErr := filepath.Rel(top, filepath.Dir(name))
			known := relErr == nil && slices.Contains(t.folders[filepath.Base(name)], strings.TrimPrefix(filepath.ToSlash(rel), "."))
			return known != (err == nil) || filepath.Base(name) == ".gitignore"
		}
	}
	return false
}

// Generation counts the calls of Forget: while it is the same, so are the answers.
func (f *Finder) Generation() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.generation
}

// Forget drops what is known of the file system.
func (f *Finder) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.generation++
	clear(f.tops)
	clear(f.trees)
	clear(f.found)
}

// A walk fills a tree.
type walk struct {
	*tree
	left int
}

// folder adds the files below a folder, whose path relative to the top is rel. Symbolic
// links are not followed: they may lead out of the repository.
func (w *walk) folder(name, rel string, ignored *gitignore.Rules, depth int) {
	entries, err := os.ReadDir(name)
	if err != nil || depth > maxDepth {
		return
	}
	ignored = ignored.With(name)
	for _, entry := range entries {
		inner := filepath.Join(name, entry.Name())
		switch {
		case entry.Name() == ".git" || entry.Name() == "CMakeFiles" || w.left <= 0:
		case entry.IsDir():
			if !ignored.Ignores(inner, true) {
				w.folder(inner, path.Join(rel, entry.Name()), ignored, depth+1)
			}
		case entry.Type() == fs.FileMode(0) && mayBeIncluded(entry.Name()) && !ignored.Ignores(inner, false):
			w.folders[entry.Name()] = append(w.folders[entry.Name()], rel)
			w.left--
		}
	}
}

// mayBeIncluded reports whether sources include files with such a name: one with the
// extension of a source, or with none.
func mayBeIncluded(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case "", ".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".cu", ".inl", ".inc", ".ipp", ".ixx", ".tpp", ".txx", ".tcc", ".tcu", ".impl", ".def", ".x", ".c", ".cc", ".cpp", ".cxx",
		".icc", ".ii", ".i", ".gen", ".table", ".tbl", ".dat", ".in":
		return true
	}
	return false
}
