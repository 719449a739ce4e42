package inspect

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// A Kernel is one kernel under one launch. It holds no syntax tree.
type Kernel struct {
	lint.Place // of its name
	Name       string
	Block      warp.Block // without Launch
	// Grid is the number of blocks in x, y and z, 0 where it is not known.
	Grid [3]int64
	// Launch is the place of the launch, "src/a.cu:90"; "" if none is in sight.
	Launch string
	// Incomplete says why the analysis stopped early, "" if it did not. SomeWarps is that of
	// warp.Result.
	Incomplete string
	SomeWarps  bool
	// Cost is what a warp takes of the GPU; nil where the GPU has no model, or the kernel was not
	// followed to its end.
	Cost *price.Kernel
	// Costliest is the access that keeps a pipe busy the longest; nil where there is none.
	Costliest *Costliest
	// Findings is the number of findings about accesses of the kernel, Saving what they save
	// together in percent of its time where SavingKnown is set, Range its bounds. It is an upper
	// bound if UpperBound is set.
	Findings    int
	Saving      int
	Range       lint.SavingRange
	UpperBound  bool
	SavingKnown bool
	// Assumed is the key of what the row assumes, see assumption.Key.
	Assumed string
}

// A Costliest is the access of a kernel that keeps a pipe busy the longest.
type Costliest struct {
	lint.Place
	Expression string
	Cycles     float64 // of one warp in all
}

// A DetailedKernel is a Kernel with its accesses.
type DetailedKernel struct {
	Kernel
	// FirstLine and LastLine are those of the kernel's definition.
	FirstLine, LastLine int
	Accesses            []KernelAccess
}

// A KernelAccess is an access of a kernel with what all its executions take.
type KernelAccess struct {
	Row
	// Busy is how many cycles one warp keeps the busiest pipe busy with the access, in all;
	// known where BusyKnown is set. Executions is how often it executes the access.
	Busy       float64
	BusyKnown  bool
	Executions float64
}

// A Finding is what a rule found about a kernel.
type Finding struct {
	// Function is the kernel of a finding about a parameter, Result the kernel and launch of one
	// about accesses.
	Function *sema.Function
	Result   *warp.Result
	price.Proposal
}

// Kernels returns a row for each kernel and launch in some analyses.
func (u *Unit) Kernels(results []warp.Result, findings []Finding) (out []Kernel) {
	for i := range results {
		if k := results[i].Kernel; k != nil && k.Kernel() {
			out = append(out, u.kernel(&results[i], findings))
		}
	}
	return out
}

// DetailedKernels is Kernels with the accesses of each.
func (u *Unit) DetailedKernels(results []warp.Result, findings []Finding) (out []DetailedKernel) {
	for i := range results {
		r := &results[i]
		if r.Kernel == nil || !r.Kernel.Kernel() {
			continue
		}
		at := u.Place(r.Kernel.Node)
		k := DetailedKernel{Kernel: u.kernel(r, findings), FirstLine: at.Start.Line, LastLine: at.End.Line}
		for j := range r.Accesses {
			a := &r.Accesses[j]
			at := KernelAccess{Row: u.row(r, a), Executions: a.Executions}
			at.Busy, at.BusyKnown = u.Prices.Busy(r, a)
			k.Accesses = append(k.Accesses, at)
		}
		out = append(out, k)
	}
	return out
}

func (u *Unit) kernel(r *warp.Result, findings []Finding) Kernel {
	k := Kernel{Place: u.nameOf(r.Kernel), Name: r.Kernel.Name, Block: r.Block, Incomplete: r.Incomplete, SomeWarps: r.SomeWarps,
		Assumed: assumption.Key(r, u.Place), Cost: u.Prices.Kernel(r)}
	k.Block.Launch = nil
	if r.Launch != nil {
		k.Launch, k.Grid = u.LaunchAt(r.Launch), r.Launch.Grid
	}
	if k.Cost != nil && k.Cost.Costliest >= 0 {
		a := &r.Accesses[k.Cost.Costliest]
		k.Costliest = &Costliest{Place: u.Place(a.Node), Expression: a.Node.Text(), Cycles: k.Cost.CostliestCycles}
	}
	var proposals []price.Proposal
	for i := range findings {
		if f := &findings[i]; f.Result == r || f.Result == nil && f.Function == r.Kernel {
			proposals = append(proposals, f.Proposal)
		}
	}
	k.Findings = len(proposals)
	saving := u.Prices.Together(r, proposals)
	k.Saving, k.Range, k.UpperBound, k.SavingKnown = saving.Percent, saving.Range, saving.UpperBound, saving.Known
	if len(proposals) == 0 {
		k.SavingKnown = k.Cost != nil
	}
	if k.Cost != nil {
		k.UpperBound = k.Findings > 0 && (k.UpperBound || k.Cost.TripsAssumed || len(k.Cost.Hidden.Calls) > 0)
	}
	return k
}

// nameOf returns the place of the name of a function.
func (u *Unit) nameOf(f *sema.Function) lint.Place {
	for _, d := range f.Declarators {
		if span := d.Span(); d.File() == f.Node.File() && f.Node.Span().Start <= span.Start && span.End <= f.Node.Span().End {
			return u.Place(d)
		}
	}
	return u.Place(f.Node)
}

// A KernelTable has the kernels of a run on one GPU.
type KernelTable[K any] struct {
	Target   lint.Target
	Kernels  []K
	Problems []lint.Problem
	Files    int
	// Compiled says how much of the compiler's logs is about kernels of the inputs.
	Compiled []ptxas.Coverage
}

// MergeKernels returns the kernels of all units, ordered by path, offset, launch and block, each
// once: see Merge. of returns the Kernel in a value.
func MergeKernels[K any](list []K, of func(*K) *Kernel, launched, silent map[string]bool) []K {
	list = slices.DeleteFunc(list, func(v K) bool {
		k := of(&v)
		return launched[k.Assumed] || silent[k.Path]
	})
	slices.SortStableFunc(list, func(a, b K) int { return CompareKernels(of(&a), of(&b)) })
	return unique(list, func(v *K) string { return of(v).figures() })
}

// CompareKernels orders by path, offset, launch and block.
func CompareKernels(a, b *Kernel) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Offset, b.Start.Offset), cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Launch, b.Launch), slices.Compare(a.Block.Dim[:], b.Block.Dim[:]))
}

// Identity names the kernel and launch of a row; it is the same on all GPUs. Instances of a template
// at one launch share it.
func (k *Kernel) Identity() string {
	return fmt.Sprintf("%s:%d %s %s %v", k.Path, k.Start.Offset, k.Name, k.Launch, k.Block.Dim)
}

// figures returns all that tells a row from others.
func (k *Kernel) figures() string {
	text := fmt.Sprintf("%s %v %v %q %d %d", k.Identity(), k.Block.Source, k.Grid, k.Incomplete, k.Findings, k.Saving)
	if k.Cost != nil {
		c := *k.Cost
		if c.Compiled != nil {
			text += fmt.Sprint(*c.Compiled)
		}
		c.Compiled = nil
		text += fmt.Sprint(c)
	}
	if k.Costliest != nil {
		text += fmt.Sprint(*k.Costliest)
	}
	return text
}
