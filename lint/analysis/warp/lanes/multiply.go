package lanes

// Mul returns a * b.
func (d *Domain) Mul(t Type, a, b *Value) *Value {
	return d.eachPair(t, func(a, b *Value) *Value {
		if a.Known() {
			a, b = b, a
		}
		switch {
		case b.Known():
			if c, ok := b.Constant(); ok && d.hashes(t, a, c) {
				lo, hi := t.Range()
				return d.deriveAs(Symbol{lo: lo, hi: hi, injective: a.oneToOne()}, "hash*", t, a, b)
			} else if ok && c == 1 && a.Type == t {
				return a
			}
			return d.scaleForm(t, a, b.offset)
		case a.IsUniform() && b.IsUniform():
			return d.mulUniform(t, a, b)
		}
		return d.mulForms(t, a, b)
	}, a, b)
}

// mulForms multiplies forms of which one differs from thread to thread. What the
// threads share is multiplied as a whole, so that "(z * ny + y) * nx" does not
// grow into a term per combination.
func (d *Domain) mulForms(t Type, a, b *Value) *Value {
	av, as := a.parts()
	bv, bs := b.parts()
	sum := d.distribute(t, av, bv)
	if len(bs.terms) > 0 {
		sum = d.combineForms(t, sum, d.distribute(t, av, d.whole(t, bs)), 1)
	}
	if len(as.terms) > 0 {
		sum = d.combineForms(t, sum, d.distribute(t, d.whole(t, as), bv), 1)
	}
	if len(as.terms) > 0 && len(bs.terms) > 0 {
		sum = d.combineForms(t, sum, d.mulUniform(t, as, bs), 1)
	}
	return d.shorten(sum)
}

// parts splits a form into what differs between threads, with the offset, and the
// terms that all threads share.
func (v *Value) parts() (varied, shared *Value) {
	varied = &Value{Type: v.Type, offset: v.offset}
	shared = &Value{Type: v.Type, offset: zero}
	for _, tm := range v.terms {
		if tm.sym.class == nil && tm.sym.turn == nil && len(tm.coef) == 1 {
			shared.terms = append(shared.terms, tm)
		} else {
			varied.terms = append(varied.terms, tm)
		}
	}
	return varied, shared
}

// whole returns a shared form as one symbol where it has several.
func (d *Domain) whole(t Type, v *Value) *Value {
	if len(v.terms) < 2 {
		return v
	}
	g := v.content()
	v = scaleDown(v, g)
	lo, hi := v.Bounds(0)
	return d.scale(t, d.derive("form", t, lo, hi, v), g)
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
		out.terms = append(out.terms, term{sym: tm.sym, coef: []int64{tm.coef[0] / g}})
	}
	return out
}

// distribute multiplies term by term:
// (x + sum c s)(y + sum e r) = xy + sum xe r + sum yc s + sum ce (s r).
func (d *Domain) distribute(t Type, a, b *Value) *Value {
	sum := finish(t, times(a.offset, b.offset), nil)
	for _, tm := range b.terms {
		sum = plusTerm(sum, tm.sym, times(a.offset, tm.coef))
	}
	for _, tm := range a.terms {
		sum = plusTerm(sum, tm.sym, times(b.offset, tm.coef))
		for _, um := range b.terms {
			x, y := tm.sym.value.as(t), um.sym.value.as(t)
			if um.sym.id < tm.sym.id {
				x, y = y, x
			}
			lo, hi := mulBounds(x, y)
			product := d.derive("*", t, lo, hi, x, y)
			sum = d.combineForms(t, sum, d.scaleForm(t, product, times(tm.coef, um.coef)), 1)
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
