package lanes

import (
	"math"
	"testing"
)

// TestWarpsAlike: the figures of a block in which warps share what was found of one of
// them are those of its warps, each looked at by itself.
func TestWarpsAlike(t *testing.T) {
	shared := 0
	for seed := range 200 {
		w := newWorld(int64(seed), 256)
		b := newBuilder(w, w.r.Intn)
		for range 25 {
			b.step()
		}
		for range 10 {
			p := b.ints[w.r.Intn(len(b.ints))]
			size := int64(1) << w.r.Intn(4)
			fp := Footprint{Address: w.d.scale(Int64, w.d.Convert(Int64, p.v), size+int64(w.r.Intn(3))*32), Active: allActive(256), Bytes: size, Extent: -1}
			if w.r.Intn(2) == 0 {
				fp.Extent = 4096
			}
			if _, ok := w.d.shape(fp.Address, []int{0, 1}); ok && !fp.Address.IsUnknown() && !fp.Address.IsUniform() {
				shared++
			}
			for name, figure := range map[string]func(Footprint) Spread{"addresses": w.d.Addresses, "sectors": w.d.Sectors, "banks": w.d.BankConflicts} {
				whole := figure(fp)
				alone := Spread{Least: math.MaxInt}
				for first := 0; first < 256; first += WarpSize {
					one := fp
					one.Active = make([]bool, 256)
					for i := range WarpSize {
						one.Active[first+i] = true
					}
					s := figure(one)
					alone.Mean, alone.Several = alone.Mean+s.Mean/8, alone.Several+s.Several/8
					alone.Least, alone.Worst = min(alone.Least, s.Least), max(alone.Worst, s.Worst)
				}
				if !whole.Known {
					alone.Mean, alone.Several = whole.Mean, whole.Several // said of no warp, or of all
				}
				if math.Abs(whole.Mean-alone.Mean) > 1e-6 || math.Abs(whole.Several-alone.Several) > 1e-6 || whole.Least != alone.Least || whole.Worst != alone.Worst {
					t.Fatalf("seed %d: %s of %s in %d bytes: %+v, the warps one by one %+v", seed, name, p.text, size, whole, alone)
				}
			}
		}
	}
	if shared < 200 {
		t.Errorf("only %d addresses can be shared", shared)
	}
}

// TestWarpsNotAlike: a number that is not known differs between warps by what it was
// computed from, even where the lanes share it in the same way.
func TestWarpsNotAlike(t *testing.T) {
	d := NewDomain(64)
	x := make([]int64, 64)
	for i := range x {
		x[i] = int64(i)
		if i >= 32 {
			x[i] = int64(1000 * i)
		}
	}
	sum := d.Add(Int32, d.PerThread(Int32, x), d.Uniform(Int32, 0, 1<<20))
	quotient := d.Div(Int32, sum, d.Uniform(Int32, 1, 1<<20))
	fp := Footprint{Address: d.scale(Int64, d.Convert(Int64, quotient), 4), Active: make([]bool, 64), Bytes: 4, Extent: -1, Align: 4}
	for i := range 32 {
		fp.Active[i] = true
	}
	if s := d.Sectors(fp); s.Known || s.Worst >= 32 {
		t.Errorf("the first warp has %+v, not a few sectors", s)
	}
	for i := range 64 {
		fp.Active[i] = true
	}
	if s := d.Sectors(fp); s.Worst != 32 || s.WorstWarp != 1 {
		t.Errorf("both warps have %+v, not 32 sectors in the second", s)
	}
}

// TestSpreadsKept: figures that were kept of footprints of one shape are those of each.
func TestSpreadsKept(t *testing.T) {
	kept := 0
	for seed := range 200 {
		w := newWorld(int64(seed), 96)
		b := newBuilder(w, w.r.Intn)
		for range 25 {
			b.step()
		}
		for range 20 {
			p := b.ints[w.r.Intn(len(b.ints))]
			size := int64(1) << w.r.Intn(4)
			fp := Footprint{Address: w.d.scale(Int64, w.d.Convert(Int64, p.v), size+int64(w.r.Intn(3))*32), Active: allActive(96), Bytes: size, Extent: -1, Align: size}
			for _, by := range []int64{0, 128, 1 << 20, 4, 36} {
				moved := fp
				moved.Address = w.d.Add(Int64, fp.Address, w.d.Const(Int64, by))
				for name, figure := range map[string]func(Footprint) Spread{"addresses": w.d.Addresses, "sectors": w.d.Sectors, "banks": w.d.BankConflicts} {
					before := len(w.d.spreads)
					got := figure(moved)
					if len(w.d.spreads) == before && w.d.warps.shape != 0 {
						kept++
					}
					all := w.d.spreads
					w.d.spreads = map[key]Spread{}
					if want := figure(moved); got != want {
						t.Fatalf("seed %d: %s of %s plus %d in %d bytes: %+v, not %+v", seed, name, p.text, by, size, got, want)
					}
					w.d.spreads = all
				}
			}
		}
	}
	if kept < 1000 {
		t.Errorf("only %d figures were kept", kept)
	}
}
