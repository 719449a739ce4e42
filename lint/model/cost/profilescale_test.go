package cost

import (
	"fmt"
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

var spaceKeys = map[sema.MemorySpace]string{sema.GlobalSpace: "g", sema.SharedSpace: "s", sema.ConstantSpace: "c", sema.LocalSpace: "l", sema.TextureSpace: "t"}

func profileKey(a *warp.Access) string {
	return spaceKeys[a.Space] + [...]string{"l", "s", "a"}[a.Kind]
}

// applyProfile scales what the loops of unknown length, and branches on data, execute to what was counted.
func applyProfile(k *warp.Result, p *profiledLaunch) {
	if k.Nests == nil || p.Warps == 0 {
		return
	}
	type place struct{ line, kind string } // of an access
	predicted := map[place]float64{}
	at := func(a *warp.Access) place {
		path, line := lineOf(a.Node)
		return place{fmt.Sprint(path, ":", line), profileKey(a)}
	}
	for i := range k.Accesses {
		a := &k.Accesses[i]
		predicted[at(a)] += a.Executions / max(1, a.Vector)
	}
	ratioOf := func(a *warp.Access) float64 {
		lines, ok := p.Lines[at(a).line]
		if n := predicted[at(a)]; ok && n > 0 && a.Space != sema.ConstantSpace && a.Space != sema.LocalSpace {
			return lines[at(a).kind] / p.Warps / n
		}
		return math.NaN()
	}
	factors := make([]float64, len(k.Nests))
	for i := range k.Nests {
		n := &k.Nests[i]
		factors[i] = 1
		if i == 0 {
			continue
		}
		open, all := !n.TripsKnown, 0
		for j := n.Parent; j > 0; j = k.Nests[j].Parent {
			open = open || !k.Nests[j].TripsKnown
		}
		var ratios, guarded []float64
		for j := range k.Accesses {
			a := &k.Accesses[j]
			if a.Nest != i || a.Executions == 0 {
				continue
			}
			all++
			r := ratioOf(a)
			switch {
			case math.IsNaN(r):
			case a.Guarded:
				guarded = append(guarded, r)
			default:
				ratios = append(ratios, r)
			}
		}
		if len(ratios) == 0 {
			ratios = guarded
		}
		if n.Barriers > 0 {
			if bars := inLoop(k, i, p)["bar"]; bars > 0 {
				ratios = []float64{bars / n.Barriers}
			}
		} else if r := memoryRatio(k, i, p); r > 0 && len(guarded) == 0 {
			// Lines lose what the compiler moves to others.
			slices.Sort(ratios)
			if len(ratios) > 0 {
				r = max(r, ratios[len(ratios)/2])
			}
			ratios = []float64{r}
		}
		allGuarded := all > 0 && len(guarded) == all
		if !open && !allGuarded {
			continue
		}
		if len(ratios) > 0 {
			slices.Sort(ratios)
			factors[i] = ratios[len(ratios)/2]
		} else if r := arithmeticRatio(k, i, p); !math.IsNaN(r) {
			factors[i] = r
		} else if open {
			factors[i] = factors[n.Parent]
		}
	}
	for i := range k.Nests {
		n := &k.Nests[i]
		n.Runs *= factors[i]
		n.Barriers *= factors[i]
		if i > 0 {
			n.Entries *= factors[n.Parent]
			if n.Entries > 0 && n.Unroll != 0 {
				n.Trips = n.Runs / n.Entries
			}
		}
		n.Operations = slices.Clone(n.Operations)
		for j := range n.Operations {
			n.Operations[j].Count *= factors[i]
		}
		calls := map[string]float64{}
		for name, c := range n.Calls {
			calls[name] = c * factors[i]
		}
		n.Calls = calls
	}
	k.Accesses = slices.Clone(k.Accesses)
	exact := make([]float64, len(k.Accesses))
	for i := range k.Accesses {
		exact[i] = factors[k.Accesses[i].Nest]
		if r := ratioOf(&k.Accesses[i]); k.Accesses[i].Guarded && !math.IsNaN(r) {
			exact[i] = r
		}
	}
	for i := range k.Accesses {
		k.Accesses[i].Executions *= exact[i]
	}
}

// linesIn returns the file and the lines of a loop, and whether each belongs to no loop inside it.
func linesIn(k *warp.Result, i int) (path string, own map[int]bool) {
	own = map[int]bool{}
	span := func(n ast.Node, set bool) {
		if q, from := lineOf(n); path == "" || q == path {
			path = q
			for l := from; l <= n.File().Source.Position(n.Span().End).Line; l++ {
				own[l] = set
			}
		}
	}
	if !k.Nests[i].Loop.Valid() {
		return path, own
	}
	span(k.Nests[i].Loop, true)
	for j := range k.Nests {
		if k.Nests[j].Parent == i && k.Nests[j].Loop.Valid() {
			span(k.Nests[j].Loop, false)
		}
	}
	return path, own
}

// inLoop returns, for each kind of instruction, how often a warp executed it in a loop. It counts
// the lines of the loop that are in no inner loop.
func inLoop(k *warp.Result, i int, p *profiledLaunch) map[string]float64 {
	path, own := linesIn(k, i)
	counted := map[string]float64{}
	for l, mine := range own {
		if mine {
			for kind, c := range p.Lines[fmt.Sprint(path, ":", l)] {
				counted[kind] += c / p.Warps
			}
		}
	}
	return counted
}

// memoryRatio returns how often a loop ran, to how often it is taken to, by its loads and stores.
func memoryRatio(k *warp.Result, i int, p *profiledLaunch) float64 {
	path, own := linesIn(k, i)
	counted, predicted := inLoop(k, i, p), 0.0
	kinds := map[string]bool{}
	for j := range k.Accesses {
		a := &k.Accesses[j]
		q, line := lineOf(a.Node)
		if a.Nest != i || a.Executions == 0 || a.Space == sema.ConstantSpace || a.Space == sema.LocalSpace {
			continue
		}
		if q != path || !own[line] {
			return 0
		}
		kinds[profileKey(a)] = true
		predicted += a.Executions / max(1, a.Vector)
	}
	sum := 0.0
	for kind := range kinds {
		sum += counted[kind]
	}
	if predicted == 0 {
		return 0
	}
	return sum / predicted
}

// arithmeticRatio returns how often a loop without memory accesses ran, to how often it is taken to, by the
// floating-point instructions of its lines, or by all.
func arithmeticRatio(k *warp.Result, i int, p *profiledLaunch) float64 {
	work := InstructionsOf(&k.Nests[i])
	fp, all := work.Single+work.Double+work.Half+work.Special, work.Total()
	counted := inLoop(k, i, p)
	switch {
	case fp > 0 && counted["fp"] > 0:
		return counted["fp"] / fp
	case all > 0 && counted["all"] > 0:
		return counted["all"] / all
	}
	return math.NaN()
}
