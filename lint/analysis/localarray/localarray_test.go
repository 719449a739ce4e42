package localarray

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/measuredtable"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// A measured kernel executes a statement on an array.
type measured struct {
	length, stack int
	text          string
}

func measurements(t *testing.T) (list []measured) {
	t.Helper()
	for _, row := range measuredtable.Rows(t, "testdata/measured.txt") {
		for _, frame := range strings.Fields(row.Result) {
			n, bytes, _ := strings.Cut(frame, ":")
			length, err := strconv.Atoi(n)
			stack, err2 := strconv.Atoi(bytes)
			if err != nil || err2 != nil {
				t.Fatalf("%q", row)
			}
			list = append(list, measured{length, stack, strings.NewReplacer("$N", n, `\n`, "\n").Replace(row.Code)})
		}
	}
	return list
}

func kernelOf(name, statement string) string {
	return fmt.Sprintf("extern \"C\" __global__ void %s(float *o, const float *a, const int *b, int n, int m) { int t = blockIdx.x * blockDim.x + threadIdx.x; int d = b[t];\n%s\n}\n", name, statement)
}

// arraysOf returns the arrays of the last kernel of a source.
func arraysOf(t *testing.T, text string) []*Array {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := ir.NewBuilder(u, true)
	all := kernels.Analyze(context.Background(), u, kernels.Options{Builder: b})
	r := all[len(all)-1]
	return Find(context.Background(), b, &ir.Instance{Function: r.Kernel}, r.Nests)
}

func inMemory(list []*Array) bool {
	for _, a := range list {
		if a.InMemory() {
			return true
		}
	}
	return false
}

// TestMeasured: no array is reported that nvcc keeps in registers, and two of three of the others are.
func TestMeasured(t *testing.T) {
	local, found := 0, 0
	for _, m := range measurements(t) {
		in := inMemory(arraysOf(t, kernelOf("k", m.text)))
		if in && m.stack == 0 {
			t.Errorf("%d elements are in registers:\n%s", m.length, m.text)
		}
		if m.stack > 0 {
			local++
			if in {
				found++
			} else {
				t.Logf("%d elements, %d bytes of stack, are not found:\n%s", m.length, m.stack, m.text)
			}
		}
	}
	if local < 100 || found*3 < local*2 {
		t.Errorf("%d of %d arrays in local memory are found", found, local)
	}
	t.Logf("%d of %d arrays in local memory are found", found, local)
}

// TestArrays is about what the table has not: calls, scopes and structs.
func TestArrays(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       bool
	}{
		{"an index by data in an inlined function", "__device__ void add(float *h, int i) { h[i] += 1; }\n" +
			"__global__ void k(float *o, const int *b, int n) { float h[40]; for (int i = 0; i < 40; i++) h[i] = 0; for (int i = 0; i < n; i++) add(h, b[i]); o[0] = h[0]; }", true},
		{"a counter passed to an inlined function", "__device__ void add(float *h, int i) { h[i] += 1; }\n" +
			"__global__ void k(float *o) { float h[32]; for (int i = 0; i < 32; i++) add(h, i); for (int i = 0; i < 32; i++) o[i] = h[i]; }", false},
		{"an array by reference", "__device__ void add(float (&h)[40], int i) { h[i] += 1; }\n" +
			"__global__ void k(float *o, const int *b, int n) { float h[40]; for (int i = 0; i < n; i++) add(h, b[i]); o[0] = h[0]; }", true},
		{"one variable that counts in several loops", "__global__ void k(float *o, const float *a) { int i, j; float h[25]; for (i = 0; i < 25; i++) h[i] = 0;\n" +
			"for (j = 0; j < 1024; j++) for (i = 0; i < 25; i++) h[i] += a[j * 25 + i]; for (i = 0; i < 25; i++) o[i] = h[i]; }", false},
		{"an index that an index function computes", "__device__ int at(int i, int j) { return i * 4 + j; }\n" +
			"__global__ void k(float *o, const float *a) { float h[16]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) h[at(i, j)] = a[j]; o[0] = h[at(1, 2)]; }", false},
		{"a template's constant", "template <int N> __global__ void k(float *o, const float *a) { float h[N]; for (int i = 0; i < N; i++) h[i] = a[i]; for (int i = 0; i < N; i++) o[i] = h[i]; }\n" +
			"void go(float *o, const float *a) { k<24><<<1, 32>>>(o, a); }", false},
		{"a search that an array ends", "__global__ void k(int *o, const int *b) { int h[120]; for (int i = 0; i < 120; i++) h[i] = b[i]; int y = 0, d = b[threadIdx.x];\n" +
			"while (d > h[y]) y++; o[threadIdx.x] = y; }", true},
		{"a remainder by subtraction", "__global__ void k(int *o, const int *b) { int h[120]; for (int i = 0; i < 120; i++) h[i] = b[i]; int y = b[threadIdx.x + 1], m = b[threadIdx.x];\n" +
			"while (m > 12) { m -= 12; y++; } o[threadIdx.x] = h[y]; }", true},
		{"shared memory", "__global__ void k(float *o, const int *b) { __shared__ float h[32]; h[b[0]] = 1; h[b[1]] += 2; o[0] = h[b[2]] + h[b[3]] + h[b[4]] + h[b[5]] + h[b[6]]; }", false},
	} {
		if got := inMemory(arraysOf(t, c.text)); got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}
