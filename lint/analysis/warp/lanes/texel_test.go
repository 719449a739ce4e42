package lanes

import "testing"

// The texel of a coordinate keeps the distances of whole numbers, and of nothing else.
func TestTexel(t *testing.T) {
	d := NewDomain(32)
	tid := make([]int64, 32)
	for i := range tid {
		tid[i] = int64(i)
	}
	lane := d.PerThread(Int32, tid)
	x := d.Add(Int32, d.Mul(Int32, d.UniformOf(Int32), d.Const(Int32, 32)), lane)
	asFloat := func(v *Value) *Value { return d.Convert(Float32, v) }
	half := d.ConstFloat(Float32, 0.5)
	for _, c := range []struct {
		name string
		v    *Value
		// step is the distance of the texels of neighbouring threads, -1 where it is not to
		// be known.
		step int64
	}{
		{"integer", x, 1},
		{"unknown place", d.FloatSum(Float32, asFloat(x), half, 1), 1},
		{"back", d.FloatSum(Float32, asFloat(x), half, -1), 1},
		{"from the right", d.FloatSum(Float32, half, asFloat(x), -1), -1},
		{"two unknown", d.FloatSum(Float32, d.FloatSum(Float32, asFloat(x), asFloat(x), 1), half, 1), 2},
		{"converted", d.FloatSum(Float64, d.Convert(Float64, asFloat(x)), d.ConstFloat(Float64, 0.25), 1), 1},
		{"known", d.FloatSum(Float32, asFloat(lane), half, 1), 1},
		{"known parts", d.Float("*", Float32, func(x []float64) float64 { return x[0] * 0.25 }, asFloat(lane)), -1},
		{"scaled", d.Float("*", Float32, func(x []float64) float64 { return x[0] * 2 }, asFloat(x)), -1},
		{"argument", d.FloatSum(Float32, d.UniformOf(Float32), half, 1), 0},
	} {
		texel := d.Texel(c.v)
		ok := true
		stride, known := d.Stride(Footprint{Address: texel, Active: everyone(32), Bytes: 1, Extent: -1})
		switch {
		case c.step == 0:
			ok = texel.IsUniform()
		case c.step < 0:
			ok = !known || stride < 0
		default:
			ok = known && stride == c.step
		}
		if !ok {
			t.Errorf("%s: step %d (known: %v), want %d", c.name, stride, known, c.step)
		}
	}
}

func everyone(n int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = true
	}
	return out
}
