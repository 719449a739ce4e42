package warp_test

import "testing"

// TestLinkedNodes: what a list or a tree holds has rows. The node is unknown, and the same for all
// lanes or not as the pointers before it were.
func TestLinkedNodes(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"list of all lanes", "for (; l; l = l->next) s += l->at[threadIdx.x];", "k load l->at[threadIdx.x]: affine 32 stride 4 trips 0\nk load l->next: uniform 1 trips 0"},
		{"strided members", "while (l) { s += l->at[threadIdx.x * 4]; l = l->next; }", "k load l->at[threadIdx.x * 4]: affine 32 stride 16 trips 0\nk load l->next: uniform 1 trips 0"},
		{"list of each lane", "for (l = heads[threadIdx.x]; l; l = l->next) s += l->at[0];", "k load heads[threadIdx.x]: affine 32 stride 8\nk load l->at[0]: data-dependent 32 trips 0\nk load l->next: data-dependent 32 trips 0"},
		{"nodes of two types", "for (Other *o; l; l = o->back) { o = l->other; s += o->value[threadIdx.x]; }", "k load l->other: uniform 1 trips 0\nk load o->value[threadIdx.x]: affine 32 stride 4 trips 0\nk load o->back: uniform 1 trips 0"},
		{"pointers in bytes", "char *p = bytes; while (p) { s += ((float *)(p + 8))[threadIdx.x]; p = *(char **)p; }", "k load ((float *)(p + 8))[threadIdx.x]: affine 32 stride 4 trips 0\nk load *(char **)p: uniform 1 trips 0"},
		{"without a loop", "s = l->next->next->at[threadIdx.x];", "k load l->next: uniform 1\nk load l->next->next: uniform 1\nk load l->next->next->at[threadIdx.x]: affine 32 stride 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			results := analyzeAll(t, `
struct Other;
struct Node { Node *next; Other *other; float at[256]; };
struct Other { Node *back; float value[32]; };
__global__ void k(Node *l, Node **heads, char *bytes, float *out) {
  float s = 0;
  `+test.body+`
  out[0] = s;
}`)
			if got, want := rowsOf(results), test.want+"\nk store out[0]: uniform 1"; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestWithoutRow: an access through a pointer that nothing is known of is counted, once.
func TestWithoutRow(t *testing.T) {
	results := analyzeAll(t, `
__device__ float *find(int i);
__global__ void k(float *out) {
  float *p = find(1), s = 0;
  for (int i = 0; i < 4; i++) s += p[i] + p[threadIdx.x];
  *find(2) = 3;
  out[0] = s;
}`)
	if got := results[0].WithoutRow; got != 3 {
		t.Errorf("%d accesses without a row, want 3: %s", got, rowsOf(results))
	}
}
