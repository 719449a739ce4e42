// Package includes finds the files that an #include may mean if no include folder has them: by
// the end of their path, among the files in the repository of the including file that git does
// not ignore, or, outside of a repository, among the files that a run is given. It also decides
// which included files may be read at all.
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

// Bounds of the search.
const (
	// maxFiles bounds the files of one repository or folder that are searched. Public
	// repositories are smaller.
	maxFiles = 400_000
	// maxDepth is how deep folders are followed.
	maxDepth = 64
	// maxCompared bounds the files whose contents are compared, in bytes.
	maxCompared = 8 << 20
	// maxFound bounds the cached answers: each letter typed in an #include asks again.
	maxFound = 1 << 16
	// maxEqual is how many files are compared.
	maxEqual = 64
)

// A Finder searches for included files. It reads the file system once, on the first question.
// It is safe for concurrent use.
type Finder struct {
	// dir is the folder that relative paths start from.
	dir string
	// folders are the absolute paths of the outermost folders that the run is given, files
	// the files that it is given.
	folders []string
	files   *tree

	mu    sync.Mutex
	tops  map[string]string // the repositories of folders, "" for none
	trees map[string]*tree  // by folder
	found map[question]string
	// compared are the files whose content was compared for an answer.
	compared map[string]bool
}

// A question is a query of Search: the folder of the including file, as spelled, and the name
// that it includes. self is the name of the including file if the answer depends on it: a file
// does not include itself.
type question struct{ folder, name, self string }

// A tree is the files of a folder.
type tree struct {
	// top is what paths begin at: the folder itself, or where its own name is a part of the
	// paths that includes end, above all folders. base leads from there to the folder.
	top, base string
	once      sync.Once
	// folders maps a file name to the folders with such a file, relative to the top, with
	// slashes.
	folders map[string][]string
	// around are all folders on the paths of files.
	around map[string]bool
}

// NewFinder returns a Finder for a run in a working folder that is given some files and
// folders, relative to it or absolute.
func NewFinder(dir string, given []string) *Finder {
	f := &Finder{dir: absolute("", dir), tops: map[string]string{}, trees: map[string]*tree{}, found: map[question]string{}, compared: map[string]bool{}}
	f.files = &tree{top: root(f.dir), folders: map[string][]string{}}
	for _, name := range given {
		name = f.abs(name)
		info, err := os.Stat(name)
		switch {
		case err != nil:
		case info.IsDir():
			f.folders = append(f.folders, name)
		default:
			if folder, err := filepath.Rel(f.files.top, filepath.Dir(name)); err == nil {
				base := filepath.Base(name)
				f.files.folders[base] = append(f.files.folders[base], filepath.ToSlash(folder))
			}
		}
	}
	slices.Sort(f.folders) // outer folders come before inner ones
	outermost := f.folders[:0]
	for _, folder := range f.folders {
		if !slices.ContainsFunc(outermost, func(outer string) bool { return inside(outer, folder) }) {
			outermost = append(outermost, folder)
		}
	}
	f.folders = outermost
	return f
}

// root returns the root of an absolute path.
func root(name string) string { return filepath.VolumeName(name) + string(filepath.Separator) }

func (f *Finder) abs(name string) string { return absolute(f.dir, name) }

// Search returns the file that an #include of a name in the file from may mean, "" for none: the
// nearest file whose path ends with the name, unless different files are equally near. A
// standard library or toolkit header without a folder, <vector> or <cuda_runtime.h>, is found
// only at the top and in its folder include; <thrust/sort.h> in any folder thrust. The result is
// relative to the working folder or absolute, like from, with slashes.
func (f *Finder) Search(from, name string) string {
	tail := tailOf(name)
	if tail == "" {
		return ""
	}
	q := question{folder: filepath.Dir(from), name: tail}
	if base := filepath.Base(from); base == path.Base(tail) {
		q.self = base
	}
	f.mu.Lock()
	found, known := f.found[q]
	f.mu.Unlock()
	if !known {
		found = f.search(q)
		f.mu.Lock()
		if len(f.found) >= maxFound {
			clear(f.found)
		}
		f.found[q] = found
		f.mu.Unlock()
	}
	return found
}

// tailOf returns the part of an include name with which the path of a file can end, "" for none:
// it removes leading "." and "..".
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

// search returns the answer to a question.
func (f *Finder) search(q question) string {
	found := f.nearest(question{f.abs(q.folder), q.name, q.self})
	if found == "" || filepath.IsAbs(q.folder) {
		return filepath.ToSlash(found)
	}
	if rel, err := filepath.Rel(f.dir, found); err == nil {
		return filepath.ToSlash(rel)
	}
	return ""
}

// nearest returns the absolute path of the answer to a question about an absolute folder.
func (f *Finder) nearest(q question) string {
	dir, base := path.Split(q.name)
	dir = strings.TrimSuffix(dir, "/")
	library := LibraryHeader(q.name)
	best, near := 0, []string(nil) // the nearest files, and how near they are
	for _, tree := range f.searched(q.folder) {
		for _, folder := range tree.folders[base] {
			prefix, ok := cutTail(folder, dir)
			if !ok || library && dir == "" && prefix != tree.base && prefix != path.Join(tree.base, "include") {
				continue
			}
			name := filepath.Join(tree.top, filepath.FromSlash(folder), base)
			if q.self != "" && name == filepath.Join(q.folder, q.self) {
				continue
			}
			switch d := distance(q.folder, filepath.Join(tree.top, filepath.FromSlash(prefix))); {
			case near == nil || d < best:
				best, near = d, []string{name}
			case d == best:
				near = append(near, name)
			}
		}
	}
	slices.Sort(near)
	near = slices.Compact(near) // a given file may be in a given folder
	if len(near) == 0 || len(near) > maxEqual || len(near) > 1 && !f.same(near) {
		return ""
	}
	return near[0]
}

// cutTail removes a tail of whole names from a folder.
func cutTail(folder, tail string) (prefix string, ok bool) {
	if tail == "" || folder == tail {
		return strings.TrimSuffix(folder, tail), true
	}
	return strings.CutSuffix(folder, "/"+tail)
}

// distance returns the number of steps up and down from one absolute folder to another.
func distance(from, to string) int {
	a, b := names(from), names(to)
	common := 0
	for common < len(a) && common < len(b) && a[common] == b[common] {
		common++
	}
	return len(a) + len(b) - 2*common
}

func names(folder string) []string {
	return strings.FieldsFunc(folder, func(r rune) bool { return r == filepath.Separator })
}

// same reports whether files have the same content.
func (f *Finder) same(files []string) bool {
	f.mu.Lock()
	for _, name := range files {
		f.compared[name] = true
	}
	f.mu.Unlock()
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

// searched returns the trees that are searched for the files of a folder: that of its
// repository, else those that the run is given.
func (f *Finder) searched(folder string) []*tree {
	f.mu.Lock()
	top, known := f.tops[folder]
	if !known {
		top = gitignore.Top(folder)
		f.tops[folder] = top
	}
	f.mu.Unlock()
	if top != "" {
		return []*tree{f.tree(top, top)}
	}
	trees := []*tree{f.files}
	for _, given := range f.folders {
		trees = append(trees, f.tree(given, root(given)))
	}
	return trees
}

// inside reports whether a path is equal to a folder or below it.
func inside(folder, name string) bool {
	return name == folder || strings.HasPrefix(name, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// tree returns the files of a folder, with paths relative to a top.
func (f *Finder) tree(folder, top string) *tree {
	f.mu.Lock()
	t := f.trees[folder]
	if t == nil {
		t = &tree{top: top, folders: map[string][]string{}, around: map[string]bool{}}
		if base, err := filepath.Rel(top, folder); err == nil && base != "." {
			t.base = filepath.ToSlash(base)
		}
		f.trees[folder] = t
	}
	f.mu.Unlock()
	t.once.Do(func() { (&walk{tree: t, left: maxFiles}).folder(folder, t.base, gitignore.Above(folder), 0) })
	return t
}

// Concerns reports whether a change of a file may change answers: the file or its folder is new
// or gone, or its content was compared.
func (f *Finder) Concerns(name string) bool {
	name = f.abs(name)
	info, err := os.Lstat(name)
	if filepath.Base(name) == ".gitignore" || err == nil && info.IsDir() {
		return true
	}
	if err == nil && !mayBeIncluded(filepath.Base(name)) {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.compared[name] {
		return true
	}
	for top, t := range f.trees {
		if !inside(top, name) {
			continue
		}
		if file, folder := t.holds(name); err == nil && !file || err != nil && (file || folder) {
			return true
		}
	}
	return false
}

// holds reports whether the tree has a path as a file, or as a folder on the path of one.
func (t *tree) holds(name string) (file, folder bool) {
	rel, err := filepath.Rel(t.top, name)
	if err != nil {
		return false, false
	}
	rel = filepath.ToSlash(rel)
	dir, base := path.Split(rel)
	return slices.Contains(t.folders[base], strings.TrimSuffix(dir, "/")), t.around[rel]
}

// Forget drops all cached information about the file system.
func (f *Finder) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.tops)
	clear(f.trees)
	clear(f.found)
	clear(f.compared)
}

// A walk fills a tree.
type walk struct {
	*tree
	left int
}

// folder adds the files below a folder. rel is its path relative to the top. It does not follow
// symbolic links, which may lead out of the repository.
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
			for folder := rel; folder != "." && folder != "" && !w.around[folder]; folder = path.Dir(folder) {
				w.around[folder] = true
			}
		}
	}
}

// mayBeIncluded reports whether a file with this name may be included: it has the extension of a
// source, or none.
func mayBeIncluded(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case "", ".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".cu", ".inl", ".inc", ".ipp", ".ixx", ".tpp", ".txx", ".tcc", ".tcu", ".impl", ".def", ".x", ".c", ".cc", ".cpp", ".cxx",
		".icc", ".ii", ".i", ".gen", ".table", ".tbl", ".dat", ".in":
		return true
	}
	return false
}
