package lanes

import (
	"math"
	"slices"
)

// ConstFloat returns the floating-point value that is x in every thread.
func (d *Domain) ConstFloat(t Type, x float64) *Value {
	return &Value{Type: t, special: &special{numbers: []float64{t.round(x)}}}
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
	if len(v.floats()) == 1 {
		return v.floats()[0]
	}
	return v.floats()[i]
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
	return &Value{Type: t, special: &special{numbers: out}}
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
			n = max(n, len(o.floats()))
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
	return d.eachPair(Bool, func(a, b *Value) *Value {
		if !a.Known() || !b.Known() {
			return d.derive(op, Bool, 0, 1, a, b)
		}
		n := max(len(a.floats()), len(b.floats()))
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
	f := func(x, y float64) float64 { // a number, where one is
		switch {
		case math.IsNaN(x):
			return y
		case math.IsNaN(y):
			return x
		case op == "max":
			return math.Max(x, y)
		}
		return math.Min(x, y)
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
	case len(v.floats()) > 0:
		lo, hi = v.floats()[0], v.floats()[0]
		for _, x := range v.floats() {
			if math.IsNaN(x) {
				return math.Inf(-1), math.Inf(1)
			}
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
		return lo, hi
	case len(v.choices()) == 0 && len(v.terms) == 1:
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
			truth := cond.Truths(d.threads)
			return perThreadFloats(a.Type, d.threads, func(i int) float64 {
				if truth.At(i) == True {
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
		return d.eachCase(t, func(v *Value) *Value {
			if v.Known() {
				return perThreadFloats(t, len(v.floats()), v.floatAt)
			}
			if t.Bits < v.Type.Bits && (v.whole() == nil || !d.exact(t, v.whole())) {
				lo, hi := v.floatBounds()
				return d.deriveAs(Symbol{flo: t.round(lo), fhi: t.round(hi)}, "round", t, v)
			}
			return v.as(t)
		}, v)
	case t.Float:
		return d.toFloat(t, v)
	case v.Type.Float:
		return d.ToInt(t, v, math.Trunc, "trunc")
	}
	return d.eachCase(t, func(v *Value) *Value { return d.toInt(t, v) }, v)
}

func (d *Domain) toInt(t Type, v *Value) *Value {
	switch {
	case v.isConstant():
		return d.Const(t, v.offset[0])
	case v.Known():
		return finish(t, v.offset, nil)
	}
	if t.Bits > v.Type.Bits && d.madeUnsigned(v.Type, v) {
		// A negative number made unsigned is a large one.
		_, hi := v.Type.Range()
		if w, ok := d.widenShared(t, v, hi); ok {
			return w
		}
		return d.deriveAs(Symbol{hi: hi, injective: v.oneToOne()}, "widen", t, v)
	}
	if t.Bits >= 32 {
		return finish(t, v.offset, v.terms)
	}
	lo, hi := t.Range()
	if l, h := d.BlockBounds(v); l >= lo && h <= hi {
		return v.as(t)
	}
	r := d.mask(Int64, v.as(Int64), 1<<t.Bits-1)
	if t.Signed {
		return d.Map("narrow", t, lo, hi, r, t.Wrap)
	}
	return d.eachCase(t, func(r *Value) *Value { return r.as(t) }, r)
}

// widenShared is toInt for an unsigned form in which only numbers that all threads share may
// be negative: made unsigned, these are large numbers up to hi. Their factors must not be
// negative, since of a difference it is not known by how much it went below zero.
func (d *Domain) widenShared(t Type, v *Value, hi int64) (*Value, bool) {
	var terms []term
	for _, tm := range v.terms {
		s := tm.sym
		if s.lo < 0 {
			if s.class != nil || s.turn != nil || slices.Min(tm.coef) < 0 {
				return nil, false
			}
			s = d.derive("widen", t, 0, hi, s.value.as(v.Type)).terms[0].sym
		}
		terms = append(terms, term{s, tm.coef, tm.pitch})
	}
	slices.SortFunc(terms, func(a, b term) int { return a.sym.id - b.sym.id })
	return finish(t, v.offset, terms), true
}

// exact reports whether an integer value converts to a floating-point type and
// back without loss.
func (d *Domain) exact(t Type, v *Value) bool {
	most := int64(1) << 53
	if t.Bits <= 32 {
		most = 1 << 24
	}
	lo, hi := d.BlockBounds(v)
	return lo >= -most && hi <= most
}

func (d *Domain) toFloat(t Type, v *Value) *Value {
	return d.eachCase(t, func(v *Value) *Value {
		if v.Known() {
			return perThreadFloats(t, len(v.offset), func(i int) float64 {
				if !v.Type.Signed && v.Type.Bits == 64 {
					return float64(uint64(v.offset[i]))
				}
				return float64(v.offset[i])
			})
		}
		lo, hi := d.machineBounds(v.Type, v)
		flo, fhi := t.round(float64(lo)), t.round(float64(hi))
		if lo <= -limit || hi >= limit {
			flo, fhi = 0, 0 // no bounds
		}
		s := &special{near: &nearby{whole: v}}
		if d.exact(t, v) && (v.Type.Signed || lo > 0 || !d.belowZero(v)) {
			s.whole = v
		}
		return d.deriveAs(Symbol{flo: flo, fhi: fhi}, "float", t, v).with(s)
	}, v)
}

// ToInt returns a floating-point value rounded by a function (named op) and
// converted to an integer type; out-of-range numbers saturate, as the GPU does.
func (d *Domain) ToInt(t Type, v *Value, round func(float64) float64, op string) *Value {
	return d.eachCase(t, func(v *Value) *Value {
		lo, hi := t.Range()
		if v.Known() {
			out := make([]int64, len(v.floats()))
			for i, x := range v.floats() {
				out[i] = t.saturate(round(x))
			}
			return finish(t, out, nil)
		}
		if v.whole() != nil {
			return d.Convert(t, v.whole())
		}
		flo, fhi := v.floatBounds()
		return d.derive(op, t, saturate(round(flo), lo, hi), saturate(round(fhi), lo, hi), v)
	}, v)
}

// saturate returns x as the type, or the number nearest to it.
func (t Type) saturate(x float64) int64 {
	switch {
	case math.IsNaN(x):
		return 0
	case t.Bits >= 64 && t.Signed:
		return saturate(x, math.MinInt64, math.MaxInt64)
	case t.Bits >= 64 && x >= 1<<63:
		if x >= 1<<64 {
			return -1 // all ones
		}
		return int64(uint64(x))
	}
	lo, hi := t.Range()
	if t.Bits >= 64 {
		hi = math.MaxInt64
	}
	return saturate(x, lo, hi)
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
	if v.whole() != nil && len(v.choices()) == 0 {
		return v
	}
	r := d.Float(op, t, func(x []float64) float64 { return round(x[0]) }, v)
	if len(r.choices()) == 0 && len(r.terms) == 1 {
		lo, hi := v.floatBounds()
		r.terms[0].sym.flo, r.terms[0].sym.fhi = round(lo), round(hi)
	}
	return r
}
