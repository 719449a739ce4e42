package machine_test

import (
	"fmt"
	"strings"
	"testing"
)

// An array in a kernel parameter is copied to local memory for an index that the compiler
// does not know; one that it knows after inlining and unrolling reads the parameter.
func TestArraysInParameters(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"inlined", "if (i < v.extent(1)) v.data[i] = 1;", "parameter size[i]"},
		{"unrolled", "v.data[v.sum()] = 1;", "parameter size[k]"},
		{"argument", "v.data[v.size[n]] = 1;", "local v.size[n]"},
		{"known argument", "v.data[v.size[one]] = 1;", "local v.size[one]"},
		{"lane", "v.data[v.size[i & 1]] = 1;", "local v.size[i & 1]"},
		{"block", "v.data[v.size[blockDim.x - 64]] = 1;", "local v.size[blockDim.x - 64]"},
		{"both", "v.data[v.extent(0)] = v.size[n];", "parameter size[i]\nlocal v.size[n]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, `
struct View {
  float *data; int size[2];
  __device__ int extent(int i) const { return size[i]; }
  __device__ int sum() const { int s = 0; for (int k = 0; k < 2; k++) s += size[k]; return s; }
};
__global__ void k(View v, int n, int one) { int i = threadIdx.x; `+test.body+` }
void host(View v, int n) { k<<<1, 64>>>(v, n, 1); }`)
			var got []string
			for _, a := range results[0].Accesses {
				if a.Object == "v" && !strings.HasPrefix(a.Node.Text(), "v.data") {
					got = append(got, fmt.Sprintf("%v %s", a.Space, a.Node.Text()))
				}
			}
			if s := strings.Join(got, "\n"); s != test.want {
				t.Errorf("got\n%s\nwant\n%s", s, test.want)
			}
		})
	}
}
