package pointer

import (
	"context"
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// TestMeet compares a load and a store of one kernel by their indexes.
func TestMeet(t *testing.T) {
	for _, c := range []struct {
		load, store string
		want        Meeting
	}{
		{"i", "i", Sure},
		{"0", "0", Sure},
		{"i + 31", "i", Sure},
		{"i + 32", "i", NotShown},
		{"i + 1", "i + 1 + 0 * n", Sure},
		{"n + i", "i + n", Sure},
		{"n * i", "i * n", Sure},
		{"4 * i + 1", "4 * i", NotShown},
		{"4 * i + 4", "4 * i", Sure},
		{"4 * data[i] + 2", "4 * i", NotShown},
		{"data[i]", "i", Probable},
		{"i", "n + i", NotShown},
		{"i", "i + blockDim.x", NotShown},
		{"0", "i", Probable},
		{"0", "i + 1", NotShown},
		{"1", "0", NotShown},
		{"i ^ 1", "i", Probable},
		{"(s & 1) * 256 + i", "(1 - (s & 1)) * 256 + i", NotShown},
		{"s", "i", Probable},
		{"s", "s + 1", Probable},
		{"i << 2", "4 * i + 3", NotShown},
	} {
		text := fmt.Sprintf(`__global__ void k(float *p, const int *data, int n) {
			int i = blockIdx.x * blockDim.x + threadIdx.x;
			for (int s = 0; s < n; s++)
				p[%s] = p[%s];
		}`, c.store, c.load)
		u := unitOf(t, "a.cu", text)
		e := New(context.Background(), u, ir.NewBuilder(u, true)).Effects(u.Kernels()[0])
		var load, store *Access
		for i := range e.Accesses {
			if a := &e.Accesses[i]; a.Params[0] == 0 && a.Kind == Load {
				load = a
			} else if a.Kind == Store {
				store = a
			}
		}
		if got := e.Meet(load, store, 0); got != c.want {
			t.Errorf("p[%s] = p[%s]: got %d, want %d", c.store, c.load, got, c.want)
		}
	}
}
