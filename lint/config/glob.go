package config

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Limits of patterns. Matching takes quadratic time at worst, and alternatives multiply.
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
	// anywhere is set if the pattern has no slash: it matches the name of a file or folder
	// at any depth.
	anywhere bool
	// folders is set if it ends in a slash: it matches only folders.
	folders bool
}

// parsePattern parses a pattern with the syntax of .gitignore and ruff: *, ?, [a-z], ** between
// slashes, {a,b}. Without a slash it matches at any depth, with one relative to the folder of
// the configuration file. If it ends in a slash, it matches only folders.
func parsePattern(s string) (pattern, error) {
	var p pattern
	switch {
	case s == "":
		return p, errors.New("an empty pattern matches nothing")
	case len(s) > maxPattern:
		return p, fmt.Errorf("the pattern %.40q... is longer than %d bytes", s, maxPattern)
	case s[0] == '!':
		return p, fmt.Errorf("the pattern %q: ! cannot include an excluded file again; name the file on the command line to lint it, or write [!] if its name starts with that", s)
	case strayBackslash.MatchString(s):
		return p, fmt.Errorf("the pattern %q: write / between folders, on every system", s)
	}
	s, p.folders = strings.CutSuffix(s, "/")
	p.anywhere = !strings.Contains(s, "/")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "./"), "/")
	if s == "" || s == "." {
		return p, errors.New("the pattern names the folder of the configuration file itself; write ** for everything below it")
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

// alternatives appends the globs without braces that a valid glob stands for. It returns false
// if there are too many.
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

// braces returns the offsets of the first pair of braces and of its commas, -1 for none.
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

// matches reports whether the pattern matches a file or folder by its path relative to the
// folder of the pattern. It does not consider the folders above.
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
