package engine

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/headers"
)

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
// done no further file is begun. A session continues the phases of its last check: only the
// files whose results may be others are worked on.
func each[T any](ctx context.Context, l *Linter, inputs []discover.Input, collect func(*unitRun), work func(*unitRun) []T) batch[T] {
	run := *l.withResults()
	run.headers = l.headerCache()
	l = &run
	p, todo := sessionPhases[T](l, inputs)
	if p == nil {
		p = newPhases[T](l, inputs)
		todo = upTo(len(p.files))
	}
	p.linter, p.collect, p.work = l, collect, work
	begun := p.first(ctx, todo)
	begun += p.deepen(ctx)
	p.second(ctx)
	for p.deepen(ctx) > 0 {
		p.second(ctx)
	}
	b := p.joined.batch(l, p.shard)
	if ctx.Err() != nil {
		b.problems = lint.MergeProblems(append(b.problems, lint.Interruption(fmt.Sprintf("%d of %d files were begun", begun, len(p.files)))))
	} else if l.session.checks(inputs) {
		l.session.phases = p
	}
	return b
}

// phases are the two phases of the work on the files of a program, with what follows from all
// files together.
type phases[T any] struct {
	linter   *Linter
	collect  func(*unitRun)
	work     func(*unitRun) []T
	inputs   []discover.Input
	files    []discover.Input // the inputs, then the context
	shard    *sharing
	isHeader []bool // of the inputs

	// results are those of the first phase, by file; results of the second take their place
	// in joined. unsettled are the files whose results are computed again in any case.
	results   []*fileOutcome[T]
	unsettled map[int]bool
	joiner    *program.Joiner
	alone     map[int]bool // the headers that are units of their own
	repeated  []int        // the files of the second phase
	worked    map[int]bool // the files of other shards that the rules ran over in the first phase
	mentions  *mentions    // of the files of other shards that are not parsed

	// The changes by the first phase that the second follows.
	changed      []int // files with other results
	filesChanged bool  // the files of a unit are others, or it is the first check
	factsChanged bool
	before       *program.Program

	joined *joinedUnits[T]
}

func newPhases[T any](l *Linter, inputs []discover.Input) *phases[T] {
	files := slices.Concat(inputs, l.context(inputs))
	p := &phases[T]{linter: l, inputs: inputs, files: files, shard: l.share(inputs), isHeader: make([]bool, len(inputs)),
		results: make([]*fileOutcome[T], len(files)), unsettled: map[int]bool{}, worked: map[int]bool{}, joiner: program.NewJoiner(len(files)), filesChanged: true, factsChanged: true}
	for i := range inputs {
		p.isHeader[i] = discover.IsHeader(inputs[i].Path)
	}
	p.joined = newJoinedUnits[T](l, files, len(inputs))
	return p
}

// upTo returns the numbers below n.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// first works on some files in the first phase. It returns how many were begun.
func (p *phases[T]) first(ctx context.Context, todo []int) (begun int) {
	sources, rest := p.partition(todo)
	begun = p.run(ctx, 0, sources, func(i int) job[T] {
		if p.parsedLater(i) {
			return job[T]{in: p.files[i], input: i, filesOnly: true}
		}
		first := job[T]{in: p.files[i], input: i, collect: p.collect, work: p.work, other: i >= len(p.inputs)}
		if first.other {
			first.work = nil
		}
		return first
	})
	included := p.joined.program.index.hasSource
	if p.filesChanged {
		// A source may begin or cease to include a header.
		_, rest = p.partition(upTo(len(p.files)))
	}
	begun += p.run(ctx, len(sources), rest, func(i int) job[T] {
		first := job[T]{in: p.files[i], input: i, other: i >= len(p.inputs)}
		first.covered = !first.other && included(p.path(i))
		first.filesOnly = !first.covered && p.parsedLater(i)
		return first
	})
	return begun
}

// partition returns the sources and the headers among some files.
func (p *phases[T]) partition(some []int) (sources, headers []int) {
	for _, i := range some {
		if discover.IsHeader(p.files[i].Path) {
			headers = append(headers, i)
		} else {
			sources = append(sources, i)
		}
	}
	return sources, headers
}

func (p *phases[T]) path(i int) string { return p.linter.display(p.files[i].Path) }

// run does the jobs of the first phase for some files and joins their results. before is the
// number of files that were done earlier.
func (p *phases[T]) run(ctx context.Context, before int, some []int, jobOf func(i int) job[T]) (begun int) {
	sizes, costs := p.costs(some)
	results := make([]fileOutcome[T], len(some))
	begun = p.linter.pool().Run(ctx, before, sizes, costs, func(k int) {
		start := time.Now()
		first := jobOf(some[k])
		results[k] = first.outcome(ctx, p.linter)
		results[k].took = time.Since(start)
	})
	for k, i := range some {
		p.took(i, results[k].took)
		p.join(i, &results[k])
	}
	return begun
}

// took tells who asked how long a file took.
func (p *phases[T]) took(i int, d time.Duration) {
	if p.linter.opts.Took != nil {
		p.linter.opts.Took(p.path(i), d)
	}
}

// costs returns the sizes of some files, and estimates of the time for each.
func (p *phases[T]) costs(some []int) (sizes, costs []int64) {
	files := make([]discover.Input, len(some))
	for k, i := range some {
		files[k] = p.files[i]
	}
	sizes = p.linter.sizes(files)
	return sizes, p.linter.costs(files, sizes)
}

// join replaces the result of a file in the first phase.
func (p *phases[T]) join(i int, o *fileOutcome[T]) {
	run, before := &p.joined.program, p.results[i]
	now := *o.numbered(run.index.numbers)
	was := run.index.units[i]
	if was == nil || !slices.Equal(was.files, now.files) || !slices.Equal(before.System, o.System) {
		p.filesChanged = true
	}
	run.index.replace(i, &now, i < len(p.inputs) && !p.isHeader[i])
	if was == nil || before == nil || !reflect.DeepEqual(before.Facts, o.Facts) {
		p.factsChanged = true
		if was == nil {
			was = &numberedUnit{}
		}
		run.facts.Replace(i, was.facts, now.facts)
	}
	p.joiner.Set(i, program.Unit{Summary: o.Summary, Context: i >= len(p.inputs)})
	p.results[i] = o
	p.changed = append(p.changed, i)
}

// second repeats the files that depend on others, as far as that may give another result than
// before, and joins the final results of what changed.
func (p *phases[T]) second(ctx context.Context) {
	run := &p.joined.program
	p.before, run.program = run.program, p.joiner.Program()
	if p.filesChanged {
		p.alone = headers.Uncovered(&run.index.numbers.paths, p.isHeader, run.index.files()[:len(p.inputs)])
	}
	for _, i := range p.changed {
		p.add(i, p.results[i])
	}
	todo := p.toRepeat()
	sizes, _ := p.costs(todo)
	costs, results := make([]int64, len(todo)), make([]fileOutcome[T], len(todo))
	again := make([]time.Duration, len(todo))
	for k, i := range todo {
		costs[k] = int64(p.results[i].took)
	}
	p.linter.pool().Run(ctx, len(p.files), sizes, costs, func(k int) {
		i, start := todo[k], time.Now()
		second := job[T]{in: p.inputs[i], input: i, work: p.work, launches: run.program.Launches(i)}
		second.facts = func(key string) [][]byte { return run.facts.Nearest(run.program.Nearness, i, key) }
		results[k] = second.outcome(ctx, p.linter)
		results[k].took = p.results[i].took
		again[k] = time.Since(start)
	})
	for k, i := range todo {
		p.took(i, again[k])
		p.add(i, &results[k])
	}
	if p.filesChanged {
		p.joined.silence(p.linter, p.alone)
	}
	if p.filesChanged || p.factsChanged {
		p.joined.found = &programFindings{}
	}
	p.changed, p.filesChanged, p.factsChanged = nil, false, false
}

// toRepeat returns the files to work on in the second phase.
func (p *phases[T]) toRepeat() (todo []int) {
	run := &p.joined.program
	all := p.filesChanged || p.factsChanged
	again := map[int]bool{} // the files whose results may change, or that join the second phase or leave it
	for _, i := range p.changed {
		again[i] = true
	}
	if before := p.before; before != nil && before != run.program {
		for _, joined := range []*program.Program{before, run.program} {
			for i := range joined.Launched() {
				again[i] = again[i] || !before.SameLaunches(i, run.program)
			}
		}
	}
	var repeated []int
	for _, i := range p.candidates(all, again) {
		if i >= len(p.inputs) || !p.dependsOnOthers(i) {
			continue
		}
		repeated = append(repeated, i)
		if all || again[i] {
			todo = append(todo, i)
		}
	}
	for _, i := range p.repeated {
		if _, still := slices.BinarySearch(repeated, i); !still {
			p.add(i, p.results[i])
		}
	}
	p.repeated = repeated
	return todo
}

// candidates returns the files that may be in the second phase, in order.
func (p *phases[T]) candidates(all bool, again map[int]bool) []int {
	if all {
		return upTo(len(p.inputs))
	}
	out := slices.Clone(p.repeated)
	for i := range again {
		out = append(out, i)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// dependsOnOthers reports whether the result of an input depends on other files.
func (p *phases[T]) dependsOnOthers(i int) bool {
	run := &p.joined.program
	if !p.shard.concerns(p.results[i].Reportable) {
		return false
	}
	missed := !p.shard.owns(p.path(i)) && !p.worked[i]
	return p.alone[i] || !p.isHeader[i] && (missed || run.program.Launches(i) != nil || run.facts.Answers(i, run.index.units[i].facts))
}

// add makes a result of a file the final one for now.
func (p *phases[T]) add(i int, o *fileOutcome[T]) {
	p.joined.replace(i, o, p.shard.owns(p.path(i)))
	delete(p.unsettled, i)
	if p.results[i].trace == nil || o.trace == nil {
		p.unsettled[i] = true
	}
}

// headerCache returns the cache of headers of one run, or that of the session.
func (l *Linter) headerCache() *sema.Cache {
	if l.session != nil {
		return l.session.headers
	}
	return sema.NewCache(l.opts.HeaderCache)
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
