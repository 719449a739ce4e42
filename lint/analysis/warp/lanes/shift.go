package lanes

import "math/bits"

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
