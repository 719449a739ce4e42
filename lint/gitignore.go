package lint

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// ignoreRules are the .gitignore files that apply in a folder, innermost first.
// A nil *ignoreRules ignores nothing.
type ignoreRules struct {
	outer    *ignoreRules
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

// ignoreAbove returns the rules that the repository around a folder gives it:
// .git/info/exclude and the .gitignore files from the top of the repository to
// the folder's parent. Rules of the user or the machine are left out, so that
// the same tree gives the same result everywhere. Outside a repository there are
// none above.
func ignoreAbove(folder string) *ignoreRules {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil
	}
	var between []string // folders from the parent up to the top
	for top := folder; ; top = filepath.Dir(top) {
		if top != folder {
			between = append(between, top)
		}
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			rules := (*ignoreRules)(nil).withFile(top, filepath.Join(top, ".git", "info", "exclude"))
			for i := len(between) - 1; i >= 0; i-- {
				rules = rules.with(between[i])
			}
			return rules
		}
		if top == filepath.Dir(top) {
			return nil
		}
	}
}

// with returns the rules with those of a folder's .gitignore added.
func (r *ignoreRules) with(folder string) *ignoreRules {
	return r.withFile(folder, filepath.Join(folder, ".gitignore"))
}

func (r *ignoreRules) withFile(base, file string) *ignoreRules {
	text, err := os.ReadFile(file)
	if err != nil {
		return r // there is none, or git could not read it either
	}
	base, err = filepath.Abs(base)
	if err != nil {
		return r
	}
	return &ignoreRules{outer: r, base: base, patterns: parseIgnore(text)}
}

// ignores reports whether git ignores a file or folder whose parent folders are
// not ignored. The last pattern that matches decides, an inner file before an
// outer one.
func (r *ignoreRules) ignores(name string, isDir bool) bool {
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
	// As git does, what stands before the first special character is compared
	// apart, so that ** after it stands at the start of what is matched: a** then
	// matches across slashes.
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
		line := trimTrailingSpaces(strings.TrimSuffix(string(raw), "\r"))
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
