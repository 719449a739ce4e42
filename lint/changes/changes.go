// Package changes finds the lines that differ between a git revision and the present files,
// and the findings that depend on such lines.
package changes

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// Since compares files with their state at a revision.
type Since struct {
	rev  string
	repo *repository
	dir  string
	text func(path string) ([]byte, error)
	// files holds the changes of the files compared so far, by reported path.
	files    map[string]*file
	problems []lint.Problem
}

// Open finds a revision in the repository that contains a folder. "A..." means the merge base
// of A and HEAD, as for git diff. text returns the content of a file by its reported path,
// which is relative to dir. An error says what to do.
//
// Files are compared in their present state, including uncommitted changes and untracked
// files. Git only reads objects of the revision; see type git.
func Open(ctx context.Context, dir, rev string, text func(path string) ([]byte, error)) (*Since, error) {
	repo, err := open(ctx, dir, rev)
	if err != nil {
		return nil, err
	}
	if _, err := repo.list(); err != nil {
		return nil, err
	}
	return &Since{rev: rev, repo: repo, dir: dir, text: text, files: map[string]*file{}}, nil
}

// A file holds the changes of one file.
type file struct {
	// all is set if all lines count as changed: the revision does not have the file, or its
	// old content is not known.
	all bool
	// outside is set if the file is outside of the repository.
	outside bool
	text    []byte // nil where nothing changed
	hunks   []hunk
}

// Problems returns the files that could not be compared. All their lines count as changed.
func (s *Since) Problems() []lint.Problem { return s.problems }

// Filter accepts the findings that depend on a changed line: on their own lines, on those of
// related places, or on those of lint.Diagnostic.Slice (the function around them, the kernel,
// the launch). Lines that fixes have changed count as they were before.
func (s *Since) Filter(r *engine.Result) func(*lint.Diagnostic) bool {
	edited := map[string]edit{}
	for _, f := range r.Edited {
		edited[f.Path] = edit{f.Before, f.After, diff(f.Before, f.After)}
	}
	var paths []string
	for i := range r.Findings {
		for _, l := range linesOf(&r.Findings[i]) {
			paths = append(paths, l.Path)
		}
	}
	slices.Sort(paths)
	s.compare(slices.Compact(paths), edited)
	return func(d *lint.Diagnostic) bool {
		if f := s.files[d.Path]; f.outside || s.moved(d, edited) {
			return true
		}
		return slices.ContainsFunc(linesOf(d), func(l lint.Lines) bool { return s.touched(l, edited) })
	}
}

// An edit holds a file before and after fixes.
type edit struct {
	before, after []byte
	hunks         []hunk
}

// linesOf returns the lines that a finding depends on, its own first.
func linesOf(d *lint.Diagnostic) []lint.Lines {
	out := []lint.Lines{placeLines(&d.Place)}
	for i := range d.Related {
		out = append(out, placeLines(&d.Related[i].Place))
	}
	return append(out, d.Slice...)
}

func placeLines(p *lint.Place) lint.Lines {
	last := p.End.Line
	if p.End.Column == 1 {
		last-- // it ends with the line break
	}
	return lint.Lines{Path: p.Path, First: p.Start.Line, Last: max(last, p.Start.Line)}
}

func (s *Since) touched(l lint.Lines, edited map[string]edit) bool {
	f := s.files[l.Path]
	if f.all {
		return true
	}
	if e, ok := edited[l.Path]; ok {
		l.First, l.Last = back(e.hunks, l.First, l.Last)
	}
	return touches(f.hunks, l.First, l.Last)
}

// moved reports whether the text of a finding's line has changed: the file was modified while
// it was checked.
func (s *Since) moved(d *lint.Diagnostic, edited map[string]edit) bool {
	text := s.files[d.Path].text
	if e, ok := edited[d.Path]; ok {
		text = e.after
	}
	if text == nil {
		return false
	}
	from := d.Start.Offset - (d.Start.Column - 1) + d.LineOffset
	return from < 0 || from+len(d.Line) > len(text) || string(text[from:from+len(d.Line)]) != d.Line
}

// compare compares files, except those that were compared before.
func (s *Since) compare(paths []string, edited map[string]edit) {
	byRepository := map[*repository]map[string]*file{}
	var order []*repository
	for _, path := range paths {
		if s.files[path] != nil {
			continue
		}
		f := &file{}
		s.files[path] = f
		repo, name, err := s.repo.find(s.real(path))
		if err != nil {
			s.problem(path, err)
			f.all = true
			continue
		}
		if repo == nil {
			f.outside = true
			continue
		}
		text, err := s.before(path, edited)
		if o, ok := repo.files[name]; err == nil && ok && o.mode != symlink && isBlob(text, o.name) {
			continue
		}
		f.all = true
		if err != nil {
			continue // said where the file was checked
		}
		f.text = text
		if byRepository[repo] == nil {
			byRepository[repo] = map[string]*file{}
			order = append(order, repo)
		}
		// Several paths may lead to one file.
		if other := byRepository[repo][name]; other != nil {
			s.files[path] = other
			continue
		}
		byRepository[repo][name] = f
	}
	for _, repo := range order {
		if err := repo.compare(byRepository[repo]); err != nil {
			s.problem("", err)
		}
	}
}

// before returns the content of a file before fixes.
func (s *Since) before(path string, edited map[string]edit) ([]byte, error) {
	if e, ok := edited[path]; ok {
		return e.before, nil
	}
	return s.text(path)
}

// real returns the path of a file with symbolic links resolved. The file itself may be
// missing, as for standard input.
func (s *Since) real(path string) string {
	name := filepath.FromSlash(path)
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.dir, name)
	}
	real, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if real, err = filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
			real = filepath.Join(real, filepath.Base(name))
		}
	}
	if err != nil {
		return name
	}
	return real
}

func (s *Since) problem(path string, err error) {
	p := lint.Problem{Kind: lint.Config, Path: path, Message: fmt.Sprintf("--diff-from %s: %s; all lines count as changed", s.rev, err)}
	if !slices.ContainsFunc(s.problems, func(q lint.Problem) bool { return q.Message == p.Message }) {
		s.problems = append(s.problems, p)
	}
}

// compare compares files with the commit. files maps paths in the repository to files whose
// text is set.
func (r *repository) compare(files map[string]*file) error {
	old := map[string]string{} // where each file that the revision has was
	fresh := map[string][]byte{}
	for path, f := range files {
		o, ok := r.files[path]
		if !ok {
			fresh[path] = f.text
		} else if o.mode != symlink && o.mode != gitlink { // else it has become a file
			old[path] = path
		}
	}
	if len(fresh) > 0 {
		renamed, err := r.renames(fresh)
		if err != nil {
			return err
		}
		for path, from := range renamed {
			old[path] = from
		}
	}
	return r.diff(files, old)
}

// diff compares files with the commit's files at their old paths.
func (r *repository) diff(files map[string]*file, old map[string]string) error {
	var paths, names, missing []string
	for path := range old {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		names = append(names, r.files[old[path]].name)
	}
	err := r.git.blobs(names, func(i int, text []byte) {
		if text == nil {
			missing = append(missing, old[paths[i]])
			return
		}
		f := files[paths[i]]
		f.all, f.hunks = false, diff(text, f.text)
	})
	var said *gitError
	if errors.As(err, &said) && said.partial() {
		return errors.New("the partial clone lacks the old contents of files, and cudalint does not fetch them: clone without --filter")
	}
	if err == nil && len(missing) > 0 {
		err = fmt.Errorf("the repository does not have the old contents of %s, or they are too large", strings.Join(missing[:min(3, len(missing))], ", "))
	}
	return err
}
