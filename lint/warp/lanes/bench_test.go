package lanes

import (
	"fmt"
	"testing"
)

func BenchmarkOperations(b *testing.B) {
	for _, n := range []int{256, 1024} {
		d := NewDomain(n)
		x := make([]int64, n)
		for i := range x {
			x[i] = int64(i)
		}
		tid, bx, width := d.PerThread(Int32, x), d.Uniform(Int32, 0, 1<<20), d.UniformOf(Int32)
		i := d.Add(Int32, tid, d.Mul(Int32, bx, d.Const(Int32, 256)))
		data := d.Loaded(Int32, i)
		c4, c32, c1000 := d.Const(Int32, 4), d.Const(Int32, 32), d.Const(Int32, 1000)
		fp := Footprint{Address: d.scale(Int64, i, 4), Active: allActive(n), Bytes: 4, Extent: -1}
		gather := Footprint{Address: d.scale(Int64, data, 4), Active: allActive(n), Bytes: 4, Extent: 4096}
		for _, op := range []struct {
			name string
			f    func()
		}{
			{"AddUniform", func() { d.Add(Int32, bx, width) }},
			{"MulUniform", func() { d.Mul(Int32, bx, c4) }},
			{"LessUniform", func() { d.Less(Int32, bx, width) }},
			{"Add", func() { d.Add(Int32, i, width) }},
			{"Mul", func() { d.Mul(Int32, i, c4) }},
			{"MulUnknown", func() { d.Mul(Int32, i, width) }},
			{"Less", func() { d.Less(Int32, i, width) }},
			{"Mask", func() { d.And(Int32, i, d.Const(Int32, 31)) }},
			{"Div", func() { d.Div(Int32, i, c32) }},
			{"DivMany", func() { d.Div(Int32, i, c1000) }},
			{"Loaded", func() { d.Loaded(Int32, i) }},
			{"Select", func() { d.Select(d.Less(Int32, tid, c32), i, tid) }},
			{"Sectors", func() { d.Sectors(fp) }},
			{"GatherSectors", func() { d.Sectors(gather) }},
			{"GatherBanks", func() { d.BankConflicts(gather) }},
		} {
			b.Run(fmt.Sprint(op.name, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					op.f()
				}
			})
		}
	}
}
