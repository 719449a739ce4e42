package cost

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

func TestDump(t *testing.T) {
	path := os.Getenv("DUMP")
	if path == "" {
		t.Skip()
	}
	name := os.Getenv("GPU")
	if name == "" {
		name = "sm_90"
	}
	m, p, err := gpu.Resolve(name)
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		p = &m.Products[0]
	}
	text, _ := os.ReadFile(path)
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: 900, Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range warp.Analyze(context.Background(), unit, warp.Options{}) {
		e := Kernel(m, p, &k)
		ms, ok := e.Milliseconds()
		fmt.Printf("== %s block %v occ %+v: %.3f cycles/warp, %.4f ms (%v) bound %s\n", k.Kernel.Name, k.Block.Dim, e.Occupancy, e.Cycles(), ms+0.005, ok, e.Bound())
		for i := range k.Nests {
			n := &k.Nests[i]
			fmt.Printf("   nest %d parent %d trips %v known %v const %v unroll %d entries %v runs %v: %+v\n", i, n.Parent, n.Trips, n.TripsKnown, n.Constant, n.Unroll, n.Entries, n.Runs, e.work[i])
		}
		for i := range e.accesses {
			x := &e.accesses[i]
			fmt.Printf("   %-28s %s %s exec %.3f nest %d addr %.1f obj %d depth %d block %v walks %v step %v uniform %v rolled %v lit %v: %.2f cyc %s lat %.0f L2 %.2f DRAM %.2f priced %v %s\n", x.Node.Text(), x.Space, x.Kind, x.executions, x.nest, x.Addresses.Mean, x.ObjectBytes, x.depth, x.perBlock, x.walks, x.step, x.uniform, x.rolled, x.Literal || x.unrolled,
				x.cost.Cycles, x.cost.Pipe, x.cost.Latency, x.cost.L2Sectors, x.cost.DRAMSectors, x.priced, x.cost.Basis)
		}
		for p, d := range e.Demand {
			if d > 0.01 {
				fmt.Printf("   %s %.3f;", Pipe(p), d)
			}
		}
		fmt.Println()
		for i := range e.accesses {
			x := &e.accesses[i]
			if present(x.Access) == InConstant && !x.Literal {
				pr, ok := e.Price(x.Access)
				fmt.Printf("   price %s %v: %+v\n", x.Node.Text(), ok, pr)
			}
		}
	}
}
