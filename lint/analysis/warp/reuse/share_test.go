package reuse_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
)

// includeUnit returns a unit that includes one header after some text of its own.
func includeUnit(t testing.TB, path, before, header string, cache *sema.Cache) *sema.Unit {
	t.Helper()
	read := func(path string) ([]byte, error) {
		if filepath.Base(path) == "h.cuh" {
			return []byte(header), nil
		}
		return nil, os.ErrNotExist
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, []byte(before+"#include \"h.cuh\"\n")), sema.Options{Arch: 900, Read: read, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	return unit
}

// noLaunches are options under which no launch is visible.
var noLaunches = kernels.Options{Launches: func(*sema.Function) []*sema.Launch { return nil }}

// compareShared compares an analysis that may take over results to one that may not.
func compareShared(t *testing.T, name string, open func() *sema.Unit, shared *reuse.HeaderCache) string {
	t.Helper()
	unit, other := open(), open()
	with := noLaunches
	with.Headers = shared
	got, fresh := analyzeFunctions(unit, with), analyzeFunctions(other, noLaunches)
	if got != fresh {
		t.Errorf("%s:\n%s", name, firstDifference(got, fresh))
	}
	return fresh
}

// analyzeFunctions spells the results for the functions of a unit, callables of host code left
// out.
func analyzeFunctions(unit *sema.Unit, opts kernels.Options) string {
	results := kernels.Analyze(context.Background(), unit, opts)
	return spellResults(unit, slices.DeleteFunc(results, func(r warp.Result) bool { return r.Callable != nil }))
}

// TestSharedIsFresh: what a second unit takes over of a header is what it would find.
func TestSharedIsFresh(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/truth/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	reused := 0
	for _, file := range files {
		header, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		shared, cache := reuse.NewHeaderCache(), sema.NewCache(40<<20)
		for i, before := range []string{"", "struct Own { int a, b; };\n__device__ int own(int x) { return x; }\n"} {
			path := fmt.Sprint("unit", i, ".cu")
			compareShared(t, file, func() *sema.Unit { return includeUnit(t, path, before, string(header), cache) }, shared)
		}
		reused += shared.Reused
	}
	if reused < 100 {
		t.Errorf("only %d results were taken over", reused)
	}
}

// TestSharedSeesEnvironment has units that include one header, whose functions mean something
// else in some of them: by a macro that the unit defines before.
func TestSharedSeesEnvironment(t *testing.T) {
	cases, reused := 0, 0
	for _, c := range append(reaching, environments...) {
		header, before, after, ok := asMacros(c.text)
		if !ok {
			continue
		}
		shared, cache := reuse.NewHeaderCache(), sema.NewCache(40<<20)
		spelled := map[string]bool{}
		for i, defines := range []string{before, after, before, after} {
			path := fmt.Sprint("unit", i, ".cu")
			fresh := compareShared(t, fmt.Sprint(c.name, " ", i), func() *sema.Unit { return includeUnit(t, path, defines, header, cache) }, shared)
			spelled[strings.ReplaceAll(fresh, path, "")] = true
		}
		if len(spelled) == 2 {
			cases++
		}
		reused += shared.Reused
	}
	if cases < 10 || reused < 20 {
		t.Errorf("%d cases tell units apart, and %d results were taken over", cases, reused)
	}
}

// environments are texts as reaching has them, whose variants are far from the function.
var environments = []struct{ name, text string }{
	{"layout behind a pointer", "struct S { int a; [int->double] b; float c; };\n__device__ float f(S *s) { return s[threadIdx.x].c; }\n"},
	{"member of a member", "struct S { [int->double] b; }; struct T { S s; float c; };\n__device__ float f(T *t) { return t[threadIdx.x].c; }\n"},
	{"base class", "struct S { [int->double] b; }; struct T : S { float c; };\n__device__ float f(T *t) { return t[threadIdx.x].c; }\n"},
	{"copied struct", "struct S { [int->double] b; float c; };\n__device__ void f(S *s, S *r) { r[threadIdx.x] = s[threadIdx.x]; }\n"},
	{"overload", "__device__ int at([int->long] x) { return x; } __device__ int at(double x) { return 2 * x; }\n__device__ float f(float *p) { int i = threadIdx.x; return p[at(i)]; }\n"},
	{"called twice removed", "__device__ int g(int x) { return x * [2->3]; } __device__ int h(int x) { return g(x); }\n__device__ float f(float *p) { return p[h(threadIdx.x)]; }\n"},
	{"table", "__device__ const int table[2] = {0, [8->1]};\n__device__ float f(float *p) { return p[table[threadIdx.x & 1]]; }\n"},
	{"space", "[__constant__->__device__] float table[64];\n__device__ float f() { return table[threadIdx.x & 63]; }\n"},
	{"constant", "constexpr int n = [1->2];\n__device__ float f(float *p) { return p[threadIdx.x * n]; }\n"},
	{"template argument", "template <int N> struct A { int x[N]; };\n__device__ int f(A<[4->8]> *a) { return a[threadIdx.x].x[0]; }\n"},
	{"not inlined", "[__noinline__->] __device__ int g(int *p) { return p[0]; }\n__device__ int f(int *p) { return g(p + threadIdx.x); }\n"},
	{"bounds", "__global__ void __launch_bounds__([64->128]) f(float *p) { __shared__ float s[512]; p[threadIdx.x] = s[threadIdx.x * 2]; }\n"},
	{"trips", "__device__ float f(float *p) { float s = 0; for (int i = 0; i < [3->4]; ++i) s += p[i * 33 + threadIdx.x]; return s; }\n"},
	{"declared or defined", "__device__ int g(int x)[;-> { return 2 * x; }]\n__device__ float f(float *p) { return p[g(threadIdx.x)]; }\n"},
}

// asMacros returns a text in which macros stand for its variants, and what defines them as the
// first and as the second; ok is false where the variants are no tokens.
func asMacros(text string) (header, before, after string, ok bool) {
	for i := 0; ; i++ {
		plain, first, second, rest, more := cutVariant(text)
		if !more {
			return header + text, before, after, true
		}
		line := plain[strings.LastIndexByte(plain, '\n')+1:]
		if strings.ContainsAny(first+second, "\n#") || strings.Contains(line, "#") || strings.Contains(first+second, "//") {
			return "", "", "", false
		}
		header += fmt.Sprintf("%s V%d ", plain, i)
		before += fmt.Sprintf("#define V%d %s\n", i, first)
		after += fmt.Sprintf("#define V%d %s\n", i, second)
		text = rest
	}
}

// BenchmarkHeader follows units that include one header with functions to follow: of all units
// but the first, only what is in them costs.
func BenchmarkHeader(b *testing.B) {
	var header strings.Builder
	for i := range 20 {
		fmt.Fprintf(&header, "__device__ inline float f%[1]d(const float *p, int n) { float s = 0; for (int i = 0; i < n; ++i) for (int k = 0; k < 30; ++k) s += p[i * %[1]d + k * 33 + threadIdx.x]; return s; }\n", i)
	}
	for _, count := range []int{1, 4, 16} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			cache := sema.NewCache(40 << 20)
			var units []*sema.Unit
			for i := range count {
				units = append(units, includeUnit(b, fmt.Sprint("u", i, ".cu"), fmt.Sprintf("__device__ int own%d() { return 1; }\n", i), header.String(), cache))
			}
			for range b.N {
				opts := kernels.Options{Headers: reuse.NewHeaderCache()}
				for _, unit := range units {
					kernels.Analyze(context.Background(), unit, opts)
				}
			}
		})
	}
}
