package changes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// A repository is a git repository at one commit.
type repository struct {
	git    git
	top    string // the root of its working tree, without links
	commit string
	// files are the files of the commit by path relative to top, listed on first use.
	files  map[string]object
	listed bool
	// subs are the submodules by path, opened on first use.
	subs map[string]*repository
}

// open finds the repository of a folder and the commit of a revision.
func open(ctx context.Context, dir, rev string) (*repository, error) {
	r := &repository{git: git{ctx: ctx, dir: dir}, subs: map[string]*repository{}}
	if err := r.findTop(); err != nil {
		return nil, err
	}
	var err error
	r.commit, err = r.resolve(rev)
	return r, err
}

// findTop finds the root of the working tree.
func (r *repository) findTop() error {
	top, err := r.git.line("rev-parse", "--show-toplevel")
	var said *gitError
	switch {
	case errors.As(err, &said) && (strings.Contains(said.message, "must be run in a work tree") || strings.Contains(said.message, "bare repository")):
		return errors.New("the working folder is in a bare git repository, which has no files to compare")
	case errors.As(err, &said) && strings.Contains(said.message, "not a git repository"):
		return errors.New("the working folder is not in a git repository")
	case err != nil:
		return err
	}
	r.top, err = filepath.EvalSymlinks(filepath.FromSlash(top))
	return err
}

// resolve returns the commit of a revision, and for "A..." the merge base of A and HEAD.
func (r *repository) resolve(rev string) (string, error) {
	if start, end, ok := strings.Cut(rev, "..."); ok {
		if end != "" && end != "HEAD" && end != "@" {
			return "", fmt.Errorf("the other end is always the working tree: write %q", start+"...")
		}
		if start == "" {
			start = "HEAD"
		}
		return r.mergeBase(start)
	}
	if start, _, ok := strings.Cut(rev, ".."); ok {
		return "", fmt.Errorf("a range is not allowed: write %s for the differences from it, or %s... for those since the common ancestor", start, start)
	}
	return r.verify(rev)
}

// mergeBase returns the best common ancestor of a revision and HEAD.
func (r *repository) mergeBase(rev string) (string, error) {
	start, err := r.verify(rev)
	if err != nil {
		return "", err
	}
	head, err := r.verify("HEAD")
	if err != nil {
		return "", err
	}
	base, err := r.git.line("merge-base", start, head)
	if err == nil && base != "" {
		return base, nil
	}
	var said *gitError
	if err != nil && !errors.As(err, &said) {
		return "", err
	}
	return "", fmt.Errorf("%s and HEAD have no common ancestor%s", rev, r.depth())
}

// verify returns the commit that a revision names.
func (r *repository) verify(rev string) (string, error) {
	switch {
	case strings.TrimSpace(rev) == "":
		return "", errors.New("the revision is empty")
	case strings.HasPrefix(rev, "-"):
		return "", fmt.Errorf("%q is not a revision", rev)
	}
	commit, err := r.lookUp(rev)
	var said *gitError
	if err == nil || !errors.As(err, &said) {
		return commit, err
	}
	message := fmt.Sprintf("the repository has no revision %s", rev)
	if _, err := r.lookUp("refs/remotes/origin/" + rev); err == nil {
		return "", fmt.Errorf("%s, but it has origin/%s", message, rev)
	}
	return "", errors.New(message + r.depth())
}

// lookUp returns the commit that git finds under a name.
func (r *repository) lookUp(rev string) (string, error) {
	return r.git.line("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
}

// depth returns advice if the clone is shallow, as the end of a message.
func (r *repository) depth() string {
	if shallow, err := r.git.line("rev-parse", "--is-shallow-repository"); err == nil && shallow == "true" {
		return ": the clone is shallow; fetch the whole history (fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 in GitLab, git fetch --unshallow)"
	}
	return ""
}

// list returns the files of the commit.
func (r *repository) list() (map[string]object, error) {
	if r.listed {
		return r.files, nil
	}
	files, err := r.git.tree(r.commit)
	if err == nil {
		r.files, r.listed = files, true
	}
	return files, err
}

// find returns the repository that contains a file, r itself or a submodule, and the path in
// it. It returns nil if neither contains the file at the commit.
func (r *repository) find(file string) (*repository, string, error) {
	rel, err := filepath.Rel(r.top, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return nil, "", nil
	}
	rel = filepath.ToSlash(rel)
	files, err := r.list()
	if err != nil {
		return nil, "", err
	}
	for at := strings.IndexByte(rel, '/'); at >= 0; {
		if module := files[rel[:at]]; module.mode == gitlink {
			sub, err := r.sub(rel[:at], module.name)
			if err != nil || sub == nil {
				return nil, "", err
			}
			return sub.find(file)
		}
		next := strings.IndexByte(rel[at+1:], '/')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return r, rel, nil
}

// sub returns a submodule at its commit of that time, nil if the working tree does not have it.
func (r *repository) sub(path, commit string) (*repository, error) {
	if sub, known := r.subs[path]; known {
		return sub, nil
	}
	dir := filepath.Join(r.top, filepath.FromSlash(path))
	sub := &repository{git: git{ctx: r.git.ctx, dir: dir, own: true}, commit: commit, subs: map[string]*repository{}}
	r.subs[path] = nil
	if err := sub.findTop(); err != nil {
		return nil, fmt.Errorf("submodule %s: %w", path, err)
	}
	if sub.top != dir {
		return nil, nil // the working tree around it: there is none
	}
	if _, err := sub.lookUp(commit); err != nil {
		return nil, fmt.Errorf("submodule %s: its clone does not have commit %.12s%s", path, commit, sub.depth())
	}
	r.subs[path] = sub
	return sub, nil
}
