package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// ErrStale is the error of what is asked of a result after its texts have changed.
var ErrStale = errors.New("the text has changed since it was checked")

// A sessionTexts identifies the texts of a session between two changes.
type sessionTexts struct{ _ byte } // of a size, so that each has its own address

// markCurrent marks a result as one of the present texts.
func (s *Session) markCurrent(r *Result, program *programRun) {
	program.texts, r.program = s.texts, program
}

// Current reports whether a result, or a copy of it, is of the present texts.
func (s *Session) Current(r *Result) bool {
	return r != nil && r.program != nil && r.program.texts == s.texts
}

// sessionFixes are the fixes of one check that were asked for so far, and what they are
// made in.
type sessionFixes struct {
	program *fixProgram
	// complete is set where the program is all of the session: before the first Check
	// there is no telling what else has to be edited.
	complete bool
	openUnits
	known map[string][]fixes.Fix // by fingerprint
}

// Fixes fills in the fixes of some findings of a result of Check or CheckFile, also those
// that need the whole program. It is ErrStale if the texts have changed since. What is made
// is kept until fixes of another result are asked for, so that asking again costs nothing.
// Before the first Check those that need the whole program are left out.
//
// When ctx is done, or the time limit of a file is over, fixes are missing; the problems
// say why.
func (s *Session) Fixes(ctx context.Context, r *Result, findings []lint.Diagnostic) ([]lint.Problem, error) {
	if !s.Current(r) {
		return nil, ErrStale
	}
	f := s.fixes
	if f == nil || f.program.programRun != r.program {
		f = s.linter.sessionFixes(r.program)
		f.complete = r.program.inputs == len(s.inputs)
		s.fixes = f
	}
	ctx, cancel := context.WithTimeout(ctx, s.linter.opts.FileTimeout)
	defer cancel()
	f.ctx, f.problems = ctx, nil
	for i := range findings {
		d := &findings[i]
		subjectFixes, known := f.known[d.Fingerprint]
		if !known {
			if subjectFixes = f.fixesFor(d); ctx.Err() == nil {
				f.known[d.Fingerprint] = subjectFixes
			}
		}
		d.Fixes = subjectFixes
	}
	if ctx.Err() != nil {
		s.fixes = nil // its units may be analysed in part
	}
	return lint.MergeProblems(f.problems), nil
}

func (l *Linter) sessionFixes(program *programRun) *sessionFixes {
	run := *l
	run.opts.Progress = nil
	run.headers = l.headerCache()
	p := &fixProgram{programRun: program, linter: &run}
	p.allUnitsRead = p.allRead()
	p.results = newFixResults(&run, p)
	return &sessionFixes{program: p, openUnits: openUnits{program: p, linter: &run, units: map[int]*unitRun{}}, known: map[string][]fixes.Fix{}}
}

// fixesFor returns the fixes of a finding.
func (f *sessionFixes) fixesFor(d *lint.Diagnostic) []fixes.Fix {
	out := slices.Clone(d.Fixes)
	if d.Origin.Subject != nil && f.complete {
		if f.ctx.Err() != nil {
			f.reportTimeout(f.program.files[d.Origin.Unit])
			return out
		}
		subjectFixes := f.openUnits.fixesOf(f.program.rule(d.Rule), d)
		out = append(out, subjectFixes...)
	}
	for i := range out {
		out[i].Edits = slices.Clone(out[i].Edits)
		f.program.permit(d, &out[i])
	}
	return out
}

// Text returns what a file holds that a fix of the last check edits, as that saw it; a
// file that is not open can hold something else on disk by now.
func (s *Session) Text(path string) ([]byte, error) {
	path = s.linter.display(path)
	if text, ok := s.linter.opts.Texts[path]; ok {
		return text, nil
	}
	if s.fixes != nil {
		for _, u := range s.fixes.units {
			if u == nil {
				continue
			}
			for _, file := range u.unit.Files {
				if s.linter.display(file.Source.Path) == path {
					return file.Source.Text, nil
				}
			}
		}
	}
	for held := range s.linter.opts.Texts {
		unit := s.unit(held)
		if unit == nil {
			continue
		}
		for _, file := range unit.Files {
			if s.linter.display(file.Source.Path) == path {
				return file.Source.Text, nil
			}
		}
	}
	return s.linter.load(path)
}

// Trial returns a trial over the inputs for fixes of one file that is open (see SetText): its
// checks make the fixes of that file's findings only. The texts of the session stay as they are.
// The trial has to be closed before the session is used again.
func (s *Session) Trial(path string) (*Trial, error) {
	path = s.linter.display(path)
	text, open := s.linter.opts.Texts[path]
	if !open {
		return nil, errors.New(path + " is not open")
	}
	t := s.linter.Trial(s.inputs)
	t.run = func(ctx context.Context) *Result {
		if now := t.linter.opts.Texts[path]; string(now) != string(text) {
			s.changed(path)
			text = now
		}
		return t.linter.checkFixing(ctx, t.inputs, path)
	}
	if open := s.state.file(path); open != nil {
		t.parse = open.parseAlone // no other file is parsed
	}
	t.close = func() {
		if string(text) != string(s.linter.opts.Texts[path]) {
			s.changed(path)
		}
	}
	return t, nil
}

// checkFixing is Check with the fixes of the findings in one file.
func (l *Linter) checkFixing(ctx context.Context, inputs []discover.Input, path string) *Result {
	r, b := l.check(ctx, inputs)
	var own []lint.Diagnostic
	var at []int
	for i, d := range r.Findings {
		if d.Path == path {
			own, at = append(own, d), append(at, i)
		}
	}
	r.Problems = lint.MergeProblems(append(r.Problems, l.fixes(ctx, &b.program, own)...))
	for i, d := range own {
		r.Findings[at[i]] = d
	}
	return r
}
