package engine

import (
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// A numbering gives strings small numbers, in the order in which they come. What is counted
// for each path that each unit has then needs slices in place of maps: a large program has
// a thousand units with hundreds of headers each, and a session looks at all of them after
// each keystroke.
type numbering struct {
	numbers map[string]int32
	names   []string
}

// of returns the number of a string.
func (n *numbering) of(name string) int32 {
	if number, known := n.numbers[name]; known {
		return number
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	number := int32(len(n.names))
	n.numbers[name], n.names = number, append(n.names, name)
	return number
}

// set returns a set of strings as a function, given the numbers of its members.
func (n *numbering) set(members []bool) func(name string) bool {
	return func(name string) bool {
		number, known := n.numbers[name]
		return known && int(number) < len(members) && members[number]
	}
}

// The numbers of a run, or of a session, are those of the paths that units have and of the
// keys of facts. They are not safe for concurrent use.
type numbers struct {
	paths, keys numbering
	// silent says of paths, by number, whether they are asked to be silent.
	silent []bool
	// first is how many strings the first check had.
	first int
}

// full reports whether there are many more strings than the first check had: most are then
// of texts that are no more.
func (n *numbers) full() bool { return n.size() > maxNames+2*n.first }

func (n *numbers) size() int { return len(n.paths.names) + len(n.keys.names) }

// A numberedUnit holds the file paths and fact keys of one unit, each as the number that
// numbers gave it.
type numberedUnit struct {
	by       *numbers
	files    []int32 // of the summary
	exported []numberedFacts
	read     []int32
}

// numberedFacts are what a unit exports under a key.
type numberedFacts struct {
	key   int32
	facts []lint.ExportedFact
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
	if o.summary != nil {
		u.files = make([]int32, len(o.summary.Files))
		for i, path := range o.summary.Files {
			u.files[i] = n.paths.of(path)
		}
	}
	for key, facts := range o.facts.exported {
		u.exported = append(u.exported, numberedFacts{n.keys.of(key), facts})
	}
	for key := range o.facts.read {
		u.read = append(u.read, n.keys.of(key))
	}
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

// numberAll numbers the strings of some outcomes. An outcome without a summary has none.
func numberAll[T any](n *numbers, outcomes []fileOutcome[T]) []*numberedUnit {
	units := make([]*numberedUnit, len(outcomes))
	for i := range outcomes {
		units[i] = outcomes[i].numbered(n)
	}
	return units
}

// includedBy returns whether a path is that of a file in some units.
func includedBy(n *numbers, units []*numberedUnit) func(path string) bool {
	included := make([]bool, len(n.paths.names))
	for _, u := range units {
		for _, file := range u.files {
			included[file] = true
		}
	}
	return n.paths.set(included)
}

// uncovered returns the headers that are to be worked on by themselves: no source
// and no other such header among the inputs includes them. The rest is analysed
// where it is included, with the macros, types and launches it is meant for. Units are
// those of the inputs, and maybe others.
func uncovered(n *numbers, inputs []discover.Input, units []*numberedUnit) map[int]bool {
	covered := make([]int32, len(n.paths.names)) // how many other inputs include a file
	among := make([]int32, len(n.paths.names))   // how many headers include a header, itself counted
	var headers []int
	for i := range inputs {
		count := covered
		if discover.IsHeader(inputs[i].Path) {
			count = among
			if len(units[i].files) > 0 {
				headers = append(headers, i)
			}
		}
		for _, file := range units[i].files {
			count[file]++
		}
	}
	out := map[int]bool{}
	// Headers that no header includes come first; what is left then includes each
	// other in a circle, and the first of them is taken.
	for _, top := range []bool{true, false} {
		for _, i := range headers {
			files := units[i].files
			if covered[files[0]] > 0 || top && among[files[0]] > 1 {
				continue
			}
			out[i] = true
			for _, file := range files {
				covered[file]++
			}
		}
	}
	return out
}

// askedSilent returns the files of units that are asked to be silent.
func (l *Linter) askedSilent(n *numbers, units []*numberedUnit) []string {
	if l.opts.File == nil {
		return nil
	}
	for i := len(n.silent); i < len(n.paths.names); i++ {
		n.silent = append(n.silent, l.settings(n.paths.names[i]).Silent)
	}
	var out []string
	seen := make([]bool, len(n.silent))
	for _, u := range units {
		for _, file := range u.files {
			if n.silent[file] && !seen[file] {
				seen[file] = true
				out = append(out, n.paths.names[file])
			}
		}
	}
	return out
}

// systemOnly returns the files that are system headers in every unit that has them.
// Headers that are covered, being worked on where they are included, make no unit.
func systemOnly[T any](n *numbers, outcomes []fileOutcome[T], units []*numberedUnit, covered []bool) []string {
	system := map[string]int32{} // how many units have a file so
	for i := range outcomes {
		if covered[i] {
			continue
		}
		for _, path := range outcomes[i].system {
			system[path]++
		}
	}
	if len(system) == 0 {
		return nil
	}
	all := make([]int32, len(n.paths.names)) // how many units have a file at all
	for i, u := range units {
		if covered[i] {
			continue
		}
		for _, file := range u.files {
			all[file]++
		}
	}
	var out []string
	for path, units := range system {
		if units == all[n.paths.of(path)] {
			out = append(out, path)
		}
	}
	return out
}

// programUnits returns the units of the program in order: those of the inputs first, then
// those of the context files, which are read but not linted.
func programUnits[T any](outcomes []fileOutcome[T], inputs int) []program.Unit {
	units := make([]program.Unit, len(outcomes))
	for i := range outcomes {
		units[i] = program.Unit{Summary: outcomes[i].summary, Context: i >= inputs}
	}
	return units
}
