package engine

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"sort"
	"sync"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/related"
)

// A fixProgram is the program that fixes are made in. All subjects of a run share it.
type fixProgram struct {
	*programRun
	linter       *Linter
	allUnitsRead bool
	included     map[string]bool // computed for the first edit, see includedFiles
	results      *fixResults
	ctx          context.Context
	// parsedLinkages are those of linkage, guarded by linkagesMu.
	parsedLinkages map[int]*related.Linkage
	linkagesMu     sync.Mutex
	// index is computed when it is first needed.
	indexOnce sync.Once
	index     *related.Index
	// workers is a semaphore: it holds one token for each goroutine that is making fixes.
	workers chan struct{}
}

// fixes adds the fixes that need the whole program to findings, if Options.Fixes asks for
// them. No fix may then edit what permit forbids.
func (l *Linter) fixes(ctx context.Context, b *programRun, findings []lint.Diagnostic) []lint.Problem {
	p := &fixProgram{programRun: b, linter: l, ctx: ctx, parsedLinkages: map[int]*related.Linkage{}}
	p.allUnitsRead = p.allRead()
	p.results = newFixResults(l, p)
	var problems []lint.Problem
	if l.opts.Fixes {
		problems = p.makeFixes(ctx, findings)
	}
	for i := range findings {
		d := &findings[i]
		d.Origin.Subject = nil
		for j := range d.Fixes {
			p.permit(d, &d.Fixes[j])
		}
	}
	return problems
}

// makeFixes runs Rule.Fix once for each subject. Subjects of one unit are one job.
func (p *fixProgram) makeFixes(ctx context.Context, findings []lint.Diagnostic) []lint.Problem {
	bySubject := map[subjectKey][]*lint.Diagnostic{}
	var order []subjectKey
	for i := range findings {
		if d := &findings[i]; d.Origin.Subject != nil {
			key := subjectKey{d.Rule, d.Origin.Subject.Key}
			if bySubject[key] == nil {
				order = append(order, key)
			}
			bySubject[key] = append(bySubject[key], d)
		}
	}
	unit := func(key subjectKey) int { return bySubject[key][0].Origin.Unit }
	slices.SortStableFunc(order, func(a, b subjectKey) int { return cmp.Compare(unit(a), unit(b)) })
	var jobs []fixJob
	for i, key := range order {
		if i == 0 || unit(order[i-1]) != unit(key) {
			jobs = append(jobs, fixJob{unit: unit(key)})
		}
		last := &jobs[len(jobs)-1]
		last.subjects = append(last.subjects, key)
	}
	run := *p.linter
	run.headers = p.headers
	run.opts.Progress, run.opts.InFlight = nil, 0
	work := batches(jobs, func(unit int) string { return filepath.Dir(p.files[unit].Path) }, run.opts.Jobs)
	problems := make([][]lint.Problem, len(work))
	p.workers = make(chan struct{}, run.opts.Jobs)
	run.pool().Run(ctx, 0, make([]int64, len(work)), p.costs(work), func(i int) {
		p.workers <- struct{}{}
		defer func() { <-p.workers }()
		// Units stay open for the jobs that follow: many mention the same names.
		r := &openUnits{program: p, linter: &run, units: map[int]*unitRun{}}
		for _, job := range work[i] {
			r.do(ctx, job, bySubject)
		}
		problems[i] = r.problems
	})
	return slices.Concat(problems...)
}

// costs estimates the time of each batch, in nanoseconds. A batch opens each of its units,
// and most subjects open some others of similar size.
func (p *fixProgram) costs(work [][]fixJob) []int64 {
	costs := make([]int64, len(work))
	for i, batch := range work {
		for _, job := range batch {
			costs[i] += int64(p.took[job.unit]) * int64(1+len(job.subjects))
		}
	}
	return costs
}

// do makes the fixes of the subjects of one unit.
func (r *openUnits) do(ctx context.Context, job fixJob, findings map[subjectKey][]*lint.Diagnostic) {
	ctx, cancel := context.WithTimeout(ctx, r.linter.opts.FileTimeout)
	defer cancel()
	r.ctx = ctx
	for _, key := range job.subjects {
		if ctx.Err() != nil {
			r.reportTimeout(r.program.files[job.unit])
			return
		}
		r.fix(r.program.rule(key.rule), findings[key])
	}
}

func (p *fixProgram) rule(name string) *lint.Rule {
	i := slices.IndexFunc(p.linter.opts.Rules, func(r *lint.Rule) bool { return r.Name == name })
	return p.linter.opts.Rules[i]
}

// allRead reports whether every translation unit that the build names was read; those
// in other languages than C++ and CUDA C++ need not be.
func (p *fixProgram) allRead() bool {
	read := map[string]bool{}
	for i, in := range p.files {
		if p.read[i] {
			read[p.linter.display(in.Path)] = true
		}
	}
	for _, unit := range p.linter.opts.Units {
		if !notCPP[filepath.Ext(unit)] && !read[p.linter.display(unit)] {
			return false
		}
	}
	return len(p.linter.opts.Units) > 0
}

// notCPP are the extensions of translation units in other languages, which cannot name
// anything of a device: C, assembler, Fortran.
var notCPP = map[string]bool{".c": true, ".s": true, ".S": true, ".asm": true, ".f": true, ".F": true, ".f90": true, ".F90": true}

// includedFiles returns the files that fixes may edit if they are in the working folder: the inputs
// (true) and the files that they include (false), without silent files.
func (p *fixProgram) includedFiles() map[string]bool {
	out := map[string]bool{}
	for i, in := range p.files[:p.inputs] {
		out[p.linter.display(in.Path)] = true
		if p.summaries[i] == nil {
			continue
		}
		for _, file := range p.summaries[i].Files[1:] {
			if !out[file] {
				out[file] = false
			}
		}
	}
	for path := range p.silent {
		delete(out, path)
	}
	return out
}

// mayEdit reports whether fixes may change a file: an input, or what inputs include of the
// working folder, but nothing of the context and no system header.
func (p *fixProgram) mayEdit(path string) bool {
	if p.included == nil {
		p.included = p.includedFiles()
	}
	input, included := p.included[path]
	if input || !included {
		return input
	}
	inside, known := p.insideFolder[path]
	if !known {
		inside = p.linter.inside(path)
		if p.insideFolder == nil {
			p.insideFolder = map[string]bool{}
		}
		p.insideFolder[path] = inside
	}
	return inside
}

// inside reports whether a file lies in the working folder, links followed.
func (l *Linter) inside(path string) bool {
	dir, err := filepath.EvalSymlinks(l.opts.Dir)
	if err != nil {
		return false
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(l.opts.Dir, path)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// permit lowers the safety of a fix where that is needed. A fix that edits a file that may not be
// changed is only shown. A fix that depends on a guess is not safe.
func (p *fixProgram) permit(d *lint.Diagnostic, f *fixes.Fix) {
	if f.Safety == fixes.Safe && p.dependsOnGuess(d) {
		f.Safety = fixes.Unsafe
	}
	for _, e := range f.Edits {
		if p.inExpansion(e) && f.Safety != fixes.Display {
			f.Safety = fixes.Display
			f.Title += " (edits a macro's arguments or what it expands to)"
			return
		}
		if !p.mayEdit(e.Path) && f.Safety != fixes.Display {
			f.Safety = fixes.Display
			f.Title += " (edits " + e.Path + ", which is not among the files given)"
			return
		}
	}
}

// inExpansion reports whether an edit touches the invocation of a macro that was expanded.
func (p *fixProgram) inExpansion(e fixes.Edit) bool {
	spans := p.guesses.expandedIn(e.Path)
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > e.Start })
	return i < len(spans) && (spans[i].Start < e.End || spans[i].Start < e.Start)
}

// dependsOnGuess reports whether a finding depends on an included file that was found by searching
// and may be the wrong one.
func (p *fixProgram) dependsOnGuess(d *lint.Diagnostic) bool {
	guessed := p.guesses.guessed()
	if len(guessed) == 0 {
		return false
	}
	return guessed[d.Path] || slices.ContainsFunc(d.Slice, func(l lint.Lines) bool { return guessed[l.Path] }) ||
		slices.ContainsFunc(d.Related, func(r lint.Related) bool { return guessed[r.Path] })
}
