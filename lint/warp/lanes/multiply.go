package lanes

// Mul returns a * b.
func (d *Domain) Mul(t Type, a, b *Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() {
			a, b = b, a
		}
		switch {
		case b.Known():
			if c, ok := b.Constant(); ok && d.hashes(t, a, c) {
				lo, hi := t.Range()
				return d.deriveAs(Symbol{lo: lo, hi: hi, injective: a.oneToOne()}, "hash*", t, a, b)
			}
			return scaleForm(t, a, b.offset)
		case a.IsUniform() && b.IsUniform():
			return d.mulUniform(t, a, b)
		}
		return d.distribute(t, a, b)
	}, a, b)
}

// hashes reports whether a * c is unsigned arithmetic that is meant to wrap.
func (d *Domain) hashes(t Type, a *Value, c int64) bool {
	if t.Signed || t.Bits < 32 || a.Known() || c&1 == 0 {
		return false
	}
	signed := Type{Bits: t.Bits, Signed: true}.Wrap(c)
	if large := int64(1) << (t.Bits / 2); signed < large && signed > -large {
		return false
	}
	_, most := t.Range()
	lo, hi := d.BlockBounds(a)
	return c < 0 || lo < 0 || satMul(hi, c) >= most
}

// mulUniform multiplies forms that all threads share. What divides all of a form
// stays a coefficient, so that the product keeps its multiples.
func (d *Domain) mulUniform(t Type, a, b *Value) *Value {
	g, h := a.content(), b.content()
	x := scaleDown(a, g)
	y := scaleDown(b, h)
	lo, hi := mulBounds(x, y)
	x, y = d.ordered(x, y)
	return d.scale(t, d.derive("*", t, lo, hi, x, y), g*h)
}

// content returns the largest number that divides a uniform form.
func (v *Value) content() int64 {
	g := v.offset[0]
	for _, tm := range v.terms {
		g = gcd(g, tm.coef[0])
	}
	if g < 1 || g > 1<<30 {
		return 1
	}
	return g
}

// scaleDown returns v / g for a uniform form that g divides.
func scaleDown(v *Value, g int64) *Value {
	if g == 1 {
		return v
	}
	out := &Value{Type: v.Type, offset: []int64{v.offset[0] / g}}
	for _, tm := range v.terms {
		out.terms = append(out.terms, term{tm.sym, []int64{tm.coef[0] / g}})
	}
	return out
}

// distribute multiplies term by term:
// (x + sum c s)(y + sum e r) = xy + sum xe r + sum yc s + sum ce (s r).
func (d *Domain) distribute(t Type, a, b *Value) *Value {
	sum := finish(t, zip(a.offset, b.offset, times), nil)
	for _, tm := range b.terms {
		sum = plusTerm(sum, tm.sym, zip(a.offset, tm.coef, times))
	}
	for _, tm := range a.terms {
		sum = plusTerm(sum, tm.sym, zip(b.offset, tm.coef, times))
		for _, um := range b.terms {
			x, y := d.ofSymbol(t, tm.sym), d.ofSymbol(t, um.sym)
			if um.sym.id < tm.sym.id {
				x, y = y, x
			}
			lo, hi := mulBounds(x, y)
			product := d.derive("*", t, lo, hi, x, y)
			sum = combineForms(t, sum, scaleForm(t, product, zip(tm.coef, um.coef, times)), 1)
		}
	}
	return sum
}

// mulBounds returns the bounds of the product of forms whose bounds are the same
// in all threads.
func mulBounds(a, b *Value) (lo, hi int64) {
	al, ah := a.Bounds(0)
	bl, bh := b.Bounds(0)
	p := [4]int64{satMul(al, bl), satMul(al, bh), satMul(ah, bl), satMul(ah, bh)}
	return min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])
}
