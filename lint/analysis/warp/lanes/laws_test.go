package lanes

import (
	"math"
	"math/rand"
	"testing"
)

// Select is the join of two values: idempotent, the same from either side, and
// above both.
func TestSelectIsAJoin(t *testing.T) {
	for seed := range 600 {
		w := newWorld(int64(seed), 32)
		b := newBuilder(w, w.r.Intn)
		for range 25 {
			b.step()
		}
		c, ok := b.anyBool()
		p, q := b.ints[w.r.Intn(len(b.ints))], b.ints[w.r.Intn(len(b.ints))]
		if !ok || p.v.Type != q.v.Type || b.failure != "" {
			continue
		}
		if v := w.d.Select(c.v, p.v, p.v); !w.d.Same(v, p.v) {
			t.Fatalf("seed %d: %s ? %s : the same differs", seed, c.text, p.text)
		}
		one, other := w.d.Select(c.v, p.v, q.v), w.d.Select(w.d.Not(c.v), q.v, p.v)
		if one.IsUnknown() || other.IsUnknown() {
			continue
		}
		x, y := w.eval(one), w.eval(other)
		merged := w.eval(w.d.Merge(one))
		for i := range x {
			if x[i] != y[i] || merged[i] != x[i] {
				t.Fatalf("seed %d, thread %d: %d, from the other side %d, merged %d", seed, i, x[i], y[i], merged[i])
			}
			lo, hi := one.Bounds(i)
			pl, ph := p.v.Bounds(i)
			ql, qh := q.v.Bounds(i)
			if tr := c.v.TruthAt(i); tr != False && (lo > pl || hi < ph) && len(p.v.choices())+len(c.v.choices()) == 0 ||
				tr != True && (lo > ql || hi < qh) && len(q.v.choices())+len(c.v.choices()) == 0 {
				t.Fatalf("seed %d, thread %d: [%d, %d] does not cover [%d, %d] and [%d, %d]", seed, i, lo, hi, pl, ph, ql, qh)
			}
		}
		if b.failure != "" {
			t.Fatalf("seed %d: %s", seed, b.failure)
		}
	}
}

// A number within a wider range gives results within those of the wider range.
func TestOperationsAreMonotone(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 4000 {
		d := NewDomain(32)
		tid := make([]int64, 32)
		for i := range tid {
			tid[i] = int64(i)
		}
		lo, hi := int64(r.Intn(50)), int64(50+r.Intn(200))
		nl, nh := lo+int64(r.Intn(20)), hi-int64(r.Intn(20))
		if nl > nh {
			continue
		}
		narrow := d.Uniform(Int32, nl, nh)
		wide := d.Uniform(Int32, lo, hi)
		c, k := d.Const(Int32, int64(1+r.Intn(70))), r.Intn(9)
		op := func(x *Value) *Value {
			v := d.Add(Int32, d.Mul(Int32, x, d.Const(Int32, int64(1+k))), d.PerThread(Int32, tid))
			switch k {
			case 0:
				return d.Div(Int32, v, c)
			case 1:
				return d.Rem(Int32, v, c)
			case 2:
				return d.Min(Int32, v, c)
			case 3:
				return d.Max(Int32, v, c)
			case 4:
				return d.Less(Int32, v, c)
			case 5:
				return d.Mul(Int32, v, v)
			case 6:
				return d.Shr(Int32, v, d.Const(Int32, 2))
			case 7:
				return d.Select(d.Less(Int32, v, c), v, c)
			}
			return d.Or(Int32, v, c)
		}
		a, b := op(narrow), op(wide)
		for i := range tid {
			al, ah := a.Bounds(i)
			bl, bh := b.Bounds(i)
			if al < bl || ah > bh {
				t.Fatalf("operation %d, thread %d: [%d, %d] of [%d, %d] is outside [%d, %d]", k, i, al, ah, lo, hi, bl, bh)
			}
		}
	}
}

// Values that split on the same choice stay correlated, however they were made.
func TestAlternativesStayCorrelated(t *testing.T) {
	d := NewDomain(64)
	tid := make([]int64, 64)
	for i := range tid {
		tid[i] = int64(i)
	}
	lane := d.PerThread(Int32, tid)
	i := d.Add(Int32, lane, d.Mul(Int32, d.UniformOf(Int32), d.Const(Int32, 8)))
	j := d.Add(Int32, lane, d.Mul(Int32, d.UniformOf(Int32), d.Const(Int32, 16)))
	k := d.Const(Int32, 32)
	x, y := d.Rem(Int32, i, k), d.Rem(Int32, j, k)
	sum, reverse := d.Add(Int32, x, y), d.Add(Int32, y, x)
	if !d.Same(sum, reverse) {
		t.Error("x + y differs from y + x")
	}
	if got := d.Sub(Int32, sum, y); !d.Same(got, x) {
		t.Error("x + y - y is not x")
	}
	if v, ok := d.Sub(Int32, sum, reverse).Constant(); !ok || v != 0 {
		t.Error("x + y - (y + x) is not 0")
	}
	if got := d.Equal(Int32, d.Sub(Int32, sum, x), y); got.TruthAt(3) != True {
		t.Error("x + y - x == y is not certain")
	}
}

// No constant, however large, makes an operation panic.
func TestHostileConstants(t *testing.T) {
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 60, -1 << 31, -1, 0, 1, 63, 64, 65, 1 << 31, 1 << 40, 1 << 60, 1 << 62, math.MaxInt64}
	for _, typ := range []Type{Int32, Uint32, Int64, Uint64, {Bits: 8}, {Bits: 16, Signed: true}} {
		d := NewDomain(32)
		tid := make([]int64, 32)
		for i := range tid {
			tid[i] = int64(i) - 1
		}
		values := []*Value{d.PerThread(typ, tid), d.UniformOf(typ), d.Loaded(typ, d.PerThread(Int32, tid)), d.Opaque(typ, false)}
		for _, x := range numbers {
			values = append(values, d.Const(typ, x))
		}
		for _, c := range numbers[:len(numbers):len(numbers)] {
			values = append(values, d.Add(typ, values[0], d.Mul(typ, values[1], d.Const(typ, c))))
		}
		binary := []func(Type, *Value, *Value) *Value{d.Add, d.Sub, d.Mul, d.Div, d.Rem, d.Shl, d.Shr, d.And, d.Or, d.Xor, d.Min, d.Max, d.Less, d.LessEqual, d.Equal}
		for _, a := range values {
			for _, b := range values {
				for k, op := range binary {
					v := op(typ, a, b)
					x, ok := a.Constant()
					y, ok2 := b.Constant()
					if z, known := v.Constant(); ok && ok2 && typ == Int64 {
						if want, defined := reference64(k, x, y); defined && (!known || z != want) {
							t.Fatalf("operation %d of %d and %d: %d, want %d", k, x, y, z, want)
						}
					}
				}
			}
			fp := Footprint{Address: d.Convert(Int64, a), Active: allActive(32), Bytes: 4, Extent: 1 << 20}
			d.Addresses(fp)
			d.Sectors(fp)
			d.BankConflicts(fp)
			d.Stride(fp)
			d.WarpOffsets(fp, 0)
		}
	}
}

func reference64(k int, x, y int64) (int64, bool) {
	switch k {
	case 0:
		return x + y, true
	case 1:
		return x - y, true
	case 2:
		return x * y, true
	case 3:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case 4:
		if y == 0 {
			return 0, false
		}
		return x % y, true
	case 7:
		return x & y, true
	case 8:
		return x | y, true
	case 9:
		return x ^ y, true
	case 10:
		return min(x, y), true
	case 11:
		return max(x, y), true
	case 12:
		return truth(x < y), true
	case 13:
		return truth(x <= y), true
	case 14:
		return truth(x == y), true
	}
	return 0, false
}
