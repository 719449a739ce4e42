package cost

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// TestLongKernel: prices of all the reads of a generated kernel with tens of thousands take
// no time that grows with their square, which no time limit ended. It was minutes.
func TestLongKernel(t *testing.T) {
	const body = "__constant__ float t[256];\n__global__ void k(float* out) { out[threadIdx.x] += t[threadIdx.x]; }\n"
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(body)), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	k := kernels.Analyze(context.Background(), unit, kernels.Options{})[0]
	once := k.Accesses
	for len(k.Accesses) < 100_000 {
		k.Accesses = append(k.Accesses, once...)
	}
	m, p := gpuNamed(t, "H200")
	start := time.Now()
	e := Kernel(m, p, &k, Resources{})
	priced := 0
	for i := range k.Accesses {
		if price, ok := e.Price(&k.Accesses[i]); ok && strings.HasPrefix(k.Accesses[i].Object, "t") && price.Reads > 30_000 {
			priced++
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("%d accesses took %v", len(k.Accesses), took)
	}
	if priced < 30_000 {
		t.Errorf("%d reads of the table have a price", priced)
	}
}
