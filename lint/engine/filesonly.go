package engine

import (
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/related"
)

// preprocess sets the outcome of a job with filesOnly: the files of the unit.
func (j *job[T]) preprocess(u *unitRun, text []byte, o *fileOutcome[T]) {
	u.guard("preprocessing", func() {
		u.area = u.linter.area(u.path)
		pre, err := sema.Preprocess(u.ctx, source.NewFile(u.path, text), u.options())
		if err != nil {
			u.failed("preprocessing", err)
			return
		}
		o.Target, o.Summary, o.HIP, o.pre = u.target, &program.Summary{}, forHIP(pre), pre
		for _, file := range pre.Files {
			path := u.linter.display(file.Path)
			o.Summary.Files = append(o.Summary.Files, path)
			if file.System {
				o.System = append(o.System, path)
			}
			if file.Guess {
				o.Guessed = append(o.Guessed, path)
			}
		}
	})
}

// linkage returns the linkage of a unit. It parses a unit of which only the files are known.
func (p *fixProgram) linkage(i int) *related.Linkage {
	if !p.filesOnly[i] {
		return &p.linkages[i]
	}
	p.linkagesMu.Lock()
	defer p.linkagesMu.Unlock()
	l := p.parsedLinkages[i]
	if l == nil {
		l = &related.Linkage{}
		if u := p.linter.open(p.ctx, p.files[i]); u.unit != nil {
			*l = related.LinkageOf(u.unit)
			p.guesses.expanded[i] = u.expandedIn()
		}
		p.parsedLinkages[i] = l
	}
	return l
}
