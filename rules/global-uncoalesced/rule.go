// Package globaluncoalesced reports accesses of global memory for which a warp moves many more
// sectors than the bytes it needs would fill.
package globaluncoalesced

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/traffic"
)

//go:embed doc.md
var doc string

// Rule reports accesses whose sectors are at least twice the ideal.
var Rule = &lint.Rule{
	Name:      "global-uncoalesced",
	Severity:  lint.Warning,
	Summary:   "lanes of one warp access global memory far apart: many sectors per request",
	Doc:       doc,
	Options:   []lint.Option{gathers.Option},
	AllMemory: true,
	Check:     check,
}

var gathers = lint.NewOption("gathers", false, "report accesses at indexes that are data, too")

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Sectors float64 `json:"sectors"` // per request, the mean
	Ideal   float64 `json:"ideal"`   // per request, with the same bytes packed
	Stride  int64   `json:"stride"`  // bytes between neighbouring lanes, 0 if it is not one number
	Pattern string  `json:"pattern"`
	Object  string  `json:"object"`
	Kernel  string  `json:"kernel"`
	Shape   string  `json:"shape"`
}

// A group is the accesses of one object in a kernel whose lanes are equally far apart.
type group struct {
	object string
	stride int64
	kind   bool // stores and atomics
}

func check(pass *lint.CheckPass) error {
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	data := gathers.Of(pass.Pass)
	for i := range kernels {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		checkKernel(pass, &kernels[i], data)
	}
	return nil
}

// checkKernel reports the accesses of one kernel under one launch, one finding for each group.
func checkKernel(pass *lint.CheckPass, kernel *warp.Result, data bool) {
	groups := map[group][]*warp.Access{}
	var order []group
	for j := range kernel.Accesses {
		a := &kernel.Accesses[j]
		if a.Space != sema.GlobalSpace || !a.Sectors.Known() || a.Texels || a.Pattern == warp.DataDependent && !data || guessed(pass.Unit, a) || merged(pass.Unit, kernel, a) {
			continue
		}
		g := group{traffic.Object(a), a.Stride, a.Kind != warp.Load}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], a)
	}
	for _, g := range order {
		if slices.ContainsFunc(groups[g], uncoalesced) {
			report(pass, kernel, groups[g])
		}
	}
}

// uncoalesced reports whether an access asks for at least twice the ideal number of sectors, and for
// at least four more: a misaligned base costs one more.
func uncoalesced(a *warp.Access) bool {
	ideal := a.IdealSectors()
	return a.Sectors.Mean >= 2*ideal && a.Sectors.Mean >= ideal+4
}

func report(pass *lint.CheckPass, kernel *warp.Result, accesses []*warp.Access) {
	a := worst(accesses)
	s := shapeOf(kernel, a)
	f := lint.Finding{
		Node: a.Node, Function: a.Function, Access: a, Kernel: kernel, Confidence: traffic.Confidence(kernel, a, a.Ranges.Sectors),
		Remedy: lint.Coalesce, Remedied: accesses,
		Message: message(a, s), Label: label(a), Help: s.help(kernel, a),
		Assumptions: pass.Assumptions(kernel, a),
		Data:        Data{Sectors: a.Sectors.Mean, Ideal: a.IdealSectors(), Stride: a.Stride, Pattern: a.Pattern.String(), Object: traffic.Object(a), Kernel: a.Kernel.Name, Shape: string(s)},
	}
	if a.Ranges.Sectors.Known() {
		f.Assumptions = append(f.Assumptions, "rows of unknown length are longer than the part that a warp accesses")
	}
	for _, other := range accesses {
		if other.Node != a.Node && uncoalesced(other) {
			f.Related = append(f.Related, lint.RelatedNode{Node: other.Node, Message: "lanes are as far apart here"})
		}
	}
	if s == narrowBlock && kernel.Launch != nil && kernel.Launch.Node.Valid() {
		f.Related = append(f.Related, lint.RelatedNode{Node: kernel.Launch.Node, Message: fmt.Sprintf("this launch has blocks of %d threads in x", kernel.Block.Dim[0])})
	}
	pass.Report(f)
}

// worst returns the access that moves the most sectors in vain over the kernel's run.
func worst(accesses []*warp.Access) *warp.Access {
	waste := func(a *warp.Access) float64 {
		if !uncoalesced(a) {
			return -1
		}
		return (a.Sectors.Mean - a.IdealSectors()) * max(1, a.Executions)
	}
	return slices.MaxFunc(accesses, func(a, b *warp.Access) int {
		switch x, y := waste(a), waste(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

func message(a *warp.Access, s shape) string {
	return fmt.Sprintf("%s touches %s sectors, the ideal is %.0f: %s", traffic.Subject(a), traffic.Number(a.Sectors.Mean), a.IdealSectors(), s.reason(a))
}

func label(a *warp.Access) string {
	return fmt.Sprintf("%s sectors/request", traffic.Number(a.Sectors.Mean))
}
