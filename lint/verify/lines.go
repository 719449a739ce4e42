package verify

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A LinePrediction is what the accesses of a kind on one line are expected to move.
type LinePrediction struct {
	LineKey
	// Kernels are the names of the kernels that reach the line, sorted.
	Kernels []string
	// Bytes is what a lane accesses, the most of all accesses.
	Bytes int64
	// Known is set if the others are. Least and Most are the sectors of one request, or the
	// degree of its bank conflicts, in the kernels and launches with the fewest and the most.
	Known       bool
	Least, Most float64
	// Unsure is set if Least and Most depend on data, on values that the source does not
	// determine, or on what the compiler merges.
	Unsure bool
	// Inactive is set if less may be measured: lanes that count as active may be inactive, or the
	// numbers are means over values that the source does not determine.
	Inactive bool
}

// A LineResult is the outcome for one line.
type LineResult struct {
	LinePrediction
	Status   Status
	Measured float64 // per request; 0 if it did not run
	Requests float64
}

// Text returns the measured and the predicted number in words.
func (r *LineResult) Text() string {
	unit := "sectors/request"
	if r.Shared {
		unit = "times the ideal wavefronts"
	}
	predicted := fmt.Sprintf("%.4g", r.Most)
	if r.Least < r.Most {
		predicted = fmt.Sprintf("%.4g to %.4g", r.Least, r.Most)
	}
	return fmt.Sprintf("%.4g %s measured, %s predicted", r.Measured, unit, predicted)
}

// CompareLines compares predictions with the source pages among some exports. The predictions of
// one line are merged. It returns nil without source pages.
func CompareLines(predictions []LinePrediction, exports []*Export) []LineResult {
	exports = slices.DeleteFunc(slices.Clone(exports), func(e *Export) bool { return !e.Source })
	if len(exports) == 0 {
		return nil
	}
	predictions = mergeLines(predictions)
	sources := measuredPaths(predictions, exports)
	measured := map[LineKey]*Traffic{}
	ran := map[string]bool{}          // predicted paths of which something was measured
	compiled := map[SourceLine]bool{} // lines of these with instructions
	for _, e := range exports {
		for file := range e.Files {
			for _, p := range sources[file] {
				ran[p] = true
			}
		}
		for at := range e.Compiled {
			for _, p := range sources[at.Path] {
				compiled[SourceLine{p, at.Line}] = true
			}
		}
		for i := range e.Traffic {
			t := e.Traffic[i]
			for _, p := range sources[t.Path] {
				key := t.LineKey
				key.Path = p
				sum := measured[key]
				if sum == nil {
					sum = &Traffic{LineKey: key}
					measured[key] = sum
				}
				sum.Executed, sum.Moved, sum.Ideal = sum.Executed+t.Executed, sum.Moved+t.Moved, sum.Ideal+t.Ideal
				sum.Bytes = max(sum.Bytes, t.Bytes)
				sum.Predicated = sum.Predicated || t.Predicated
			}
		}
	}
	out := make([]LineResult, 0, len(predictions))
	for _, p := range predictions {
		if ran[p.Path] {
			r := judgeLine(p, measured[p.LineKey])
			if measured[p.LineKey] == nil && compiled[SourceLine{p.Path, p.Line}] {
				r.Status = NoInstruction
			}
			out = append(out, r)
		}
	}
	return out
}

// bankBytes is the width of a bank of shared memory: shorter accesses take as long.
const bankBytes = 4

// judgeLine compares the prediction for a line with what was measured, nil for nothing.
func judgeLine(p LinePrediction, t *Traffic) LineResult {
	r := LineResult{LinePrediction: p}
	if t == nil || t.Executed == 0 {
		r.Status = DidNotRun
		return r
	}
	r.Requests = t.Executed
	per := t.Executed
	if p.Shared {
		per = t.Ideal
	}
	if !(per > 0) {
		return r // no counter, or no lane was active
	}
	r.Measured = t.Moved / per
	tolerance := exactTolerance
	if p.Unsure {
		tolerance = likelyTolerance
	}
	switch {
	case !p.Known:
	case r.Measured >= p.Least*(1-tolerance) && r.Measured <= p.Most*(1+tolerance):
		r.Status = Agrees
	case r.Measured < p.Least && (t.Predicated || p.Inactive):
		// Fewer lanes were active than predicted, or a value that is not known is a better one.
	case r.Measured < p.Least && p.Shared && t.Bytes > max(p.Bytes, bankBytes):
		// The compiler merged neighbouring elements: one access of 16 bytes has fewer conflicts
		// than two of 8 have each.
	default:
		r.Status = Disagrees
	}
	return r
}

// mergeLines sorts predictions and merges those of one line.
func mergeLines(predictions []LinePrediction) []LinePrediction {
	list := slices.Clone(predictions)
	slices.SortStableFunc(list, func(a, b LinePrediction) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), boolCompare(a.Shared, b.Shared), cmp.Compare(a.Kind, b.Kind))
	})
	var out []LinePrediction
	for _, p := range list {
		if n := len(out); n > 0 && out[n-1].LineKey == p.LineKey {
			last := &out[n-1]
			last.Known, last.Unsure, last.Inactive = last.Known && p.Known, last.Unsure || p.Unsure, last.Inactive || p.Inactive
			last.Bytes = max(last.Bytes, p.Bytes)
			last.Kernels = slices.Concat(last.Kernels, p.Kernels)
			slices.Sort(last.Kernels)
			last.Kernels = slices.Compact(last.Kernels)
			last.Least, last.Most = min(last.Least, p.Least), max(last.Most, p.Most)
			continue
		}
		out = append(out, p)
	}
	return out
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// measuredPaths returns for each file of the exports the predicted paths that end like it in the
// most components, the name of the file at least.
func measuredPaths(predictions []LinePrediction, exports []*Export) map[string][]string {
	byName := map[string][]string{}
	for _, p := range predictions {
		name := path.Base(p.Path)
		if list := byName[name]; len(list) == 0 || list[len(list)-1] != p.Path {
			byName[name] = append(list, p.Path) // predictions are sorted by path
		}
	}
	out := map[string][]string{}
	for _, e := range exports {
		for file := range e.Files {
			most := 0
			for _, p := range byName[path.Base(strings.ReplaceAll(file, `\`, "/"))] {
				switch n := commonEnd(file, p); {
				case n > most:
					most, out[file] = n, []string{p}
				case n == most && !slices.Contains(out[file], p):
					out[file] = append(out[file], p)
				}
			}
		}
	}
	return out
}

// commonEnd returns how many components at their ends two paths share.
func commonEnd(a, b string) int {
	x, y := strings.Split(path.Clean(strings.ReplaceAll(a, `\`, "/")), "/"), strings.Split(path.Clean(b), "/")
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
