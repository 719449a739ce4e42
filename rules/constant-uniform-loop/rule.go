// Package constantuniformloop reports reads of constant memory that the compiler does
// through the uniform datapath, in loops that it does not unroll.
package constantuniformloop

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

//go:embed doc.md
var doc string

// Rule reports reads of __constant__ variables at an address that all lanes share and
// that a loop changes.
var Rule = &lint.Rule{
	Name:     "constant-uniform-loop",
	Severity: lint.Warning,
	Summary:  "a loop that is not unrolled walks constant memory through the uniform datapath",
	Doc:      doc,
	Check:    check,
	Fix:      moved,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Trips  *int64 `json:"trips"` // reads of a warp per run of the kernel; null where the source does not tell
	Bytes  int64  `json:"bytes"` // of one read
	Table  int64  `json:"table_bytes"`
	Object string `json:"object"`
	Kernel string `json:"kernel"`
	// Unroll is set where unrolling makes the offsets literal.
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

// slow reports whether a read takes the uniform datapath in a table that is too large
// for it. A table that is read at several addresses by a warp, too, is left to
// constant-divergent-index; one that is best where it is has no price.
func slow(pass *lint.Pass, k *warp.Result, a *warp.Access) bool {
	over := pass.UniformOver()
	if !a.UniformPath || a.Kind != warp.Load || a.Space != sema.ConstantSpace || over <= 0 || a.ObjectBytes <= over {
		return false
	}
	return pass.Impact(k, a) != nil && !slices.ContainsFunc(k.Accesses, func(b warp.Access) bool {
		return b.Space == a.Space && b.Variable == a.Variable && b.Object == a.Object && b.Addresses.Worst > 1
	})
}

func report(pass *lint.CheckPass, k *warp.Result, a *warp.Access) {
	literal := slices.ContainsFunc(pass.Impact(k, a).Alternatives, func(x lint.Alternative) bool { return x.Placement == "literal" })
	f := lint.Finding{
		Node: a.Node, Function: a.Function, Access: a, Kernel: k,
		// What the compiler makes of a loop is known from others like it.
		Confidence: lint.Likely, Message: message(a), Label: "one address for all lanes, another in each iteration",
		Help: help(a), HelpFor: helpFor(a),
		Data: data(a, literal), Subject: subject(pass.Pass, a),
	}
	if k.SomeWarps {
		f.Assumptions = append(f.Assumptions, "the kernel is long: the first two, the middle and the last of its warps were followed")
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
	return fmt.Sprintf("each warp reads __constant__ %s%s in a loop that is not unrolled, at one address for all its lanes: "+
		"the uniform datapath does one such read after the other", name(a), times)
}

func name(a *warp.Access) string { return cmp.Or(a.Object, "memory") }

// help is the next step where no price names another.
func help(a *warp.Access) string {
	return fmt.Sprintf("declare %s __device__ instead of __constant__: reads then go through the L1 cache, and cudaMemcpyToSymbol keeps working", name(a))
}

func helpFor(a *warp.Access) map[string]string {
	return map[string]string{
		"literal": "unroll the loop fully (#pragma unroll before it): the offsets are then part of the instructions that use " + name(a) +
			", and no read is left; unrolling by a number does not help",
		"shared": "declare " + name(a) + " __device__ instead of __constant__, copy it to shared memory once per block, and read it there after " +
			"__syncthreads(); or leave it at __device__: reads then go through the L1 cache",
		"register": "let each lane of the warp hold one entry of " + name(a) + ", and read it by __shfl_sync, in which all lanes take part; " +
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
