package engine

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/facts"
	"github.com/cudalint/cudalint/lint/headers"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/ptxas"
	"github.com/cudalint/cudalint/lint/related"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lint/verification"
)

// A batch is the result of the work on all inputs.
type batch[T any] struct {
	values   []T
	problems []lint.Problem
	files    int
	hip      []string      // the inputs that are not linted because they are for HIP
	targets  []lint.Target // of the files, each once
	// launched has the keys of the assumptions that launches replace, see assumption.Replaced.
	launched map[string]bool
	// silent has the paths of the files in which nothing is reported: the context, system
	// headers and those with FileOptions.Silent.
	silent map[string]bool
	// found are the findings of rules about the whole program, as far as they are known.
	found    *programFindings
	compiled []ptxas.Match
	// predictions are compared with measurements.
	predictions []verification.Prediction
	// directives are those of all units, once for each unit. unprofitable are those of unitRun.
	directives   []suppress.File
	unprofitable []suppress.Hit
	duplicates   int // what Linter.suppress drops as duplicates of findings
	// program is the program that the units make up.
	program programRun
	shard   *sharing
}

// A programRun holds what remains of all units after the check: enough to open them again for
// fixes. A session replaces parts of the lists in later checks.
type programRun struct {
	files     []discover.Input // the inputs, then the context
	inputs    int
	byPath    map[string][]int     // the files by their reported path
	summaries []*program.Summary   // of each file, nil where it is none or could not be read
	linkages  []related.Linkage    // of each file
	constants []price.ConstantUses // of each file
	covered   []bool               // whether the file is a header that a unit includes, or for HIP
	filesOnly []bool               // whether only the files of the unit are known
	read      []bool               // whether the file could be read
	took      []time.Duration      // time of the first phase, by file
	program   *program.Program
	facts     *facts.Store
	index     *fileIndex
	silent    map[string]bool // see batch
	// headers are the trees of included files.
	headers *sema.Cache
	// guesses are the included files that may be the wrong ones, and the expanded macros.
	guesses guesses
	// insideFolder caches, by path, whether a file lies in the working folder.
	insideFolder map[string]bool
	// texts identifies the texts that a session checked.
	texts *sessionTexts
	// traces are the dependencies of the outcomes, by file; nil where they are not known.
	traces []*cache.Trace
}

// isInput reports whether a file is an input.
func (p *programRun) isInput(path string) bool {
	files := p.byPath[path] // in order, and inputs come first
	return len(files) > 0 && files[0] < p.inputs
}

// target returns the target that all files have; where they differ, that of the options, else the
// default.
func (b *batch[T]) target(l *Linter) lint.Target {
	t := l.opts.Target
	switch {
	case len(b.targets) == 1:
		return b.targets[0]
	case t.GPU == "":
		t.GPU = lint.DefaultGPU
	}
	t.CUDA = cmp.Or(t.CUDA, gpu.Toolkit(t.GPU))
	return t
}

// gpus returns the names of the GPUs that files were analyzed for, each once.
func (b *batch[T]) gpus() []string {
	var names []string
	for _, t := range b.targets {
		names = append(names, t.GPU)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// joinedUnits are the results of all files together. Each result can be replaced, which costs no
// more than the result is large.
type joinedUnits[T any] struct {
	program  programRun
	outcomes []*fileOutcome[T] // nil before there is one
	owned    []bool            // whether the file is in the shard
	// reporting are the files whose outcomes have something to report, in order.
	reporting []int
	files     int
	targets   map[lint.Target]int // how many files have it
	launched  counts
	found     *programFindings
}

// counts counts keys. present has the keys that were counted more often up than down.
type counts struct {
	number  map[string]int
	present map[string]bool
}

func (c *counts) add(key string, n int) {
	if c.number[key] += n; c.number[key] > 0 {
		c.present[key] = true
		return
	}
	delete(c.number, key)
	delete(c.present, key)
}

func newJoinedUnits[T any](l *Linter, files []discover.Input, inputs int) *joinedUnits[T] {
	n, numbers := len(files), l.runNumbers()
	byPath := map[string][]int{}
	for i, in := range files {
		path := l.display(in.Path)
		byPath[path] = append(byPath[path], i)
	}
	return &joinedUnits[T]{
		program: programRun{headers: l.headers, files: files, inputs: inputs, byPath: byPath, index: newFileIndex(numbers, n), facts: facts.NewStore(&numbers.keys),
			summaries: make([]*program.Summary, n), linkages: make([]related.Linkage, n), constants: make([]price.ConstantUses, n),
			covered: make([]bool, n), filesOnly: make([]bool, n), read: make([]bool, n), took: make([]time.Duration, n), traces: make([]*cache.Trace, n),
			guesses: guesses{found: make([][]string, n), expanded: make([]map[string][]source.Span, n)}},
		outcomes: make([]*fileOutcome[T], n), owned: make([]bool, n), targets: map[lint.Target]int{},
		launched: counts{map[string]int{}, map[string]bool{}},
	}
}

// replace replaces the outcome of file i. owned is set for a file of the shard.
func (j *joinedUnits[T]) replace(i int, o *fileOutcome[T], owned bool) {
	if before := j.outcomes[i]; before != nil {
		j.count(i, before, -1)
	}
	j.outcomes[i], j.owned[i] = o, owned
	j.count(i, o, 1)
	p := &j.program
	p.summaries[i], p.linkages[i], p.constants[i] = o.Summary, o.Linkage, o.Constants
	p.filesOnly[i], p.read[i], p.took[i], p.traces[i] = o.pre != nil, o.Read, o.took, o.trace
	p.guesses.found[i], p.guesses.expanded[i] = o.Guessed, o.Expanded
	at, reported := slices.BinarySearch(j.reporting, i)
	switch reports := len(o.Values)+len(o.Problems)+len(o.Directives)+len(o.Unprofitable)+len(o.predictions)+len(o.Compiled) > 0; {
	case reports && !reported:
		j.reporting = slices.Insert(j.reporting, at, i)
	case reported && !reports:
		j.reporting = slices.Delete(j.reporting, at, at+1)
	}
}

// count counts an outcome of file i n times.
func (j *joinedUnits[T]) count(i int, o *fileOutcome[T], n int) {
	if o.Target.GPU != "" && i < j.program.inputs {
		if j.owned[i] {
			j.files += n
		}
		if j.targets[o.Target] += n; j.targets[o.Target] == 0 {
			delete(j.targets, o.Target)
		}
	}
	for _, key := range o.Launched {
		j.launched.add(key, n)
	}
}

// silence finds the files in which nothing is reported. alone are the headers that are units.
func (j *joinedUnits[T]) silence(l *Linter, alone map[int]bool) {
	p := &j.program
	n, silent := p.index.numbers, map[string]bool{}
	n.first = cmp.Or(n.first, n.size())
	for _, in := range p.files[p.inputs:] {
		silent[l.display(in.Path)] = true
	}
	system := make([][]string, len(p.files))
	for i, o := range j.outcomes {
		system[i] = o.System
		p.covered[i] = o.HIP || discover.IsHeader(p.files[i].Path) && !alone[i]
	}
	for _, path := range headers.SystemOnly(&n.paths, p.index.files(), system, p.covered) {
		silent[path] = true
	}
	for _, path := range l.silentByOption(n, p.index.units) {
		silent[path] = true
	}
	p.silent = silent
}

// batch returns the results as they are now.
func (j *joinedUnits[T]) batch(l *Linter, shard *sharing) batch[T] {
	b := batch[T]{program: j.program, silent: j.program.silent, launched: j.launched.present, found: j.found, files: j.files, shard: shard,
		targets: slices.Collect(maps.Keys(j.targets))}
	for _, i := range j.hipInputs() {
		b.hip = append(b.hip, l.display(j.program.files[i].Path))
		if j.outcomes[i].Target.GPU != "" {
			b.files--
		}
	}
	for _, i := range j.reporting {
		o := j.outcomes[i]
		b.values = append(b.values, o.Values...)
		for k := len(b.values) - len(o.Values); k < len(b.values); k++ {
			if d, ok := any(&b.values[k]).(*lint.Diagnostic); ok {
				d.Origin.Unit = i
			}
		}
		b.compiled = append(b.compiled, o.Compiled...)
		b.predictions = append(b.predictions, o.predictions...)
		b.directives = append(b.directives, o.Directives...)
		b.unprofitable = append(b.unprofitable, o.Unprofitable...)
		for _, p := range o.Problems {
			// Syntax problems of the context are left to those who lint it.
			if p.Kind != lint.Syntax || i < j.program.inputs && !b.silent[p.Path] {
				b.problems = append(b.problems, p)
			}
		}
	}
	b.problems = lint.MergeProblems(b.problems)
	return b
}
