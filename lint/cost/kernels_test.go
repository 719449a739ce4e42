package cost

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// variants are the placements of testdata/kernels/measured.csv.
var variants = map[string]Placement{"device": ReadOnly, "shared": InShared, "shuffle": InRegister}

// A timedKernel is one kernel of testdata/kernels, predicted and measured.
type timedKernel struct {
	name     string
	estimate *Estimate
	price    Price
	measured map[string]float64 // milliseconds by variant
}

// timedKernels analyses the kernels that measured.csv has times of.
func timedKernels(t testing.TB) []timedKernel {
	measured := map[string]map[string]float64{}
	var names []string
	for _, row := range table(t, "testdata/kernels/measured.csv") {
		name := row["kernel"]
		if measured[name] == nil {
			measured[name] = map[string]float64{}
			names = append(names, name)
		}
		measured[name][row["variant"]] = number(t, row["ms"])
	}
	var out []timedKernel
	for _, name := range names {
		var list []*Estimate
		for _, e := range estimates(t, "testdata/kernels/"+name+".cu", "H200", 900) {
			if e.kernel.Kernel.Name == name {
				list = append(list, e)
			}
		}
		if len(list) != 1 {
			t.Fatalf("%s: %d estimates", name, len(list))
		}
		k := timedKernel{name: name, estimate: list[0], measured: measured[name]}
		// The finding of a kernel is its worst.
		for i := range k.estimate.accesses {
			x := &k.estimate.accesses[i]
			if x.Space != sema.ConstantSpace || x.Addresses.Worst < 2 {
				continue
			}
			if p, ok := k.estimate.Price(x.Access); ok && (k.price.Cycles == 0 || best(p) > best(k.price)) {
				k.price = p
			}
		}
		out = append(out, k)
	}
	return out
}

// best returns what taking the advice saves, that for the kernel's other tables too;
// 0 where there is none.
func best(p Price) float64 {
	if len(p.Alternatives) == 0 {
		return 0
	}
	return max(p.Alternatives[0].Saving, p.Together)
}

// measuredFor returns what the advised placement saves as measured; ok is false where
// it was not timed. Where nothing is advised it is what the best of the timed
// placements saves: what the advice misses.
func (k *timedKernel) measuredFor() (percent float64, ok bool) {
	before, most := k.measured["before"], 0.0
	for variant, p := range variants {
		ms := k.measured[variant]
		if !(ms > 0) {
			continue
		}
		if len(k.price.Alternatives) > 0 && p == k.price.Alternatives[0].Placement {
			return 100 * (1 - ms/before), true
		}
		most = max(most, 100*(1-ms/before))
	}
	return most, len(k.price.Alternatives) == 0
}

// TestTimedKernels compares the saving of the advice with the measured one, kernel by
// kernel.
func TestTimedKernels(t *testing.T) {
	var errors []float64
	var table strings.Builder
	for _, k := range timedKernels(t) {
		ms, _ := k.estimate.Milliseconds()
		advice := "none"
		if len(k.price.Alternatives) > 0 {
			advice = string(k.price.Alternatives[0].Placement)
		}
		want, ok := k.measuredFor()
		fmt.Fprintf(&table, "%-20s %-17s predicted %5.1f %% measured %5.1f %% | before %.4f ms, measured %.4f, ratio %.2f, %s", k.name, advice, best(k.price), want, ms, k.measured["before"], ms/k.measured["before"], k.estimate.Bound())
		for variant, p := range variants {
			if at := k.measured[variant]; at > 0 {
				fmt.Fprintf(&table, "; %s %.1f/%.1f", p, saving(k.price, p), 100*(1-at/k.measured["before"]))
			}
		}
		fmt.Fprintln(&table)
		if ok {
			errors = append(errors, math.Abs(best(k.price)-want))
		}
	}
	slices.Sort(errors)
	t.Logf("median error %.1f points over %d kernels\n%s", errors[len(errors)/2], len(errors), table.String())
	if median := errors[len(errors)/2]; median > 15 {
		t.Errorf("median error %.1f points", median)
	}
}
