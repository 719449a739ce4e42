package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// fileTimes has the time that each file took.
type fileTimes struct{ of map[string]time.Duration }

// add is engine.Options.Took.
func (t *fileTimes) add(path string, d time.Duration) {
	if t.of == nil {
		t.of = map[string]time.Duration{}
	}
	t.of[path] += d
}

// maxSlowest is how many files -v names.
const maxSlowest = 5

// printSlowest names the files that took longest. Files run beside each other: their times add up to
// more than that of the run.
func (run *checkRun) printSlowest() {
	of := run.times.of
	paths := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	for _, path := range paths[:min(maxSlowest, len(paths))] {
		fmt.Fprintf(run.Stderr, "cudalint: %.3f s for %s\n", of[path].Seconds(), wording.Printable(path))
	}
}

// printAssumed counts what findings and prices assume: the GPU, blocks, grids, loops and calls.
func (run *checkRun) printAssumed(result *engine.Result) {
	if run.flags.resolver.Target().GPU == "" && len(result.GPUs) > 0 {
		fmt.Fprintf(run.Stderr, "cudalint: without --gpu the code is for %s\n", strings.Join(result.GPUs, ", "))
	}
	var blocks, grids int
	loops, calls := map[string]bool{}, map[string]bool{}
	for i := range result.Findings {
		d := &result.Findings[i]
		if assumption.OfBlock(d) {
			blocks++
		}
		if d.Impact == nil {
			continue
		}
		if d.Impact.GridAssumed {
			grids++
		}
		for _, loop := range d.Impact.Hidden.Loops {
			loops[loop] = true
		}
		for _, call := range d.Impact.Hidden.Calls {
			calls[call] = true
		}
	}
	for _, assumed := range []struct {
		n          int
		text, noun string
	}{
		{blocks, "the block shape is assumed for %s", "finding"},
		{grids, "a grid that fills the GPU is assumed for the price of %s", "finding"},
		{len(loops), fmt.Sprintf("%d iterations are assumed for %%s of unknown length", warp.UnknownTrips), "loop"},
		{len(calls), "prices leave out calls of %s out of sight", "function"},
	} {
		if assumed.n > 0 {
			fmt.Fprintf(run.Stderr, "cudalint: "+assumed.text+"\n", wording.Plural(assumed.n, assumed.noun))
		}
	}
}
