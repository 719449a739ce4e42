package verification

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/verify"
)

// operations are the names of kinds of access in source pages.
var operations = map[warp.AccessKind]verify.Operation{warp.Load: verify.Loads, warp.Store: verify.Stores, warp.Atomic: verify.Atomics}

// lineKey identifies the accesses like a on the line of a place.
func lineKey(place lint.Place, a *warp.Access) verify.LineKey {
	return verify.LineKey{Path: place.Path, Line: place.Start.Line, Shared: a.Space == sema.SharedSpace, Kind: operations[a.Kind]}
}

// TrafficLine returns what identifies the accesses of a finding in a source page; ok is false if it
// is about neither global nor shared memory.
func TrafficLine(place lint.Place, a *warp.Access) (key verify.LineKey, ok bool) {
	ok = a != nil && !a.Texels && (a.Space == sema.GlobalSpace || a.Space == sema.SharedSpace)
	if ok {
		key = lineKey(place, a)
	}
	return key, ok
}

// lines returns what the accesses of a kernel are expected to move, by line.
func (p predictor) lines(r *warp.Result) []verify.LinePrediction {
	type sum struct{ prediction, weight float64 }
	var out []verify.LinePrediction
	sums := map[verify.LineKey]*sum{}
	index := map[verify.LineKey]int{}
	for i := range r.Accesses {
		a := &r.Accesses[i]
		key, ok := TrafficLine(p.place(a.Node), a)
		if !ok || a.Executions <= 0 && r.Nests != nil {
			continue
		}
		at, found := index[key]
		if !found {
			at = len(out)
			index[key], sums[key] = at, &sum{}
			out = append(out, verify.LinePrediction{LineKey: key, Kernels: []string{r.Kernel.Name}, Known: true, Unsure: r.SomeWarps || a.Block.Source == warp.Assumed})
		}
		l, s, count, open := &out[at], sums[key], a.Sectors, a.Ranges.Sectors.Known()
		if key.Shared {
			count, open = a.BankConflict, false
		}
		l.Bytes = max(l.Bytes, a.Bytes)
		l.Known = l.Known && count.Known() && !open
		l.Unsure = l.Unsure || a.Pattern == warp.DataDependent || a.Averaged || a.Unsure || a.Guarded
		l.Inactive = l.Inactive || a.Unsure || a.Guarded || a.Averaged
		weight := max(a.Executions, 1e-9) / max(1, a.Vector)
		s.prediction, s.weight = s.prediction+weight*count.Mean, s.weight+weight
	}
	for i := range out {
		mean := sums[out[i].LineKey]
		out[i].Least = mean.prediction / mean.weight
		out[i].Most = out[i].Least
	}
	return out
}

// applyLines fills in the verifications of findings about traffic from the results of their lines.
func applyLines(findings []lint.Diagnostic, lines []verify.LineResult, measurements []*verify.Export) {
	byLine := make(map[verify.LineKey]*verify.LineResult, len(lines))
	for i := range lines {
		byLine[lines[i].LineKey] = &lines[i]
	}
	var files []string
	for _, m := range measurements {
		if m.Source {
			files = append(files, m.File)
		}
	}
	for i := range findings {
		d := &findings[i]
		if r := byLine[d.Origin.Traffic]; r != nil && d.Origin.Traffic.Path != "" {
			applyLine(d, r, fileList(files))
		}
	}
}

// applyLine fills in the verification of one finding. It is demoted if less was measured than it
// says, or nothing; what moves more than predicted is worth the finding all the more.
func applyLine(d *lint.Diagnostic, r *verify.LineResult, in string) {
	v := &lint.Verification{Status: r.Status, Kernel: d.Function, Measured: r.Measured, Predicted: r.Most}
	switch r.Status {
	case verify.Agrees:
		v.Note = fmt.Sprintf("confirmed by %s: %s", in, r.Text())
		if d.Confidence == lint.Likely && !r.Unsure {
			d.Confidence = lint.Proven
		}
	case verify.Disagrees:
		v.Note = fmt.Sprintf("not confirmed by %s: %s", in, r.Text())
		if r.Measured < r.Least {
			d.Severity, d.Confidence = lint.Info, lint.Possible
			withdrawPrice(d)
		}
	case verify.DidNotRun:
		d.Severity = lint.Info
		withdrawPrice(d)
		v.Note = fmt.Sprintf("no %s of this line was executed in %s", r.Kind, in)
	case verify.NoInstruction:
		v.Note = fmt.Sprintf("not verified by %s: the compiler left no %s on this line, it removed it or does it with that of another line", in, r.Kind)
	default:
		v.Note = fmt.Sprintf("not verified by %s: ", in)
		if r.Measured > 0 {
			v.Note += r.Text()
		} else {
			v.Note += "it has no counter of this access"
		}
	}
	d.Verification = v
}

// launchesOnly returns the exports that have launches.
func launchesOnly(measurements []*verify.Export) []*verify.Export {
	return slices.DeleteFunc(slices.Clone(measurements), func(e *verify.Export) bool { return e.Source })
}
