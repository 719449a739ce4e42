package lanes

import "math/bits"

func floorDiv(a, c int64) int64 {
	q := a / c
	if a%c != 0 && (a < 0) != (c < 0) {
		q--
	}
	return q
}

func floorMod(a, c int64) int64 { return a - floorDiv(a, c)*c }

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Div returns a / b as C++ does.
func (d *Domain) Div(t Type, a, b *Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() && b.Known() {
			return &Value{Type: t, offset: compress(zip(a.offset, b.offset, divide(t)))}
		}
		if c, ok := b.Constant(); ok && c > 0 {
			q, _ := d.floorBy(t, a, c)
			return q
		}
		return d.derive("/", t, quotientLow(t, d, a), quotientHigh(d, a), a, b)
	}, a, b)
}

// The quotient of integers is no further from 0 than the dividend.
func quotientLow(t Type, d *Domain, a *Value) int64 {
	lo, hi := d.BlockBounds(a)
	if lo >= 0 && !t.Signed {
		return 0
	}
	return min(lo, -hi)
}

func quotientHigh(d *Domain, a *Value) int64 {
	lo, hi := d.BlockBounds(a)
	return max(hi, satMul(lo, -1))
}

// divide returns division of one number; a division by 0 is undefined and gives 0.
func divide(t Type) func(x, y int64) int64 {
	return func(x, y int64) int64 {
		switch {
		case y == 0:
			return 0
		case !t.Signed && t.Bits == 64:
			return int64(uint64(x) / uint64(y))
		}
		return t.Wrap(x / y)
	}
}

func remainder(t Type) func(x, y int64) int64 {
	return func(x, y int64) int64 {
		switch {
		case y == 0:
			return 0
		case !t.Signed && t.Bits == 64:
			return int64(uint64(x) % uint64(y))
		case y == -1:
			return 0
		}
		return t.Wrap(x % y)
	}
}

// Rem returns a % b as C++ does.
func (d *Domain) Rem(t Type, a, b *Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() && b.Known() {
			return &Value{Type: t, offset: compress(zip(a.offset, b.offset, remainder(t)))}
		}
		if c, ok := b.Constant(); ok && c > 0 {
			_, r := d.floorBy(t, a, c)
			return r
		}
		alo, ahi := d.BlockBounds(a)
		_, bhi := d.BlockBounds(b)
		if alo >= 0 && bhi > 0 {
			// i % n is i itself while i < n.
			if d.provenLess(a, b) {
				return a
			}
			return d.derive("%", t, 0, min(ahi, bhi-1), a, b)
		}
		lo, hi := t.Range()
		return d.derive("%", t, lo, hi, a, b)
	}, a, b)
}

// provenLess reports whether a < b in every thread.
func (d *Domain) provenLess(a, b *Value) bool {
	diff := d.Sub(Int64, b, a)
	if diff.unknown || diff.choice != nil {
		return false
	}
	for i := range d.threads {
		if lo, _ := diff.Bounds(i); lo <= 0 {
			return false
		}
	}
	return true
}

// floorBy returns floor(a / c) and a - c * floor(a / c) for c > 0 and a with
// symbols. For an a that is not negative these are C++'s quotient and remainder;
// for masks and arithmetic shifts they are right for every sign.
func (d *Domain) floorBy(t Type, a *Value, c int64) (q, r *Value) {
	if a.unknown {
		return d.Unknown(t), d.Unknown(t)
	}
	if c == 1 {
		return a, d.Const(t, 0)
	}
	if q, ok := d.quotientByRange(t, a, c); ok {
		return q, d.Sub(t, a, d.Mul(t, q, d.Const(t, c)))
	}
	// a = c*whole + rest, with whole the terms c divides.
	var whole, rest []term
	for _, tm := range a.terms {
		divisible := true
		for _, x := range tm.coef {
			divisible = divisible && x%c == 0
		}
		if divisible {
			whole = append(whole, term{tm.sym, zip(tm.coef, []int64{c}, floorDiv)})
		} else {
			rest = append(rest, tm)
		}
	}
	quotient := finish(t, []int64{0}, whole)
	if len(rest) == 0 {
		q := finish(t, zip(a.offset, []int64{c}, floorDiv), nil)
		return d.Add(t, quotient, q), finish(t, zip(a.offset, []int64{c}, floorMod), nil)
	}
	partial := &Value{Type: t, offset: a.offset, terms: rest}
	if q, ok := d.quotientByRange(t, partial, c); ok {
		return d.Add(t, quotient, q), d.Sub(t, partial, d.Mul(t, q, d.Const(t, c)))
	}
	pq, pr := d.floorRest(t, partial, c)
	return d.Add(t, quotient, pq), pr
}

// quotientByRange returns floor(a / c) where the bounds of a settle it in every
// thread.
func (d *Domain) quotientByRange(t Type, a *Value, c int64) (*Value, bool) {
	out := make([]int64, d.threads)
	for i := range out {
		lo, hi := a.Bounds(i)
		if out[i] = floorDiv(lo, c); floorDiv(hi, c) != out[i] {
			return nil, false
		}
	}
	return &Value{Type: t, offset: compress(out)}, true
}

// floorRest divides a form none of whose terms c divides.
func (d *Domain) floorRest(t Type, a *Value, c int64) (q, r *Value) {
	lo, hi := d.BlockBounds(a)
	rlo, rhi := int64(0), c-1
	shared := &Value{Type: t, offset: []int64{0}, terms: a.terms}
	if a.IsUniform() || !shared.IsUniform() {
		key := d.Const(t, c)
		q = d.derive("floor/", t, floorDiv(lo, c), floorDiv(hi, c), a, key)
		r = d.derive("floor%", t, rlo, rhi, a, key)
		return q, r
	}
	// The shared part is h*k for an unknown k: c/h remainders are possible.
	h := c
	for _, tm := range a.terms {
		h = gcd(h, tm.coef[0])
	}
	slo, shi := shared.Bounds(0)
	base := d.derive("floor/", t, floorDiv(slo, c), floorDiv(shi, c), shared, d.Const(t, c))
	k := key{op: "residue", a: d.hash(shared), b: uint64(c)}
	if cases := c / h; cases <= maxAlternatives/2 {
		choice := d.choiceFor(k, int(cases))
		qs, rs := make([]*Value, cases), make([]*Value, cases)
		for i := range cases {
			moved := zip(a.offset, []int64{i * h}, func(x, y int64) int64 { return x + y })
			qs[i] = d.Add(t, base, finish(t, zip(moved, []int64{c}, floorDiv), nil))
			rs[i] = finish(t, zip(moved, []int64{c}, floorMod), nil)
		}
		return d.choose(t, choice, qs), d.choose(t, choice, rs)
	}
	return d.quotientSamples(t, a, base, k, c, h), d.rotation(t, a, c)
}

// rotation returns (offset + shared) mod c for a shared part of unknown
// remainder: threads whose offsets agree modulo c agree, all others differ,
// since adding one number modulo c is one-to-one.
func (d *Domain) rotation(t Type, a *Value, c int64) *Value {
	r := d.derive("floor%", t, 0, c-1, a, d.Const(t, c))
	if r.unknown || len(r.terms) != 1 {
		return r
	}
	s := r.terms[0].sym
	keys := make([]uint64, d.threads)
	for i := range keys {
		keys[i] = uint64(floorMod(at(a.offset, i), c))
	}
	s.class, s.injective = classesOf(keys), true
	return r
}

// quotientSamples returns floor((offset + shared) / c) where the shared part can
// leave too many remainders for one alternative each. Only where a thread's
// offset wraps does the pattern change; of those remainders as many as fit are
// kept, evenly spread.
func (d *Domain) quotientSamples(t Type, a, base *Value, k key, c, h int64) *Value {
	seen := map[int64]bool{0: true}
	breaks := []int64{0}
	for _, x := range a.offset {
		// The first multiple of h at which x moves on to the next quotient.
		b := floorMod(floorDiv(c-floorMod(x, c)+h-1, h)*h, c)
		if !seen[b] {
			seen[b] = true
			breaks = append(breaks, b)
		}
	}
	const most = maxAlternatives / 2
	if len(breaks) > most {
		var some []int64
		for i := range most {
			some = append(some, breaks[i*(len(breaks)-1)/(most-1)])
		}
		breaks = some
	}
	k.op = "breaks"
	alts := make([]*Value, len(breaks))
	for i, b := range breaks {
		moved := zip(a.offset, []int64{b}, func(x, y int64) int64 { return x + y })
		alts[i] = d.Add(t, base, finish(t, zip(moved, []int64{c}, floorDiv), nil))
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return d.choose(t, d.choiceFor(k, len(alts)), alts)
}

// Shl returns a << b.
func (d *Domain) Shl(t Type, a, b *Value) *Value {
	if c, ok := b.Constant(); ok && c >= 0 && c < 63 {
		return d.Mul(t, a, d.Const(Int64, 1<<c))
	}
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, func(x, y int64) int64 { return x << (uint64(y) & 63) }), nil)
		}
		lo, hi := t.Range()
		if l, _ := d.BlockBounds(a); l >= 0 {
			lo = 0
		}
		return d.derive("<<", t, lo, hi, a, b)
	}, a, b)
}

// Shr returns a >> b, arithmetic for signed types.
func (d *Domain) Shr(t Type, a, b *Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, func(x, y int64) int64 {
				if !t.Signed && t.Bits == 64 {
					return int64(uint64(x) >> (uint64(y) & 63))
				}
				return x >> (uint64(y) & 63)
			}), nil)
		}
		if c, ok := b.Constant(); ok && c >= 0 && c < 62 {
			q, _ := d.floorBy(t, a, 1<<c)
			return q
		}
		return d.derive(">>", t, quotientLow(t, d, a), quotientHigh(d, a), a, b)
	}, a, b)
}

// And returns a & b.
func (d *Domain) And(t Type, a, b *Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, func(x, y int64) int64 { return x & y }), nil)
		}
		if _, ok := a.Constant(); ok {
			a, b = b, a
		}
		if c, ok := b.Constant(); ok {
			return d.mask(t, a, c)
		}
		alo, ahi := d.BlockBounds(a)
		blo, bhi := d.BlockBounds(b)
		lo, hi := t.Range()
		if alo >= 0 {
			lo, hi = 0, ahi
		}
		if blo >= 0 {
			lo, hi = 0, min(hi, bhi)
		}
		return d.derive("&", t, lo, hi, a, b)
	}, a, b)
}

// mask returns a & c for a with symbols.
func (d *Domain) mask(t Type, a *Value, c int64) *Value {
	if t.Bits == 1 {
		if c == 0 {
			return d.Const(t, 0)
		}
		return a
	}
	if t.Bits == 32 {
		c = int64(int32(c)) // the sign of ~15u is that of ~15
	}
	if c == 0 || c == -1 {
		if c == 0 {
			return d.Const(t, 0)
		}
		return a
	}
	if low := bits.TrailingZeros64(uint64(c)); low > 0 && low < 62 {
		// A run of ones from bit low upwards: divide, mask, multiply.
		q, r := d.floorBy(t, a, 1<<low)
		if c>>low == -1 {
			return d.Sub(t, a, r)
		}
		return d.Mul(t, d.And(t, q, d.Const(t, c>>low)), d.Const(Int64, 1<<low))
	}
	if c > 0 && c&(c+1) == 0 && c < limit {
		_, r := d.floorBy(t, a, c+1)
		return r
	}
	lo, hi := t.Range()
	if c > 0 {
		lo, hi = 0, c
	}
	return d.derive("&", t, lo, hi, a, d.Const(t, c))
}
