package warp_test

import "testing"

// What a search returns, what is read through something out of sight and what a loop that
// memory ends leaves is data or has at least the range of it; what passes a value on
// returns it.
func TestReadOutOfSight(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"search", "int s = thrust::upper_bound(thrust::seq, at, at + n, i) - 1 - at; out[s] = 1;", "k store out[s]: data-dependent 32 mean 32"},
		{"search for the same", "const int *s = std::lower_bound(at, at + n, n); out[s - at + i] = 1;", "k store out[s - at + i]: affine 32 stride 4"},
		{"search by a class", "Iterator f{at, 0}, l{at, n}; int s = thrust::lower_bound(f, l, i) - f; out[s] = 1;", "k store out[s]: data-dependent 1-32"},
		{"passed on", "out[std::forward<int>(i)] = 1;", "k store out[std::forward<int>(i)]: affine 32 stride 4"},
		{"moved", "out[std::move(i)] = 1;", "k store out[std::move(i)]: affine 32 stride 4"},
		{"another move", "out[sorted::move(i)] = 1;", "k store out[sorted::move(i)]: unknown"},
		{"lane", "out[cuda::ptx::get_sreg_laneid()] = 1;", "k store out[cuda::ptx::get_sreg_laneid()]: affine 32 stride 4"},
		{"thread", "out[cuda::ptx::get_sreg_tid_x()] = 1;", "k store out[cuda::ptx::get_sreg_tid_x()]: affine 32 stride 4"},
		{"data into a function", "out[rounded(at[i])] = 1;", "k load at[i]: affine 32 stride 4\nk store out[rounded(at[i])]: data-dependent 1-32"},
		{"thread into a function", "out[rounded(i)] = 1;", "k store out[rounded(i)]: unknown"},
		{"through a pointer", "int *q = somewhere(n); out[q[i]] = 1;", "k store out[q[i]]: data-dependent 1-32"},
		{"loop that data ends", "int j = i; while (at[j] != n) j++; out[j] = 1;", "k load at[j]: affine 32 stride 4 trips 0\nk store out[j]: data-dependent 1-32"},
		{"loop that data breaks", "int j = i; for (; j < n; j++) { if (at[j] == n) break; } out[j] = 1;", "k load at[j]: affine 32 stride 4 trips 0\nk store out[j]: data-dependent 32 mean 32"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, "struct Iterator { const int *p; int i; }; __global__ void k(float *out, const int *at, int n) { int i = threadIdx.x; "+test.body+" }")
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Figures that are only bounded are told as such.
func TestBoundedRows(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"quotient", "out[i / n] = 1;", "k store out[i / n]: permuted 1-32; 1-5 sectors"},
		{"remainder", "out[i % n] = 1;", "k store out[i % n]: permuted 1-32; 1-7 sectors"},
		{"clamped", "out[max(0, i - n)] = 1;", "k store out[max(0, i - n)]: permuted 1-32; 1-5 sectors"},
		{"clamped data", "out[min(at[i], n)] = 1;", "k load at[i]: affine 32 stride 4\nk store out[min(at[i], n)]: data-dependent 32 mean 32"},
		{"one lane", "if (i == 3) out[rounded(i)] = 1;", "k store out[rounded(i)]: uniform 1 lanes 1/1"},
		{"four lanes", "if (i < 4) out[rounded(i)] = 1;", "k store out[rounded(i)]: unknown"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, "__global__ void k(float *out, const int *at, int n) { int i = threadIdx.x; "+test.body+" }")
			if got := rowsOf(results); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
