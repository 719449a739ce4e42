package calibrate

import (
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

// h200 is what the program printed on an H200.
func h200(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/h200.csv")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func build(t *testing.T, text string) (*Result, error) {
	t.Helper()
	m, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return Build(m)
}

// without removes the rows that begin with one of the prefixes.
func without(text string, prefixes ...string) string {
	var kept []string
	rows := 0
	for _, line := range strings.SplitAfter(text, "\n") {
		drop := strings.HasPrefix(line, "# rows=")
		for _, p := range prefixes {
			drop = drop || strings.HasPrefix(line, p)
		}
		if !drop {
			kept = append(kept, line)
		}
		if !drop && !strings.HasPrefix(line, "#") && strings.Contains(line, ",") {
			rows++
		}
	}
	return strings.Join(kept, "") + "# rows=" + strconv.Itoa(rows-1) + "\n" // less the names of the columns
}

func TestBuild(t *testing.T) {
	before := *gpu.Lookup("sm_90")
	r, err := build(t, h200(t))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, *gpu.Lookup("sm_90")) {
		t.Error("the built-in model has changed")
	}
	if len(r.Missing) > 0 {
		t.Errorf("not measured: %v", r.Missing)
	}
	m := r.Model
	for _, c := range []struct {
		name        string
		got         gpu.Figure
		least, most float64
	}{
		{"constant/first", m.Constant.First, 2048, 2048},
		{"constant/line", m.Constant.Line, 64, 64},
		{"constant/address_cycles", m.Constant.AddressCycles, 1.95, 2.05},
		{"constant/address_latency", m.Constant.AddressLatency, 10.9, 11.1},
		{"constant/uniform_first", m.Constant.UniformFirst, 256, 256},
		{"constant/uniform_cycles", m.Constant.UniformCycles, 20, 25}, // uniform_paths.csv: 22
		{"constant/second_latency", m.Constant.SecondLatency, 95, 100},
		{"global/cycles", m.Global.Cycles, 1.2, 1.4}, // placement_microbench.csv: 1.294
		{"global/lines_per_cycle", m.Global.LinesPerCycle, 4, 4},
		{"global/shared_pipe", m.Global.SharedPipe, 1, 1},
		{"shared/conflict_cycles", m.Shared.ConflictCycles, 0.99, 1.01},
		{"occupancy/launch", m.Occupancy.Launch, 0.8, 0.86},
		{"memory/dram_share", m.Memory.DRAMShare, 0.7, 0.95},
		{"sms", m.Products[0].SMs, 132, 132},
	} {
		if c.got.Value < c.least || c.got.Value > c.most {
			t.Errorf("%s is %v, not in %v to %v", c.name, c.got.Value, c.least, c.most)
		}
		if c.got.Basis != gpu.Measured || !strings.Contains(c.got.Source, "NVIDIA H200, CUDA 13.0") {
			t.Errorf("%s: %+v", c.name, c.got)
		}
	}
	if got := m.Execution.Issue; got != before.Execution.Issue {
		t.Errorf("execution/issue, which is not measured, is %+v", got)
	}
	for _, c := range []struct {
		name        string
		curve       gpu.Curve
		first, last gpu.Point
	}{
		{"constant/random", m.Constant.Random, gpu.Point{Bytes: 2048, Cycles: 2}, gpu.Point{Bytes: 65536, Cycles: 30}},
		{"constant/literal", m.Constant.Literal, gpu.Point{Bytes: 64, Cycles: 0.26}, gpu.Point{Bytes: 8192, Cycles: 0.53}},
		{"global/random", m.Global.Random, gpu.Point{Bytes: 64, Cycles: 1}, gpu.Point{Bytes: 131072, Cycles: 10.8}},
		{"shared/random", m.Shared.Random, gpu.Point{Bytes: 64, Cycles: 1}, gpu.Point{Bytes: 32768, Cycles: 3.52}},
		{"texture/random", m.Texture.Random, gpu.Point{Bytes: 4, Cycles: 4}, gpu.Point{Bytes: 65536, Cycles: 16.8}},
	} {
		first, last := c.curve.Points[0], c.curve.Points[len(c.curve.Points)-1]
		if !near(first, c.first) || !near(last, c.last) || c.curve.Basis != gpu.Measured {
			t.Errorf("%s goes from %+v to %+v (%s)", c.name, first, last, c.curve.Basis)
		}
	}
}

func near(got, want gpu.Point) bool {
	return got.Bytes == want.Bytes && got.Cycles > 0.95*want.Cycles && got.Cycles < 1.05*want.Cycles
}

// TestBuildPartly: what is not in the file stays as built in, with its source.
func TestBuildPartly(t *testing.T) {
	r, err := build(t, without(h200(t), "shared", "texture,"))
	if err != nil {
		t.Fatal(err)
	}
	builtIn := gpu.Lookup("sm_90")
	if !reflect.DeepEqual(r.Model.Shared, builtIn.Shared) {
		t.Errorf("shared: %+v", r.Model.Shared)
	}
	if got := strings.Join(r.Missing, " "); got != "shared/latency shared/conflict_cycles texture/cycles texture/tiled_cycles shared/random texture/random" {
		t.Errorf("missing: %s", got)
	}
}

func TestBuildErrors(t *testing.T) {
	for _, c := range []struct{ name, line, by, want string }{
		{"no model", "# compute_capability=", "# compute_capability=3.0", "compute capability 3.0: there is no built-in model sm_30"},
		{"no SMs", "# sms=", "# sms=0", "products/0/sms: 0 is not plausible: it lies between 1 and 4096"},
		{"fast", "instruction_latency,shfl_idx,", "instruction_latency,shfl_idx,0,0,0,1,1,0.2,cycles", "shuffle/latency (from instruction_latency,shfl_idx): 0.2 is not plausible"},
		{"hoisted", "constant,distinct,4,1024,32,32,1,", "constant,distinct,4,1024,32,32,1,2,cycles", "but reads of 32 constant addresses take longer than reads of one"},
		{"point", "shared,walk,4,4096,", "shared,walk,4,4096,32,32,1,900,cycles", "shared/random at 4096 bytes (from shared,walk): 900 is not plausible"},
	} {
		_, err := build(t, replaceLine(t, h200(t), c.line, c.by))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// replaceLine puts a line in the place of the first one that begins with prefix.
func replaceLine(t *testing.T, text, prefix, by string) string {
	t.Helper()
	start := strings.Index(text, "\n"+prefix) + 1
	if start == 0 {
		t.Fatalf("no line begins with %q", prefix)
	}
	end := start + strings.Index(text[start:], "\n")
	return text[:start] + by + text[end:]
}

func TestWriteModel(t *testing.T) {
	r, err := build(t, h200(t))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "gpu.json")
	if err := WriteModel(name, r.Model); err != nil {
		t.Fatal(err)
	}
	got, err := gpu.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, r.Model) {
		t.Error("the model that is read is not the one that was written")
	}

	// A model that --gpu would refuse does not replace the file.
	bad := *r.Model
	bad.Shared.Latency.Value = -1
	if err := WriteModel(name, &bad); err == nil || !strings.Contains(err.Error(), "/shared/latency/value") {
		t.Errorf("error: %v", err)
	}
	if again, err := gpu.ReadFile(name); err != nil || !reflect.DeepEqual(again, r.Model) {
		t.Errorf("the file was touched: %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(name)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestReport(t *testing.T) {
	m, err := Read(strings.NewReader(h200(t)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Build(m)
	if err != nil {
		t.Fatal(err)
	}
	r.Measured = []Comparison{
		{"a/near", 10.9, 10, true}, {"a/far", 11.1, 10, true}, {"a/new", 5, 0, false}, {"a/none", 1, 0, true},
	}
	r.Missing = []string{"b/c"}
	var text strings.Builder
	if err := WriteReport(&text, m, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"NVIDIA H200, sm_90, 132 SMs, CUDA 13.0: ", "not measured: b/c\n", "a/far   10        11.1      +11 %\n", "a/none  0         1         \n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	for _, not := range []string{"a/near", "a/new"} {
		if strings.Contains(text.String(), not) {
			t.Errorf("%q in\n%s", not, text.String())
		}
	}
}
