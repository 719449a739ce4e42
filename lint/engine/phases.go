package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/facts"
	"github.com/cudalint/cudalint/lint/headers"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/related"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lint/verification"
)

// A batch is the result of the work on all inputs.
type batch[T any] struct {
	values   []T
	problems []lint.Problem
	files    int
	targets  []lint.Target // of the files, each once
	// launched has the keys of the assumptions that launches replace, see assumption.Replaced.
	launched map[string]bool
	// silent has the paths of the files in which nothing is reported: the context, system
	// headers and those with FileOptions.Silent.
	silent map[string]bool
	// facts are those that the units export.
	facts *facts.Store
	// predictions are compared with measurements.
	predictions []verification.Prediction
	// directives are those of all units, once for each unit. unprofitable are those of unitRun.
	directives   []suppress.File
	unprofitable []suppress.Hit
	// program is the program that the units make up.
	program programRun
	shard   *sharing
}

// A programRun holds what remains of all units after the check: enough to open them again for
// fixes.
type programRun struct {
	files     []discover.Input // the inputs, then the context
	inputs    int
	summaries []*program.Summary   // of each file, nil where it is none or could not be read
	linkages  []related.Linkage    // of each file
	constants []price.ConstantUses // of each file
	covered   []bool               // whether the file is a header that a unit includes
	read      []bool               // whether the file could be read
	took      []time.Duration      // time of the first phase, by file
	program   *program.Program
	facts     *facts.Store
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

// each works on the inputs and the context files in two phases.
//
// The first phase parses and summarises every file and then drops its syntax tree. Sources
// come before headers. A source is linted with all that it includes, and a header that an
// input source includes needs no more than that. The summaries make up the program.
//
// The second phase repeats the few files that depend on others: headers that no other file
// includes, sources with kernels that other files launch, and sources that read a fact that
// another file exports. It replaces their results of the first phase. Most kernels are
// launched in the file that defines them, so few files are repeated. A shard skips files
// that cannot have findings of its own.
//
// Results are kept by index of the input, so they do not depend on scheduling. Once ctx is
// done no further file is begun.
func each[T any](ctx context.Context, l *Linter, inputs []discover.Input, collect func(*unitRun), work func(*unitRun) []T) batch[T] {
	run := *l.withResults()
	run.headers = l.headerCache()
	l = &run
	shard := l.share(inputs)
	others := l.context(inputs)
	files := slices.Concat(inputs, others)
	outcomes := make([]fileOutcome[T], len(files))
	sizes := l.sizes(files)
	costs := l.costs(files, sizes)
	sources, rest := partition(files)
	begun := l.pool().RunSome(ctx, 0, sources, sizes, costs, func(i int) {
		start := time.Now()
		first := job[T]{in: files[i], input: i, collect: collect, work: work, other: i >= len(inputs)}
		if first.other || !shard.owns(l.display(files[i].Path)) {
			first.work = nil
		}
		outcomes[i] = first.outcome(ctx, l)
		outcomes[i].took = time.Since(start)
	})
	n := l.runNumbers()
	included := headers.Included(&n.paths, filesOf(numberAll(n, outcomes[:len(inputs)])))
	begun += l.pool().RunSome(ctx, len(sources), rest, sizes, costs, func(i int) {
		start := time.Now()
		first := job[T]{in: files[i], input: i, other: i >= len(inputs)}
		first.covered = !first.other && included(l.display(files[i].Path))
		outcomes[i] = first.outcome(ctx, l)
		outcomes[i].took = time.Since(start)
	})
	joined, units := program.New(programUnits(outcomes, len(inputs))), numberAll(n, outcomes)
	store := facts.NewStore(&n.keys, factsOf(units))
	isHeader := make([]bool, len(inputs))
	for i := range inputs {
		isHeader[i] = discover.IsHeader(inputs[i].Path)
	}
	alone := headers.Uncovered(&n.paths, isHeader, filesOf(units))
	var repeated []int
	for i := range inputs {
		if !shard.concerns(outcomes[i].Reportable) {
			continue
		}
		missed := !shard.owns(l.display(inputs[i].Path))
		if alone[i] || !isHeader[i] && (missed || joined.Launches(i) != nil || store.Answers(i, units[i].facts)) {
			repeated = append(repeated, i)
		}
	}
	for _, i := range repeated {
		costs[i] = int64(outcomes[i].took)
	}
	l.pool().RunSome(ctx, len(files), repeated, sizes, costs, func(i int) {
		second := job[T]{in: inputs[i], input: i, work: work, launches: joined.Launches(i)}
		second.facts = func(key string) [][]byte { return store.Nearest(joined.Nearness, i, key) }
		took := outcomes[i].took
		outcomes[i] = second.outcome(ctx, l)
		outcomes[i].took = took
	})

	b := batch[T]{launched: map[string]bool{}, facts: store, shard: shard}
	b.program = programRun{headers: l.headers, files: files, inputs: len(inputs), program: joined, facts: store}
	for i := range outcomes {
		name := l.display(files[i].Path)
		b.add(&outcomes[i], i < len(inputs), shard.owns(name), discover.IsHeader(name) && !alone[i])
	}
	b.silence(l, n, outcomes)
	if ctx.Err() != nil {
		b.problems = append(b.problems, lint.Problem{Kind: lint.Internal,
			Message: fmt.Sprintf("the run was interrupted: %d of %d files were begun", begun, len(files))})
	}
	b.problems = lint.MergeProblems(b.problems)
	return b
}

// partition returns the indexes of the sources and of the headers.
func partition(files []discover.Input) (sources, headers []int) {
	for i := range files {
		if discover.IsHeader(files[i].Path) {
			headers = append(headers, i)
		} else {
			sources = append(sources, i)
		}
	}
	return sources, headers
}

// headerCache returns the cache of headers of one run, or that of the session.
func (l *Linter) headerCache() *sema.Cache {
	if l.session != nil {
		return l.session.headers
	}
	return sema.NewCache(l.opts.HeaderCache)
}

// add adds the outcome of the next file. input is unset for a file of the context, owned is set for
// a file of the shard, covered for a header that a unit includes.
func (b *batch[T]) add(o *fileOutcome[T], input, owned, covered bool) {
	p := &b.program
	p.summaries = append(p.summaries, o.Summary)
	p.linkages, p.constants = append(p.linkages, o.Linkage), append(p.constants, o.Constants)
	p.covered = append(p.covered, covered)
	p.read = append(p.read, o.Read)
	p.took = append(p.took, o.took)
	p.traces = append(p.traces, o.trace)
	p.guesses.add(o.Guessed, o.Expanded)
	b.values = append(b.values, o.Values...)
	for i := len(b.values) - len(o.Values); i < len(b.values); i++ {
		if d, ok := any(&b.values[i]).(*lint.Diagnostic); ok {
			d.Origin.Unit = len(p.summaries) - 1
		}
	}
	b.predictions = append(b.predictions, o.predictions...)
	b.directives = append(b.directives, o.Directives...)
	b.unprofitable = append(b.unprofitable, o.Unprofitable...)
	for _, p := range o.Problems {
		// Syntax problems of the context are left to those who lint it.
		if input || p.Kind != lint.Syntax {
			b.problems = append(b.problems, p)
		}
	}
	if o.Target.GPU != "" && input {
		if owned {
			b.files++
		}
		if !slices.Contains(b.targets, o.Target) {
			b.targets = append(b.targets, o.Target)
		}
	}
	for _, kernel := range o.Launched {
		b.launched[kernel] = true
	}
}

// silence finds the files in which nothing is reported, and drops their syntax problems.
func (b *batch[T]) silence(l *Linter, n *numbers, outcomes []fileOutcome[T]) {
	b.silent = map[string]bool{}
	units := numberAll(n, outcomes)
	n.first = cmp.Or(n.first, n.size())
	for _, in := range b.program.files[b.program.inputs:] {
		b.silent[l.display(in.Path)] = true
	}
	system := make([][]string, len(outcomes))
	for i := range outcomes {
		system[i] = outcomes[i].System
	}
	for _, path := range headers.SystemOnly(&n.paths, filesOf(units), system, b.program.covered) {
		b.silent[path] = true
	}
	for _, path := range l.silentByOption(n, units) {
		b.silent[path] = true
	}
	b.program.silent = b.silent
	b.problems = slices.DeleteFunc(b.problems, func(p lint.Problem) bool { return p.Kind == lint.Syntax && b.silent[p.Path] })
}

// context returns the files of the context that are not inputs.
func (l *Linter) context(inputs []discover.Input) []discover.Input {
	if len(l.opts.Context) == 0 {
		return nil
	}
	given := map[string]bool{}
	for _, in := range inputs {
		given[l.display(in.Path)] = true
	}
	var out []discover.Input
	for _, in := range l.opts.Context {
		if name := l.display(in.Path); !given[name] {
			given[name] = true
			out = append(out, in)
		}
	}
	return out
}
