package cost

import (
	"math"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// accessesOf returns the accesses of an object of a kernel.
func accessesOf(e *Estimate, object string) (out []*warp.Access) {
	for i := range e.kernel.Accesses {
		if a := &e.kernel.Accesses[i]; a.Object == object {
			out = append(out, a)
		}
	}
	return out
}

// TestCombined: two changes that relieve two busy pipes save more than their sum, one change saves
// what it does alone, and a change that is proposed twice counts once.
func TestCombined(t *testing.T) {
	e := estimatesOf(t, `__constant__ float table[256];
__global__ void k(const float *__restrict__ in, float *__restrict__ out)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = table[threadIdx.x] * in[i * 32];
}
void run(const float *in, float *out) { k<<<1 << 20, 256>>>(in, out); }`)[0]
	column := Change{Accesses: accessesOf(e, "in"), Coalesce: true}
	table := Change{Accesses: accessesOf(e, "table"), Placement: ReadOnly}
	alone, ok := e.Coalesced(column.Accesses)
	first, bounds, n := e.Combined([]Change{column})
	if !ok || n != 1 || first != alone.Saving || bounds != alone.Range || !(bounds.Least <= first && first <= bounds.Most) {
		t.Errorf("one change saves %v, %v (%d counted), alone %v, %v", first, bounds, n, alone.Saving, alone.Range)
	}
	second, _, _ := e.Combined([]Change{table})
	if move, ok := e.move(e.groupOf(keyOf(table.Accesses[0])), ReadOnly); !ok || math.Abs(move.Saving-second) > 1e-9 {
		t.Errorf("the table saves %v, as a move %v", second, move.Saving)
	}
	both, _, n := e.Combined([]Change{column, table})
	if n != 2 || both < first+second || both > 99 {
		t.Errorf("both save %v (%d counted), one %v, the other %v", both, n, first, second)
	}
	twice, _, _ := e.Combined([]Change{column, table, column, table})
	if twice != both {
		t.Errorf("proposed twice they save %v, want %v", twice, both)
	}
	if none, _, n := e.Combined([]Change{{}, {Accesses: accessesOf(e, "out"), Placement: InShared}}); none != 0 || n != 0 {
		t.Errorf("changes without a price save %v (%d counted)", none, n)
	}
}

// TestUnknownPipes: an access at an unknown address leaves open what the pipes behind it take.
func TestUnknownPipes(t *testing.T) {
	e := estimatesOf(t, `__global__ void k(const int *in, int *out)
{
    __shared__ int tile[256];
    tile[threadIdx.x] = in[0];
    out[threadIdx.x & *in] = tile[threadIdx.x];
}
void run(const int *in, int *out) { k<<<1024, 256>>>(in, out); }`)[0]
	unknown, n := e.UnknownPipes()
	if n != 1 || !unknown[L1] || !unknown[L2] || !unknown[DRAM] || unknown[Shared] || unknown[Constant] || unknown[Integer] {
		t.Errorf("%d accesses, %v", n, unknown)
	}
	if !e.Complete() || e.SharedCycles() < 1.9 || e.SharedCycles() > 2.2 { // one store, one load
		t.Errorf("complete: %v, %v cycles of shared memory", e.Complete(), e.SharedCycles())
	}
	for i := range e.kernel.Accesses {
		a := &e.kernel.Accesses[i]
		cycles, known := e.Busy(a) // the compiler reads in[0] once
		if want := a.Node.Text() != "out[threadIdx.x & *in]"; known != want || known && cycles <= 0 && a.Node.Text() != "*in" {
			t.Errorf("%s: %v cycles, known %v", a.Node.Text(), cycles, known)
		}
	}
}

// TestPipesWithoutRow: an access that has no row leaves all memory pipes open.
func TestPipesWithoutRow(t *testing.T) {
	e := estimatesOf(t, `__device__ float *find();
__global__ void k(float *out) { out[threadIdx.x] = find()[threadIdx.x]; }
void run(float *out) { k<<<1024, 256>>>(out); }`)[0]
	if unknown, n := e.UnknownPipes(); n != 1 || !unknown[L1] || !unknown[Shared] || !unknown[DRAM] || unknown[Single] {
		t.Errorf("%d accesses, %v", n, unknown)
	}
}
