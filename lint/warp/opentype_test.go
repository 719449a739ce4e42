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
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, `
template <class T> __global__ void k(float *out, const T *at, T w, T w2) {
  int i = threadIdx.x;
  `+test.body+`
}`)
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
