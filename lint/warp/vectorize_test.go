package warp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/warp"
)

// How many reads one instruction does, as SASS of nvcc 13.0 for sm_90 has it.
func TestReadsTogether(t *testing.T) {
	const before = `struct P2 { float a, b; };
struct alignas(8) A2 { float a, b; };
__device__ float line[1024];
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
		{"by __ldg", "o[t] = __ldg(&p[t].x) + __ldg(&p[t].y);", "1 1"},
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
