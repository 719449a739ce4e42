package cost

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// eventMs is what two events around one launch measure for a kernel that does
// nothing, in milliseconds (testdata/limits.csv, empty: 0.0047 to 0.0057).
const eventMs = 0.005

// table reads a CSV file of testdata as rows of columns by name.
func table(t testing.TB, path string) []map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t testing.TB, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// times reads a table of kernels and milliseconds.
func times(t testing.TB, path string) map[string]float64 {
	out := map[string]float64{}
	for _, row := range table(t, path) {
		out[row["kernel"]] = number(t, row["ms"])
	}
	return out
}

// gpuNamed returns a model and its product.
func gpuNamed(t testing.TB, name string) (*gpu.Model, *gpu.Product) {
	t.Helper()
	m, p, err := gpu.Resolve(name)
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		p = &m.Products[0]
	}
	return m, p
}

// analyse takes a source through parsing and analysis, as check does.
func analyse(t testing.TB, path string, arch int, defines ...string) []warp.Result {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: arch, Defines: defines, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	return kernels.Analyze(context.Background(), unit, kernels.Options{})
}

// estimates returns the estimates of a source's kernels, in the order of the source.
func estimates(t testing.TB, path, gpuName string, arch int, defines ...string) []*Estimate {
	m, p := gpuNamed(t, gpuName)
	var out []*Estimate
	for _, k := range analyse(t, path, arch, defines...) {
		out = append(out, Kernel(m, p, &k, Resources{}))
	}
	return out
}

// constantRead returns the first read of constant memory that is not literal.
func constantRead(e *Estimate) *warp.Access {
	for i := range e.accesses {
		if x := &e.accesses[i]; present(x.Access) == InConstant && x.Kind == warp.Load && !x.Literal {
			return x.Access
		}
	}
	return nil
}

// saving returns what a placement saves, NaN where it is not offered.
func saving(p Price, in Placement) float64 {
	for _, a := range p.Alternatives {
		if a.Placement == in {
			return a.Saving
		}
	}
	return math.NaN()
}

// TestLookupPlacement compares the savings of a table lookup, at 2 to 32 addresses
// per warp, with those measured on an H200, and the times with the measured ones.
func TestLookupPlacement(t *testing.T) {
	rows := map[int]map[string]string{}
	for _, row := range table(t, "testdata/lookup_placement.csv") {
		rows[int(number(t, row["distinct"]))] = row
	}
	columns := map[string]string{"from_constant": "const_ms", "from_global": "global_readonly_ms", "from_shared": "shared_ms"}
	compared := 0
	for _, e := range append(estimates(t, "testdata/lookup.cu", "H200", 900, "PART=1"), estimates(t, "testdata/lookup.cu", "H200", 900, "PART=2")...) {
		name := e.kernel.Kernel.Name
		n := int(e.kernel.Launch.TemplateArgs[0].Const.Int)
		row := rows[n]
		if row == nil {
			t.Fatalf("%s: no row for %d addresses", name, n)
		}
		ms, _ := e.Milliseconds()
		want := number(t, row[columns[name]])
		if ratio := (ms + eventMs) / want; math.Abs(math.Log(ratio)) > math.Log(1.15) {
			t.Errorf("%s<%d>: %.4f ms, measured %.4f", name, n, ms+eventMs, want)
		}
		if name != "from_constant" {
			continue
		}
		p, ok := e.Price(constantRead(e))
		if !ok {
			t.Fatalf("%d addresses: no price", n)
		}
		for in, column := range map[Placement]string{ReadOnly: "global_readonly_ms", InShared: "shared_ms"} {
			compared++
			measured := 100 * (1 - number(t, row[column])/number(t, row["const_ms"]))
			if got := saving(p, in); !(math.Abs(got-measured) <= 10) {
				t.Errorf("%d addresses, %s: saving %.1f %%, measured %.1f %%", n, in, got, measured)
			} else {
				t.Logf("%2d addresses, %-16s: saving %5.1f %%, measured %5.1f %%", n, in, got, measured)
			}
		}
	}
	if compared != 18 {
		t.Errorf("%d savings compared, want 18", compared)
	}
}

// TestLoops compares the times of lookups in loops with those measured on an H200:
// by thread, at one address for the block (22 cycles of the uniform datapath), and at
// literal offsets.
func TestLoops(t *testing.T) {
	measured := times(t, "testdata/constant_to_device.csv")
	for name, ms := range times(t, "testdata/uniform_paths.csv") {
		measured[name] = ms
	}
	got := map[string]float64{}
	for _, e := range estimates(t, "testdata/loops.cu", "H200", 900) {
		ms, ok := e.Milliseconds()
		if !ok {
			t.Errorf("%s: the grid is not known", e.kernel.Kernel.Name)
		}
		got[e.kernel.Kernel.Name] = ms + eventMs
	}
	for name, ms := range got {
		t.Logf("%-10s %8.4f ms, measured %8.4f", name, ms, measured[name])
		if ratio := ms / measured[name]; !(ratio > 0.85 && ratio < 1.18) {
			t.Errorf("%s: %.4f ms, measured %.4f", name, ms, measured[name])
		}
	}
	// What decides about the advice are the ratios.
	for _, pair := range [][2]string{{"kc", "kd"}, {"ku", "kud"}, {"ku", "kconst256"}, {"u_blk", "u_ldg"}, {"d_mod4", "d_warp"}} {
		ratio, want := got[pair[0]]/got[pair[1]], measured[pair[0]]/measured[pair[1]]
		if r := ratio / want; !(r > 0.85 && r < 1.18) {
			t.Errorf("%s is %.1f times %s, measured %.1f", pair[0], ratio, pair[1], want)
		}
	}
}

// TestStreaming compares copies and a stencil with the times measured on an H200:
// the start of blocks, DRAM, and latency bound one each.
func TestStreaming(t *testing.T) {
	limits := map[string]float64{}
	for _, row := range table(t, "testdata/limits.csv") {
		if row["x"] == "26" {
			limits[row["test"]] = number(t, row["value"])
		}
	}
	stencil := 0.2319 // glob_row in texture_stencil.csv
	for _, e := range estimates(t, "testdata/stencil.cu", "H200", 900) {
		name, threads := e.kernel.Kernel.Name, e.kernel.Block.Dim[0]
		want := stencil
		switch name {
		case "copy1", "copy4":
			want = limits[fmt.Sprintf("%s_%d", name, threads)]
		case "store":
			want = limits[fmt.Sprintf("store%d", threads)]
		}
		ms, _ := e.Milliseconds()
		t.Logf("%-8s %4d threads: %.4f ms, measured %.4f, bound by %s", name, threads, ms+eventMs, want, e.Bound())
		if r := (ms + eventMs) / want; !(r > 0.85 && r < 1.18) {
			t.Errorf("%s, %d threads: %.4f ms, measured %.4f", name, threads, ms+eventMs, want)
		}
	}
}

// TestPublishedFilters compares a filter and a stencil with their coefficients in
// constant memory and in global memory: published for a K20c, measured on an H200.
func TestPublishedFilters(t *testing.T) {
	const filter, stencil = 0, 1
	for _, c := range []struct {
		gpu     string
		arch    int
		which   int
		ratio   float64 // read-only over constant
		comment string
	}{
		{"H200", 900, filter, 1.34, "published_filters.csv: 0.1171 / 0.0875"},
		{"H200", 900, stencil, 1.00, "published_filters.csv: 0.3200 / 0.3201"},
		{"K20c", 350, filter, 1.70, "FACTS: 3.966 / 2.338, CUDA 5.5"},
	} {
		list := estimates(t, "testdata/filters.cu", c.gpu, c.arch)
		constant, readOnly := list[c.which], list[2+c.which]
		before, _ := constant.Milliseconds()
		after, _ := readOnly.Milliseconds()
		ratio := after / before
		t.Logf("%s: constant %.4f ms (%s), read-only %.4f ms (%s): %.2f, want %.2f", c.gpu, before, constant.Bound(), after, readOnly.Bound(), ratio, c.ratio)
		if r := ratio / c.ratio; !(r > 0.75 && r < 1.25) {
			t.Errorf("%s: read-only over constant %.2f, want %.2f (%s)", c.gpu, ratio, c.ratio, c.comment)
		}
	}
}

// TestStencilOnPascal shows what the model lacks. A 9-point stencil in blocks of 32
// threads is published to be faster with its coefficients in global memory (2.580
// ms) than in constant memory (3.064 ms) on a Quadro P2000. In the model literal
// operands cost nothing and nine more loads do, on every architecture: it has no
// figure that makes constant memory the slower one there. It gives the time with the
// coefficients in global memory, and no more than a quarter between the two; so no
// advice rests on it, as reads at literal offsets have none.
func TestStencilOnPascal(t *testing.T) {
	list := estimates(t, "testdata/filters.cu", "P2000", 610)
	constant, readOnly := list[1], list[3]
	before, _ := constant.Milliseconds()
	after, _ := readOnly.Milliseconds()
	if after < 2.580*0.8 || after > 2.580*1.25 {
		t.Errorf("read-only %.3f ms, published 2.580", after)
	}
	if ratio := after / before; ratio < 1 || ratio > 1.25 {
		t.Errorf("read-only over constant %.2f: published 0.84, and 1 to 1.25 expected of the model", ratio)
	}
	if p, _ := constant.Price(constantRead(constant)); len(p.Alternatives) > 0 {
		t.Errorf("literal offsets have an alternative: %+v", p.Alternatives)
	}
}
