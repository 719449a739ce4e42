package warp_test

import (
	"strings"
	"testing"
)

// The calls that were not followed are told by name.
func TestUnseen(t *testing.T) {
	for _, c := range []struct{ name, before, body, want string }{
		{name: "none", body: "p[t] = __popc(n) + min(n, t); __syncthreads(); atomicAdd(p, 1);"},
		{name: "in sight", before: "__device__ int f(int x) { return x + 1; }", body: "p[t] = f(t);"},
		{name: "out of sight", before: "__device__ int f(int);", body: "p[t] = f(t);", want: "f"},
		{name: "not declared", body: "p[t] = g(t);", want: "g"},
		{name: "in a loop", before: "__device__ int f(int);", body: "for (int i = 0; i < n; i++) { if (n < 0) p[t] = 1; p[i] = f(t); }", want: "f"},
		{name: "never reached", before: "__device__ int f(int);", body: "if (threadIdx.x > 2000) p[t] = f(t);"},
		{name: "pointer", body: "int (*f)(int) = (int (*)(int))p; p[t] = f(t);", want: `""`},
		{name: "method", before: "struct S { __device__ int get(); };", body: "S s; p[t] = s.get();", want: "get"},
		{name: "calls itself", before: "__device__ int f(int x) { return x > 100 ? x : f(x + x); }", body: "p[t] = f(n);", want: "f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, name := range analyzeText(t, rowCase{before: c.before, body: c.body}.source()).Unseen {
				if name == "" {
					name = `""`
				}
				got = append(got, name)
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("%s, want %s", text, c.want)
			}
		})
	}
}
