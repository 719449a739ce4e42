package lsptest

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// RandomEdits returns how many edits a test makes, and their seed. They are n and 1 unless
// CUDALINT_EDITS=N[:SEED] asks for others; without SEED the seed is new each time. The log of the
// test has both.
func RandomEdits(t testing.TB, n int) (edits int, seed int64) {
	t.Helper()
	edits, seed = n, 1
	if asked := os.Getenv("CUDALINT_EDITS"); asked != "" {
		var err error
		if edits, seed, err = parseEdits(asked, time.Now().UnixNano()); err != nil {
			t.Fatalf("CUDALINT_EDITS: %v", err)
		}
	}
	t.Logf("CUDALINT_EDITS=%d:%d", edits, seed)
	return edits, seed
}

// parseEdits reads N or N:SEED.
func parseEdits(text string, seed int64) (int, int64, error) {
	count, after, seeded := strings.Cut(text, ":")
	n, err := strconv.Atoi(count)
	if err == nil && seeded {
		seed, err = strconv.ParseInt(after, 10, 64)
	}
	if err != nil || n < 1 {
		return 0, 0, fmt.Errorf("want N or N:SEED, not %q", text)
	}
	return n, seed, nil
}

// related are files that depend on one another: a header with a table, users of the table, and
// launches in a file that includes only the declarations of the kernels.
var related = map[string]string{
	"table.cuh": `#pragma once
// Größe der Tabelle in 𝛼
#define SIZE 256
__constant__ float t[SIZE];
__constant__ int lengths[4] = {1, 2, 3, 4};
template <typename T> struct Pair { T a, b; };
__device__ inline float look(int i) { return t[i % SIZE]; }
__global__ void by_lane(float *out);
`,
	"users.cu": `#include "table.cuh"
__global__ void by_lane(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = look(threadIdx.x * 2);
}
__global__ void by_block(float *__restrict__ out, const float *in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k] * t[blockIdx.x];
}
static __global__ void rows(float *out, Pair<int> p) { out[threadIdx.x] = t[threadIdx.y + p.a]; }
void run_rows(float *out) { rows<<<4, dim3(8, 32)>>>(out, Pair<int>{1, 2}); }
`,
	"more.cu": `#include "table.cuh"
__global__ void other(float *out) { out[threadIdx.x] = look(threadIdx.x / 32) + t[lengths[threadIdx.x & 3]]; }
// NOLINTNEXTLINE(constant-divergent-index)
__global__ void quiet(float *out) { out[threadIdx.x] = t[threadIdx.x]; }
`,
	"main.cu": `#include "table.cuh"
extern __global__ void other(float *out);
int main() {
  float *out;
  cudaMalloc(&out, 4096);
  by_lane<<<8, 128>>>(out);
  other<<<8, dim3(16, 16)>>>(out);
  cudaTextureObject_t tex;
  cudaResourceDesc r = {};
  cudaTextureDesc d = {};
  cudaCreateTextureObject(&tex, &r, &d, nullptr);
  if (!out) return 1;
  cudaDestroyTextureObject(tex);
  return 0;
}
`,
}

// Program returns the texts of a program to edit, by their names: files that depend on one another,
// and n test files of the rules.
func Program(t testing.TB, testdata string, random *rand.Rand, n int) map[string]string {
	files, err := filepath.Glob(filepath.Join(testdata, "rules", "*", "*.cu"))
	if err != nil || len(files) < n {
		t.Fatalf("%d test files: %v", len(files), err)
	}
	truth, _ := filepath.Glob(filepath.Join(testdata, "truth", "*.cu"))
	files = append(files, truth...)
	slices.Sort(files)
	texts := map[string]string{}
	for name, text := range related {
		texts[name] = text
	}
	for len(texts) < len(related)+n {
		name := files[random.Intn(len(files))]
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 12<<10 {
			texts[filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name)] = string(text)
		}
	}
	return texts
}
