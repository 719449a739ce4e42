package warp_test

import "testing"

// A number of a type that the source does not tell is known as far as its origin is: a
// parameter is the same for all threads, what is loaded is data.
func TestNumbersOfOpenTypes(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"parameter", "out[i * w + 1] = 1;", "k store out[i * w + 1]: permuted 32"},
		{"offset", "out[i + w] = 1;", "k store out[i + w]: affine 32 stride 4"},
		{"loaded", "out[at[i]] = 1;", "k load at[i]: affine 32 stride 4\nk store out[at[i]]: data-dependent 32"},
		{"loaded by all", "out[at[0] + i] = 1;", "k load at[0]: uniform 1\nk store out[at[0] + i]: affine 32 stride 4"},
		{"minimum", "out[min(w, w2) + i] = 1;", "k store out[min(w, w2) + i]: affine 32 stride 4"},
		{"negated", "out[i - w] = 1; out[-w + i] = 1;", "k store out[i - w]: affine 32 stride 4\nk store out[-w + i]: affine 32 stride 4"},
		{"shifted", "out[(w << 2) + i] = 1;", "k store out[(w << 2) + i]: affine 32 stride 4"},
		{"zero of its type", "out[i + (w < T(0) ? 1 : 2)] = 1;", "k store out[i + (w < T(0) ? 1 : 2)]: affine 32 stride 4"},
		{"value of its type", "out[i + T()] = 1;", "k store out[i + T()]: affine 32 stride 4"},
		// Constants of namespaces and classes out of sight are the same for all threads.
		{"constant of a namespace", "out[i + lib::start] = 1;", "k store out[i + lib::start]: affine 32 stride 4"},
		{"constant of a parameter", "for (int j = i; j < n; j += T::step) out[j] = 1;", "k store out[j]: affine 32 stride 4 trips 0"},
		{"variable template", "out[i + lib::start<T>] = 1; out[i + first<T>] = 1;", "k store out[i + lib::start<T>]: affine 32 stride 4\nk store out[i + first<T>]: affine 32 stride 4"},
		{"twice", "out[i + lib::a - lib::a + lib::b - lib::c] = 1; out[i * (lib::a - lib::a)] = 1;", "k store out[i + lib::a - lib::a + lib::b - lib::c]: affine 32 stride 4\nk store out[i * (lib::a - lib::a)]: uniform 1"},
		// What has no scope may be a macro, and what is called may look at the thread.
		{"name without a scope", "out[start] = 1;", "k store out[start]: unknown"},
		{"function of a namespace", "out[lib::start()] = 1;", "k store out[lib::start()]: unknown"},
		// Made unsigned, a number that all threads share is still one that they share.
		{"unsigned stride", "size_t j = threadIdx.x * n * 3; out[j] = 1;", "k store out[j]: permuted 32"},
		{"unsigned offset", "size_t j = threadIdx.x + n; out[j] = 1;", "k store out[j]: affine 32 stride 4"},
		{"unsigned difference", "size_t j = (unsigned)n - threadIdx.x * n; out[j] = 1;", "k store out[j]: unknown"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, `
template <class T> __global__ void k(float *out, const T *at, T w, T w2, int n) {
  int i = threadIdx.x;
  `+test.body+`
}`)
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
