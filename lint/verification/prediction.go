package verification

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/kernelname"
	"github.com/cudalint/cudalint/lint/verify"
)

// A Prediction is the expected values of a profiler's counters for one kernel. It holds no syntax
// tree.
type Prediction struct {
	verify.Kernel
	// ReadPlaces are the places of the divergent reads.
	ReadPlaces []ReadPlace
	// Assumed is the key of what the prediction assumes, see assumption.Key.
	Assumed string
	// Lines are what the lines of the kernel are expected to move.
	Lines []verify.LinePrediction
}

// A ReadPlace identifies an expression.
type ReadPlace struct {
	Path       string
	Start, End int // offsets in bytes
}

func placeKey(p lint.Place) ReadPlace { return ReadPlace{p.Path, p.Start.Offset, p.End.Offset} }

// Predict predicts the counters of every kernel of a unit. results are the analyses of the
// kernels that may read constant memory. place returns the reported place of a node.
func Predict(unit *sema.Unit, results []warp.Result, place func(ast.Node) lint.Place) []Prediction {
	p := predictor{place}
	var out []Prediction
	analysed := map[*sema.Function]bool{}
	for i := range results {
		r := &results[i]
		if r.Kernel == nil || !r.Kernel.Kernel() {
			continue
		}
		analysed[r.Kernel] = true
		out = append(out, p.prediction(r))
	}
	for _, kernel := range unit.Kernels() {
		if !analysed[kernel] && kernel.Body.Valid() {
			out = append(out, Prediction{Kernel: p.measurable(kernel, nil)})
		}
	}
	return out
}

// A predictor makes predictions for one unit.
type predictor struct {
	place func(ast.Node) lint.Place
}

// measurable returns a kernel as measurements name it.
func (p predictor) measurable(f *sema.Function, launch *sema.Launch) verify.Kernel {
	at := p.place(f.Node)
	return verify.Kernel{Path: at.Path, Line: at.Start.Line, Name: kernelname.Of(f, launch)}
}

// prediction returns what the analysis of a kernel predicts.
func (p predictor) prediction(r *warp.Result) Prediction {
	out := Prediction{Kernel: p.measurable(r.Kernel, r.Launch), Assumed: assumption.Key(r, p.place), Lines: p.lines(r)}
	for i, n := range r.Block.Dim {
		out.Block[i] = int64(n)
	}
	if r.Launch != nil {
		out.Grid = r.Launch.Grid
	}
	out.Sampled = r.SomeWarps
	unknown := 0
	executed := slices.ContainsFunc(r.Accesses, func(a warp.Access) bool {
		return indexedConstantRead(&a) && a.Addresses.Worst > 1 && a.Executions > 0
	})
	for i := range r.Accesses {
		a := &r.Accesses[i]
		if !indexedConstantRead(a) {
			continue
		}
		if a.Ranges.Addresses.Known() && a.Addresses.Known() && a.Pattern != warp.DataDependent {
			unknown++ // it depends on an unknown distance between lanes
		}
		switch {
		case !a.Addresses.Known():
			unknown++
		case a.Addresses.Worst > 1:
			out.ReadPlaces = append(out.ReadPlaces, placeKey(p.place(a.Node)))
			// A read whose value an earlier read has loaded takes no instruction.
			if a.Executions > 0 || !executed {
				out.Reads = append(out.Reads, predictRead(a))
			}
		}
	}
	switch {
	case r.Incomplete != "":
		out.Open = "the analysis of the kernel stopped early: " + r.Incomplete
	case unknown == 1:
		out.Open = "the addresses of another constant read are not known"
	case unknown > 1:
		out.Open = fmt.Sprintf("the addresses of %d other constant reads are not known", unknown)
	}
	return out
}

// indexedConstantRead reports whether an access is a read that the counters count.
func indexedConstantRead(a *warp.Access) bool {
	return a.Kind == warp.Load && !a.Literal && (a.Space == sema.ConstantSpace || a.Space == sema.ParameterSpace)
}

// predictRead returns the expected counts of a divergent read. The counters count only executions
// that diverge, each as one LDC instruction for every 8 bytes.
func predictRead(a *warp.Access) verify.Load {
	r := verify.Load{
		Known: true, Worst: float64(a.Addresses.Worst - 1), Data: a.Pattern == warp.DataDependent,
		Averaged: a.Averaged, Unsure: a.Unsure,
	}
	if a.DivergentShare > 0 {
		r.Replays = (a.Addresses.Mean - 1) / a.DivergentShare
	}
	// The number of instructions of a copy of another size depends on its alignment.
	power := a.Bytes&(a.Bytes-1) == 0
	if a.Bytes <= 16 && power && a.Trips > 0 {
		executions := a.Executions
		if executions == 0 {
			executions = float64(a.Trips)
		}
		r.Weight = float64(max(a.Bytes/8, 1)) * executions * a.DivergentShare
	}
	return r
}

// distinct sorts predictions and merges equal ones of one kernel. Every unit that includes a header
// predicts for the kernels in it, and launches may differ only in the grid.
func distinct(predictions []Prediction) []Prediction {
	slices.SortStableFunc(predictions, func(a, b Prediction) int {
		return cmp.Or(
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), slices.Compare(a.Name.Args, b.Name.Args),
			slices.Compare(a.Block[:], b.Block[:]), slices.Compare(a.Grid[:], b.Grid[:]),
		)
	})
	var out []Prediction
	for _, p := range predictions {
		same := slices.IndexFunc(out, func(o Prediction) bool {
			return o.Path == p.Path && o.Line == p.Line && o.Block == p.Block && o.Open == p.Open && o.Sampled == p.Sampled &&
				slices.Equal(o.Name.Args, p.Name.Args) && slices.Equal(o.Reads, p.Reads) && slices.Equal(o.ReadPlaces, p.ReadPlaces)
		})
		switch {
		case same < 0:
			out = append(out, p)
		case out[same].Grid != p.Grid:
			out[same].Grid = verify.Shape{}
		}
	}
	return out
}
