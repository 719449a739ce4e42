// Package generated tells which files a program wrote: people do not edit these, so that advice
// about them helps nobody.
package generated

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/lint/gitignore"
)

// marks are what generators write into the first comment of a file. The last one counts in any
// case.
var marks = []string{"@generated", "DO NOT EDIT", "automatically generated"}

// A Finder finds generated files. It is safe for concurrent use.
type Finder struct {
	// Dir is the folder that paths are relative to.
	Dir string
	// Configured reports whether the configuration says that a file is generated. It may be nil.
	Configured func(path string) bool
	// Text returns the text of a file, false if it is not available.
	Text func(path string) ([]byte, bool)

	mu         sync.Mutex
	known      map[string]bool
	attributes *gitignore.Attributes
}

// Generated reports whether a file, by its reported path, is generated. The configuration counts
// first, then the attribute linguist-generated in .gitattributes, which may also say that the file
// is not, then the first comment of the file.
func (f *Finder) Generated(path string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	is, known := f.known[path]
	if !known {
		if f.known == nil {
			f.known, f.attributes = map[string]bool{}, gitignore.NewAttributes("linguist-generated")
		}
		is = f.find(path)
		f.known[path] = is
	}
	return is
}

// Forget has the Finder look at a file again, by its reported path, after its text has changed.
func (f *Finder) Forget(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.known, path)
}

func (f *Finder) find(path string) bool {
	if f.Configured != nil && f.Configured(path) {
		return true
	}
	name := filepath.FromSlash(path)
	if !filepath.IsAbs(name) {
		name = filepath.Join(f.Dir, name)
	}
	if state := f.attributes.Of(name); state != gitignore.Unspecified {
		return state == gitignore.Set
	}
	text, ok := f.Text(path)
	return ok && Marked(text)
}

// maxHead bounds what is searched of a file. Licenses have up to some ten kilobytes.
const maxHead = 32 << 10 // bytes

// Marked reports whether the first comment of a source says that the source is generated. Comments
// that follow each other without code between them count as one: a mark often follows a license.
func Marked(text []byte) bool {
	comment := firstComment(text[:min(len(text), maxHead)])
	if bytes.Contains(comment, []byte(marks[0])) || bytes.Contains(comment, []byte(marks[1])) {
		return true
	}
	return strings.Contains(strings.ToLower(string(comment)), marks[2])
}

// firstComment returns the part of a source before its first code.
func firstComment(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	at := 0
	for at < len(text) {
		rest, end := text[at:], -1
		switch {
		case bytes.IndexByte([]byte(" \t\r\n\f\v"), rest[0]) >= 0:
			at++
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			end = bytes.IndexByte(rest, '\n')
		case bytes.HasPrefix(rest, []byte("/*")):
			if end = bytes.Index(rest[2:], []byte("*/")); end >= 0 {
				end += len("/**/")
			}
		default:
			return text[:at]
		}
		if end < 0 {
			return text
		}
		at += end
	}
	return text
}
