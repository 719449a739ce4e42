package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]engine.Shard{"1/1": {Index: 1, Count: 1}, "2/4": {Index: 2, Count: 4}, "4/4": {Index: 4, Count: 4}} {
		if got, err := engine.ParseShard(text); got != want || err != nil {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "0/4", "5/4", "-1/4", "a/b", "1/0", "1/-1", "1/4/2", "1.5/4", " 1/4", "1/99999999999999999999", "1/1000000"} {
		if got, err := engine.ParseShard(text); err == nil {
			t.Errorf("%q is %v, want an error", text, got)
		}
	}
}

// sharded are the files of a program in which findings of one file come from others: a
// header that two sources use, of which one sees worse; a kernel and a table whose
// launches and definitions stand elsewhere; a header that nothing includes; a source that
// does not parse; a directive that suppresses nothing.
func sharded() map[string]string {
	files := map[string]string{
		"common/table.cuh": "#pragma once\n__constant__ float table[64];\n__device__ inline float get(int i) { return table[i]; }\n",
		"common/kernel.h":  "#pragma once\n__global__ void far(float *out);\n",
		"a/one.cu":         "#include \"../common/table.cuh\"\n__global__ void one(float *o) { o[threadIdx.x] = get(threadIdx.x / 16); }\nvoid f1(float *o) { one<<<1, 64>>>(o); }\n",
		"z/two.cu":         "#include \"../common/table.cuh\"\n__global__ void two(float *o) { o[threadIdx.x] = get(threadIdx.x); }\nvoid f2(float *o) { two<<<1, 64>>>(o); }\n",
		"m/far.cu":         "#include \"../common/kernel.h\"\n__constant__ float near_[64];\n__global__ void far(float *o) { o[threadIdx.y] = near_[threadIdx.y]; }\n",
		"z/far_launch.cu":  "#include \"../common/kernel.h\"\nvoid f3(float *o) { far<<<1, dim3(1, 32)>>>(o); }\n",
		"b/alone.cuh":      "__constant__ float lonely[32];\n__global__ void alone(float *o) { o[threadIdx.x] = lonely[threadIdx.x]; }\n",
		"b/uses_alone.cu":  "extern __global__ void alone(float *o);\nvoid f4(float *o) { alone<<<1, 32>>>(o); }\n",
		"q/broken.cu":      "__global__ void broken( { ] ;\n__constant__ float t2[32];\n__global__ void k2(float *o) { o[threadIdx.x] = t2[threadIdx.x]; }\n",
		"q/idle.cu":        "__global__ void k3(float *o) { o[0] = 1; } // cudalint: ignore[constant-divergent-index] nothing\n",
		"q/plain.cpp":      "int main() { return 0; }\n",
	}
	for i := range 6 {
		files[fmt.Sprintf("p/file%d.cu", i)] = fmt.Sprintf("__constant__ float t%[1]d[64];\n__global__ void p%[1]d(float *o) { o[threadIdx.x] = t%[1]d[threadIdx.x %% %[2]d]; }\nvoid g%[1]d(float *o) { p%[1]d<<<1, 64>>>(o); }\n%[3]s",
			i, 8+8*i, strings.Repeat("// text\n", 40*i))
	}
	return files
}

// TestShardsMakeTheWhole: the findings, suppressed findings, problems and files of all
// shards are those of one run, each in one shard.
func TestShardsMakeTheWhole(t *testing.T) {
	dir := t.TempDir()
	for name, text := range sharded() {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	check := func(shard engine.Shard) *engine.Result {
		return engine.New(engine.Options{Rules: rules.All(), Known: rules.All(), Dir: dir, Fixes: true, Shard: shard}).Check(context.Background(), inputs)
	}
	whole := check(engine.Shard{})
	if len(whole.Findings) < 10 || len(whole.Problems) == 0 {
		t.Fatalf("%d findings and %d problems: the program shows nothing", len(whole.Findings), len(whole.Problems))
	}
	for _, count := range []int{1, 2, 3, 4, 7, 40} {
		found, problems := map[string]lint.Diagnostic{}, map[lint.Problem]bool{}
		files, most := 0, 0
		for i := 1; i <= count; i++ {
			r := check(engine.Shard{Index: i, Count: count})
			for _, d := range r.Findings {
				key := fmt.Sprint(d.Rule, d.Path, d.Start, d.End, d.Message)
				if _, twice := found[key]; twice {
					t.Errorf("%d shards: two report %s:%d %s", count, d.Path, d.Start.Line, d.Message)
				}
				found[key] = d
			}
			for _, p := range r.Problems {
				problems[p] = true
			}
			files += r.Files
			most = max(most, r.Files)
		}
		if len(found) != len(whole.Findings) || files != whole.Files || len(problems) != len(whole.Problems) {
			t.Errorf("%d shards: %d findings, %d files, %d problems; one run has %d, %d, %d",
				count, len(found), files, len(problems), len(whole.Findings), whole.Files, len(whole.Problems))
		}
		if count > 1 && most == whole.Files {
			t.Errorf("%d shards: one has all files", count)
		}
		for _, d := range whole.Findings {
			got := found[fmt.Sprint(d.Rule, d.Path, d.Start, d.End, d.Message)]
			if !reflect.DeepEqual(view(got), view(d)) {
				t.Errorf("%d shards: %s:%d\n%+v\none run has\n%+v", count, d.Path, d.Start.Line, view(got), view(d))
			}
		}
	}
}

// view is what users see of a finding.
func view(d lint.Diagnostic) []any {
	return []any{d.Rule, d.Severity, d.Confidence, d.Path, d.Function, d.Message, d.Label, d.Help, d.Impact, d.Data, d.Assumptions, d.Related, d.Fixes, d.Fingerprint}
}

// TestShardsStayPut: a new file moves few others from one shard to the next.
func TestShardsStayPut(t *testing.T) {
	dir := t.TempDir()
	text := []byte("__global__ void k(float *o) { o[threadIdx.x] = 1; } // " + strings.Repeat("x", 400) + "\n")
	var inputs []discover.Input
	add := func(name string) {
		inputs = append(inputs, discover.Input{Path: name, Text: text, HasText: true})
	}
	for i := range 100 {
		add(fmt.Sprintf("f%03d.cu", i))
	}
	const count = 4
	everywhere := &lint.Rule{Name: "everywhere", Severity: lint.Warning, Check: func(pass *lint.CheckPass) error {
		pass.Report(lint.Finding{Node: pass.Unit.Functions()[0].Node, Message: "a function"})
		return nil
	}}
	owners := func() (of map[string]int, sizes [count]int) {
		of = map[string]int{}
		for i := range count {
			r := engine.New(engine.Options{Dir: dir, Rules: []*lint.Rule{everywhere}, Shard: engine.Shard{Index: i + 1, Count: count}}).Check(context.Background(), inputs)
			sizes[i] = r.Files
			for _, d := range r.Findings {
				of[d.Path] = i
			}
		}
		return of, sizes
	}
	before, sizes := owners()
	if sizes != [count]int{25, 25, 25, 25} || len(before) != 100 {
		t.Errorf("100 equal files, of which %d have findings, are divided into %v", len(before), sizes)
	}
	add("f050a.cu")
	after, sizes := owners()
	for _, n := range sizes {
		if n < 25 || n > 26 {
			t.Errorf("101 equal files are divided into %v", sizes)
		}
	}
	moved := 0
	for path, i := range before {
		if after[path] != i {
			moved++
		}
	}
	if moved > count {
		t.Errorf("%d of 100 files are in another shard", moved)
	}
}
