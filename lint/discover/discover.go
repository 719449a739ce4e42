// Package discover finds the source files of paths, and distinguishes CUDA code from plain C++.
package discover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/gitignore"
)

// Candidate reports whether a file with this name is linted. ifCUDA is set if that is so only if
// the file contains CUDA code.
func Candidate(name string) (ok, ifCUDA bool) {
	switch source.KindOf(name) {
	case source.CUDASource, source.CUDAHeader:
		return true, false
	case source.Header:
		return true, true
	case source.HostSource:
		// CUDA code is C++. Files named .c++ are too rare to be searched for.
		ext := strings.ToLower(filepath.Ext(name))
		searched := ext != ".c" && ext != ".c++"
		return searched, searched
	}
	return false, false
}

// IsCUDA reports whether a file contains CUDA code by its name.
func IsCUDA(name string) bool {
	ok, ifCUDA := Candidate(name)
	return ok && !ifCUDA
}

// A Search finds the source files of paths.
type Search struct {
	// Dir is the folder that paths are relative to, the working folder where it is "".
	Dir string
	// Excludes reports whether a file or folder below a named one is excluded. nil excludes
	// nothing.
	Excludes func(path string, isDir bool) bool
	// ExcludesNamed does so for those that are named.
	ExcludesNamed func(path string, isDir bool) bool
}

// Files returns the source files of paths. A file stands for itself, whatever git ignores; one that
// is no C++ by its name is a problem. A folder stands for the sources below it that git does not ignore.
// Symbolic links to folders are not followed; a link to a folder that contains it is a problem.
func (s *Search) Files(paths []string) ([]Input, []lint.Problem) {
	d := discovery{Search: s, dir: s.Dir, seen: map[string]bool{}}
	if top, err := filepath.Abs(s.Dir); err == nil {
		d.top = top
	}
	for _, p := range paths {
		d.path(p)
	}
	slices.SortFunc(d.inputs, func(a, b Input) int { return strings.Compare(a.Path, b.Path) })
	return d.inputs, lint.MergeProblems(d.problems)
}

type discovery struct {
	*Search
	dir      string
	top      string // dir as an absolute path, asked for once: that takes longer than a file
	seen     map[string]bool
	inputs   []Input
	problems []lint.Problem
}

func (d *discovery) abs(p string) string {
	if filepath.IsAbs(p) || d.dir == "" {
		return p
	}
	return filepath.Join(d.dir, p)
}

// absolute returns the absolute path of p.
func (d *discovery) absolute(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(d.top, p)
}

func (d *discovery) fail(p string, err error) {
	message := lint.Reason(err).Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		message = "there is no such file or folder"
	case errors.Is(err, syscall.ELOOP):
		message = "the symbolic link leads back to itself"
	}
	d.problems = append(d.problems, lint.Problem{Kind: lint.IO, Path: filepath.ToSlash(filepath.Clean(p)), Message: message})
}

func (d *discovery) add(p string, ifCUDA bool) {
	if key := d.absolute(p); !d.seen[key] {
		d.seen[key] = true
		d.inputs = append(d.inputs, Input{Path: filepath.Clean(p), IfCUDA: ifCUDA})
	}
}

// path adds the files of one argument.
func (d *discovery) path(p string) {
	info, err := os.Stat(d.abs(p))
	switch {
	case err != nil:
		d.fail(p, err)
	case d.ExcludesNamed != nil && d.ExcludesNamed(p, info.IsDir()):
	case info.IsDir():
		d.folder(p, gitignore.Above(d.abs(p)))
	case !nameable(p):
		message := "is no CUDA or C++ source, by its name; if it is one, pass it as standard input: - with --stdin-filename NAME.cu"
		if strings.EqualFold(filepath.Ext(p), ".hip") {
			message = "is a HIP source, which is not linted"
		}
		d.problems = append(d.problems, lint.Problem{Kind: lint.IO, Path: filepath.ToSlash(filepath.Clean(p)), Message: message})
	default:
		_, ifCUDA := Candidate(p)
		d.add(p, ifCUDA)
	}
}

// fragments are the extensions of C++ that is included, and of modules. Such files are linted if
// they are named.
var fragments = words(".inc .ipp .tpp .tcc .txx .impl .cui .h++ .ixx .cppm .ccm")

// nameable reports whether a file may be linted if it is named: its name is that of C++, or of a
// template of such a file for CMake.
func nameable(name string) bool {
	name = strings.TrimSuffix(name, ".in")
	return source.KindOf(name) != source.OtherFile || fragments[strings.ToLower(filepath.Ext(name))]
}

// folder adds the sources below a folder. ignored holds the rules from the folders above.
func (d *discovery) folder(p string, ignored *gitignore.Rules) {
	entries, err := os.ReadDir(d.abs(p))
	if err != nil {
		d.fail(p, err)
		return
	}
	ignored = ignored.With(d.abs(p))
	for _, entry := range entries {
		name := filepath.Join(p, entry.Name())
		switch {
		case entry.Name() == ".git" || entry.Name() == "CMakeFiles": // what git and CMake work with
		case ignored.Ignores(d.absolute(name), entry.IsDir()):
		case d.Excludes != nil && d.Excludes(name, entry.IsDir()):
		case entry.IsDir():
			d.folder(name, ignored)
		case entry.Type()&fs.ModeSymlink != 0:
			d.link(name)
		default:
			if ok, ifCUDA := Candidate(entry.Name()); ok {
				d.add(name, ifCUDA)
			}
		}
	}
}

// link adds the target of a symbolic link, if that is a source.
func (d *discovery) link(name string) {
	ok, ifCUDA := Candidate(name)
	info, err := os.Stat(d.abs(name))
	switch {
	case errors.Is(err, syscall.ELOOP) || err != nil && ok:
		d.fail(name, err)
	case err != nil:
		// A dangling link that would not be linted anyway.
	case !info.IsDir():
		if ok {
			d.add(name, ifCUDA)
		}
	case leadsUp(d.abs(name)):
		d.problems = append(d.problems, lint.Problem{Kind: lint.IO, Path: filepath.ToSlash(name),
			Message: "the symbolic link leads to a folder that it is in; it is not followed"})
	}
}

// leadsUp reports whether a symbolic link leads to a folder that contains it.
func leadsUp(link string) bool {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return false
	}
	parent, err := filepath.Abs(filepath.Dir(link))
	if err != nil {
		return false
	}
	if parent, err = filepath.EvalSymlinks(parent); err != nil {
		return false
	}
	if target, err = filepath.Abs(target); err != nil {
		return false
	}
	return parent == target || strings.HasPrefix(parent, strings.TrimSuffix(target, string(filepath.Separator))+string(filepath.Separator))
}

// An Input is one file to lint.
type Input struct {
	// Path is the name the file is read from and, cleaned, reported under.
	Path string
	// Text is the content where it does not come from the file system.
	Text    []byte
	HasText bool
	// IfCUDA is set for extensions that plain C++ uses, too: the file counts only if it
	// contains CUDA code.
	IfCUDA bool
}

// IsHeader reports whether a file is a header by its name.
func IsHeader(name string) bool {
	kind := source.KindOf(name)
	return kind == source.CUDAHeader || kind == source.Header
}
