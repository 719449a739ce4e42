package includes

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint/gitignore"
)

// A Boundary decides which files may be read because a source includes them. Absolute paths,
// "..", and symbolic links could otherwise lead to files outside of the project, whose content
// might show in a report. It asks the file system once about each path, and is safe for
// concurrent use.
type Boundary struct {
	dir   string   // absolute
	given []string // absolute

	mu    sync.RWMutex
	real  map[string]string // by path as it was asked for; "" where there is no such file
	tops  map[string]string // the repositories of folders, "" for none
	named []string          // the places of given; nil before they are asked for
}

// NewBoundary returns the Boundary of a run in a working folder that is given some files
// and folders, relative to it or absolute.
func NewBoundary(dir string, given []string) *Boundary {
	b := &Boundary{dir: absolute("", dir)}
	for _, name := range given {
		b.given = append(b.given, absolute(b.dir, name))
	}
	b.Forget()
	return b
}

// absolute returns a path that may be relative to a folder, or to the working folder where
// that is "", as an absolute one.
func absolute(dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return filepath.Clean(name)
}

// An Area holds the folders and files that may be read for one source.
type Area struct {
	boundary *Boundary
	roots    []string // real paths of folders and files
}

// Around returns the area of a source: its folder, its repository, the working folder, the
// files and folders that the run is given, and other named folders and files.
func (b *Boundary) Around(source string, named ...string) *Area {
	a := &Area{boundary: b}
	folder := filepath.Dir(absolute(b.dir, source))
	a.add(b.dir)
	a.add(b.top(folder))
	a.add(folder)
	for _, place := range b.places() {
		a.add(place)
	}
	for _, name := range named {
		a.add(absolute(b.dir, name))
	}
	return a
}

// Roots returns the real paths of the folders and files of the area. Areas with the same roots
// are the same.
func (a *Area) Roots() []string { return a.roots }

// add adds a file, or a folder with its content. It ignores "".
func (a *Area) add(name string) {
	if name == "" {
		return
	}
	if real := a.boundary.resolve(name); real != "" && !a.holds(real) {
		a.roots = append(a.roots, real)
	}
}

func (a *Area) holds(real string) bool {
	return slices.ContainsFunc(a.roots, func(root string) bool { return inside(root, real) })
}

// Holds reports whether a file may be read, if it exists.
func (a *Area) Holds(name string) bool {
	if len(name) > maxPath {
		return false
	}
	real := a.boundary.Place(name)
	return real == "" || a.holds(real)
}

// Place returns the path of a file with symbolic links resolved, "" if it does not exist.
func (b *Boundary) Place(name string) string {
	b.mu.RLock()
	real, known := b.real[name]
	b.mu.RUnlock()
	if known {
		return real
	}
	real = b.resolve(absolute(b.dir, name))
	if len(name) <= 2*maxPath {
		b.keep(name, real)
	}
	return real
}

// places returns the given folders, and the folders of the given files. A link counts as the
// file that it leads to: builds lay out their sources as links.
func (b *Boundary) places() []string {
	b.mu.RLock()
	places := b.named
	b.mu.RUnlock()
	if places != nil {
		return places
	}
	places = []string{}
	for _, name := range b.given {
		real := b.resolve(name)
		info, err := os.Stat(real)
		switch {
		case real == "" || err != nil:
		case info.IsDir():
			places = append(places, real)
		default:
			places = append(places, filepath.Dir(name), filepath.Dir(real))
			if top := b.top(filepath.Dir(real)); top != "" {
				places = append(places, top)
			}
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.named = places
	return places
}

// top returns the repository of a folder, "" for none.
func (b *Boundary) top(folder string) string {
	b.mu.RLock()
	top, known := b.tops[folder]
	b.mu.RUnlock()
	if !known {
		top = gitignore.Top(folder)
		b.mu.Lock()
		b.tops[folder] = top
		b.mu.Unlock()
	}
	return top
}

// resolve returns the path of a file with symbolic links resolved, "" if it does not exist. It
// resolves the links of a folder once for all its files.
func (b *Boundary) resolve(name string) string {
	b.mu.RLock()
	real, known := b.real[name]
	b.mu.RUnlock()
	if known || len(name) > 2*maxPath {
		return real
	}
	if folder := filepath.Dir(name); folder == name {
		real = name
	} else if above := b.resolve(folder); above != "" {
		real = filepath.Join(above, filepath.Base(name))
		switch info, err := os.Lstat(real); {
		case err != nil:
			real = ""
		case info.Mode()&fs.ModeSymlink != 0:
			if real, err = filepath.EvalSymlinks(real); err != nil {
				real = ""
			}
		}
	}
	b.keep(name, real)
	return real
}

func (b *Boundary) keep(name, real string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.real) >= maxResolved {
		clear(b.real)
	}
	b.real[name] = real
}

const (
	// maxResolved bounds Boundary.real: each letter typed in an #include asks for a new path.
	maxResolved = 1 << 18
	// maxPath bounds the paths that are read, in bytes; Linux opens no longer ones. With the
	// folder that they are relative to they may be twice as long.
	maxPath = 1 << 12
)

// Forget drops all cached information about the file system.
func (b *Boundary) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.real, b.tops, b.named = map[string]string{}, map[string]string{}, nil
}
