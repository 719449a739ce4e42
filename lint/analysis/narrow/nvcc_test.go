package narrow

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	entry    = regexp.MustCompile(`(?s)\.entry k(\d+)\(.*?\n\}`)
	doubled  = regexp.MustCompile(`(?m)^\s*(?:@!?%p\d+\s+)?(\w+)((?:\.\w+)*\.f64\S*)\s`)
	slowPath = regexp.MustCompile(`= (sinf?|cosf?|tan|j0)\(`) // of large arguments, in single precision
)

// TestMeasuredAgain compiles the statements of testdata/measured.txt:
//
//	CUDALINT_NVCC=nvcc go test ./lint/analysis/narrow -run TestMeasuredAgain
func TestMeasuredAgain(t *testing.T) {
	nvcc := os.Getenv("CUDALINT_NVCC")
	if nvcc == "" {
		t.Skip("CUDALINT_NVCC names no compiler")
	}
	list := measurements(t)
	var text strings.Builder
	text.WriteString("#include <cmath>\n#include <cstdlib>\n")
	for i, m := range list {
		text.WriteString(kernelOf(fmt.Sprintf("k%d", i), m.text))
	}
	dir := t.TempDir()
	source, ptx := filepath.Join(dir, "a.cu"), filepath.Join(dir, "a.ptx")
	if err := os.WriteFile(source, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(nvcc, "-arch=sm_90", "-O3", "-w", "--expt-relaxed-constexpr", "-ptx", "-o", ptx, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compiled, err := os.ReadFile(ptx)
	if err != nil {
		t.Fatal(err)
	}
	kernels := entry.FindAllStringSubmatch(string(compiled), -1)
	if len(kernels) != len(list) {
		t.Fatalf("%d kernels compiled of %d", len(kernels), len(list))
	}
	for _, k := range kernels {
		var i int
		fmt.Sscan(k[1], &i)
		if got := arithmeticIn(k[0]); (got > 0) != (list[i].double > 0) && !slowPath.MatchString(list[i].text) {
			t.Errorf("%s: %d operations in double precision, %d in the table", list[i].text, got, list[i].double)
		}
	}
}

// arithmeticIn counts the instructions of double precision in a text of PTX: not those that load,
// store, move or convert, but those that round to integers.
func arithmeticIn(ptx string) (n int) {
	for _, m := range doubled.FindAllStringSubmatch(ptx, -1) {
		switch m[1] {
		case "ld", "st", "mov":
		case "cvt":
			if strings.HasSuffix(m[2], "i.f64.f64") {
				n++
			}
		default:
			n++
		}
	}
	return n
}
