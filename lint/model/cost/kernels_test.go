package cost

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

var update = flag.Bool("update", false, "write the tables that tests compare with")

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
	if p.Together > 0 {
		return p.Together
	}
	return p.Alternatives[0].Saving
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

// heldOut reports whether a kernel was kept from the fitting of the model: by its name,
// see testdata/kernels/README.md.
func heldOut(name string) bool {
	sum := sha256.Sum256([]byte(name))
	last := sum[len(sum)-1] & 0xf
	return last == 0 || last == 1
}

// median returns the middle of some numbers, the larger of two.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

const predictedFile = "testdata/kernels/predicted.md"

// TestTimedKernels compares the saving of the advice with the measured one, kernel by
// kernel, and the table in testdata/kernels with what is predicted.
func TestTimedKernels(t *testing.T) {
	var all, unseen, ratios []float64
	var rows strings.Builder
	for _, k := range timedKernels(t) {
		advice := "none"
		if len(k.price.Alternatives) > 0 {
			advice = string(k.price.Alternatives[0].Placement)
		}
		want, ok := k.measuredFor()
		if !ok {
			t.Errorf("%s: %s was not timed", k.name, advice)
			continue
		}
		got := best(k.price)
		off := math.Abs(got - want)
		all = append(all, off)
		name := k.name
		if heldOut(name) {
			name += " (held out)"
			unseen = append(unseen, off)
		}
		ms, _ := k.estimate.Milliseconds()
		ratios = append(ratios, ms/k.measured["before"])
		fmt.Fprintf(&rows, "| %s | %s | %.0f | %.0f | %.3f | %.3f | %s |\n", name, advice, got, want, ms, k.measured["before"], k.estimate.Bound())
	}
	var out strings.Builder
	fmt.Fprintf(&out, `# Predicted and measured

Written by TestTimedKernels with -update. Saving in percent of the kernel's time, of the advice for sm_90 and as measured on an H200 (measured.csv); where nothing is advised, what the best of the timed placements saves. Where several tables are advised to move, of all of them. Times are of the kernel as it is, in milliseconds.

Median error of the saving: %.1f points over %d kernels`, median(all), len(all))
	if len(unseen) > 0 {
		fmt.Fprintf(&out, ", %.1f over the %d that were held out", median(unseen), len(unseen))
	}
	fmt.Fprintf(&out, "; the largest: %.0f points. Predicted over measured time: %.2f to %.2f, median %.2f.\n\n", slices.Max(all), slices.Min(ratios), slices.Max(ratios), median(ratios))
	out.WriteString("| kernel | advice | predicted | measured | predicted ms | measured ms | waits for |\n|---|---|---|---|---|---|---|\n")
	out.WriteString(rows.String())
	t.Log(out.String())
	if m := median(all); m > 15 {
		t.Errorf("median error %.1f points", m)
	}
	if len(all) < 12 {
		t.Errorf("%d kernels compared, want at least 12", len(all))
	}
	if *update {
		if err := os.WriteFile(predictedFile, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(predictedFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != out.String() {
		t.Errorf("%s is not what is predicted: run go test -update", predictedFile)
	}
}
