package sema

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// FunctionsMentioning returns the functions with bodies that mention one of some names; see
// Mentions.
func (u *Unit) FunctionsMentioning(names map[string]bool) []*Function {
	u.runsOnce.Do(u.findRuns)
	m := mentioning{names, map[*ast.File]bool{}}
	mentions := func(f *Function) bool { return f.Body.Valid() && m.in(f.Body) }
	var free, members []*Function
	for i := range m.among(u.freeRuns) {
		if mentions(u.free[i]) {
			free = append(free, u.free[i])
		}
	}
	for i := range m.among(u.classRuns) {
		if c := u.classes[i]; c.mayMention(m) {
			members = append(members, filtered(u.open(c).functions, mentions)...)
		}
	}
	sortByPlace(u, members)
	return u.merge(free, members)
}

// findRuns lists the files that Unit.free and Unit.classes are of.
func (u *Unit) findRuns() {
	for i, f := range u.free {
		u.freeRuns = addRun(u.freeRuns, i, f.Node.Origin().File(), f.Body.File())
	}
	for i, c := range u.classes {
		own, other := c.decl.node.Origin().File(), c.decl.node.File()
		for _, m := range c.decl.members {
			if m.node.File() != own {
				other = m.node.File()
			}
		}
		u.classRuns = addRun(u.classRuns, i, own, other)
	}
}

// A run is a range of adjacent list entries that belong to one file.
type run struct {
	file     *ast.File
	from, to int
	// elsewhere are those whose text is in other files, too.
	elsewhere []int
}

// addRun adds entry i of a list to its runs. other is another file with its text, if any.
func addRun(runs []run, i int, file, other *ast.File) []run {
	if n := len(runs); n == 0 || runs[n-1].file != file {
		runs = append(runs, run{file: file, from: i})
	}
	last := &runs[len(runs)-1]
	if last.to = i + 1; other != nil && other != file {
		last.elsewhere = append(last.elsewhere, i)
	}
	return runs
}

// A mentioning looks for nodes whose text has one of some names.
type mentioning struct {
	names map[string]bool
	files map[*ast.File]bool // whether the text of a file has one
}

// among yields the entries of a list, by its runs, whose text may have one of the names.
func (m mentioning) among(runs []run) func(func(int) bool) {
	return func(yield func(int) bool) {
		for _, r := range runs {
			if !m.file(r.file) {
				for _, i := range r.elsewhere {
					if !yield(i) {
						return
					}
				}
				continue
			}
			for i := r.from; i < r.to; i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// in reports whether the text of a node has one of the names.
func (m mentioning) in(n ast.Node) bool { return m.file(n.File()) && Mentions(n, m.names) }

// file reports whether the text of a file may have one of the names.
func (m mentioning) file(file *ast.File) bool {
	holds, known := m.files[file]
	if !known {
		holds = decl.HoldsAny(decl.WordsOfFile(file), m.names)
		m.files[file] = holds
	}
	return holds
}

// fewNames is how many names are searched in a text one by one.
const fewNames = 32

// Mentions reports whether one of some names may stand in the text of a node; what
// macros spell there is not looked for. It is a cheap way to pass over functions
// that have nothing to do with some variables.
func Mentions(n ast.Node, names map[string]bool) bool {
	if len(names) > fewNames {
		for d := range n.Descendants() {
			if d.Is(ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier) && names[d.Text()] {
				return true
			}
		}
		return false
	}
	text := n.Bytes()
	for name := range names {
		if holdsWord(text, name) {
			return true
		}
	}
	return false
}

// holdsWord reports whether a name stands in a text and is no part of another one.
func holdsWord(text []byte, name string) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 || name == "" {
			return false
		}
		start, end := from+i, from+i+len(name)
		if (start == 0 || !source.WordByte(text[start-1])) && (end == len(text) || !source.WordByte(text[end])) {
			return true
		}
		from = start + 1
	}
}
