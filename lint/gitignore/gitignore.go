// Package gitignore decides which files git ignores (gitignore(5)) and which attributes they have
// (gitattributes(5)), without running git.
package gitignore

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/cudalint/cudalint/lint/bounded"
)

// Rules are the .gitignore files that apply in a folder, innermost first.
// A nil *Rules ignores nothing.
type Rules struct {
	outer    *Rules
	base     string // absolute folder that the patterns are relative to
	patterns []ignorePattern
}

// An ignorePattern is one line of a .gitignore file.
type ignorePattern struct {
	glob     string
	negated  bool
	dirOnly  bool
	anchored bool // matches the whole path from base, else the last name only
}

// Above returns the rules that apply to a folder from above: info/exclude of its repository, and
// the .gitignore files from the top of the repository to the folder's parent. It does not read
// rules of the user or the machine (core.excludesFile), so that the same tree gives the same
// result everywhere. There are no rules outside of a repository.
func Above(folder string) *Rules {
	folder, err := filepath.Abs(folder)
	if err != nil || excludeFile(folder) != "" {
		return nil
	}
	var above []string // the folder's parents, the nearest first
	for dir := filepath.Dir(folder); ; dir = filepath.Dir(dir) {
		above = append(above, dir)
		if excludeFile(dir) != "" {
			break
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
	var rules *Rules
	for i := len(above) - 1; i >= 0; i-- {
		rules = rules.With(above[i])
	}
	return rules
}

// With adds the rules of a folder's .gitignore. In a nested repository, such as a submodule, the
// rules of the outer one do not apply.
func (r *Rules) With(folder string) *Rules {
	if exclude := excludeFile(folder); exclude != "" {
		r = (*Rules)(nil).withFile(folder, exclude)
	}
	name := filepath.Join(folder, ".gitignore")
	if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeSymlink != 0 {
		return r // git does not follow a link either
	}
	return r.withFile(folder, name)
}

// maxIgnoreFile bounds a file of patterns. The largest of public repositories have some
// hundred kilobytes.
const maxIgnoreFile = 8 << 20 // bytes

func (r *Rules) withFile(base, file string) *Rules {
	text, err := bounded.Read(file, maxIgnoreFile)
	if err != nil {
		return r // there is none, it is not one, or git could not read it either
	}
	base, err = filepath.Abs(base)
	if err != nil {
		return r
	}
	return &Rules{outer: r, base: base, patterns: parseIgnore(text)}
}

// excludeFile returns the path of info/exclude, which need not exist, of the repository whose top
// is a folder. It returns "" if the folder is not the top of one. In worktrees and submodules,
// .git is a file that names a folder elsewhere (gitrepository-layout(5)).
func excludeFile(top string) string {
	dir := filepath.Join(top, ".git")
	info, err := os.Stat(dir)
	if err != nil {
		return ""
	}
	if !info.IsDir() {
		if dir = pathIn(dir, "gitdir: ", top); dir == "" {
			return ""
		}
	}
	common := dir
	if name := pathIn(filepath.Join(dir, "commondir"), "", dir); name != "" {
		common = name
	}
	for _, name := range []string{filepath.Join(dir, "HEAD"), filepath.Join(common, "objects"), filepath.Join(common, "refs")} {
		if _, err := os.Lstat(name); err != nil {
			return "" // git sees no repository there
		}
	}
	return filepath.Join(common, "info", "exclude")
}

// pathIn returns the path after a prefix in a small file of git, relative to a folder, "" for
// none.
func pathIn(file, prefix, relativeTo string) string {
	const longest = 4096 // PATH_MAX of Linux
	text, err := bounded.Read(file, longest)
	name, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), prefix)
	if err != nil || !ok || name == "" {
		return ""
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(relativeTo, name)
}

// Ignores reports whether git ignores a file or folder whose parent folders are
// not ignored. The last pattern that matches decides, an inner file before an
// outer one.
func (r *Rules) Ignores(name string, isDir bool) bool {
	name, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	for ; r != nil; r = r.outer {
		rel, err := filepath.Rel(r.base, name)
		if err != nil {
			continue
		}
		rel = filepath.ToSlash(rel)
		for i := len(r.patterns) - 1; i >= 0; i-- {
			if p := &r.patterns[i]; p.matches(rel, isDir) {
				return !p.negated
			}
		}
	}
	return false
}

func (p *ignorePattern) matches(rel string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if !p.anchored {
		return wildmatch(p.glob, rel[strings.LastIndexByte(rel, '/')+1:])
	}
	// Like git, compare the text before the first special character separately. A ** after it
	// is then at the start of the pattern: a** matches across slashes.
	literal := strings.IndexAny(p.glob, `*?[\\`)
	if literal < 0 {
		return p.glob == rel
	}
	rest, ok := strings.CutPrefix(rel, p.glob[:literal])
	return ok && wildmatch(p.glob[literal:], rest)
}

// parseIgnore reads the lines of a .gitignore file (gitignore(5)).
func parseIgnore(text []byte) []ignorePattern {
	var patterns []ignorePattern
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for _, raw := range bytes.Split(text, []byte("\n")) {
		line, _, _ := strings.Cut(strings.TrimSuffix(string(raw), "\r"), "\x00") // a pattern is a string of C
		line = trimTrailingSpaces(line)
		if line == "" || line[0] == '#' {
			continue
		}
		var p ignorePattern
		if line[0] == '!' {
			p.negated = true
			line = line[1:]
		}
		if strings.HasSuffix(line, "/") {
			p.dirOnly = true
			line = line[:len(line)-1]
		}
		p.anchored = strings.Contains(line, "/")
		p.glob = strings.TrimPrefix(line, "/")
		if p.glob != "" {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimTrailingSpaces drops trailing spaces that no backslash protects.
func trimTrailingSpaces(line string) string {
	end := 0 // after the last byte that counts
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

// Top returns the top folder of the repository that a folder is in; "" outside of any.
func Top(folder string) string {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	for {
		if excludeFile(folder) != "" {
			return folder
		}
		outer := filepath.Dir(folder)
		if outer == folder {
			return ""
		}
		folder = outer
	}
}
