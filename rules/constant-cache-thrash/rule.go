// Package constantcachethrash reports reads of constant memory that miss its first-level cache, as
// the warps are at different places of a table that is larger.
package constantcachethrash

import (
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

// Rule reports reads at one address for all lanes that miss the first-level constant cache.
var Rule = &lint.Rule{
	Name:     "constant-cache-thrash",
	Severity: lint.Info,
	Summary:  "warps read different parts of a constant table that does not fit the first-level cache",
	Doc:      doc,
	Check:    check,
	Fix:      placement.MoveToGlobal,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Kernel string `json:"kernel"`
	Object string `json:"object"`
	Table  int64  `json:"table_bytes"`
	Cache  int64  `json:"cache_bytes"` // of the first level
	Reads  int    `json:"reads"`       // places in the source that miss
}

func check(pass *lint.CheckPass) error {
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	for i := range kernels {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		checkKernel(pass, &kernels[i])
	}
	return nil
}

// checkKernel reports the tables of a kernel under one launch, each at its costliest read.
func checkKernel(pass *lint.CheckPass, k *warp.Result) {
	tables := map[*sema.Variable][]*warp.Access{}
	var order []*sema.Variable
	for i := range k.Accesses {
		a := &k.Accesses[i]
		if a.Space == sema.ConstantSpace && a.Variable != nil {
			if tables[a.Variable] == nil {
				order = append(order, a.Variable)
			}
			tables[a.Variable] = append(tables[a.Variable], a)
		}
	}
	for _, v := range order {
		checkTable(pass, k, v, tables[v])
	}
}

// checkTable reports a table if warps miss the cache although their lanes agree. Divergent reads are
// those of constant-divergent-index, reads through the uniform datapath those of
// constant-uniform-loop.
func checkTable(pass *lint.CheckPass, k *warp.Result, v *sema.Variable, reads []*warp.Access) {
	if slices.ContainsFunc(reads, func(a *warp.Access) bool { return a.Kind != warp.Load || a.Addresses.Worst > 1 || a.UniformPath }) {
		return
	}
	var worst *warp.Access
	var price *lint.Impact
	missing := 0
	for _, a := range reads {
		i := pass.Impact(k, a)
		if i == nil || i.Misses == 0 || i.SavingPercent < 1 || a.ObjectBytes <= i.Misses {
			continue
		}
		missing++
		if price == nil || i.Cycles*a.Executions > price.Cycles*worst.Executions {
			worst, price = a, i
		}
	}
	if worst != nil {
		report(pass, k, v, worst, price, missing)
	}
}

func report(pass *lint.CheckPass, k *warp.Result, v *sema.Variable, a *warp.Access, price *lint.Impact, missing int) {
	global := fmt.Sprintf("declare %s __device__ instead of __constant__: the L1 cache holds it, and cudaMemcpyToSymbol keeps working", v.Name)
	pass.Report(lint.Finding{
		Node: a.Node, Function: a.Function, Access: a, Kernel: k, Confidence: lint.Likely,
		Message: fmt.Sprintf("warps read different parts of __constant__ %s (%d bytes), of which the first-level constant cache holds %d: most reads miss it and take %.1f cycles per warp",
			v.Name, a.ObjectBytes, price.Misses, price.Cycles),
		Label: "misses the first-level constant cache",
		Help:  global,
		HelpFor: map[string]string{
			"shared": fmt.Sprintf("copy %s to shared memory once per block and read the copy after __syncthreads(); or %s", v.Name, global),
			"literal": fmt.Sprintf("fully unroll the loop (#pragma unroll before it), so that the offsets into %s are operands of the instructions; or %s",
				v.Name, global),
		},
		Assumptions: pass.Assumptions(k, a),
		Related:     []lint.RelatedNode{{Node: v.Node, Message: v.Name + " is declared here"}},
		Data:        Data{Kernel: k.Kernel.Name, Object: v.Name, Table: a.ObjectBytes, Cache: price.Misses, Reads: missing},
		Subject:     placement.SubjectOf(pass.Pass, v),
	})
}
