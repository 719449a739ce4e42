package verify

import (
	"strings"
	"testing"
)

// page is a source page as Nsight Compute exports it. It has two kernels of one file. Line 12 has a
// load and a store, and the export lists its load twice.
const page = `==PROF== Disconnected from process 1
"File Path","/home/me/src/app/k.cu"
"Function Name","copy(const float *, float *)"
"Line No","Source","Address","Source","Instructions Executed","Thread Instructions Executed","Predicated-On Thread Instructions Executed","Address Space","Access Operation","L1 Wavefronts Shared","L1 Wavefronts Shared Ideal","L2 Theoretical Sectors Global"
"12","out[i] = in[8 * i];","-","-","20","640","640","Global(2)","Load(1),Store(1)","0","0","360"
"","","0x10","LDG.E R0, desc[UR6][R2.64]","10","320","320","Global","Load","0","0","320"
"","","...","...","-","-","-","-","-","-","-","-"
"","","0x10","LDG.E R0, desc[UR6][R2.64]","10","320","320","Global","Load","0","0","320"
"","","0x20","STG.E desc[UR6][R4.64], R0","10","320","320","Global","Store","0","0","40"
"14","asm("ld.shared.f32 %0, [%1];" : "=f","=r"(s));","-","-","10","320","320","Shared","Load","320","10","0"
"","","0x30","LDS R0, [R2]","10","320","320","Shared","Load","320","10","0"
"15","if (i > n) out[i] = 1;","-","-","0","0","0","Global","Store","0","0","0"
"","","0x38","@P1 STG.E desc[UR6][R4.64], R1","0","0","0","Global","Store","0","0","0"
"18","pair[2 * i + 1] = x;","-","-","10","320","320","Shared","Store","320","40","0"
"","","0x50","@P0 STS.128 [R2], R4","10","320","320","Shared","Store","320","40","0"
"16","if (i < n) out[i] = 0;","-","-","10","320","16","Global","Store","0","0","5"
"","","0x40","@P0 STG.E desc[UR6][R4.64], R0","10","320","16","Global","Store","0","0","5"
`

// TestSourcePage: what each line of a source page says about a prediction.
func TestSourcePage(t *testing.T) {
	export, err := Read(strings.NewReader(page), "run.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path     string
		line     int
		shared   bool
		kind     Operation
		bytes    int64
		predict  float64
		inactive bool
		want     Status
		measured float64
	}{
		"as predicted, listed twice":        {"app/k.cu", 12, false, Loads, 4, 32, false, Agrees, 32},
		"the store of the same line":        {"app/k.cu", 12, false, Stores, 4, 4, false, Agrees, 4},
		"more than predicted":               {"app/k.cu", 12, false, Loads, 4, 4, false, Disagrees, 32},
		"less than predicted":               {"app/k.cu", 12, false, Stores, 4, 32, false, Disagrees, 4},
		"less, of lanes that may be off":    {"app/k.cu", 12, false, Stores, 4, 32, true, CannotTell, 4},
		"less, of lanes that were off":      {"app/k.cu", 16, false, Stores, 4, 4, false, CannotTell, 0.5},
		"conflicts":                         {"k.cu", 14, true, Loads, 4, 32, false, Agrees, 32},
		"elements that the compiler merged": {"app/k.cu", 18, true, Stores, 8, 16, false, CannotTell, 8},
		"a vector with fewer conflicts":     {"app/k.cu", 18, true, Stores, 16, 16, false, Disagrees, 8},
		"merged, and more than predicted":   {"app/k.cu", 18, true, Stores, 8, 2, false, Disagrees, 8},
		"an atomic that was not there":      {"app/k.cu", 12, false, Atomics, 4, 4, false, NoInstruction, 0},
		"an instruction that did not run":   {"app/k.cu", 15, false, Stores, 4, 4, false, DidNotRun, 0},
		"a line without instructions":       {"app/k.cu", 13, false, Loads, 4, 4, false, DidNotRun, 0},
	} {
		p := LinePrediction{LineKey: LineKey{c.path, c.line, c.shared, c.kind}, Bytes: c.bytes, Known: true, Least: c.predict, Most: c.predict, Inactive: c.inactive}
		got := CompareLines([]LinePrediction{p}, []*Export{export})
		if len(got) != 1 || got[0].Status != c.want || got[0].Measured != c.measured {
			t.Errorf("%s: %+v, want %s with %g", name, got, c.want, c.measured)
		}
	}
	p := LinePrediction{LineKey: LineKey{"other.cu", 12, false, Loads}, Known: true, Least: 32, Most: 32}
	if got := CompareLines([]LinePrediction{p}, []*Export{export}); len(got) != 0 {
		t.Errorf("a file that the page does not name: %+v", got)
	}
}

// TestSourcePagePaths: of two files of one name the one that shares more folders is meant.
func TestSourcePagePaths(t *testing.T) {
	export, err := Read(strings.NewReader(page), "run.csv")
	if err != nil {
		t.Fatal(err)
	}
	var list []LinePrediction
	for _, path := range []string{"app/k.cu", "lib/k.cu"} {
		list = append(list, LinePrediction{LineKey: LineKey{path, 12, false, Loads}, Known: true, Least: 32, Most: 32})
	}
	if got := CompareLines(list, []*Export{export}); len(got) != 1 || got[0].Path != "app/k.cu" {
		t.Errorf("%+v, want app/k.cu only", got)
	}
}

// TestBadSourcePages are refused with the line.
func TestBadSourcePages(t *testing.T) {
	short := strings.Replace(page, `"Global","Store","0","0","40"`, `"Global","Store"`, 1)
	if _, err := Read(strings.NewReader(short), "run.csv"); err == nil || !strings.Contains(err.Error(), "line 9: the row has 9 fields") {
		t.Errorf("a short row: %v", err)
	}
	if _, err := Read(strings.NewReader("\"File Path\",\"k.cu\"\n"), "run.csv"); err == nil {
		t.Error("a page without rows is read")
	}
}
