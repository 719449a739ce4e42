package lanes

import (
	"math"
	"testing"
)

// Floating-point values keep integers, ranges and per-thread numbers.
func TestFloats(t *testing.T) {
	w := newWorld(1, 32)
	b := newBuilder(w, w.r.Intn)
	for _, p := range b.ints {
		f := w.d.Convert(Float32, p.v)
		if back := w.d.Convert(p.v.Type, w.d.Round(Float32, f, math.Floor, "floor")); p.text != "any" && !w.d.Same(back, p.v) {
			t.Errorf("%s of %v does not survive float", p.text, p.v.Type)
		}
		half := w.d.Float("half", Float32, func(x []float64) float64 { return x[0] * 0.5 }, f)
		clipped := w.d.Min(Float32, w.d.Max(Float32, half, w.d.ConstFloat(Float32, 0)), w.d.ConstFloat(Float32, 7))
		n := w.d.Convert(Int32, clipped)
		x := each1(p.x, func(x int64) int64 {
			return int64(math.Trunc(math.Min(math.Max(float64(float32(x))*0.5, 0), 7)))
		})
		w.check(n, x)
		if lo, hi := n.Bounds(0); lo < 0 || hi > 7 {
			t.Errorf("%s: clipped to [%d, %d]", p.text, lo, hi)
		}
	}
	if w.failure != "" {
		t.Error(w.failure)
	}
	nan := w.d.ConstFloat(Float32, math.NaN())
	if x, _ := w.d.Min(Float32, nan, w.d.ConstFloat(Float32, 3)).FloatAt(0); x != 3 {
		t.Errorf("the smaller of no number and 3 is %v", x)
	}
}

// A thread that reads from nowhere can have any number; the others are exact.
func TestPermuteFromNowhere(t *testing.T) {
	d := NewDomain(32)
	x, from := make([]int64, 32), make([]int, 32)
	for i := range x {
		x[i], from[i] = int64(i), i-1
	}
	v := d.Permute(d.PerThread(Int32, x), from)
	if lo, hi := v.Bounds(0); lo != math.MinInt32 || hi != math.MaxInt32 {
		t.Errorf("thread 0 is in [%d, %d]", lo, hi)
	}
	if lo, hi := v.Bounds(5); lo != 4 || hi != 4 {
		t.Errorf("thread 5 is in [%d, %d]", lo, hi)
	}
}
