package lanes

import "slices"

// finish normalises a linear form: zero terms go, and numbers wrap to the type.
// While symbols remain, offsets wrap as signed numbers, so that "n - 1 - i" keeps
// its small distances in unsigned arithmetic, too. It keeps offset.
func finish(t Type, offset []int64, terms []term) *Value {
	terms = trim(terms)
	offset = compress(offset)
	if t.Bits >= 64 || t.Float {
		return &Value{Type: t, offset: offset, terms: terms}
	}
	wrap := t
	if len(terms) > 0 && t.Bits == 32 {
		wrap.Signed = true
	}
	v := &Value{Type: t, offset: wrap.wrapAll(offset), terms: terms}
	if len(terms) > 0 && t == Uint32 {
		v.terms = wrapCoefficients(terms)
		if slices.ContainsFunc(v.offset, func(x int64) bool { return x < 0 }) {
			v.lift()
		}
	}
	v.offset = compress(v.offset)
	return v
}

// wrapAll returns Wrap of every number: x itself where all of them fit.
func (t Type) wrapAll(x []int64) []int64 {
	for i, n := range x {
		if t.Wrap(n) != n {
			out := slices.Clone(x)
			for ; i < len(x); i++ {
				out[i] = t.Wrap(x[i])
			}
			return out
		}
	}
	return x
}

// trim drops zero terms and compresses the others.
func trim(terms []term) []term {
	clean := true
	for _, tm := range terms {
		clean = clean && len(tm.coef) == len(compress(tm.coef)) && !(len(tm.coef) == 1 && tm.coef[0] == 0)
	}
	if clean {
		return terms
	}
	kept := make([]term, 0, len(terms))
	for _, tm := range terms {
		if c := compress(tm.coef); len(c) > 1 || c[0] != 0 {
			kept = append(kept, term{tm.sym, c, tm.pitch})
		}
	}
	return kept
}

// wrapCoefficients reduces the coefficients of an unsigned 32-bit form that stand
// for negative ones, such as ~0u.
func wrapCoefficients(terms []term) []term {
	out := terms
	for i, tm := range terms {
		for _, c := range tm.coef {
			if _, hi := tm.sym.times(c); (c > 1<<31 || c < -1<<31) && (hi >= 1<<32 || c < 0) {
				if len(out) > 0 && &out[0] == &terms[0] {
					out = append([]term(nil), terms...)
				}
				out[i].coef = Int32.wrapAll(tm.coef)
				break
			}
		}
	}
	return trim(out)
}

// lift adds 2^32 to the offset of threads in which an unsigned 32-bit form would
// be negative for certain.
func (v *Value) lift() {
	n := len(v.offset)
	for _, tm := range v.terms {
		n = max(n, len(tm.coef))
	}
	var lifted []int64
	for i := range n {
		if _, hi := v.Bounds(i); hi < 0 {
			if lifted == nil {
				lifted = make([]int64, n)
				for j := range lifted {
					lifted[j] = at(v.offset, j)
				}
			}
			lifted[i] += 1 << 32
		}
	}
	if lifted != nil {
		v.offset = lifted
	}
}

// zip returns f of two coefficient vectors, one entry if both have one.
func zip(a, b []int64, f func(x, y int64) int64) []int64 {
	out := make([]int64, max(len(a), len(b)))
	switch {
	case len(a) == len(b):
		for i, x := range a {
			out[i] = f(x, b[i])
		}
	case len(a) == 1:
		for i, y := range b {
			out[i] = f(a[0], y)
		}
	default:
		for i, x := range a {
			out[i] = f(x, b[0])
		}
	}
	return out
}

// each1 returns f of every entry.
func each1(a []int64, f func(x int64) int64) []int64 {
	out := make([]int64, len(a))
	for i, x := range a {
		out[i] = f(x)
	}
	return out
}

// plusTimes returns a + factor*b, entry by entry. Vectors are never written to once
// they are made, so that the sum with nothing shares its memory with the other.
func plusTimes(a, b []int64, factor int64) []int64 {
	switch {
	case len(b) == 1 && b[0] == 0:
		return a
	case len(a) == 1 && a[0] == 0 && factor == 1:
		return b
	case len(a) == 1 && len(b) == 1:
		return single(a[0] + factor*b[0])
	}
	out := make([]int64, max(len(a), len(b)))
	switch {
	case len(a) == 1:
		for i, y := range b {
			out[i] = a[0] + factor*y
		}
	case len(b) == 1:
		for i, x := range a {
			out[i] = x + factor*b[0]
		}
	default:
		for i, x := range a {
			out[i] = x + factor*b[i]
		}
	}
	return out
}

// times returns a * b, entry by entry.
func times(a, b []int64) []int64 {
	if len(a) == 1 {
		a, b = b, a
	}
	switch {
	case len(b) == 1 && b[0] == 1:
		return a
	case len(b) == 1 && (b[0] == 0 || len(a) == 1):
		return single(a[0] * b[0])
	}
	out := make([]int64, len(a))
	if len(b) == 1 {
		for i, x := range a {
			out[i] = x * b[0]
		}
		return out
	}
	for i, x := range a {
		out[i] = x * b[i]
	}
	return out
}

// Add returns a + b.
func (d *Domain) Add(t Type, a, b *Value) *Value { return d.combine(t, a, b, 1) }

// Sub returns a - b.
func (d *Domain) Sub(t Type, a, b *Value) *Value { return d.combine(t, a, b, -1) }

// Neg returns -a.
func (d *Domain) Neg(t Type, a *Value) *Value { return d.combine(t, d.Const(t, 0), a, -1) }

// isZero reports whether a value is the integer 0 in every thread.
func (v *Value) isZero() bool {
	return v.isConstant() && v.offset[0] == 0
}

// isConstant reports whether a value is the same known integer in every thread.
func (v *Value) isConstant() bool {
	return len(v.offset) == 1 && len(v.terms) == 0 && v.cases == nil && !v.unknown
}

// combine returns a + sign*b.
func (d *Domain) combine(t Type, a, b *Value, sign int64) *Value {
	switch {
	case a.unknown || b.unknown:
		return d.Unknown(t)
	case b.isZero() && a.Type == t && !t.Float:
		return a
	case a.isConstant() && b.isConstant() && !t.Float:
		return d.Const(t, a.offset[0]+sign*b.offset[0])
	case len(a.choices()) == 0 && len(b.choices()) == 0:
		return d.shorten(d.combineForms(t, a, b, sign))
	}
	return d.eachPair(t, func(a, b *Value) *Value { return d.shorten(d.combineForms(t, a, b, sign)) }, a, b)
}

// maxTerms bounds the symbols of one form. Addresses have a handful; a checksum
// or a scan adds up one more with every step, and every step would cost more.
const maxTerms = 8

// shorten replaces a form of too many terms by one symbol.
func (d *Domain) shorten(v *Value) *Value {
	if len(v.terms) <= maxTerms {
		return v
	}
	lo, hi := d.BlockBounds(v)
	return d.derive("form", v.Type, lo, hi, v)
}

// combineForms returns a + sign*b.
func (d *Domain) combineForms(t Type, a, b *Value, sign int64) *Value {
	return finish(t, d.sum(a.offset, b.offset, sign), mergeTerms(a.terms, b.terms, sign))
}

// mergeTerms returns the terms of a + sign*b.
func mergeTerms(a, b []term, sign int64) []term {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0 && sign == 1:
		return b
	}
	out := make([]term, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case j == len(b) || i < len(a) && a[i].sym.id < b[j].sym.id:
			out = append(out, a[i])
			i++
		case i == len(a) || b[j].sym.id < a[i].sym.id:
			out = append(out, term{b[j].sym, plusTimes(zero, b[j].coef, sign), b[j].pitch})
			j++
		default:
			out = append(out, term{a[i].sym, plusTimes(a[i].coef, b[j].coef, sign), min(a[i].pitch, b[j].pitch)})
			i++
			j++
		}
	}
	return out
}

// plusTerm returns v + coef * s.
func plusTerm(v *Value, s *Symbol, coef []int64) *Value {
	return finish(v.Type, v.offset, mergeTerms(v.terms, []term{{sym: s, coef: coef}}, 1))
}

// scale returns c * v, where c need not fit the type.
func (d *Domain) scale(t Type, v *Value, c int64) *Value {
	return d.eachCase(t, func(v *Value) *Value { return d.scaleForm(t, v, single(c)) }, v)
}

func (d *Domain) scaleForm(t Type, v *Value, c []int64) *Value {
	terms := v.terms
	if len(c) == 1 && v.isConstant() && !t.Float {
		return d.Const(t, v.offset[0]*c[0])
	}
	if len(terms) > 0 && !(len(c) == 1 && c[0] == 1) {
		terms = make([]term, len(v.terms))
		for i, tm := range v.terms {
			terms[i] = term{tm.sym, times(tm.coef, c), tm.pitch}
		}
	}
	return finish(t, d.product(v.offset, c), terms)
}

// A vectorCache holds the last sums and products of vectors with numbers. Each iteration of a
// loop computes the same ones, such as thread numbers times the size of an element. Vectors are
// never written to once they are made.
type vectorCache [256]cachedVector

// A cachedVector is the vector that has by times each entry of another one, or by more.
type cachedVector struct {
	of, out []int64
	by      int64
	sum     bool
}

// find returns the cached vector, or computes and caches it.
func (c *vectorCache) find(of []int64, by int64, sum bool, compute func() []int64) []int64 {
	h := mix(mix(uint64(of[0]), uint64(of[len(of)-1])), uint64(by))
	if sum {
		h = mix(h, 1)
	}
	m := &c[h%uint64(len(c))]
	if len(m.of) != len(of) || &m.of[0] != &of[0] || m.by != by || m.sum != sum {
		*m = cachedVector{of, compute(), by, sum}
	}
	return m.out
}

// sum returns a + sign*b, entry by entry.
func (d *Domain) sum(a, b []int64, sign int64) []int64 {
	switch {
	case len(a) > 1 && len(b) == 1 && b[0] != 0:
		return d.vectors.find(a, sign*b[0], true, func() []int64 { return plusTimes(a, b, sign) })
	case len(b) > 1 && len(a) == 1 && a[0] != 0 && sign == 1:
		return d.vectors.find(b, a[0], true, func() []int64 { return plusTimes(a, b, sign) })
	}
	return plusTimes(a, b, sign)
}

// product returns a * b, entry by entry.
func (d *Domain) product(a, b []int64) []int64 {
	if len(a) == 1 {
		a, b = b, a
	}
	if len(a) > 1 && len(b) == 1 && b[0] != 0 && b[0] != 1 {
		return d.vectors.find(a, b[0], false, func() []int64 { return times(a, b) })
	}
	return times(a, b)
}
