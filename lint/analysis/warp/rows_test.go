package warp_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// A rowCase is a kernel body and what its accesses must come to.
type rowCase struct {
	name string
	// before stands in front of the kernel, which has the parameters "int *p, int n"
	// and declares "int t = threadIdx.x".
	before, body string
	// want gives by expression what summary says of it; several lines where an
	// expression has several rows. A case of "at least N" accepts an upper bound of
	// N or more, or unknown.
	want map[string]string
	// block is the number of threads, 32 where it is 0; n is the launch argument, ""
	// for one that is not known.
	block int
	n     string
}

func (c rowCase) source() string {
	n, block := c.n, c.block
	if n == "" {
		n = "atoi(argv[1])"
	}
	if block == 0 {
		block = 32
	}
	return fmt.Sprintf("__constant__ int tab[1024];\n%s\n__global__ void k(int *p, int n) {\n  int t = threadIdx.x;\n%s\n}\n"+
		"int main(int argc, char **argv) { int *d; cudaMalloc(&d, 4096); k<<<1, %d>>>(d, %s); }\n", c.before, c.body, block, n)
}

// summary writes a row's figures; means, trips and lanes where they are not as
// usual.
func summary(a warp.Access) string {
	if r := a.Ranges; !a.Addresses.Known() && r.Addresses.Known() {
		s := fmt.Sprintf("%v %d-%d", r.Pattern(), r.Addresses.Least, r.Addresses.Most)
		if r.Sectors.Most > 0 && r.Sectors.Most < r.Addresses.Most {
			s += fmt.Sprintf("; %d-%d sectors", r.Sectors.Least, r.Sectors.Most)
		}
		return s
	}
	if !a.Addresses.Known() {
		return "unknown"
	}
	s := fmt.Sprintf("%v %d", a.Pattern, a.Addresses.Worst)
	if a.Pattern == warp.Affine {
		s += fmt.Sprintf(" stride %d", a.Stride)
	}
	if a.Addresses.Mean != float64(a.Addresses.Worst) {
		s += fmt.Sprintf(" mean %.4g", a.Addresses.Mean)
	}
	if a.ActiveLanes.Worst != 32 || a.ActiveLanes.Mean != 32 {
		s += fmt.Sprintf(" lanes %d/%.4g", a.ActiveLanes.Worst, a.ActiveLanes.Mean)
	}
	if a.Trips != 1 {
		s += fmt.Sprintf(" trips %d", a.Trips)
	}
	return s
}

func checkRows(t *testing.T, cases []rowCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := analyzeText(t, c.source())
			got := map[string][]warp.Access{}
			for _, a := range res.Accesses {
				got[a.Node.Text()] = append(got[a.Node.Text()], a)
			}
			for text, want := range c.want {
				var lines []string
				for _, a := range got[text] {
					lines = append(lines, summary(a))
				}
				have := strings.Join(lines, "\n")
				var least int
				if n, _ := fmt.Sscanf(want, "at least %d", &least); n == 1 {
					for _, a := range got[text] {
						if a.Addresses.Known() && a.Addresses.Worst < least {
							t.Errorf("%s: %s, want %s", text, have, want)
						}
					}
					if len(lines) == 0 {
						t.Errorf("%s: no row", text)
					}
				} else if have != want {
					t.Errorf("%s: %q, want %q (%s)", text, have, want, res.Incomplete)
				}
			}
		})
	}
}

// analyzeAll returns the results for a text.
func analyzeAll(tb testing.TB, text string) []warp.Result {
	tb.Helper()
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		tb.Fatal(err)
	}
	return kernels.Analyze(context.Background(), unit, kernels.Options{})
}

// analyzeText returns the result for the one kernel of a text.
func analyzeText(tb testing.TB, text string) warp.Result {
	tb.Helper()
	results := slices.DeleteFunc(analyzeAll(tb, text), func(r warp.Result) bool { return !r.Kernel.Kernel() })
	if len(results) != 1 {
		tb.Fatalf("%d results\n%s", len(results), text)
	}
	return results[0]
}
