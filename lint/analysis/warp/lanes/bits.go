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
