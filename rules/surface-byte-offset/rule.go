// Package surfacebyteoffset reports surface accesses whose x is not in bytes.
package surfacebyteoffset

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

//go:embed doc.md
var doc string

// Rule reports reads and writes of surfaces whose x is not a multiple of the element size,
// because it was not multiplied by that.
var Rule = &lint.Rule{
	Name:     "surface-byte-offset",
	Severity: lint.Warning,
	Summary:  "x of a surface access is in bytes, but is not multiplied by the element size",
	Doc:      doc,
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Element string `json:"element"`
	Bytes   int64  `json:"bytes"` // of an element
	// Step is the difference of x, in bytes, between neighbouring values of By: of
	// "threadIdx.x" or of the counter of a loop. If x is a number, By is "" and Step is x.
	Step int64  `json:"step"`
	By   string `json:"by"`
}

func check(pass *lint.CheckPass) error {
	accesses := texture.SurfaceAccesses(pass.Unit)
	if len(accesses) == 0 {
		return nil
	}
	e := texture.NewEvaluator(pass.Unit)
	for _, a := range accesses {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if x := e.Eval(a.X); x != nil && a.Element.Size > 1 {
			access(pass, e, a, x)
		}
	}
	return nil
}

// access reports an access if a step of some thread index, block index or loop counter is not
// a whole number of elements.
func access(pass *lint.CheckPass, e *texture.Evaluator, a texture.SurfaceAccess, x *texture.Linear) {
	size := a.Element.Size
	if len(x.Steps) == 0 {
		if !x.Loose && x.Const%size != 0 {
			report(pass, a, Data{Step: x.Const})
		}
		return
	}
	symbols := make([]texture.Symbol, 0, len(x.Steps))
	for s := range x.Steps {
		symbols = append(symbols, s)
	}
	slices.SortFunc(symbols, func(s, t texture.Symbol) int {
		return cmp.Or(cmp.Compare(rank(s), rank(t)), cmp.Compare(s.Name, t.Name), cmp.Compare(s.Loop.Index(), t.Loop.Index()))
	})
	for _, s := range symbols {
		if step := x.Steps[s]; step%size != 0 && takesNeighbours(pass.Pass, a.Function, s) {
			if !e.Selects(a.Call) {
				report(pass, a, Data{Step: max(step, -step), By: s.Name})
			}
			return
		}
	}
}

// rank orders symbols: threadIdx before loop counters before blockIdx.
func rank(s texture.Symbol) int {
	switch {
	case s.Loop.Valid():
		return 1
	case strings.HasPrefix(s.Name, "threadIdx."):
		return 0
	}
	return 2
}

// takesNeighbours reports whether a symbol takes neighbouring values. A thread or block index
// does not if the block or grid has the extent 1 in that dimension. Without a visible launch,
// x is assumed to have a larger extent, y and z are not.
func takesNeighbours(pass *lint.Pass, f *sema.Function, s texture.Symbol) bool {
	if s.Loop.Valid() {
		return true
	}
	name, axis, _ := strings.Cut(s.Name, ".")
	d := strings.Index("xyz", axis)
	if d < 0 || len(axis) != 1 {
		return false
	}
	wider := d == 0
	if !f.Kernel() {
		return wider
	}
	for _, l := range pass.LaunchesOf(f) {
		n := l.Block[d]
		if name == "blockIdx" {
			n = l.Grid[d]
		}
		if n == 1 {
			return false
		}
		wider = wider || n > 1
	}
	return wider
}

func report(pass *lint.CheckPass, a texture.SurfaceAccess, d Data) {
	d.Element, d.Bytes = a.Element.Without().Name, a.Element.Size
	f := lint.Finding{
		Node: a.X, Function: a.Function, Confidence: lint.Proven, Data: d,
		Label: fmt.Sprintf("multiply by sizeof(%s)", d.Element),
		Help:  fmt.Sprintf("multiply the element index by sizeof(%s): x is in bytes, y and z are not", d.Element),
	}
	what := fmt.Sprintf("x of %s is in bytes", a.Callee)
	switch {
	case d.By == "":
		f.Message = fmt.Sprintf("%s, but %d is not a multiple of the element size: %s has %d bytes", what, d.Step, d.Element, d.Bytes)
	default:
		f.Message = fmt.Sprintf("%s, but steps by %s with %s: an element (%s) has %d bytes", what, bytes(d.Step), d.By, d.Element, d.Bytes)
	}
	f.Fixes = fixesOf(pass.Pass, a, d)
	f.AssumeArms(texture.Conditions(pass.Unit, a.Call))
	pass.Report(f)
}

func bytes(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
