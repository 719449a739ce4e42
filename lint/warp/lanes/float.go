package lanes

import "math"

// ConstFloat returns the floating-point value that is x in every thread.
func (d *Domain) ConstFloat(t Type, x float64) *Value {
	return &Value{Type: t, floats: []float64{t.round(x)}}
}

// round returns x in the precision of the type. Half precision is kept in single
// precision: its rounding decides no index in practice.
func (t Type) round(x float64) float64 {
	if t.Bits <= 32 {
		return float64(float32(x))
	}
	return x
}

func (v *Value) floatAt(i int) float64 {
	if len(v.floats) == 1 {
		return v.floats[0]
	}
	return v.floats[i]
}

// FloatAt returns the number that a floating-point value is in thread i.
func (v *Value) FloatAt(i int) (float64, bool) {
	if v.Known() && v.Type.Float {
		return v.floatAt(i), true
	}
	return 0, false
}

func perThreadFloats(t Type, n int, f func(i int) float64) *Value {
	out := make([]float64, n)
	same := true
	for i := range out {
		out[i] = t.round(f(i))
		same = same && out[i] == out[0]
	}
	if same {
		out = out[:1:1]
	}
	return &Value{Type: t, floats: out}
}

// Float applies a floating-point operation of known operands, element by
// element; with others the result is a function of the operands and no more.
func (d *Domain) Float(op string, t Type, f func(x []float64) float64, operands ...*Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		n := 1
		for _, o := range v {
			if !o.Known() || !o.Type.Float {
				return d.derive(op, t, 0, 0, v...)
			}
			n = max(n, len(o.floats))
		}
		x := make([]float64, len(v))
		return perThreadFloats(t, n, func(i int) float64 {
			for j, o := range v {
				x[j] = o.floatAt(i)
			}
			return f(x)
		})
	}, operands...)
}

func (d *Domain) floatCompare(op string, a, b *Value, f func(x, y float64) bool) *Value {
	return d.each(Bool, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if !a.Known() || !b.Known() {
			return d.derive(op, Bool, 0, 1, a, b)
		}
		n := max(len(a.floats), len(b.floats))
		out := make([]int64, n)
		for i := range out {
			if f(a.floatAt(i), b.floatAt(i)) {
				out[i] = 1
			}
		}
		return finish(Bool, out, nil)
	}, a, b)
}

func (d *Domain) floatExtreme(t Type, op string, a, b *Value) *Value {
	f := math.Min
	if op == "max" {
		f = math.Max
	}
	v := d.Float(op, t, func(x []float64) float64 { return f(x[0], x[1]) }, a, b)
	if len(v.terms) == 1 {
		al, ah := a.floatBounds()
		bl, bh := b.floatBounds()
		v.terms[0].sym.flo, v.terms[0].sym.fhi = f(al, bl), f(ah, bh)
	}
	return v
}

// floatBounds returns the smallest and largest number a floating-point value can be.
func (v *Value) floatBounds() (lo, hi float64) {
	switch {
	case len(v.floats) > 0:
		lo, hi = v.floats[0], v.floats[0]
		for _, x := range v.floats {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
		return lo, hi
	case v.choice == nil && len(v.terms) == 1:
		return v.terms[0].sym.flo, v.terms[0].sym.fhi
	}
	return math.Inf(-1), math.Inf(1)
}

func (d *Domain) floatSelect(cond, a, b *Value) *Value {
	return d.each(a.Type, func(v []*Value) *Value {
		cond, a, b := v[0], v[1], v[2]
		if d.equal(a, b) {
			return a
		}
		if cond.IsUniform() {
			switch cond.TruthAt(0) {
			case True:
				return a
			case False:
				return b
			}
		}
		if cond.Known() && a.Known() && b.Known() {
			return perThreadFloats(a.Type, d.threads, func(i int) float64 {
				if cond.TruthAt(i) == True {
					return a.floatAt(i)
				}
				return b.floatAt(i)
			})
		}
		return d.derive("?:", a.Type, 0, 0, cond, a, b)
	}, cond, a, b)
}

// Convert returns v converted to a type, as a C++ conversion does.
func (d *Domain) Convert(t Type, v *Value) *Value {
	switch {
	case v.Type == t:
		return v
	case v.unknown:
		return d.Unknown(t)
	case t == Bool:
		return d.Truthy(v)
	case t.Float && v.Type.Float:
		return d.each(t, func(a []*Value) *Value {
			if a[0].Known() {
				return perThreadFloats(t, len(a[0].floats), a[0].floatAt)
			}
			c := *a[0]
			c.Type = t
			return &c
		}, v)
	case t.Float:
		return d.toFloat(t, v)
	case v.Type.Float:
		return d.ToInt(t, v, math.Trunc, "trunc")
	}
	return d.each(t, func(a []*Value) *Value { return d.toInt(t, a[0]) }, v)
}

func (d *Domain) toInt(t Type, v *Value) *Value {
	if v.Known() {
		return finish(t, append([]int64(nil), v.offset...), nil)
	}
	if t.Bits >= 32 {
		return v.as(t)
	}
	lo, hi := t.Range()
	if l, h := d.BlockBounds(v); l >= lo && h <= hi {
		return v.as(t)
	}
	r := d.mask(Int64, v.as(Int64), 1<<t.Bits-1)
	if t.Signed {
		// Numbers from 2^(bits-1) on stand for negative ones; the correspondence
		// is one-to-one, which is what distances between lanes need.
		return d.derive("narrow", t, lo, hi, r)
	}
	return r.as(t)
}

func (d *Domain) toFloat(t Type, v *Value) *Value {
	return d.each(t, func(a []*Value) *Value {
		v := a[0]
		if v.Known() {
			return perThreadFloats(t, len(v.offset), func(i int) float64 {
				if !v.Type.Signed && v.Type.Bits == 64 {
					return float64(uint64(v.offset[i]))
				}
				return float64(v.offset[i])
			})
		}
		r := d.derive("float", t, 0, 0, v)
		if r.unknown {
			return r
		}
		r.whole = v
		lo, hi := d.BlockBounds(v)
		r.terms[0].sym.flo, r.terms[0].sym.fhi = float64(lo), float64(hi)
		return r
	}, v)
}

// ToInt returns a floating-point value rounded by a function (named op) and
// converted to an integer type; out-of-range numbers saturate, as the GPU does.
func (d *Domain) ToInt(t Type, v *Value, round func(float64) float64, op string) *Value {
	return d.each(t, func(a []*Value) *Value {
		v := a[0]
		lo, hi := t.Range()
		if v.Known() {
			out := make([]int64, len(v.floats))
			for i, x := range v.floats {
				out[i] = saturate(round(x), lo, hi)
			}
			return finish(t, out, nil)
		}
		if v.whole != nil {
			return d.Convert(t, v.whole)
		}
		flo, fhi := v.floatBounds()
		return d.derive(op, t, saturate(round(flo), lo, hi), saturate(round(fhi), lo, hi), v)
	}, v)
}

func saturate(x float64, lo, hi int64) int64 {
	switch {
	case math.IsNaN(x):
		return 0
	case x <= float64(lo):
		return lo
	case x >= float64(hi):
		return hi
	}
	return int64(x)
}

// Round returns a floating-point value rounded to an integral number by a
// function (named op), still in floating point.
func (d *Domain) Round(t Type, v *Value, round func(float64) float64, op string) *Value {
	if v.whole != nil && v.choice == nil {
		return v
	}
	r := d.Float(op, t, func(x []float64) float64 { return round(x[0]) }, v)
	if r.choice == nil && len(r.terms) == 1 {
		lo, hi := v.floatBounds()
		r.terms[0].sym.flo, r.terms[0].sym.fhi = round(lo), round(hi)
	}
	return r
}
