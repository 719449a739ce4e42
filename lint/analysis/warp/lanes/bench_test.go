package lanes

import (
	"fmt"
	"testing"
)

// An operation is one of a domain, with how many allocations it makes at most once the
// symbols it derives are known.
type operation struct {
	name   string
	allocs float64
	f      func()
}

func operations(n int) []operation {
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
	return []operation{
		{"AddConstants", 0, func() { d.Add(Int32, c4, c32) }},
		{"ConvertConstant", 0, func() { d.Convert(Int64, c4) }},
		{"AddUniform", 2, func() { d.Add(Int32, bx, width) }},
		{"MulUniform", 2, func() { d.Mul(Int32, bx, c4) }},
		{"LessUniform", 3, func() { d.Less(Int32, bx, width) }},
		{"And", 1, func() { d.And(Int32, data, width) }},
		{"Add", 2, func() { d.Add(Int32, i, width) }},
		{"Mul", 2, func() { d.Mul(Int32, i, c4) }},
		{"MulUnknown", 23, func() { d.Mul(Int32, i, width) }},
		{"Less", 3, func() { d.Less(Int32, i, width) }},
		{"Mask", 6, func() { d.And(Int32, i, d.Const(Int32, 31)) }},
		{"Div", 7, func() { d.Div(Int32, i, c32) }},
		{"DivMany", 16, func() { d.Div(Int32, i, c1000) }},
		{"Loaded", 1, func() { d.Loaded(Int32, i) }},
		{"Select", 8, func() { d.Select(d.Less(Int32, tid, c32), i, tid) }},
		{"Sectors", 0, func() { d.Sectors(fp) }},
		{"GatherSectors", 0, func() { d.Sectors(gather) }},
		{"GatherBanks", 0, func() { d.BankConflicts(gather) }},
	}
}

// TestAllocations: values are made for what is new, not for each step on the way.
func TestAllocations(t *testing.T) {
	for _, op := range operations(256) {
		if got := testing.AllocsPerRun(100, op.f); got > op.allocs {
			t.Errorf("%s: %v allocations, want at most %v", op.name, got, op.allocs)
		}
	}
}

func BenchmarkOperations(b *testing.B) {
	for _, n := range []int{256, 1024} {
		for _, op := range operations(n) {
			b.Run(fmt.Sprint(op.name, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					op.f()
				}
			})
		}
	}
}
