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
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Div returns a / b as C++ does.
func (d *Domain) Div(t Type, a, b *Value) *Value {
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, divide(t)), nil)
		}
		if c, ok := b.Constant(); ok && c > 0 {
			switch d.sign(t, a) {
			case 1:
				return d.floorBy(t, a, c, true)
			case -1:
				return d.Neg(t, d.floorBy(t, d.Neg(t, a), c, true))
			}
		}
		lo, hi := d.quotientBounds(t, a, b)
		return d.derive("/", t, lo, hi, a, b)
	}, a, b)
}

// Rem returns a % b as C++ does.
func (d *Domain) Rem(t Type, a, b *Value) *Value {
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, remainder(t)), nil)
		}
		if c, ok := b.Constant(); ok && c > 0 {
			switch d.sign(t, a) {
			case 1:
				return d.floorBy(t, a, c, false)
			case -1:
				return d.Neg(t, d.floorBy(t, d.Neg(t, a), c, false))
			}
		}
		alo, ahi := d.machineBounds(t, a)
		blo, bhi := d.machineBounds(t, b)
		// i % n is i itself while i < n.
		if alo >= 0 && blo >= 0 && d.provenLess(a, b) {
			return a.as(t)
		}
		most := max(bhi, satMul(blo, -1)) - 1
		return d.derive("%", t, max(min(alo, 0), -most), min(max(ahi, 0), most), a, b)
	}, a, b)
}

// sign returns 1 if a dividend may be taken not to be negative, -1 if it is never
// positive, 0 if neither. An index whose sign is not known is taken not to be
// negative; one that comes from a negative number made unsigned is.
func (d *Domain) sign(t Type, a *Value) int {
	lo, hi := d.BlockBounds(a)
	switch {
	case lo >= 0:
		return 1
	case d.madeUnsigned(t, a):
		return 0
	case hi <= 0 && t.Signed:
		return -1
	}
	for i := range d.threads {
		if _, hi := a.Bounds(i); hi < 0 {
			return 0
		}
	}
	return 1
}

// madeUnsigned reports whether an unsigned value may stand for any negative number, as where a
// signed one was converted. Differences and counts down do not: they are assumed to stay near
// zero or above.
func (d *Domain) madeUnsigned(t Type, v *Value) bool {
	lo, _ := d.BlockBounds(v)
	return !t.Signed && lo < -1<<30 && lo > -limit
}

// quotientBounds returns the bounds of a / b or a >> b: no further from 0 than a.
func (d *Domain) quotientBounds(t Type, a, b *Value) (lo, hi int64) {
	lo, hi = d.machineBounds(t, a)
	if blo, _ := d.machineBounds(t, b); blo >= 0 {
		return min(lo, 0), max(hi, 0)
	}
	most := max(hi, satMul(lo, -1))
	return -most, most
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
		return x / y
	}
}

func remainder(t Type) func(x, y int64) int64 {
	return func(x, y int64) int64 {
		switch {
		case y == 0:
			return 0
		case !t.Signed && t.Bits == 64:
			return int64(uint64(x) % uint64(y))
		}
		return x % y
	}
}

// provenLess reports whether a < b in every thread, for operands that are not
// negative.
func (d *Domain) provenLess(a, b *Value) bool {
	diff := d.combineForms(Int64, b, a, -1)
	lo, _ := d.BlockBounds(diff)
	return lo > 0
}

// floorBy returns floor(a / c), or else a - c * floor(a / c), for a form a with
// symbols and c > 0. For an a that is not negative these are C++'s quotient and
// remainder; for masks and arithmetic shifts they are right for every sign.
func (d *Domain) floorBy(t Type, a *Value, c int64, quotient bool) *Value {
	if c == 1 {
		if quotient {
			return a.as(t)
		}
		return d.Const(t, 0)
	}
	if q, ok := d.quotientByRange(a, c); ok {
		if quotient {
			return finish(t, q, nil)
		}
		return finish(t, plusTimes(a.offset, q, -c), a.terms)
	}
	// a = c*whole + rest, with whole the terms c divides.
	var whole, rest []term
	for _, tm := range a.terms {
		if divides(c, tm.coef) {
			whole = append(whole, term{sym: tm.sym, coef: each1(tm.coef, func(x int64) int64 { return x / c })})
		} else {
			rest = append(rest, tm)
		}
	}
	partial := &Value{Type: Int64, offset: a.offset, terms: rest}
	r := d.floorRest(t, partial, c, quotient)
	if !quotient || len(whole) == 0 {
		return r
	}
	return d.Add(t, &Value{Type: t, offset: zero, terms: whole}, r)
}

func divides(c int64, all []int64) bool {
	for _, x := range all {
		if x%c != 0 {
			return false
		}
	}
	return true
}

// quotientByRange returns floor(a / c) where the bounds of a determine it in every
// thread.
func (d *Domain) quotientByRange(a *Value, c int64) ([]int64, bool) {
	n := d.threads
	if a.IsUniform() {
		n = 1
	}
	var out []int64
	bounds := a.bounder()
	for i := range n {
		lo, hi := bounds.at(i)
		q := floorDiv(lo, c)
		if lo <= -limit || hi >= limit || floorDiv(hi, c) != q {
			return nil, false
		}
		if out == nil { // most often the first thread says no
			out = make([]int64, n)
		}
		out[i] = q
	}
	return out, true
}

// floorRest divides a form none of whose terms c divides.
func (d *Domain) floorRest(t Type, a *Value, c int64, quotient bool) *Value {
	if q, ok := d.quotientByRange(a, c); ok {
		if quotient {
			return finish(t, q, nil)
		}
		return finish(t, plusTimes(a.offset, q, -c), a.terms)
	}
	shared := &Value{Type: Int64, offset: zero, terms: a.terms}
	if len(a.offset) > 1 && shared.IsUniform() {
		return d.floorShared(t, a, shared, c, quotient)
	}
	// A number congruent to another has the same remainder.
	if !quotient {
		a = &Value{Type: Int64, offset: each1(a.offset, func(x int64) int64 { return floorMod(x, c) }), terms: a.terms}
		return d.derive("floor%", t, 0, c-1, a, d.Const(Int64, c))
	}
	lo, hi := d.BlockBounds(a)
	return d.derive("floor/", t, divBound(lo, c), divBound(hi, c), a, d.Const(Int64, c))
}

// floorShared divides offset + shared for an offset that varies. The remainder of
// shared is h*k for an unknown k: if the cases are few, each becomes an
// alternative; else the parts that depend on k become symbols that say how.
func (d *Domain) floorShared(t Type, a, shared *Value, c int64, quotient bool) *Value {
	h := c
	for _, tm := range a.terms {
		h = gcd(h, tm.coef[0])
	}
	n := c / h
	slo, shi := shared.Bounds(0)
	base := d.derive("floor/", Int64, divBound(slo, c), divBound(shi, c), shared, d.Const(Int64, c))
	if n <= maxAlternatives/2 {
		choice := d.choiceFor("residue", int(n), shared, d.Const(Int64, c), d.Const(Int64, h))
		alts := make([]*Value, n)
		for i := range alts {
			moved := each1(a.offset, func(x int64) int64 { return x + int64(i)*h })
			if quotient {
				q := finish(Int64, each1(moved, func(x int64) int64 { return floorDiv(x, c) }), nil)
				alts[i] = d.Add(t, base, q)
			} else {
				alts[i] = finish(t, each1(moved, func(x int64) int64 { return floorMod(x, c) }), nil)
			}
		}
		return d.choose(t, []*Choice{choice}, alts)
	}
	k := d.derive("residue", Int64, 0, n-1, shared, d.Const(Int64, c), d.Const(Int64, h))
	at := each1(a.offset, func(x int64) int64 { return floorMod(x, c) })
	turn := &turn{of: k.terms[0].sym, by: h, modulus: c, at: at, carry: quotient}
	start := &Value{Type: Int64, offset: at}
	if quotient {
		carry := d.deriveAs(Symbol{lo: 0, hi: 1, turn: turn}, "carry", Int64, start, k, d.Const(Int64, c), d.Const(Int64, h))
		whole := finish(Int64, each1(a.offset, func(x int64) int64 { return floorDiv(x, c) }), nil)
		return d.Add(t, d.Add(Int64, base, whole), carry)
	}
	return d.deriveAs(Symbol{lo: 0, hi: c - 1, turn: turn, injective: true}, "rotate", t, start, k, d.Const(Int64, c), d.Const(Int64, h))
}

// A turn says that a symbol is a known function of a uniform symbol k, for k from
// 0 to modulus/by - 1: in thread t it is (at[t] + by*k) mod modulus or, for a
// carry, 1 where at[t] + by*k reaches the modulus and else 0.
type turn struct {
	of          *Symbol
	by, modulus int64
	at          []int64
	carry       bool
}

// from returns the smallest k for which thread i carries.
func (u *turn) from(i int) int64 { return (u.modulus - at(u.at, i) + u.by - 1) / u.by }

// lowBit returns the lowest bit set in any of the coefficients, at most 2^40.
func lowBit(terms []term) int64 {
	low := uint64(1) << 40
	for _, tm := range terms {
		for _, c := range tm.coef {
			if c != 0 {
				low = min(low, 1<<bits.TrailingZeros64(uint64(c)))
			}
		}
	}
	return int64(low)
}
