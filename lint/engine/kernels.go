package engine

import (
	"context"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/suppress"
)

// Kernels lists the kernels of the inputs under each launch, with what all findings save.
func (l *Linter) Kernels(ctx context.Context, inputs []discover.Input) *inspect.KernelTable[inspect.Kernel] {
	return kernelTable(ctx, l, inputs, (*inspect.Unit).Kernels, func(k *inspect.Kernel) *inspect.Kernel { return k })
}

// DetailedKernels is Kernels with the accesses of each.
func (l *Linter) DetailedKernels(ctx context.Context, inputs []discover.Input) *inspect.KernelTable[inspect.DetailedKernel] {
	return kernelTable(ctx, l, inputs, (*inspect.Unit).DetailedKernels, func(k *inspect.DetailedKernel) *inspect.Kernel { return &k.Kernel })
}

func kernelTable[K any](ctx context.Context, l *Linter, inputs []discover.Input, rows func(*inspect.Unit, []warp.Result, []inspect.Finding) []K,
	of func(*K) *inspect.Kernel) *inspect.KernelTable[K] {
	b := each(ctx, l, inputs, (*unitRun).collect, func(u *unitRun) (out []K) {
		results, err := u.analyze(kernels.Options{})
		if err != nil {
			u.failed("the analysis of memory accesses", err)
			return nil
		}
		// The rules see the same results.
		u.results, u.analyzed = results, true
		return rows(u.inspected(), results, u.kernelFindings())
	})
	return &inspect.KernelTable[K]{Target: b.target(l), Kernels: inspect.MergeKernels(b.values, of, b.launched, b.silent), Problems: b.problems, Files: b.files, Compiled: b.coverage(l)}
}

// kernelFindings runs the rules and returns their findings about kernels that are reported.
func (u *unitRun) kernelFindings() (out []inspect.Finding) {
	var hits []suppress.Hit
	u.reported = func(d *lint.Diagnostic, f *lint.Finding) {
		if u.linter.settings(d.Path).Off[d.Rule] {
			return
		}
		for _, found := range kernelFindings(d, f) {
			out = append(out, found)
			hits = append(hits, suppress.Hit{Rule: d.Rule, Path: d.Path, Offset: d.Start.Offset})
		}
	}
	u.check()
	u.reported = nil
	set := suppress.NewSet(lint.Names(u.linter.known()), u.linter.ran, u.directives)
	kept := out[:0]
	for i, by := range set.Match(hits) {
		if by == nil {
			kept = append(kept, out[i])
		}
	}
	return kept
}

// kernelFindings returns a finding for each kernel that it is about.
func kernelFindings(d *lint.Diagnostic, f *lint.Finding) (out []inspect.Finding) {
	for i := range f.Replace {
		out = append(out, inspect.Finding{Result: f.Replace[i].Kernel, Proposal: price.Proposal{Impact: d.Impact, Replace: &f.Replace[i]}})
	}
	if f.Kernel == nil && f.Restrict == "" {
		return out
	}
	found := inspect.Finding{Function: f.Function, Result: f.Kernel, Proposal: price.Proposal{Impact: d.Impact, Accesses: f.Remedied}}
	if f.Remedy == "" && f.Access != nil {
		found.Accesses = []*warp.Access{f.Access}
	}
	return append(out, found)
}
