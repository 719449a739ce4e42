package lanes

// Select returns, per thread, a where the Bool cond is true and b where it is
// not. Where cond is not known but uniform, the result splits into the two
// alternatives, unless both are uniform.
func (d *Domain) Select(cond, a, b *Value) *Value {
	t := a.Type
	if cond.unknown {
		if d.equal(a, b) {
			return a
		}
		return d.Unknown(t)
	}
	if a.unknown || b.unknown {
		if cond.Known() && cond.IsUniform() {
			if cond.TruthAt(0) == True {
				return a
			}
			return b
		}
		return d.Unknown(t)
	}
	if t.Float {
		return d.floatSelect(cond, a, b)
	}
	return d.each(t, func(v []*Value) *Value {
		cond, a, b := v[0], v[1], v[2]
		if d.equal(a, b) {
			return a
		}
		if cond.IsUniform() && cond.TruthAt(0) == Maybe {
			return d.split(t, cond, a, b)
		}
		return d.pick(t, cond, a, b)
	}, cond, a, b)
}

func (d *Domain) equal(a, b *Value) bool {
	return a == b || !a.unknown && !b.unknown && d.hash(a) == d.hash(b.as(a.Type))
}

// split returns a or b as an unknown but uniform condition has it.
func (d *Domain) split(t Type, cond, a, b *Value) *Value {
	if a.IsUniform() && b.IsUniform() {
		al, ah := a.Bounds(0)
		bl, bh := b.Bounds(0)
		return d.derive("?:", t, min(al, bl), max(ah, bh), cond, a, b)
	}
	return d.choose(t, []*Choice{d.choiceFor("?:", 2, cond)}, []*Value{a, b})
}

// pick selects per thread; threads whose condition is not known get a symbol
// that covers both.
func (d *Domain) pick(t Type, cond, a, b *Value) *Value {
	truth := cond.Truths(d.threads)
	var open []int64 // 1 where the condition is not known
	lo, hi := limit, -limit
	for i := range d.threads {
		if truth.At(i) == Maybe {
			open = mark(open, i, d.threads)
			al, ah := a.Bounds(i)
			bl, bh := b.Bounds(i)
			lo, hi = min(lo, al, bl), max(hi, ah, bh)
		}
	}
	choose := func(x, y []int64) []int64 {
		out := make([]int64, d.threads)
		for i := range out {
			switch truth.At(i) {
			case True:
				out[i] = at(x, i)
			case False:
				out[i] = at(y, i)
			}
		}
		return out
	}
	v := finish(t, choose(a.offset, b.offset), nil)
	for _, tm := range a.terms {
		v = plusTerm(v, tm.sym, choose(tm.coef, zero))
	}
	for _, tm := range b.terms {
		v = plusTerm(v, tm.sym, choose(zero, tm.coef))
	}
	if open == nil {
		return d.shorten(v)
	}
	return d.shorten(combineForms(t, v, scaleForm(t, d.derive("?:", t, lo, hi, cond, a, b), open), 1))
}
