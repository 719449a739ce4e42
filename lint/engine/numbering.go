package engine

import (
	"github.com/cudalint/cudalint/cudaparse/program"
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

// numberAll numbers the strings of some outcomes. An outcome without a summary has none.
func numberAll[T any](n *numbers, outcomes []fileOutcome[T]) []*numberedUnit {
	units := make([]*numberedUnit, len(outcomes))
	for i := range outcomes {
		units[i] = outcomes[i].numbered(n)
	}
	return units
}

// filesOf returns the files of some units as numbers.
func filesOf(units []*numberedUnit) [][]int32 {
	out := make([][]int32, len(units))
	for i, u := range units {
		out[i] = u.files
	}
	return out
}

// factsOf returns the facts of some units.
func factsOf(units []*numberedUnit) []facts.Numbered {
	out := make([]facts.Numbered, len(units))
	for i, u := range units {
		out[i] = u.facts
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

// programUnits returns the units of the program in order: those of the inputs first, then
// those of the context files, which are read but not linted.
func programUnits[T any](outcomes []fileOutcome[T], inputs int) []program.Unit {
	units := make([]program.Unit, len(outcomes))
	for i := range outcomes {
		units[i] = program.Unit{Summary: outcomes[i].Summary, Context: i >= inputs}
	}
	return units
}
