package texture

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestHostileKernel: a kernel made to take long is given up, not followed.
func TestHostileKernel(t *testing.T) {
	var b strings.Builder
	b.WriteString("__global__ void k(cudaSurfaceObject_t s, int w) {\nint a0 = threadIdx.x;\n")
	for i := 1; i < 200; i++ {
		fmt.Fprintf(&b, "int a%d = a%d + a%d; a%d += 1;\n", i, i-1, i-1, i)
	}
	for range 3000 {
		b.WriteString("if (a1 > w) return; surf2Dwrite(1.0f, s, a199, 0); surf2Dwrite(1.0f, s, a0, 0);\n")
	}
	b.WriteString("}\n")
	u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(b.String())), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	accesses := SurfaceAccesses(u)
	if len(accesses) != 6000 {
		t.Errorf("%d accesses", len(accesses))
	}
	e := NewEvaluator(u)
	for _, a := range accesses {
		e.Eval(a.X)
		e.Selects(a.Call)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("took %v", d)
	}
}

func TestEval(t *testing.T) {
	u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(`
__constant__ int pitch;
template <int N>
__global__ void k(cudaSurfaceObject_t s, int w, const int* p) {
  int x = 3 * threadIdx.x + 2;
  int y = blockIdx.x * blockDim.x + x;
  for (int i = 4; i < w; i += 8) {
    surf1Dwrite(1.0f, s, 7);
    surf1Dwrite(1.0f, s, -(2 * x - 1));
    surf1Dwrite(1.0f, s, y - x);
    surf1Dwrite(1.0f, s, i + x);
    surf1Dwrite(1.0f, s, pitch + N + w);
    surf1Dwrite(1.0f, s, pitch * x);
    surf1Dwrite(1.0f, s, p[0]);
    surf1Dwrite(1.0f, s, x - x);
  }
}`)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"7", "-6 threadIdx.x + -3", "?", "3 threadIdx.x + 8 i + 6", "?", "unknown", "unknown", "0"}
	for i, a := range SurfaceAccesses(u) {
		got := "unknown"
		if l := NewEvaluator(u).Eval(a.X); l != nil {
			var parts []string
			for s, k := range l.Steps {
				parts = append(parts, fmt.Sprintf("%d %s", k, s.Name))
			}
			slices.Sort(parts)
			if l.Loose {
				parts = append(parts, "?")
			} else {
				parts = append(parts, fmt.Sprint(l.Const))
			}
			got = strings.Join(parts, " + ")
			got = strings.ReplaceAll(got, " + 0", "")
		}
		if got != want[i] {
			t.Errorf("%s: %s, want %s", a.X.Text(), got, want[i])
		}
	}
}
