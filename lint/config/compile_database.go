package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// maxDatabaseProblems is how many problems of a database are reported one by one.
const maxDatabaseProblems = 20

// A databaseReader reads the entries of a database one by one, so that a damaged entry does
// not affect the others.
type databaseReader struct {
	*CompileCommands
	folder string // the absolute folder of the database
	text   []byte
	at     int  // what is read next
	lost   bool // no entry begins after a damaged one

	expander expander
	files    files
	missing  map[string]*missingResponse
	source   *source.File // for the positions of problems, made for the first
	more     int          // problems that are not reported one by one
}

// A databaseEntry is an entry of a database, without fields that do not matter here.
type databaseEntry struct {
	Directory, File, Command, Output string
	Arguments                        []string
}

// missingResponse is a response file that could not be read.
type missingResponse struct {
	at     int // of the first entry that names it
	name   string
	reason string
	file   string // of that entry
	more   int    // other entries that name it
}

// problem records a problem at an offset.
func (r *databaseReader) problem(at int, format string, args ...any) {
	if len(r.problems) == maxDatabaseProblems {
		r.more++
		return
	}
	if r.source == nil {
		r.source = source.NewFile(r.name, r.text)
	}
	p := r.source.Position(at)
	r.problems = append(r.problems, lint.Problem{Kind: lint.Config, Path: r.name, Line: p.Line, Column: p.Column, Message: fmt.Sprintf(format, args...)})
}

// read reads the database.
func (r *databaseReader) read() {
	r.text = bytes.TrimPrefix(r.text, []byte("\xef\xbb\xbf"))
	if r.space(""); r.at == len(r.text) || r.text[r.at] != '[' {
		r.damaged = true
		r.problem(r.at, "this is not a compilation database: that is a JSON array of entries")
		return
	}
	r.at++
	for {
		r.space(",")
		switch {
		case r.at == len(r.text):
			r.damaged = true
			if !r.lost {
				r.problem(r.at, "the list of entries does not end: the file is cut off")
			}
		case r.text[r.at] == ']':
			r.at++
			if r.space(""); r.at < len(r.text) {
				r.damaged = true
				r.problem(r.at, "the list of entries ends before this; the rest of the file is ignored")
			}
		default:
			r.entry()
			continue
		}
		break
	}
	r.reportMissing()
	if r.more > 0 {
		r.problems = append(r.problems, lint.Problem{Kind: lint.Config, Path: r.name, Message: fmt.Sprintf("%d more problems", r.more)})
	}
}

// space skips white space and the given characters.
func (r *databaseReader) space(others string) {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n"+others, r.text[r.at]) >= 0 {
		r.at++
	}
}

// entry reads the entry at r.at.
func (r *databaseReader) entry() {
	start := r.at
	var e databaseEntry
	decoder := json.NewDecoder(bytes.NewReader(r.text[start:]))
	err := decoder.Decode(&e)
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrongType):
		r.at = start + int(decoder.InputOffset())
		r.damaged = true
		if wrongType.Field == "" {
			r.problem(start, "an entry is a JSON object, this has the type %s", wrongType.Value)
		} else {
			r.problem(start, "%s of this entry has the type %s; the entry is ignored", strings.ToLower(wrongType.Field), wrongType.Value)
		}
	case err != nil:
		r.damaged = true
		r.resume(start, err)
	default:
		r.at = start + int(decoder.InputOffset())
		r.use(start, &e)
	}
}

// resume continues after a syntax error at the next line that begins an entry.
func (r *databaseReader) resume(start int, err error) {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		r.problem(start, "the file is cut off in the entry that begins here")
		r.at, r.lost = len(r.text), true
		return
	}
	at := start + max(int(syntax.Offset)-1, 0)
	r.problem(at, "%s; the entry is ignored", err)
	for r.at = max(at, start+1); r.at < len(r.text) && r.text[r.at] != '{'; {
		if line := bytes.IndexByte(r.text[r.at:], '\n'); line >= 0 {
			r.at += line
			r.space(",[")
		} else {
			r.at, r.lost = len(r.text), true
		}
	}
}

// use adds an entry that starts at an offset.
func (r *databaseReader) use(start int, e *databaseEntry) {
	if e.File == "" {
		r.damaged = true
		r.problem(start, "the entry names no file")
		return
	}
	c := command{windows: hasDrive(e.Directory) || hasDrive(e.File), dir: r.folder}
	// Relative folders of an entry are those of its compiler run; the database
	// of a build folder that was moved with its sources still resolves.
	c.dir = c.join(e.Directory)
	c.args = e.Arguments
	if c.args == nil {
		dialect := posix
		if c.windows {
			dialect = windows
		}
		c.args = split(e.Command, dialect)
	}
	args, failed := r.expander.expand(&c)
	flags, cuda := flagsOf(&c, args, &r.files)
	cuda = cuda || discover.IsCUDA(e.File)
	if !cuda && !languages[strings.ToLower(filepath.Ext(e.File))] && !discover.IsHeader(e.File) {
		return // an object, say: ninja -t compdb lists what is linked, too
	}
	if flags.LinkUnit == "" && e.Output != "" {
		flags.LinkUnit = linkUnit(c.join(e.Output))
	}
	if cuda {
		// Other languages may use files that the build creates, such as module maps of C++20.
		for _, f := range failed {
			r.note(start, c.join(f.name), f, e.File)
		}
	}
	r.add(c.join(e.File), compiled{flags, cuda})
}

// languages are the extensions of C and C++ sources.
var languages = map[string]bool{".cc": true, ".cp": true, ".cpp": true, ".cxx": true, ".c++": true, ".c": true, ".ii": true, ".i": true, ".mm": true, ".m": true, ".hip": true}

// note records a response file that could not be read.
func (r *databaseReader) note(at int, path string, f responseError, file string) {
	switch first := r.missing[path]; {
	case first == nil:
		r.missing[path] = &missingResponse{at: at, name: f.name, reason: f.reason, file: file}
	case first.at != at:
		first.more++
	}
}

// reportMissing reports each response file that could not be read, once.
func (r *databaseReader) reportMissing() {
	var all []*missingResponse
	for _, m := range r.missing {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *missingResponse) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return strings.Compare(a.name, b.name)
	})
	for _, m := range all {
		of := filepath.ToSlash(m.file)
		if m.more > 0 {
			of = fmt.Sprintf("%s and %d more", of, m.more)
		}
		r.problem(m.at, "the options in %s, for %s, are unknown: %s", filepath.ToSlash(m.name), of, m.reason)
	}
}

// files caches which files exist.
type files struct{ known map[string]bool }

func (f *files) exist(name string) bool {
	there, ok := f.known[name]
	if !ok {
		_, err := os.Stat(name)
		there = err == nil
		if f.known == nil {
			f.known = map[string]bool{}
		}
		f.known[name] = there
	}
	return there
}
