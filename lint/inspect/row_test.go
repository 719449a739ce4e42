package inspect_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// TestAccessLanes has, for the accesses of one kernel, the least sectors, the stride and the
// offsets of some lanes, worked out by hand.
func TestAccessLanes(t *testing.T) {
	src := `__constant__ float table[64];
__global__ void k(float* a, const double* d, const float4* q, const int* idx) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  a[t * 3] = 0;
  a[5] = 1;
  a[31 - t] = q[t * 2].x;
  if (t < 3) a[t] = d[t];
  tile[t][0] = table[t & 1];
  a[idx[t]] = 2;
}
int main() { k<<<1, 32>>>(0, 0, 0, 0); }
`
	type lanes = map[int]int64
	want := map[string]struct {
		ideal  int
		stride int64
		lanes  lanes
	}{
		"a[t * 3]":     {4, 12, lanes{0: 0, 1: 12, 31: 372}},
		"a[5]":         {1, 0, lanes{0: 0, 31: 0}},
		"a[31 - t]":    {4, -4, lanes{0: 124, 31: 0}},
		"q[t * 2].x":   {4, 32, lanes{1: 32}}, // one member is read: 4 of 16 bytes
		"a[t]":         {1, 4, lanes{0: 0, 2: 8, 3: -1, 31: -1}},
		"d[t]":         {1, 8, lanes{2: 16, 3: -1}},
		"tile[t][0]":   {1, 128, lanes{1: 128}},
		"table[t & 1]": {0, 0, lanes{0: 0, 1: 4, 2: 0}},
		"idx[t]":       {4, 4, lanes{1: 4}},
		"a[idx[t]]":    {4, 0, nil},
	}
	table := engine.New(engine.Options{}).Access(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(src), HasText: true}})
	seen := 0
	for _, r := range table.Rows {
		w, ok := want[r.Expression]
		if !ok {
			continue
		}
		seen++
		offsets := r.Lanes()
		if got := fmt.Sprint(r.Ideal, r.Stride, offsets != nil); got != fmt.Sprint(w.ideal, w.stride, w.lanes != nil) {
			t.Errorf("%s: ideal, stride, lanes known: %s, want %v", r.Expression, got, w)
		}
		for lane, offset := range w.lanes {
			if !slices.Contains(offsets[lane:lane+1], offset) {
				t.Errorf("%s: lane %d accesses byte %d, want %d", r.Expression, lane, offsets[lane], offset)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d accesses have a row", seen, len(want))
	}
}
