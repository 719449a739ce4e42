// Package surfacebyteoffset reports accesses of surfaces whose x is not in bytes.
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

// Rule reports reads and writes of surfaces at positions that are no multiples of
// the element size, because x was not multiplied by it.
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
	// Step is how many bytes of x neighbours are apart, By what they are neighbours
	// in: "threadIdx.x", the counter of a loop; "" where x is a number.
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

// access reports an access if a neighbour in anything is not whole elements away.
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
	slices.SortFunc(symbols, func(s, t texture.Symbol) int { // threadIdx before loops before blockIdx
		return cmp.Or(cmp.Compare(rank(s), rank(t)), cmp.Compare(s.Name, t.Name), cmp.Compare(s.Loop.Index(), t.Loop.Index()))
	})
	for _, s := range symbols {
		if step := x.Steps[s]; step%size != 0 && moves(pass.Pass, a.Function, s) {
			if !e.Selects(a.Call) {
				report(pass, a, Data{Step: max(step, -step), By: s.Name})
			}
			return
		}
	}
}

func rank(s texture.Symbol) int {
	switch {
	case s.Loop.Valid():
		return 1
	case strings.HasPrefix(s.Name, "threadIdx."):
		return 0
	}
	return 2
}

// moves reports whether a symbol takes neighbouring values: a block or grid may be
// one thread or block wide. The first dimension is taken to be wider where no launch
// says otherwise, the others only where a launch says so.
func moves(pass *lint.Pass, f *sema.Function, s texture.Symbol) bool {
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
		Help:  fmt.Sprintf("x is in bytes, y and z are not: multiply the index of the element by sizeof(%s)", d.Element),
	}
	what := fmt.Sprintf("x of %s is in bytes", a.Callee)
	switch {
	case d.By == "":
		f.Message = fmt.Sprintf("%s, and %d is no multiple of the %d bytes of an element (%s)", what, d.Step, d.Bytes, d.Element)
	default:
		f.Message = fmt.Sprintf("%s, and steps by %s with %s; an element (%s) has %d", what, bytes(d.Step), d.By, d.Element, d.Bytes)
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
