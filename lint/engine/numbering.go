package engine

import (
	"iter"
	"slices"

	"github.com/cudalint/cudalint/lint/facts"
	"github.com/cudalint/cudalint/lint/intern"
)

// numbers are the tables of the paths and the fact keys of all units of a run, or of a session.
// They are not safe for concurrent use.
type numbers struct {
	paths, keys intern.Table
	// silent tells, by the number of a path, whether FileOptions.Silent is set for it.
	silent []bool
	// first is how many strings the first check had.
	first int
}

// full reports whether there are many more strings than at the first check: most are then no
// longer in any text.
func (n *numbers) full() bool { return n.size() > maxNames+2*n.first }

func (n *numbers) size() int { return n.paths.Len() + n.keys.Len() }

// A numberedUnit holds the file paths and fact keys of one unit, each as the number that
// numbers gave it.
type numberedUnit struct {
	by    *numbers
	files []int32 // of the summary
	facts facts.Numbered
}

// numbered returns the numbered form of a unit's outcome. It is cached in the outcome, so that
// a session makes it once per analysis of the unit.
func (o *fileOutcome[T]) numbered(n *numbers) *numberedUnit {
	if o.numbers == nil {
		o.numbers = &numberedUnit{}
	}
	u := o.numbers
	if u.by == n {
		return u
	}
	*u = numberedUnit{by: n}
	if o.Summary != nil {
		u.files = make([]int32, len(o.Summary.Files))
		for i, path := range o.Summary.Files {
			u.files[i] = n.paths.Number(path)
		}
	}
	u.facts = o.Facts.Numbered(&n.keys)
	return u
}

// runNumbers returns the numbers of a run: in a session, those of all its checks.
func (l *Linter) runNumbers() *numbers {
	s := l.session
	if s == nil {
		return &numbers{}
	}
	if s.numbers == nil || s.numbers.full() {
		s.numbers = &numbers{}
	}
	return s.numbers
}

// A fileIndex tells which units of a program have which files.
type fileIndex struct {
	numbers *numbers
	units   []*numberedUnit // nil before there is one
	// sources and including count, by the number of a file, the sources that have it and the
	// units that include it.
	sources, including []int32
	source             []bool // whether the unit is a source
}

func newFileIndex(n *numbers, units int) *fileIndex {
	return &fileIndex{numbers: n, units: make([]*numberedUnit, units), source: make([]bool, units)}
}

// replace replaces unit i. source is set for an input that is a source.
func (x *fileIndex) replace(i int, u *numberedUnit, source bool) {
	missing := make([]int32, x.numbers.paths.Len()-len(x.sources))
	x.sources, x.including = append(x.sources, missing...), append(x.including, missing...)
	x.count(i, -1)
	x.units[i], x.source[i] = u, source
	x.count(i, 1)
}

func (x *fileIndex) count(i int, n int32) {
	u := x.units[i]
	if u == nil {
		return
	}
	for k, file := range u.files {
		if k > 0 {
			x.including[file] += n
		}
		if x.source[i] {
			x.sources[file] += n
		}
	}
}

// hasSource reports whether a source has a file.
func (x *fileIndex) hasSource(path string) bool {
	number, known := x.numbers.paths.Lookup(path)
	return known && int(number) < len(x.sources) && x.sources[number] > 0
}

// includers yields the units that include a file, in order.
func (x *fileIndex) includers(path string) iter.Seq[int] {
	return func(yield func(int) bool) {
		number, known := x.numbers.paths.Lookup(path)
		if !known || int(number) >= len(x.including) {
			return
		}
		left := x.including[number]
		for i := 0; left > 0 && i < len(x.units); i++ {
			if u := x.units[i]; u != nil && slices.Index(u.files, number) > 0 {
				left--
				if !yield(i) {
					return
				}
			}
		}
	}
}

// files returns the files of the units as numbers.
func (x *fileIndex) files() [][]int32 {
	out := make([][]int32, len(x.units))
	for i, u := range x.units {
		if u != nil {
			out[i] = u.files
		}
	}
	return out
}

// silentByOption returns the files of units with FileOptions.Silent.
func (l *Linter) silentByOption(n *numbers, units []*numberedUnit) []string {
	if l.opts.File == nil {
		return nil
	}
	for i := len(n.silent); i < n.paths.Len(); i++ {
		n.silent = append(n.silent, l.settings(n.paths.Name(int32(i))).Silent)
	}
	var out []string
	seen := make([]bool, len(n.silent))
	for _, u := range units {
		for _, file := range u.files {
			if n.silent[file] && !seen[file] {
				seen[file] = true
				out = append(out, n.paths.Name(file))
			}
		}
	}
	return out
}
