package lanes

import "math"

// A nearby says that a floating-point value is an integer plus a number. It holds for
// integers of less than 2^22, as the places of texels are: larger ones may be rounded.
type nearby struct {
	whole *Value
	plus  float64
}

// mayBeNearby reports whether nearby may return something.
func (v *Value) mayBeNearby() bool {
	return !v.Type.Float && !v.unknown && v.cases == nil || v.near() != nil || v.Known()
}

// nearby returns the integer that a value is next to, nil where that is not known: of known
// numbers, where they are whole numbers apart.
func (d *Domain) nearby(v *Value) *nearby {
	switch {
	case len(v.choices()) > 0 || v.unknown:
		return nil
	case !v.Type.Float:
		return &nearby{whole: v}
	case v.near() != nil || !v.Known():
		return v.near()
	}
	plus := v.floats()[0] - math.Floor(v.floats()[0])
	if len(v.floats()) == 1 {
		x := v.floatAt(0) - plus
		if x != math.Trunc(x) || math.Abs(x) >= 1<<22 {
			return nil
		}
		return &nearby{d.Const(Int64, int64(x)), plus}
	}
	whole := make([]int64, d.threads)
	for i := range whole {
		x := v.floatAt(i) - plus
		if x != math.Trunc(x) || math.Abs(x) >= 1<<22 {
			return nil
		}
		whole[i] = int64(x)
	}
	return &nearby{d.PerThread(Int64, whole), plus}
}

// FloatSum returns a + sign * b in floating point.
func (d *Domain) FloatSum(t Type, a, b *Value, sign float64) *Value {
	op := "+"
	if sign < 0 {
		op = "-"
	}
	return d.eachPair(t, func(a, b *Value) *Value {
		sum := d.Float(op, t, func(x []float64) float64 { return x[0] + sign*x[1] }, a, b)
		if sum.Known() || sum.unknown {
			return sum
		}
		if !a.mayBeNearby() || !b.mayBeNearby() {
			return sum
		}
		if x, y := d.nearby(a), d.nearby(b); x != nil && y != nil {
			return sum.with(&special{near: &nearby{d.combine(Int64, x.whole, y.whole, int64(sign)), x.plus + sign*y.plus}})
		}
		return sum
	}, a, b)
}

// Texel returns the number of the texel that a coordinate of a texture lies in, as far as
// coordinates are whole numbers apart: others may be parts of the image.
func (d *Domain) Texel(v *Value) *Value {
	return d.eachCase(Int64, func(v *Value) *Value {
		if n := d.nearby(v); n != nil {
			return d.Add(Int64, n.whole.as(Int64), d.Const(Int64, int64(math.Floor(n.plus))))
		}
		return d.derive("texel", Int64, 0, 1<<17, v)
	}, v)
}
