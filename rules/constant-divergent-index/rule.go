// Package constantdivergentindex reports reads of constant memory at which the
// lanes of one warp use different addresses.
package constantdivergentindex

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

//go:embed doc.md
var doc string

// Rule reports divergent reads of __constant__ variables and of arrays inside
// kernel parameters, which the compiler puts in the same bank.
var Rule = &lint.Rule{
	Name:     "constant-divergent-index",
	Severity: lint.Warning,
	Summary:  "lanes of one warp read different addresses of constant memory",
	Doc:      doc,
	Check:    check,
	Fix:      move,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Addresses   Count  `json:"addresses"`
	ActiveLanes Count  `json:"active_lanes"`
	Trips       *int64 `json:"trips"` // null if the source does not determine it
	Pattern     string `json:"pattern"`
	Bytes       int64  `json:"bytes"` // of one lane's read
	Object      string `json:"object"`
	Kernel      string `json:"kernel"`
	// Lanes is the byte offset that each lane of the worst warp reads at, relative to
	// the lowest one, and null for an inactive lane. It is absent if it is not known.
	Lanes []*int64 `json:"lanes,omitempty"`
}

// Count is a figure per warp.
type Count struct {
	Worst int     `json:"worst"`
	Mean  float64 `json:"mean"`
}

func check(pass *lint.CheckPass) error {
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	for i := range kernels {
		for j := range kernels[i].Accesses {
			if a := &kernels[i].Accesses[j]; divergent(a) {
				report(pass, &kernels[i], a)
			}
		}
	}
	return nil
}

// divergent reports whether an access is a read of the constant bank at more
// than one address per warp. An unknown pattern is never reported.
func divergent(a *warp.Access) bool {
	return a.Kind == warp.Load && (a.Space == sema.ConstantSpace || a.Space == sema.ParameterSpace) &&
		!a.Literal && a.Pattern != warp.PatternUnknown && a.Addresses.Worst > 1
}

func report(pass *lint.CheckPass, kernel *warp.Result, a *warp.Access) {
	f := lint.Finding{
		Node: a.Node, Function: a.Function, Access: a, Kernel: kernel,
		Confidence: confidence(kernel, a), Message: message(a), Label: label(a), Help: help(a, pass.CachesLoads()), HelpFor: helpFor(a, pass.CachesLoads()),
		Assumptions: pass.Assumptions(kernel, a), Data: data(a), Subject: subject(pass.Pass, a),
	}
	if n := declaration(a); n.Valid() {
		f.Related = []lint.RelatedNode{{Node: n, Message: a.Object + " is declared here"}}
	}
	pass.Report(f)
}

// confidence returns Likely if the count depends on an assumed block shape or on equally
// likely indexes, or if only some warps of the block were analysed. A block shape that
// the user gives counts as much as that of a launch.
func confidence(kernel *warp.Result, a *warp.Access) lint.Confidence {
	if kernel.SomeWarps || a.Pattern == warp.DataDependent || a.Block.Source == warp.FromLaunchBounds || a.Block.Source == warp.Assumed {
		return lint.Likely
	}
	return lint.Proven
}

// message says how many addresses a warp reads. Under a condition on data the counts are
// upper bounds: a warp reaches them if all its lanes read.
func message(a *warp.Access) string {
	c := a.Addresses
	switch {
	case a.Pattern == warp.DataDependent && a.Guarded:
		return fmt.Sprintf("a warp reads up to about %.1f distinct addresses of %s: the index depends on data, and so does the condition around the read", c.Mean, object(a))
	case a.Pattern == warp.DataDependent:
		return fmt.Sprintf("each warp reads about %.1f distinct addresses of %s: the index depends on data", c.Mean, object(a))
	case a.Guarded && c.Mean == float64(c.Worst):
		return fmt.Sprintf("a warp reads up to %d distinct addresses of %s: the condition around the read depends on data", c.Worst, object(a))
	case c.Mean == float64(c.Worst):
		return fmt.Sprintf("each warp reads %d distinct addresses of %s", c.Worst, object(a))
	}
	return fmt.Sprintf("a warp reads up to %d distinct addresses of %s, %.1f on average", c.Worst, object(a), c.Mean)
}

func object(a *warp.Access) string {
	kind, name := "__constant__ ", a.Object
	if a.Space == sema.ParameterSpace {
		kind = "kernel parameter "
	}
	if name == "" {
		kind, name = "constant", " memory"
	}
	return kind + name
}

func label(a *warp.Access) string {
	if a.Pattern == warp.DataDependent {
		text := fmt.Sprintf("%d lanes read independent elements", a.ActiveLanes.Worst)
		if a.Guarded {
			text = "up to " + text
		}
		if a.DataRange > 0 {
			text += fmt.Sprintf(" of %d", a.DataRange)
		}
		return text
	}
	text := fmt.Sprintf("%s read %d addresses", activeLanes(a), a.Addresses.Worst)
	if a.Pattern == warp.Affine {
		text += fmt.Sprintf(", stride %d bytes", a.Stride)
	}
	return text
}

// activeLanes names the active lanes of the worst warp: "lanes 0..15,20".
func activeLanes(a *warp.Access) string {
	if a.Lanes == nil {
		return fmt.Sprintf("%d lanes", a.ActiveLanes.Worst)
	}
	var runs []string
	for i := 0; i < len(a.Lanes); i++ {
		if a.Lanes[i] < 0 {
			continue
		}
		first := i
		for i+1 < len(a.Lanes) && a.Lanes[i+1] >= 0 {
			i++
		}
		if first == i {
			runs = append(runs, fmt.Sprint(i))
		} else {
			runs = append(runs, fmt.Sprintf("%d..%d", first, i))
		}
	}
	const most = 4 // more runs than that are given as a number
	if len(runs) > most {
		return fmt.Sprintf("%d lanes", a.ActiveLanes.Worst)
	}
	return "lanes " + strings.Join(runs, ",")
}

// help returns the next step. cached is set if plain loads go through the L1 cache.
func help(a *warp.Access, cached bool) string {
	if a.Space == sema.ParameterSpace {
		return "pass a pointer to the array in global memory (const T* __restrict__), or copy it to shared memory once per block"
	}
	name := cmp.Or(a.Object, "it")
	otherwise := "; or copy " + name + " to shared memory once per block"
	if a.ObjectBytes > sharedBytes {
		otherwise = ""
	}
	if !cached {
		return fmt.Sprintf("if most reads of %s look like this, declare it __device__ instead of __constant__ and read it with __ldg: "+
			"this GPU does not cache plain loads in L1; cudaMemcpyToSymbol keeps working%s", name, otherwise)
	}
	return fmt.Sprintf("if most reads of %s look like this, declare it __device__ instead of __constant__: "+
		"reads then go through the L1 cache, and cudaMemcpyToSymbol keeps working%s", name, otherwise)
}

// sharedBytes is the limit of static shared memory per block (CUDA C++ Programming
// Guide: 48 KB on every architecture).
const sharedBytes = 48 << 10

// helpFor returns the next step for each placement that may be better than global memory.
func helpFor(a *warp.Access, cached bool) map[string]string {
	name := cmp.Or(a.Object, "it")
	from, otherwise := "declare "+name+" __device__ instead of __constant__, ", "; __device__ alone already sends the reads through the L1 cache"
	if !cached {
		otherwise = "; or read it with __ldg instead, through the read-only cache"
	}
	if a.Space == sema.ParameterSpace {
		from, otherwise = "", "; or pass a pointer to it in global memory (const T* __restrict__)"
	}
	return map[string]string{
		"shared":   from + "copy it to shared memory once per block, and read the copy after __syncthreads()" + otherwise,
		"register": from + "let each lane of the warp hold one entry of it in a register, and read it with __shfl_sync, which all lanes have to execute" + otherwise,
		"texture":  from + "and read it through a texture object (tex1Dfetch)" + otherwise,
	}
}

func declaration(a *warp.Access) ast.Node {
	if a.Variable != nil {
		return a.Variable.Node
	}
	if a.Space == sema.ParameterSpace && a.Kernel != nil {
		if i := slices.IndexFunc(a.Kernel.Params, func(p decl.Param) bool { return p.Name == a.Object }); i >= 0 {
			return a.Kernel.Params[i].Node
		}
	}
	return ast.Node{}
}

func data(a *warp.Access) Data {
	d := Data{
		Addresses: Count(a.Addresses), ActiveLanes: Count(a.ActiveLanes), Pattern: a.Pattern.String(),
		Bytes: a.Bytes, Object: a.Object,
	}
	if a.Kernel != nil {
		d.Kernel = a.Kernel.Name
	}
	// Copies: a pointer into the access would keep the syntax tree in memory.
	if trips := a.Trips; trips > 0 {
		d.Trips = &trips
	}
	for _, offset := range a.Lanes {
		if offset < 0 {
			d.Lanes = append(d.Lanes, nil)
		} else {
			d.Lanes = append(d.Lanes, &offset)
		}
	}
	return d
}
