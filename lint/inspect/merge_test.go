package inspect_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

func rowsOfFiles(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	var inputs []discover.Input
	for path, text := range files {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, discover.Input{Path: path})
	}
	slices.SortFunc(inputs, func(a, b discover.Input) int { return strings.Compare(a.Path, b.Path) })
	var lines []string
	for _, r := range engine.New(engine.Options{Dir: dir}).Access(context.Background(), inputs).Rows {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s: %s in %s from %s %s", r.Path, r.Expression, r.Function, r.Kernel, r.Assumption)))
	}
	return strings.Join(lines, "\n")
}

// Rows of functions that stand for a kernel say so, and give way to those of a kernel of
// another file.
func TestRowsWithoutAKernel(t *testing.T) {
	const header = "__device__ inline void put(float *p, int i) { p[i] = 1; }\n__device__ inline void other(float *p) { p[threadIdx.x] = 2; }\n"
	got := rowsOfFiles(t, map[string]string{
		"a.cuh": header,
		"b.cu":  "#include \"a.cuh\"\n__global__ void k(float *p) { put(p, threadIdx.x); }\n",
		"c.cu": "struct Fill { float *p; __device__ void operator()(int i) const { p[i] = 0; } };\nvoid host(float *out, int n) {\n" +
			"thrust::for_each_n(thrust::make_counting_iterator(0), n, [=] __device__ (int i) { out[i] = 1; });\n" +
			"thrust::for_each(v.begin(), v.end(), Fill{out}); }\n",
	})
	want := `a.cuh: p[i] in put from k
a.cuh: p[threadIdx.x] in other from other
c.cu: p[i] in () from Fill::operator() what for_each passes is assumed to be data
c.cu: out[i] in host from lambda in host for_each_n is assumed to pass consecutive numbers to neighbouring lanes`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
