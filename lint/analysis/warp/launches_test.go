package warp_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyLaunches: of more launches than are followed, those with a known block and known
// arguments are.
func TestManyLaunches(t *testing.T) {
	var host strings.Builder
	for i := range 9 {
		fmt.Fprintf(&host, "k<<<1, n, 0>>>(p, %d); k<<<%d, 64>>>(p, n);", i, i+1)
	}
	results := analyzeAll(t, `__global__ void k(float *p, int step) { p[threadIdx.x * step] = 0; }
void host(float *p, int n) { `+host.String()+` k<<<1, 32>>>(p, 3); k<<<1, 32>>>(p, 5); }`)
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprint(r.Launch.Grid[0], r.Launch.Block[0], r.Launch.Args[1].Value.Int, r.LeftOut))
	}
	if want := "1 64 0 12|2 64 0 12|3 64 0 12|4 64 0 12|5 64 0 12|6 64 0 12|1 32 3 12|1 32 5 12"; strings.Join(got, "|") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "|"), want)
	}
}
