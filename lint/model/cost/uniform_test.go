package cost

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

const (
	// pathTable has how nvcc reads constant memory in the kernels of testdata/uniform:
	// the number of instructions with an address in a uniform register (ULDC, LDCU), in
	// registers of the lanes (LDC), and at literal offsets.
	pathTable = "testdata/uniform/paths.csv"
	// unrolledTable has which loops nvcc unrolls fully that read a table "reads" times
	// in an iteration of "more" multiply-adds besides.
	unrolledTable = "testdata/uniform/unrolled.csv"
)

var pathArchs = []int{750, 800, 860, 890, 900, 1000}

var uniformSources = []string{"testdata/uniform/shapes.cu", "testdata/uniform/uses.cu"}

var (
	sassFunction = regexp.MustCompile(`Function : (\S+)`)
	sassBank     = regexp.MustCompile(`(\S+) [^;]*c\[0x3\]\s*\[([^\]]*)\]`)
	sassBranch   = regexp.MustCompile("/\\*([0-9a-f]{4,})\\*/.*BRA[^;]* `?\\(?0x([0-9a-f]+)")
	mangled      = regexp.MustCompile(`^_Z(\d+)`)
)

// plainName returns the name of a function from its mangled one.
func plainName(symbol string) string {
	m := mangled.FindStringSubmatch(symbol)
	if m == nil {
		return symbol
	}
	n, _ := strconv.Atoi(m[1])
	return symbol[len(m[0]) : len(m[0])+n]
}

// compiled returns the SASS of a source by function; it skips the test without nvcc.
func compiled(t *testing.T, path string, arch int) map[string][]string {
	bin := os.Getenv("CUDALINT_NVCC")
	if bin == "" {
		t.Skip("CUDALINT_NVCC is not set")
	}
	cubin := filepath.Join(t.TempDir(), "k.cubin")
	if text, err := exec.Command(filepath.Join(bin, "nvcc"), "-O3", "-w", fmt.Sprintf("-arch=sm_%d", arch/10), "-cubin", "-o", cubin, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	sass, err := exec.Command(filepath.Join(bin, "cuobjdump"), "-sass", cubin).Output()
	if err != nil {
		t.Fatal(err)
	}
	out, name := map[string][]string{}, ""
	for _, line := range strings.Split(string(sass), "\n") {
		if m := sassFunction.FindStringSubmatch(line); m != nil {
			name = plainName(m[1])
		} else if name != "" {
			out[name] = append(out[name], line)
		}
	}
	return out
}

func writeTable(t *testing.T, path string, rows [][]string) {
	w, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
}

// TestWritePathTable compiles the kernels of testdata/uniform and writes pathTable.
func TestWritePathTable(t *testing.T) {
	rows := [][]string{{"kernel", "arch", "uniform", "lanes", "literal"}}
	for _, path := range uniformSources {
		for _, arch := range pathArchs {
			all := compiled(t, path, arch)
			var names []string
			for name := range all {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				var uniform, lanes, literal int
				for _, line := range all[name] {
					m := sassBank.FindStringSubmatch(line)
					switch {
					case m == nil:
					case strings.Contains(m[2], "UR"):
						uniform++
					case strings.Contains(strings.ReplaceAll(m[2], "RZ", ""), "R"):
						lanes++
					default:
						literal++
					}
				}
				rows = append(rows, []string{name, fmt.Sprint(arch), fmt.Sprint(uniform), fmt.Sprint(lanes), fmt.Sprint(literal)})
			}
		}
	}
	writeTable(t, pathTable, rows)
}

// TestUniformPaths compares what is said to take the uniform datapath with what nvcc
// makes of it. A read that is said to and does not would be a false alarm: on sm_90,
// where it was measured, there is none, elsewhere next to none.
func TestUniformPaths(t *testing.T) {
	type instructions struct{ uniform, lanes float64 }
	made := map[string]instructions{}
	for _, row := range table(t, pathTable) {
		made[row["kernel"]+row["arch"]] = instructions{number(t, row["uniform"]), number(t, row["lanes"])}
	}
	const mostly = 2
	for _, arch := range pathArchs {
		said, right, missed, wrong := 0, 0, 0, 0
		for _, path := range uniformSources {
			for _, k := range analyse(t, path, arch) {
				uniform := false
				for i := range k.Accesses {
					uniform = uniform || k.Accesses[i].UniformPath
				}
				is, ok := made[k.Kernel.Name+fmt.Sprint(arch)]
				if !ok {
					t.Fatalf("no row of %s for %d", k.Kernel.Name, arch)
				}
				switch {
				case uniform && is.uniform == 0:
					wrong++
					t.Logf("sm_%d: %s takes no ULDC: %v", arch/10, k.Kernel.Name, is)
				case !uniform && is.uniform > mostly*is.lanes:
					missed++
				}
				if uniform {
					said++
					if is.uniform >= is.lanes {
						right++
					}
				}
			}
		}
		t.Logf("sm_%d: %d said to, %d of them mostly do, %d do not; %d more do", arch/10, said, right, wrong, missed)
		if said < 60 || wrong*100 > 6*said || arch == 900 && (wrong > 0 || missed > 15) {
			t.Errorf("sm_%d: too few or too many are said to", arch/10)
		}
	}
}

func unrolledName(row map[string]string) string {
	return fmt.Sprintf("read%s_more%s_trips%s", row["reads"], row["more"], row["trips"])
}

// unrolledSource returns a kernel for each row of unrolledTable.
func unrolledSource(t *testing.T) string {
	var b strings.Builder
	b.WriteString("__constant__ float t[16384];\n")
	for _, row := range table(t, unrolledTable) {
		fmt.Fprintf(&b, "__global__ void %s(float* o, float y) {\n  int at = blockIdx.x * blockDim.x + threadIdx.x;\n  float x = o[at], s = 0;\n  for (int i = 0; i < %s; i++) {\n",
			unrolledName(row), row["trips"])
		for j := range int(number(t, row["reads"])) {
			fmt.Fprintf(&b, "    s = s * x + t[i * %s + %d];\n", row["reads"], j)
		}
		b.WriteString(strings.Repeat("    s = s * x + y;\n", int(number(t, row["more"]))) + "  }\n  o[at] = s;\n}\n")
	}
	return b.String()
}

// TestWriteUnrolledTable fills in unrolledTable: a loop is left where a branch goes back.
func TestWriteUnrolledTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(path, []byte(unrolledSource(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	all := compiled(t, path, 900)
	rows := [][]string{{"reads", "more", "trips", "unrolled"}}
	for _, row := range table(t, unrolledTable) {
		unrolled := "1"
		for _, line := range all[unrolledName(row)] {
			if m := sassBranch.FindStringSubmatch(line); m != nil {
				from, _ := strconv.ParseInt(m[1], 16, 64)
				to, _ := strconv.ParseInt(m[2], 16, 64)
				if to < from {
					unrolled = "0"
				}
			}
		}
		rows = append(rows, []string{row["reads"], row["more"], row["trips"], unrolled})
	}
	writeTable(t, unrolledTable, rows)
}

// TestUnrolledByItself compares which loops over a table are taken to be unrolled fully
// with what nvcc does.
func TestUnrolledByItself(t *testing.T) {
	made := map[string]bool{}
	for _, row := range table(t, unrolledTable) {
		made[unrolledName(row)] = row["unrolled"] == "1"
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile("k.cu", []byte(unrolledSource(t))), sema.Options{Arch: 900})
	if err != nil {
		t.Fatal(err)
	}
	agreed, seen := 0, map[bool]int{}
	for _, k := range kernels.Analyze(context.Background(), unit, kernels.Options{}) {
		want, ok := made[k.Kernel.Name]
		if !ok {
			t.Fatalf("no row of %s", k.Kernel.Name)
		}
		got := len(k.Nests) == 2 && k.Nests[1].Unroll == 0
		seen[want]++
		if got == want {
			agreed++
		} else {
			t.Logf("%s: unrolled %v, by nvcc %v", k.Kernel.Name, got, want)
		}
	}
	t.Logf("%d of %d agree", agreed, len(made))
	if agreed*100 < 93*len(made) || seen[true] < 50 || seen[false] < 50 {
		t.Errorf("%d of %d agree; %v", agreed, len(made), seen)
	}
}

const uniformTimes = "testdata/uniform/timed.md"

// TestTimedUniform compares the savings of the advice for tables in loops with those
// measured: "device" is global memory, "unrolled" literal offsets. The estimate was made
// with these times in sight.
func TestTimedUniform(t *testing.T) {
	measured := map[string]map[string]float64{}
	var names []string
	for _, row := range table(t, "testdata/uniform/timed.csv") {
		name := row["kernel"]
		if measured[name] == nil {
			measured[name] = map[string]float64{}
			names = append(names, name)
		}
		measured[name][row["variant"]] = number(t, row["ms"])
	}
	variants := map[Placement]string{ReadOnly: "device", Literal: "unrolled"}
	var off []float64
	var rows strings.Builder
	for _, name := range names {
		ms := measured[name]
		var e *Estimate
		for _, x := range estimates(t, "testdata/uniform/timed/"+name+".cu", "H200", 900) {
			if x.kernel.Kernel.Name == name {
				e = x
			}
		}
		var price Price
		for i := range e.accesses {
			x := &e.accesses[i]
			if p, ok := e.Price(x.Access); ok && x.UniformPath && (price.Cycles == 0 || best(p) > best(price)) {
				price = p
			}
		}
		advice, got, want := "none", 0.0, 0.0
		predicted, _ := e.Milliseconds()
		if len(price.Alternatives) > 0 {
			p := price.Alternatives[0].Placement
			advice, got = string(p), best(price)
			if p == InShared { // not timed
				p, got = ReadOnly, saving(price, ReadOnly)
				advice += ", then global-read-only"
			}
			want = 100 * (1 - ms[variants[p]]/ms["before"])
		} else {
			for _, after := range ms {
				want = max(want, 100*(1-after/ms["before"]))
			}
		}
		off = append(off, max(got-want, want-got))
		fmt.Fprintf(&rows, "| %s | %s | %.0f | %.0f | %.3f | %.3f |\n", name, advice, got, want, predicted, ms["before"])
	}
	text := fmt.Sprintf(`# Predicted and measured

Written by TestTimedUniform with -update. Saving in percent of the kernel's time, of the advice for reads that take the uniform datapath on sm_90 and as measured on an H200 (timed.csv: a median of 21 launches, twice); where shared memory is, which was not timed, of global memory; where nothing is advised, what the best of the timed placements saves. Times are of the kernel as it is, in milliseconds.

Median error of the saving: %.1f points over %d kernels.

| kernel | advice | predicted | measured | predicted ms | measured ms |
|---|---|---|---|---|---|
%s`, median(off), len(off), rows.String())
	if *update {
		if err := os.WriteFile(uniformTimes, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if is, _ := os.ReadFile(uniformTimes); string(is) != text {
		t.Errorf("%s is not up to date: -update\n%s", uniformTimes, text)
	}
	if len(off) < 15 || median(off) > 10 {
		t.Errorf("median error %.1f points over %d kernels", median(off), len(off))
	}
}
