package lanes

import "slices"

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
	if len(cond.choices()) == 0 && len(a.choices()) == 0 && len(b.choices()) == 0 {
		return d.selectForm(t, cond, a, b)
	}
	return d.each(t, func(v []*Value) *Value { return d.selectForm(t, v[0], v[1], v[2]) }, cond, a, b)
}

// selectForm is Select for forms.
func (d *Domain) selectForm(t Type, cond, a, b *Value) *Value {
	switch {
	case d.equal(a, b):
		return a
	case cond.IsUniform() && cond.TruthAt(0) == Maybe:
		return d.split(t, cond, a, b)
	}
	return d.pick(t, cond, a, b)
}

func (d *Domain) equal(a, b *Value) bool {
	return a == b || !a.unknown && !b.unknown && d.hash(a) == d.hash(b.as(a.Type))
}

// split returns a or b, by a condition that is unknown but uniform.
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
	if v, ok := d.oneOfTwo(t, cond, a, b); ok {
		return v
	}
	truth := cond.Truths(d.threads)
	if len(truth) == 1 && truth[0] == Maybe {
		al, ah := d.BlockBounds(a)
		bl, bh := d.BlockBounds(b)
		return d.derive("?:", t, min(al, bl), max(ah, bh), cond, a, b)
	}
	var open []int64 // 1 where the condition is not known
	lo, hi := limit, -limit
	aBounds, bBounds := a.bounder(), b.bounder()
	for i, x := range truth {
		if x == Maybe {
			open = mark(open, i, len(truth))
			al, ah := aBounds.at(i)
			bl, bh := bBounds.at(i)
			lo, hi = min(lo, al, bl), max(hi, ah, bh)
		}
	}
	v := finish(t, truth.choose(a.offset, b.offset), truth.chooseTerms(a.terms, b.terms))
	if open == nil {
		return d.shorten(v)
	}
	return d.shorten(d.combineForms(t, v, d.scaleForm(t, d.derive("?:", t, lo, hi, cond, a, b), open), 1))
}

// oneOfTwo is pick for a condition on data and two numbers at a known distance in each thread:
// the result is b plus the condition times the distance, so that each thread keeps its own two
// numbers. It is not done for symbols that are no data: lanes that share one would count as
// never having the same address.
func (d *Domain) oneOfTwo(t Type, cond, a, b *Value) (v *Value, ok bool) {
	if cond.Type != Bool || len(cond.terms) != 1 || t.Bits < 32 {
		return nil, false
	}
	if s := cond.terms[0].sym; !s.twoValued() {
		return nil, false
	}
	apart := d.combineForms(Int64, a, b, -1)
	if !apart.Known() || a.huge() || b.huge() || slices.ContainsFunc(apart.offset, func(x int64) bool { return Int32.Wrap(x) != x }) {
		return nil, false
	}
	return d.shorten(d.combineForms(t, b, d.scaleForm(Int64, cond, apart.offset), 1)), true
}

// twoValued reports whether data decides which of two numbers a symbol is.
func (s *Symbol) twoValued() bool {
	return s.data && s.class != nil && s.turn == nil && s.hi-s.lo == 1
}

// choose returns a vector that is x where the condition is true, y where it is false,
// and 0 where it is not known.
func (t Truths) choose(x, y []int64) []int64 {
	if len(t) == 1 {
		// The same for all threads.
		switch t[0] {
		case True:
			return x
		case False:
			return y
		}
		return zero
	}
	entry := func(i int) int64 {
		switch t[i] {
		case True:
			return at(x, i)
		case False:
			return at(y, i)
		}
		return 0
	}
	first := entry(0)
	for i := range t {
		if entry(i) == first {
			continue
		}
		out := make([]int64, len(t))
		for j := range out {
			out[j] = entry(j)
		}
		return out
	}
	return single(first)
}

// chooseTerms is choose for the terms of two forms.
func (t Truths) chooseTerms(a, b []term) []term {
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	out := make([]term, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].sym.id < b[0].sym.id:
			out = append(out, term{a[0].sym, t.choose(a[0].coef, zero), noPitch})
			a = a[1:]
		case len(a) == 0 || b[0].sym.id < a[0].sym.id:
			out = append(out, term{b[0].sym, t.choose(zero, b[0].coef), noPitch})
			b = b[1:]
		default:
			out = append(out, term{a[0].sym, t.choose(a[0].coef, b[0].coef), noPitch})
			a, b = a[1:], b[1:]
		}
	}
	return out
}
