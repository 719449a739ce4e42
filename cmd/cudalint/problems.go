package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/wording"
)

// finish prints the problems and returns the error that sets the exit status. Syntax problems are
// one line in all, unless -v asks for the places. Run says of an interrupted run that it was.
func (c *Command) finish(f *inputFlags, problems []lint.Problem) error {
	var shown []lint.Problem
	var partly unparsed
	fatal := false
	for _, p := range problems {
		fatal = fatal || p.Fatal()
		switch {
		case p.Interrupts():
			c.reached = cmp.Or(c.reached, p.Message) // what was written comes before what was read again
		case p.Fatal() || f.verbose && !f.quiet:
			shown = append(shown, p)
		default:
			partly.add(p)
		}
	}
	if err := report.Problems(c.Stderr, shown); err != nil {
		return err
	}
	if text := partly.String(); text != "" && !f.quiet {
		fmt.Fprintf(c.Stderr, "cudalint: %s; -v lists the places\n", text)
	}
	if fatal {
		return errProblems
	}
	return nil
}

// unparsed counts the files with syntax problems.
type unparsed struct{ partly, skipped map[string]bool }

func (u *unparsed) add(p lint.Problem) {
	if u.partly == nil {
		u.partly, u.skipped = map[string]bool{}, map[string]bool{}
	}
	if p.Line == 0 { // the whole file
		u.skipped[p.Path] = true
	} else {
		u.partly[p.Path] = true
	}
}

// String returns the counts, "" for none.
func (u *unparsed) String() string {
	var parts []string
	if n := len(u.partly); n > 0 {
		parts = append(parts, wording.Plural(n, "file")+" partly parsed")
	}
	if n := len(u.skipped); n > 0 {
		parts = append(parts, wording.Plural(n, "file")+" not parsed")
	}
	return strings.Join(parts, ", ")
}
