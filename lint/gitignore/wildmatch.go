package gitignore

import "strings"

// wildmatch reports whether a path matches a glob as git matches paths
// (wildmatch with WM_PATHNAME): * and ? and [...] do not match a slash; ** as a
// whole path element matches any number of elements; a backslash takes the next
// character literally. No library at hand agrees with git on all of it; the test
// compares this one with git check-ignore.
func wildmatch(glob, path string) bool { return wild(glob, 0, path) == matched }

// The outcomes of matching the rest of a path. The two aborts keep a glob of
// many stars from taking exponential time: they say that no longer match of an
// outer star can help.
type outcome uint8

const (
	unmatched outcome = iota
	matched
	abort           // the path ended before the glob
	abortToStarStar // only an outer ** can help: a * met a slash
)

// wild matches glob[at:] against a path.
func wild(glob string, at int, path string) outcome {
	for ; at < len(glob); at++ {
		c := glob[at]
		if path == "" && c != '*' {
			return abort
		}
		switch c {
		case '*':
			return wildStar(glob, at, path)
		case '?':
			if path[0] == '/' {
				return unmatched
			}
		case '[':
			end, in := wildClass(glob, at+1, path[0])
			if end < 0 {
				return abort
			}
			if !in || path[0] == '/' {
				return unmatched
			}
			at = end
		case '\\':
			at++
			if at == len(glob) || glob[at] != path[0] {
				return unmatched
			}
		default:
			if c != path[0] {
				return unmatched
			}
		}
		path = path[1:]
	}
	if path != "" {
		return unmatched
	}
	return matched
}

// wildStar matches from the star at glob[at] on.
func wildStar(glob string, at int, path string) outcome {
	next := at
	for next < len(glob) && glob[next] == '*' {
		next++
	}
	rest := glob[next:]
	starStar := next-at >= 2 && (at == 0 || glob[at-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	if starStar && rest != "" && rest[0] == '/' && wild(glob, next+1, path) == matched {
		return matched // "**/" stands for no element at all
	}
	if rest == "" {
		if !starStar && strings.Contains(path, "/") {
			return abortToStarStar
		}
		return matched
	}
	for ; path != ""; path = path[1:] {
		if o := wild(glob, next, path); o != unmatched && (!starStar || o != abortToStarStar) {
			return o
		}
		if !starStar && path[0] == '/' {
			return abortToStarStar
		}
	}
	return abort
}

// wildClass matches one byte against the bracket expression that starts after
// glob[at-1] == '['. It returns the index of the closing bracket, negative if
// there is none.
func wildClass(glob string, at int, c byte) (end int, in bool) {
	negated := at < len(glob) && (glob[at] == '!' || glob[at] == '^')
	if negated {
		at++
	}
	for first := true; ; first = false {
		if at >= len(glob) {
			return -1, false
		}
		low := glob[at]
		if low == ']' && !first {
			return at, in != negated
		}
		if low == '[' && at+1 < len(glob) && glob[at+1] == ':' {
			name, _, ok := strings.Cut(glob[at+2:], "]")
			if !ok {
				return -1, false
			}
			if name, ok = strings.CutSuffix(name, ":"); ok {
				test, known := posixClasses[name]
				if !known {
					return -1, false
				}
				in = in || test(c)
				at += len(name) + 4
				continue
			}
		}
		if low == '\\' {
			at++
			if at >= len(glob) {
				return -1, false
			}
			low = glob[at]
		}
		high := low
		if at+2 < len(glob) && glob[at+1] == '-' && glob[at+2] != ']' {
			at += 2
			if high = glob[at]; high == '\\' {
				at++
				if at >= len(glob) {
					return -1, false
				}
				high = glob[at]
			}
		}
		in = in || low == c || low <= c && c <= high // low counts where the range is none, too
		at++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isGraph(c byte) bool { return ' ' < c && c < 0x7f }
func isAlnum(c byte) bool { return isDigit(c) || isUpper(c) || isLower(c) }

var posixClasses = map[string]func(c byte) bool{
	"digit": isDigit, "upper": isUpper, "lower": isLower, "graph": isGraph, "alnum": isAlnum,
	"alpha":  func(c byte) bool { return isUpper(c) || isLower(c) },
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"print":  func(c byte) bool { return c == ' ' || isGraph(c) },
	"punct":  func(c byte) bool { return isGraph(c) && !isAlnum(c) },
	"space":  func(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' },
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' },
}
