package gitignore

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/cudalint/cudalint/lint/bounded"
)

// Attributes finds an attribute of files in .gitattributes files (gitattributes(5)). It reads each
// file once. It does not read the attributes of the user or the machine, so that the same tree
// gives the same result everywhere. Macros ([attr]) are not expanded.
type Attributes struct {
	name    string
	folders map[string][]attributeLine // by absolute folder
}

// An attributeLine is what one line of a .gitattributes file says about the attribute.
type attributeLine struct {
	ignorePattern
	state State
}

// A State is what git knows of an attribute of a file.
type State int

// The states of an attribute. A value counts as Set, unless it is "false".
const (
	Unspecified State = iota
	Set
	Unset
)

// NewAttributes returns a finder of the attribute with a name.
func NewAttributes(name string) *Attributes {
	return &Attributes{name: name, folders: map[string][]attributeLine{}}
}

// Of returns the state of the attribute for a file. The .gitattributes of the file's folder counts
// before those of the folders above, up to the top of the repository. Outside of a repository
// only the file's folder counts.
func (a *Attributes) Of(name string) State {
	name, err := filepath.Abs(name)
	if err != nil {
		return Unspecified
	}
	folder := filepath.Dir(name)
	top := Top(folder)
	for {
		lines := a.linesOf(folder)
		rel, err := filepath.Rel(folder, name)
		for i := len(lines) - 1; i >= 0 && err == nil; i-- {
			if lines[i].matches(filepath.ToSlash(rel), false) {
				return lines[i].state
			}
		}
		outer := filepath.Dir(folder)
		if top == "" || folder == top || outer == folder {
			return Unspecified
		}
		folder = outer
	}
}

// linesOf returns the lines about the attribute in the .gitattributes file of a folder.
func (a *Attributes) linesOf(folder string) []attributeLine {
	lines, known := a.folders[folder]
	if known {
		return lines
	}
	name := filepath.Join(folder, ".gitattributes")
	if info, err := os.Lstat(name); err == nil && info.Mode()&os.ModeSymlink == 0 { // git does not follow a link either
		if text, err := bounded.Read(name, maxIgnoreFile); err == nil {
			lines = parseAttributes(text, a.name)
		}
	}
	a.folders[folder] = lines
	return lines
}

// parseAttributes returns the lines that mention an attribute.
func parseAttributes(text []byte, attribute string) (lines []attributeLine) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for _, raw := range bytes.Split(text, []byte("\n")) {
		fields := strings.Fields(string(raw))
		if len(fields) < 2 || strings.HasPrefix(fields[0], "#") || strings.HasPrefix(fields[0], "[attr]") {
			continue
		}
		state, mentioned := Unspecified, false
		for _, field := range fields[1:] { // of several mentions the last counts
			if s, ok := stateIn(field, attribute); ok {
				state, mentioned = s, true
			}
		}
		// A pattern is one of .gitignore, except that it is never negated and that a folder's
		// pattern says nothing of the files below it.
		patterns := parseIgnore([]byte(strings.Trim(fields[0], `"`)))
		if mentioned && len(patterns) == 1 && !patterns[0].negated {
			lines = append(lines, attributeLine{patterns[0], state})
		}
	}
	return lines
}

// stateIn returns the state that a word of a .gitattributes file gives to an attribute.
func stateIn(field, attribute string) (State, bool) {
	name, value, valued := strings.Cut(field, "=")
	switch {
	case name == "-"+attribute:
		return Unset, true
	case name == "!"+attribute:
		return Unspecified, true
	case name != attribute:
		return Unspecified, false
	case valued && value == "false":
		return Unset, true
	}
	return Set, true
}
