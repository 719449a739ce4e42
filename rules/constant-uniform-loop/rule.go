// Package constantuniformloop reports loops that the compiler does not unroll, and in
// which it reads constant memory through the uniform datapath.
package constantuniformloop

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/placement"
)

//go:embed doc.md
var doc string

// Rule reports reads of __constant__ variables at an address that is the same for all
// lanes and changes in each iteration.
var Rule = &lint.Rule{
	Name:     "constant-uniform-loop",
	Severity: lint.Warning,
	Summary:  "a loop that is not unrolled walks constant memory through the uniform datapath",
	Doc:      doc,
	Check:    check,
	Fix:      placement.MoveToGlobal,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Trips  *int64 `json:"trips"` // reads per warp and launch; null if the source does not determine it
	Bytes  int64  `json:"bytes"` // of one read
	Table  int64  `json:"table_bytes"`
	Object string `json:"object"`
	Kernel string `json:"kernel"`
	// Unroll is set if the offsets are literal once the loop is unrolled.
	Unroll bool `json:"unroll"`
}

func check(pass *lint.CheckPass) error {
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	for i := range kernels {
		k := &kernels[i]
		for j := range k.Accesses {
			if a := &k.Accesses[j]; slow(pass.Pass, k, a) {
				report(pass, k, a)
			}
		}
	}
	return nil
}

// inStep is how many cycles of an SM such a read takes at most if the warps are in step: loads of 8 bytes
// take 3.4 to 4.0 (lint/model/cost/testdata/uniform/rows.csv, 32 warps on each SM). Moving the table then
// made a kernel slower, by 29 % on an H100: more loads compete for the L1 cache.
const inStep = 4

// slow reports whether a read goes through the uniform datapath, from a table that is
// too large for it. It leaves tables with divergent reads to constant-divergent-index.
// A table that is best in constant memory has no price, and is not reported.
func slow(pass *lint.Pass, k *warp.Result, a *warp.Access) bool {
	over := pass.UniformOver()
	if !a.UniformPath || a.Kind != warp.Load || a.Space != sema.ConstantSpace || over <= 0 || a.ObjectBytes <= over {
		return false
	}
	price := pass.Impact(k, a)
	return price != nil && price.Cycles > inStep && !slices.ContainsFunc(k.Accesses, func(b warp.Access) bool {
		return b.Space == a.Space && b.Variable == a.Variable && b.Object == a.Object && b.Addresses.Worst > 1
	})
}

func report(pass *lint.CheckPass, k *warp.Result, a *warp.Access) {
	price := pass.Impact(k, a)
	literal := slices.ContainsFunc(price.Alternatives, func(x lint.Alternative) bool { return x.Placement == "literal" })
	f := lint.Finding{
		Node: a.Node, Function: a.Function, Access: a, Kernel: k,
		// What the compiler does with the loop is inferred from measured ones like it.
		Confidence: lint.Likely, Message: message(a), Label: "one address for all lanes, a new one in each iteration",
		Help: help(a), HelpFor: helpFor(a),
		Data: data(a, literal), Subject: placement.SubjectOf(pass.Pass, a.Variable),
	}
	if price.GridAssumed {
		// Half as many warps as an SM has room for stay in step: __device__ may then cost time.
		f.Unpriced, f.Subject, f.Help = true, nil, helpForUnknownGrid(a, literal)
	}
	if k.SomeWarps {
		f.Assumptions = append(f.Assumptions, "the other warps behave like the first two, the middle and the last one: the kernel is too long to analyse all")
	}
	if literal {
		if fix, ok := unrolling(pass.Pass, k, a); ok {
			f.Fixes = append(f.Fixes, fix)
		}
	}
	if a.Variable != nil {
		f.Related = []lint.RelatedNode{{Node: a.Variable.Node, Message: a.Object + " is declared here"}}
	}
	pass.Report(f)
}

func message(a *warp.Access) string {
	times := ""
	if a.Trips > 1 {
		times = fmt.Sprintf(" %d times", a.Trips)
	}
	return fmt.Sprintf("each warp reads __constant__ %s%s in a loop that is not unrolled, at one address for all lanes: "+
		"the uniform datapath executes these reads one at a time", name(a), times)
}

func name(a *warp.Access) string { return cmp.Or(a.Object, "memory") }

// help returns the next step if the price does not name another placement.
func help(a *warp.Access) string {
	return fmt.Sprintf("declare %s __device__ instead of __constant__: reads then go through the L1 cache, and cudaMemcpyToSymbol keeps working", name(a))
}

// helpForUnknownGrid returns the next step if a small grid may leave nothing to gain.
func helpForUnknownGrid(a *warp.Access, literal bool) string {
	if literal {
		return helpFor(a)["literal"]
	}
	return fmt.Sprintf("measure %s as __device__ instead of __constant__ with the grid that you launch: the reads are slow if the warps fill the SMs, "+
		"and fast if at most half as many are active, which then stay in step", name(a))
}

// helpFor returns the next step for each placement that may be better than global memory.
func helpFor(a *warp.Access) map[string]string {
	return map[string]string{
		"literal": "fully unroll the loop (#pragma unroll before it): the instructions that use " + name(a) +
			" then contain the offset as an operand, and no separate read is left; a partial unroll (#pragma unroll N) does not help",
		"shared": "declare " + name(a) + " __device__ instead of __constant__, copy it to shared memory once per block, and read the copy after " +
			"__syncthreads(); __device__ alone already sends the reads through the L1 cache",
		"register": "let each lane of the warp hold one entry of " + name(a) + " in a register, and read it with __shfl_sync, which all lanes have to execute; " +
			"or declare it __device__ instead of __constant__",
	}
}

func data(a *warp.Access, literal bool) Data {
	d := Data{Bytes: a.Bytes, Table: a.ObjectBytes, Object: a.Object, Unroll: literal}
	if a.Kernel != nil {
		d.Kernel = a.Kernel.Name
	}
	if trips := a.Trips; trips > 0 {
		d.Trips = &trips
	}
	return d
}
