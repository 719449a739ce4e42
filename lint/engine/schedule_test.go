package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestResultsDoNotDependOnWorkers: neither how many there are nor what they may have in
// flight changes anything of the result, nor how progress is told.
func TestResultsDoNotDependOnWorkers(t *testing.T) {
	files := map[string]string{"shared.cuh": "__constant__ int c[64];\n__global__ void k(int *o);\n"}
	for i := range 12 {
		files[fmt.Sprintf("f%02d.cu", i)] = "#include \"shared.cuh\"\n" + strings.Repeat("// filler\n", (i*7)%12*40) +
			fmt.Sprintf("__global__ void k%d(int *o) { o[0] = c[threadIdx.x]; }\nvoid f(int *p) { k<<<1, 32>>>(p); k%d<<<1, 32>>>(p); }\n", i, i)
	}
	files["k.cu"] = "__constant__ int d[64];\n__global__ void k(int *o) { o[0] = d[threadIdx.x]; }\n"
	dir := folder(t, files)
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	var want *Result
	for _, o := range []Options{{Jobs: 1}, {Jobs: 2}, {Jobs: 7}, {Jobs: 7, InFlight: 1, HeaderCache: 1}} {
		o.Dir, o.Rules = dir, []*lint.Rule{subscripts}
		last, name := 0, fmt.Sprintf("-j %d, %d in flight", o.Jobs, o.InFlight)
		o.Progress = func(done, total int) {
			if done != last+1 || done > total {
				t.Errorf("%s: progress goes from %d to %d of %d", name, last, done, total)
			}
			last = done
		}
		got := New(o).Check(context.Background(), inputs)
		if len(got.Findings) < 12 || len(got.Problems) > 0 {
			t.Fatalf("%s: %d findings, problems %v", name, len(got.Findings), got.Problems)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the result is\n%+v\nwant\n%+v", name, got, want)
		}
	}
}

// TestCostsCountWhatIsIncluded: a small file that includes a large header beside it is
// begun before one that is larger alone.
func TestCostsCountWhatIsIncluded(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("large.h", strings.Repeat("int f();\n", 1000))
	write("a.cu", "__global__ void a() {}\n"+strings.Repeat("//\n", 100))
	write("b.cu", "#include <vector>\n#include \"large.h\"\n# include \"missing.h\"\n#include \"no\nend\"\n")
	l := New(Options{Dir: dir, MaxFileSize: 1 << 20})
	inputs := []discover.Input{{Path: "a.cu"}, {Path: "b.cu"}, {Path: "missing.cu"}, {Path: "c.cu", HasText: true, Text: []byte("#include \"large.h\"\n")}}
	sizes := l.sizes(inputs)
	if got, want := l.costs(inputs, sizes), []int64{323, 9000 + sizes[1], 0, 9019}; !slices.Equal(got, want) {
		t.Errorf("costs %v, want %v", got, want)
	}
}
