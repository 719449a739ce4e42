package cost

import (
	"slices"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// What is not known of calls is told, but for CUDA's own functions.
func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		called, want []string
	}{
		{nil, nil},
		{[]string{"sqrtf", "powf", "expm1f", "j0", "erfinv", "hypotf", "std::sqrt", "cuda::std::fmod", "__shfl_sync", "__hmax2", "make_int2", "tex2D", "surf2Dread"}, nil},
		{[]string{"sqrtf", "refine"}, []string{"refine"}},
		{[]string{"", "mine::sqrt", "std::sort"}, []string{"", "mine::sqrt", "std::sort"}},
	} {
		e := &Estimate{kernel: &warp.Result{Unseen: c.called}}
		if got := e.unseen(); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.called, got, c.want)
		}
	}
}
