package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/verify"
)

// A prediction is what a measurement of one kernel is held against. It holds no
// syntax tree.
type prediction struct {
	verify.Kernel
	// reads are the places of the divergent reads.
	reads []readPlace
	// assumed is what takes the place of the prediction (see assumption).
	assumed string
}

// A readPlace identifies an expression.
type readPlace struct {
	path       string
	start, end int // offsets in bytes
}

func placeKey(p lint.Place) readPlace { return readPlace{p.Path, p.Start.Offset, p.End.Offset} }

// predict returns what the counters of every kernel of the unit should say. Kernels
// that the analysis leaves out cannot reach constant memory.
func (u *unitRun) predict(results []warp.Result) []prediction {
	var out []prediction
	analysed := map[*sema.Function]bool{}
	for i := range results {
		r := &results[i]
		if r.Kernel == nil || !r.Kernel.Kernel() {
			continue
		}
		analysed[r.Kernel] = true
		out = append(out, u.prediction(r))
	}
	for _, kernel := range u.unit.Kernels() {
		if !analysed[kernel] && kernel.Body.Valid() {
			out = append(out, prediction{Kernel: u.measurable(kernel, nil)})
		}
	}
	return out
}

// measurable returns a kernel as measurements name it.
func (u *unitRun) measurable(f *sema.Function, launch *sema.Launch) verify.Kernel {
	at := u.place(f.Node)
	return verify.Kernel{Path: at.Path, Line: at.Start.Line, Name: measuredName(f, launch)}
}

// prediction turns the result of an analysis into what is measured of it.
func (u *unitRun) prediction(r *warp.Result) prediction {
	p := prediction{Kernel: u.measurable(r.Kernel, r.Launch), assumed: u.assumption(r)}
	for i, n := range r.Block.Dim {
		p.Block[i] = int64(n)
	}
	if r.Launch != nil {
		p.Grid = r.Launch.Grid
	}
	p.Sampled = r.SomeWarps
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
			unknown++ // it depends on a distance between lanes that is not known
		}
		switch {
		case !a.Addresses.Known():
			unknown++
		case a.Addresses.Worst > 1:
			p.reads = append(p.reads, placeKey(u.place(a.Node)))
			// What another read has read already takes no instruction.
			if a.Executions > 0 || !executed {
				p.Reads = append(p.Reads, predictRead(a))
			}
		}
	}
	switch {
	case r.Incomplete != "":
		p.Open = "the analysis of the kernel stopped early: " + r.Incomplete
	case unknown == 1:
		p.Open = "the addresses of another constant read are not known"
	case unknown > 1:
		p.Open = fmt.Sprintf("the addresses of %d other constant reads are not known", unknown)
	}
	return p
}

// indexedConstantRead reports whether an access is a read that the counters see.
func indexedConstantRead(a *warp.Access) bool {
	return a.Kind == warp.Load && !a.Literal && (a.Space == sema.ConstantSpace || a.Space == sema.ParameterSpace)
}

// predictRead returns what the counters see of a divergent read. They see the
// executions that diverge, each as one LDC instruction for every 8 bytes.
func predictRead(a *warp.Access) verify.Load {
	r := verify.Load{
		Known: true, Worst: float64(a.Addresses.Worst - 1), Data: a.Pattern == warp.DataDependent,
		Averaged: a.Averaged, Unsure: a.Unsure,
	}
	if a.DivergentShare > 0 {
		r.Replays = (a.Addresses.Mean - 1) / a.DivergentShare
	}
	// How a copy of another size is cut into instructions depends on its alignment.
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

// measuredName returns the name of a kernel with what the source tells of its
// template arguments and parameter types.
func measuredName(f *sema.Function, launch *sema.Launch) verify.Name {
	n := verify.Name{Base: f.Name}
	for _, part := range strings.Split(f.Namespace, "::") {
		if part != "" {
			n.Qualifiers = append(n.Qualifiers, part)
		}
	}
	var bindings *sema.Bindings
	if launch != nil {
		bindings = launch.Bindings
	}
	for i, p := range f.TemplateParams {
		arg, _ := bindings.Lookup(p.Name)
		if p.Pack {
			break // the arguments behind it cannot be told apart
		}
		if i < len(f.Specialization) {
			arg = f.Specialization[i]
		}
		n.Args = append(n.Args, argumentText(arg))
	}
	n.Params = []string{}
	scope := f.Scope
	if bindings != nil {
		scope = scope.With(bindings)
	}
	for _, p := range f.Params {
		if p.Pack {
			n.Params = nil
			break
		}
		n.Params = append(n.Params, typeText(scope.ParamType(p)))
	}
	return n
}

// argumentText returns a template argument as profilers write it, "" where it is
// not known.
func argumentText(a sema.TemplateArg) string {
	switch {
	case a.Const.Known() && a.Const.Type.Kind != sema.Float:
		return strconv.FormatInt(a.Const.Int, 10)
	case a.Type != nil:
		return typeText(a.Type)
	}
	return ""
}

// typeText returns a type as profilers write it, as far as its names go.
func typeText(t *sema.Type) string {
	const deepest = 8 // pointers to pointers
	suffix := ""
	for range deepest {
		switch {
		case t == nil:
			return ""
		case t.Kind == sema.Pointer:
			suffix = " *" + suffix
		case t.Kind == sema.Reference:
			suffix = " &" + suffix
		default:
			return t.Name + suffix
		}
		t = t.Elem
	}
	return ""
}

// distinct sorts predictions and joins those that say the same of the same kernel:
// a header is analysed with every file that includes it, launches may differ in the
// grid alone.
func distinct(predictions []prediction) []prediction {
	slices.SortStableFunc(predictions, func(a, b prediction) int {
		return cmp.Or(
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), slices.Compare(a.Name.Args, b.Name.Args),
			slices.Compare(a.Block[:], b.Block[:]), slices.Compare(a.Grid[:], b.Grid[:]),
		)
	})
	var out []prediction
	for _, p := range predictions {
		same := slices.IndexFunc(out, func(o prediction) bool {
			return o.Path == p.Path && o.Line == p.Line && o.Block == p.Block && o.Open == p.Open && o.Sampled == p.Sampled &&
				slices.Equal(o.Name.Args, p.Name.Args) && slices.Equal(o.Reads, p.Reads) && slices.Equal(o.reads, p.reads)
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
