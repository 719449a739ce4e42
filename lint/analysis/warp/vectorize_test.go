package warp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// How many reads one instruction does, as SASS of nvcc 13.0 for sm_90 has it.
func TestReadsTogether(t *testing.T) {
	const before = `struct P2 { float a, b; };
struct alignas(8) A2 { float a, b; };
__device__ float line[1024];
__device__ float early(float a, int n) { if (n > 7) return 1; return a * 3; }
__device__ float late(float a, int n) { if (n > 7) return 1; a = a * a + 2; a = a * a + 3; a = a * a + 4; return a; }
`
	const parameters = "const float4 *p, const float4 *__restrict__ r, const float *f, const P2 *p2, const A2 *a2, const double2 *d, const uchar4 *c, float *o, int n"
	for _, c := range []struct{ name, body, want string }{
		{"all four", "o[t] = p[t].x + p[t].y + p[t].z + p[t].w;", "4 4 4 4"},
		{"first two", "o[t] = p[t].x + p[t].y;", "2 2"},
		{"last two", "o[t] = p[t].z + p[t].w;", "2 2"},
		{"in the middle", "o[t] = p[t].y + p[t].z;", "1 1"},
		{"apart", "o[t] = p[t].x + p[t].w;", "1 1"},
		{"three", "o[t] = p[t].x + p[t].y + p[t].z;", "3 3 3"},
		{"three with a gap", "o[t] = p[t].x + p[t].z + p[t].w;", "3 3 3"},
		{"three without the first", "o[t] = p[t].y + p[t].z + p[t].w;", "1 2 2"},
		{"three bytes", "o[t] = c[t].x + c[t].y + c[t].z;", "3 3 3"},
		{"struct", "o[t] = p2[t].a + p2[t].b;", "1 1"},
		{"aligned struct", "o[t] = a2[t].a + a2[t].b;", "2 2"},
		{"double", "o[t] = d[t].x + d[t].y;", "2 2"},
		{"neighbours of a pointer", "o[t] = f[2 * t] + f[2 * t + 1];", "1 1"},
		{"neighbours of a global array", "o[t] = line[2 * (t & 255)] + line[2 * (t & 255) + 1];", "1 1"},
		{"under a condition", "float a = p[t].x; if (n > 3) a += p[t].y; o[t] = a;", "1 1"},
		{"both under a condition", "float a = 0; if (t < n) { a = p[t].x; a += p[t].y; } o[t] = a;", "2 2"},
		{"in a condition", "if (p[t].x > 0 && p[t].y > 0) o[t] = 1;", "1 1"},
		{"chosen", "o[t] = (n > 3 ? p[t].x : p[t].y) + p[t].z + p[t].w;", "1 1 2 2"},
		{"behind a return", "if (t >= n) return; o[t] = p[t].x + p[t].y;", "2 2"},
		{"across a barrier", "float a = r[t].x; __syncthreads(); o[t] = a + r[t].y;", "1 1"},
		{"across a store", "float a = p[t].x; o[t] = a; o[t + 7] = p[t].y;", "1 1"},
		{"across a shuffle", "float a = __shfl_xor_sync(~0u, r[t].x, 1); o[t] = a + r[t].y;", "1 1"},
		{"across __syncwarp", "float a = r[t].x; __syncwarp(); o[t] = a + r[t].y;", "1 1"},
		{"across a fence", "float a = r[t].x; __threadfence(); o[t] = a + r[t].y;", "1 1"},
		{"across an atomic operation", "float a = r[t].x; atomicAdd(o + t, a); o[t + 9] = a + r[t].y;", "1 1"},
		{"across a loop", "float a = r[t].x; for (int k = 0; k < n; k++) a = a * a + 1; o[t] = a + r[t].y;", "1 1"},
		{"across a branch that reads", "float a = r[t].x; if (t > n) a += f[t]; o[t] = a + r[t].y;", "1 1 1"},
		{"across a branch that writes", "float a = r[t].x; if (t > n) o[t + 5] = 3; o[t] = a + r[t].y;", "1 1"},
		{"across a selection", "float a = r[t].x; if (a > n) a *= 3; o[t] = a + r[t].y;", "2 2"},
		{"across a selection in a function", "float a = early(r[t].x, t); o[t] = a + r[t].y;", "2 2"},
		{"across a switch", "float a = r[t].x; switch (n) { case 1: a += 1; break; case 2: a *= 3; break; case 3: a = a * a; break; } o[t] = a + r[t].y;", "1 1"},
		{"across a square root", "float a = sqrtf(r[t].x); o[t] = a + r[t].y;", "2 2"},
		{"across a branch of two sums of products", "float a = r[t].x; if (a > n) { a = a * a + 2; a = a * a + 3; } o[t] = a + r[t].y;", "2 2"},
		{"across a branch of three", "float a = r[t].x; if (a > n) { a = a * a + 2; a = a * a + 3; a = a * a + 4; } o[t] = a + r[t].y;", "1 1"},
		{"across two arms of five operations", "float a = r[t].x; if (a > n) { a = a * a + 2; a = a * a + 3; } else a = -a; o[t] = a + r[t].y;", "1 1"},
		{"across nested branches", "float a = r[t].x; if (a > n) { a *= 3; if (a < t) a += 7; } o[t] = a + r[t].y;", "1 1"},
		{"across a long function", "float a = late(r[t].x, t); o[t] = a + r[t].y;", "1 1"},
		{"across a vote", "unsigned b = __ballot_sync(~0u, r[t].x > 3); o[t] = b + r[t].y;", "1 1"},
		{"across clock", "float a = r[t].x; int c = clock(); o[t] = a + c + r[t].y;", "1 1"},
		{"across two of __syncwarp in branches", "float a = r[t].x; __syncwarp(); a += p[t].x; if (n > 7) __syncwarp(); o[t] = a + p[t].y;", "1 1 1"},
		{"across __ldg", "float a = r[t].x + __ldg(f + t); o[t] = a + r[t].y;", "1 1 1"},
		{"across __popc", "int a = __popc((int)r[t].x); o[t] = a + r[t].y;", "2 2"},
		{"volatile", "volatile const float2 *v = (const float2 *)p; o[t] = v[t].x + v[t].y;", "1 1"},
		{"by __ldg", "o[t] = __ldg(&p[t].x) + __ldg(&p[t].y);", "1 1"},
		{"two by __ldg", "float2 a = __ldg((const float2 *)p + 2 * t), b = __ldg((const float2 *)p + 2 * t + 1); o[t] = a.x + b.x;", "1 1"},
		{"in a loop", "float a = 0; for (int k = 0; k < n; k++) a += p[t + k * 64].x * p[t + k * 64].y; o[t] = a;", "2 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := analyzeText(t, before+"__global__ void k("+parameters+") {\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  "+c.body+"\n}\n")
			var got []string
			loads := slices.DeleteFunc(slices.Clone(res.Accesses), func(a warp.Access) bool { return a.Kind != warp.Load })
			for _, a := range loads {
				got = append(got, fmt.Sprint(a.Vector))
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("%s, want %s", text, c.want)
			}
		})
	}
}
