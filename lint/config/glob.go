package config

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// The limits of patterns: matching is quadratic in their length at worst, and
// alternatives multiply.
const (
	maxPatterns     = 1000 // in one list
	maxPattern      = 256  // bytes
	maxAlternatives = 64
)

// strayBackslash is a backslash that escapes nothing.
var strayBackslash = regexp.MustCompile(`\\[^][*?{},!\\-]`)

// A pattern is a glob over paths below a folder.
type pattern struct {
	// globs are the pattern without alternatives in braces.
	globs []string
	// anywhere is set where the pattern holds no slash: it matches the name of a
	// file or folder at any depth.
	anywhere bool
	// folders is set where it ends in a slash: it matches folders alone.
	folders bool
}

// parsePattern reads a pattern as .gitignore and ruff take it: *, ?, [a-z], ** between
// slashes, {a,b}; without a slash it matches at any depth, with one from the folder of
// the configuration file on; one that ends in a slash matches folders alone.
func parsePattern(s string) (pattern, error) {
	var p pattern
	switch {
	case s == "":
		return p, errors.New("an empty pattern matches nothing")
	case len(s) > maxPattern:
		return p, fmt.Errorf("the pattern %.40q... is longer than %d bytes", s, maxPattern)
	case s[0] == '!':
		return p, fmt.Errorf("the pattern %q: what is excluded cannot be taken in again by !; name it on the command line to lint it, or write [!] for a name that starts so", s)
	case strayBackslash.MatchString(s):
		return p, fmt.Errorf("the pattern %q: folders are separated by / on every system", s)
	}
	s, p.folders = strings.CutSuffix(s, "/")
	p.anywhere = !strings.Contains(s, "/")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "./"), "/")
	if s == "" || s == "." {
		return p, errors.New("the pattern names the folder of the configuration file itself; write ** for all below it")
	}
	for _, name := range strings.Split(s, "/") {
		if name == ".." {
			return p, fmt.Errorf("the pattern %q leads out of the folder of the configuration file", s)
		}
	}
	if !doublestar.ValidatePattern(s) {
		return p, fmt.Errorf("%q is not a pattern: a bracket or brace is not closed, or a range is empty", s)
	}
	var ok bool
	if p.globs, ok = alternatives(s, nil); !ok {
		return p, fmt.Errorf("the pattern %q stands for more than %d alternatives", s, maxAlternatives)
	}
	return p, nil
}

// alternatives appends the globs without braces that a valid one stands for; false where
// they are too many.
func alternatives(glob string, to []string) ([]string, bool) {
	open, closed, commas := braces(glob)
	if open < 0 {
		return append(to, glob), len(to) < maxAlternatives
	}
	from, ok := open+1, true
	for _, end := range append(commas, closed) {
		if to, ok = alternatives(glob[:open]+glob[from:end]+glob[closed+1:], to); !ok {
			return to, false
		}
		from = end + 1
	}
	return to, true
}

// braces returns where the first brace opens and closes, and its commas; -1 for none.
func braces(glob string) (open, closed int, commas []int) {
	open = -1
	depth := 0
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '[':
			for i++; i < len(glob) && glob[i] != ']'; i++ {
				if glob[i] == '\\' {
					i++
				}
			}
		case '{':
			if depth++; depth == 1 {
				open = i
			}
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		case '}':
			if depth--; depth == 0 {
				return open, i, commas
			}
		}
	}
	return -1, 0, nil
}

// matches reports whether the pattern matches a file or folder by its path from the
// folder of the pattern; the folders above it are not looked at.
func (p *pattern) matches(rel string, isDir bool) bool {
	if p.folders && !isDir || rel == "." {
		return false
	}
	if p.anywhere {
		rel = path.Base(rel)
	} else if rel == ".." || strings.HasPrefix(rel, "../") {
		return false
	}
	for _, glob := range p.globs {
		if doublestar.MatchUnvalidated(glob, rel) {
			return true
		}
	}
	return false
}

// matchesBelow reports whether the pattern matches a file or folder, or a folder above it.
func (p *pattern) matchesBelow(rel string, isDir bool) bool {
	if p.matches(rel, isDir) {
		return true
	}
	for dir := path.Dir(rel); dir != "." && dir != "/" && dir != ".."; dir = path.Dir(dir) {
		if p.matches(dir, true) {
			return true
		}
	}
	return false
}
