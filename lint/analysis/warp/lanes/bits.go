package lanes

import "math/bits"

// Or returns a | b.
func (d *Domain) Or(t Type, a, b *Value) *Value {
	return d.bitwise(t, "|", a, b, func(x, y int64) int64 { return x | y })
}

// Xor returns a ^ b.
func (d *Domain) Xor(t Type, a, b *Value) *Value {
	return d.bitwise(t, "^", a, b, func(x, y int64) int64 { return x ^ y })
}

// Complement returns ~a.
func (d *Domain) Complement(t Type, a *Value) *Value {
	return d.Sub(t, d.Const(t, -1), a)
}

func (d *Domain) bitwise(t Type, op string, a, b *Value, f func(x, y int64) int64) *Value {
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, f), nil)
		}
		// Where one operand has only bits below those of the other, both
		// operations are addition.
		if d.above(a, b) || d.above(b, a) {
			return d.Add(t, a, b)
		}
		if a.Known() {
			a, b = b, a
		}
		if b.Known() {
			if v, ok := d.lowBits(t, a, b, f); ok {
				return v
			}
		}
		alo, ahi := d.machineBounds(t, a)
		blo, bhi := d.machineBounds(t, b)
		lo, hi := t.Range()
		if alo >= 0 && blo >= 0 {
			lo, hi = 0, 1<<bits.Len64(uint64(max(ahi, bhi)))-1
		}
		// Exclusive or with one number is one-to-one.
		injective := op == "^" && (a.IsUniform() && b.oneToOne() || b.IsUniform() && a.oneToOne())
		a, b = d.ordered(a, b)
		return d.deriveAs(Symbol{lo: lo, hi: hi, injective: injective}, op, t, a, b)
	}, a, b)
}

// above reports whether every bit of a is above every bit of b.
func (d *Domain) above(a, b *Value) bool {
	lo, hi := d.BlockBounds(b)
	if lo < 0 || hi >= limit {
		return false
	}
	unit := int64(1) << bits.Len64(uint64(hi))
	for _, x := range a.offset {
		if x%unit != 0 {
			return false
		}
	}
	for _, tm := range a.terms {
		for _, c := range tm.coef {
			if c%unit != 0 {
				return false
			}
		}
	}
	return true
}

// lowBits applies f to the known low bits of a, where b is known, not negative,
// and has no bits above them.
func (d *Domain) lowBits(t Type, a, b *Value, f func(x, y int64) int64) (*Value, bool) {
	low := lowBit(a.terms)
	for _, y := range b.offset {
		if y < 0 || y >= low {
			return nil, false
		}
	}
	offset := zip(a.offset, b.offset, func(x, y int64) int64 {
		return x - floorMod(x, low) + f(floorMod(x, low), y)
	})
	return finish(t, offset, a.terms), true
}

// Min returns the smaller of a and b.
func (d *Domain) Min(t Type, a, b *Value) *Value { return d.extreme(t, "min", a, b) }

// Max returns the larger of a and b.
func (d *Domain) Max(t Type, a, b *Value) *Value { return d.extreme(t, "max", a, b) }

func (d *Domain) extreme(t Type, op string, a, b *Value) *Value {
	if t.Float {
		return d.floatExtreme(t, op, a, b)
	}
	return d.eachPair(t, func(a, b *Value) *Value {
		less := d.Less(t, a, b)
		if less.Known() {
			if op == "min" {
				return d.Select(less, a, b)
			}
			return d.Select(less, b, a)
		}
		alo, ahi := d.machineBounds(t, a)
		blo, bhi := d.machineBounds(t, b)
		lo, hi := min(alo, blo), min(ahi, bhi)
		if op == "max" {
			lo, hi = max(alo, blo), max(ahi, bhi)
		}
		a, b = d.ordered(a, b)
		return d.derive(op, t, lo, hi, a, b)
	}, a, b)
}

// Map applies a function of one number, such as a bit intrinsic, whose results
// lie in [lo, hi]. The name op must determine the function, its range too.
func (d *Domain) Map(op string, t Type, lo, hi int64, a *Value, f func(x int64) int64) *Value {
	return d.eachCase(t, func(a *Value) *Value {
		if a.Known() {
			return finish(t, each1(a.offset, f), nil)
		}
		return d.derive(op, t, lo, hi, a)
	}, a)
}

// Map2 applies a function of two numbers whose results lie in [lo, hi].
func (d *Domain) Map2(op string, t Type, lo, hi int64, a, b *Value, f func(x, y int64) int64) *Value {
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, f), nil)
		}
		return d.derive(op, t, lo, hi, a, b)
	}, a, b)
}

// Derived returns a number that is a function of operands and nothing else: what
// a side-effect free function that cannot be looked into returns.
func (d *Domain) Derived(op string, t Type, operands ...*Value) *Value {
	lo, hi := t.Range()
	return d.DerivedIn(op, t, lo, hi, operands...)
}

// DerivedIn is Derived for a number known to be in [lo, hi].
func (d *Domain) DerivedIn(op string, t Type, lo, hi int64, operands ...*Value) *Value {
	return d.derive(op, t, lo, hi, operands...)
}

// Shl returns a << b.
func (d *Domain) Shl(t Type, a, b *Value) *Value {
	if c, ok := b.Constant(); ok && c >= 0 && c < 63 {
		return d.scale(t, a, 1<<c)
	}
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, func(x, y int64) int64 { return x << (uint64(y) & 63) }), nil)
		}
		if b.IsUniform() && !a.IsUniform() {
			// The threads share the power of two that they multiply by.
			return d.Mul(t, a, d.derive("1<<", t, 1, 1<<(min(t.Bits, 62)-2), b))
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
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, func(x, y int64) int64 {
				if !t.Signed && t.Bits == 64 {
					return int64(uint64(x) >> (uint64(y) & 63))
				}
				return x >> (uint64(y) & 63)
			}), nil)
		}
		if c, ok := b.Constant(); ok && c >= 0 && c < 62 && (t.Signed || d.sign(t, a) == 1) {
			return d.floorBy(t, a, 1<<c, true)
		}
		lo, hi := d.machineBounds(t, a)
		return d.derive(">>", t, min(lo, 0), max(hi, 0), a, b)
	}, a, b)
}

// And returns a & b.
func (d *Domain) And(t Type, a, b *Value) *Value {
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(t, zip(a.offset, b.offset, func(x, y int64) int64 { return x & y }), nil)
		}
		if _, ok := a.Constant(); ok {
			a, b = b, a
		}
		if c, ok := b.Constant(); ok {
			return d.mask(t, a, c)
		}
		alo, ahi := d.machineBounds(t, a)
		blo, bhi := d.machineBounds(t, b)
		lo, hi := t.Range()
		if alo >= 0 {
			lo, hi = 0, ahi
		}
		if blo >= 0 {
			if alo < 0 {
				hi = bhi
			}
			lo, hi = 0, min(hi, bhi)
		}
		a, b = d.ordered(a, b)
		return d.derive("&", t, lo, hi, a, b)
	}, a, b)
}

// mask returns a & c for a with symbols.
func (d *Domain) mask(t Type, a *Value, c int64) *Value {
	if t.Bits == 32 {
		c = int64(int32(c)) // the sign of ~15u is that of ~15
	}
	switch {
	case c == 0:
		return d.Const(t, 0)
	case c == -1:
		return a.as(t)
	}
	low := bits.TrailingZeros64(uint64(c))
	switch {
	case c>>low == -1 && low < 62:
		return d.Sub(t, a, d.floorBy(t, a, 1<<low, false))
	case low > 0 && low < 62:
		// Mask above the low bits that stay zero.
		q := d.floorBy(Int64, a, 1<<low, true)
		return d.scale(t, d.And(Int64, q, d.Const(Int64, c>>low)), 1<<low)
	case c > 0 && c&(c+1) == 0 && c < limit:
		return d.floorBy(t, a, c+1, false)
	}
	lo, hi := t.Range()
	if c > 0 {
		lo, hi = 0, c
	}
	return d.derive("&", t, lo, hi, a, d.Const(t, c))
}
