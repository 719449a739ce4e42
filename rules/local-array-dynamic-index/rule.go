// Package localarraydynamicindex reports arrays of threads that are kept in local memory because of
// an index.
package localarraydynamicindex

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/localarray"
	"github.com/cudalint/cudalint/lint/analysis/narrow"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

//go:embed doc.md
var doc string

// Rule reports local arrays whose index is no constant once loops are unrolled.
var Rule = &lint.Rule{
	Name:      "local-array-dynamic-index",
	Severity:  lint.Warning,
	Summary:   "the array of a thread is in local memory because of its index",
	Doc:       doc,
	AllMemory: true,
	Check:     check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Array string `json:"array"`
	Bytes int64  `json:"bytes"`
	// Reads and Writes are those of one thread per run of the kernel, loops of unknown length
	// counted as often as the price says.
	Reads  int64 `json:"reads"`
	Writes int64 `json:"writes"`
	// Index says what the index is: "data", "counter" of a loop of unknown length, or "rolled".
	Index string `json:"index"`
	// Kernels are the kernels that come to it, in the order of the source.
	Kernels []string `json:"kernels"`
}

// A place is an array with the kernels that have it in local memory.
type place struct {
	array   *localarray.Array
	kernel  *warp.Result
	replace []lint.Replacement
}

func check(pass *lint.CheckPass) error {
	if !mayHaveArrays(pass) {
		return nil
	}
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	index := map[ast.Node]int{}
	var places []place
	for i := range kernels {
		k := &kernels[i]
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if !k.Kernel.Kernel() || k.Callable != nil {
			continue
		}
		for _, a := range localarray.Find(pass.Context, pass.Builder(), narrow.InstanceOf(k.Kernel, k.Launch), k.Nests) {
			if !a.InMemory() || pass.Unit.System(a.Node.File()) || pass.Unit.Inactive(a.Node, true) {
				continue
			}
			at, ok := index[a.Node]
			if !ok {
				at = len(places)
				index[a.Node] = at
				places = append(places, place{array: a, kernel: k})
			}
			places[at].replace = append(places[at].replace, lint.Replacement{Kernel: k, Now: warp.Work{Local: 1}, Executions: a.Reads + a.Writes})
		}
	}
	for i := range places {
		report(pass, &places[i])
	}
	return nil
}

// mayHaveArrays reports whether device code of the unit declares an array.
func mayHaveArrays(pass *lint.CheckPass) bool {
	for _, f := range pass.Unit.Functions() {
		if !f.OnDevice() || !f.Body.Valid() {
			continue
		}
		for n := range f.Body.Descendants() {
			if n.Is(ast.ArrayDeclarator) {
				return true
			}
		}
	}
	return false
}

func report(pass *lint.CheckPass, p *place) {
	a := p.array
	d := Data{Array: a.Name, Bytes: a.Bytes, Reads: int64(math.Round(a.Reads)), Writes: int64(math.Round(a.Writes))}
	for _, r := range p.replace {
		if name := r.Kernel.Kernel.Name; !slices.Contains(d.Kernels, name) {
			d.Kernels = append(d.Kernels, name)
		}
	}
	x := worst(a)
	d.Index = map[localarray.Kind]string{localarray.Counter: "counter", localarray.Rolled: "rolled", localarray.Dynamic: "data"}[x.Kind]
	f := lint.Finding{
		Node: a.Node, Function: a.Function.Instance.Function, Confidence: lint.Likely, Data: d,
		Message: fmt.Sprintf("%s (%d bytes per thread) is in local memory, with %s: %s", a.Name, a.Bytes, accesses(d), reason(x)),
		Label:   "in local memory, not in registers",
		Help:    help(p, x),
		Replace: p.replace, ReplaceBy: "thread-register",
	}
	for _, y := range a.Indexed {
		if y.Kind != localarray.Unclear && len(f.Related) < mostRelated {
			f.Related = append(f.Related, lint.RelatedNode{Node: y.Node, Message: "the index is not a constant here"})
		}
	}
	pass.Report(f)
}

// mostRelated bounds the accesses that a finding lists.
const mostRelated = 4

// worst returns the access whose index nvcc knows least of.
func worst(a *localarray.Array) localarray.Access {
	var out localarray.Access
	for _, x := range a.Indexed {
		if x.Kind != localarray.Unclear && (x.Kind > out.Kind || x.Kind == out.Kind && x.Loop && !out.Loop) {
			out = x
		}
	}
	return out
}

func accesses(d Data) string {
	return fmt.Sprintf("%s and %s per thread", plural(d.Reads, "read"), plural(d.Writes, "write"))
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// reason says what is wrong with an index.
func reason(x localarray.Access) string {
	text := x.Node.Origin().Text()
	switch x.Kind {
	case localarray.Counter:
		return fmt.Sprintf("the index of %s is the counter of a loop of unknown length, which is not fully unrolled", text)
	case localarray.Rolled:
		return fmt.Sprintf("the index of %s is the counter of a loop that is not fully unrolled", text)
	}
	return fmt.Sprintf("the index of %s is not a constant, even if all loops are unrolled", text)
}

// help returns the next step for an array.
func help(p *place, x localarray.Access) string {
	const few = 16 // elements that a chain of selections reads
	a := p.array
	n := a.Bytes / max(a.Element, 1)
	threads := p.kernel.Block.Threads()
	shared := fmt.Sprintf("keep it in shared memory, as %s[index][threadIdx.x] so that lanes use different banks (%d bytes for a block of %d threads)", a.Name, a.Bytes*int64(threads), threads)
	const sharedMost = 48 << 10
	switch all := a.Bytes * int64(threads); {
	case a.Bytes*warpSize > blockMost:
		shared = fmt.Sprintf("let the threads of a block share one array, or make it smaller: the arrays of one warp (%d bytes) do not fit into shared memory", a.Bytes*warpSize)
	case all > sharedMost:
		shared = fmt.Sprintf("keep it in shared memory with fewer threads per block (%d bytes for %d threads)", all, threads)
	}
	switch {
	case table(a.Node):
		return fmt.Sprintf("%s has the same numbers for all threads: declare it static, so that there is one copy of it in global memory, or keep one copy for each block in shared memory (%d bytes)", a.Name, a.Bytes)
	case x.Kind == localarray.Rolled:
		return "fully unroll the loop (#pragma unroll without a number, and a small body); or " + shared
	case x.Kind == localarray.Counter:
		return fmt.Sprintf("give the loop the constant length %d and #pragma unroll, and put what only some iterations need under a condition; or %s", n, shared)
	case n <= few:
		return fmt.Sprintf("select the element in an unrolled loop over all %d (if (k == index) x = %s[k]); or %s", n, a.Name, shared)
	}
	return shared
}

const (
	warpSize  = 32
	blockMost = 227 << 10 // bytes of shared memory that a block has at most, on sm_90 and sm_100
)

// table reports whether an array is constant and has only literals in it.
func table(array ast.Node) bool {
	d := array.Enclosing(ast.Declaration)
	if !d.Valid() || d.Qualifiers()&ast.Const == 0 {
		return false
	}
	for n := range d.Descendants() {
		if !n.Is(ast.InitializerList) {
			continue
		}
		for x := range n.Descendants() {
			if x.Is(ast.Identifier) || x.Is(ast.CallExpression) {
				return false
			}
		}
		return true
	}
	for n := range d.Descendants() {
		if n.Is(ast.StringLiteral) {
			return true
		}
	}
	return false
}
