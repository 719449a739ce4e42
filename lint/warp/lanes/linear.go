package lanes

// each applies an operation to every combination of the operands' alternatives.
// Operands that split on the same choice are taken case by case together.
func (d *Domain) each(t Type, f func(args []*Value) *Value, args ...*Value) *Value {
	var pick *Choice
	for _, a := range args {
		if a.unknown {
			return d.Unknown(t)
		}
		if a.choice != nil && (pick == nil || a.choice.id < pick.id) {
			pick = a.choice
		}
	}
	if pick == nil {
		return f(args)
	}
	size := 1
	counted := map[*Choice]bool{}
	for _, a := range args {
		if a.choice != nil && !counted[a.choice] {
			counted[a.choice] = true
			size *= a.choice.n
		}
	}
	if size > maxAlternatives {
		merged := make([]*Value, len(args))
		for i, a := range args {
			merged[i] = d.Merge(a)
		}
		return f(merged)
	}
	alts := make([]*Value, pick.n)
	for c := range alts {
		cased := make([]*Value, len(args))
		for i, a := range args {
			cased[i] = a
			if a.choice == pick {
				cased[i] = a.alts[c]
			}
		}
		alts[c] = d.each(t, f, cased...)
	}
	return d.choose(t, pick, alts)
}

// choose returns the value that is alts[c] in case c of a choice. Nested
// alternatives are flattened where that stays small.
func (d *Domain) choose(t Type, c *Choice, alts []*Value) *Value {
	same, total := true, 0
	h := d.hash(alts[0])
	for _, a := range alts {
		if a.IsUnknown() {
			return d.Unknown(t)
		}
		if a.choice != nil {
			total += len(a.alts)
		} else {
			total++
		}
		same = same && d.hash(a) == h
	}
	if same {
		return alts[0]
	}
	v := &Value{Type: t, choice: c, alts: alts}
	if total > len(alts) {
		// Distinct choices multiply: name the product once, so that two values
		// split the same way stay correlated.
		var flat []*Value
		k := key{op: "product", a: uint64(c.id)}
		for _, a := range alts {
			if a.choice != nil {
				flat = append(flat, a.alts...)
				k.b = mix(k.b, uint64(a.choice.id))
			} else {
				flat = append(flat, a)
				k.b = mix(k.b, 0)
			}
		}
		if len(flat) > maxAlternatives {
			return d.Merge(v)
		}
		p := d.chosen[k]
		if p == nil {
			p = d.newChoice(len(flat))
			d.chosen[k] = p
		}
		v = &Value{Type: t, choice: p, alts: flat}
	}
	return v
}

func (d *Domain) newChoice(n int) *Choice {
	d.choices++
	return &Choice{id: d.choices, n: n}
}

// choiceFor returns the choice named by a key, the same for the same key.
func (d *Domain) choiceFor(k key, n int) *Choice {
	c := d.chosen[k]
	if c == nil || c.n != n {
		c = d.newChoice(n)
		d.chosen[k] = c
	}
	return c
}

// Merge gives up the correlation between alternatives: the result is one symbol
// that covers all of them.
func (d *Domain) Merge(v *Value) *Value {
	if v.choice == nil || v.unknown {
		return v
	}
	if v.Type.Float {
		return d.derive("merge", v.Type, 0, 0, v)
	}
	lo, hi := d.BlockBounds(v)
	return d.derive("merge", v.Type, lo, hi, v)
}

// finish normalises a linear form: zero terms go, and numbers wrap to the type.
// While symbols remain, offsets wrap as signed numbers, so that "n - 1 - i" keeps
// its small distances in unsigned arithmetic, too.
func finish(t Type, offset []int64, terms []term) *Value {
	kept := terms[:0:0]
	for _, tm := range terms {
		tm.coef = compress(tm.coef)
		if len(tm.coef) == 1 && tm.coef[0] == 0 {
			continue
		}
		kept = append(kept, tm)
	}
	wrap := t
	if len(kept) > 0 && t.Bits >= 32 {
		wrap.Signed = true
	}
	for i := range offset {
		offset[i] = wrap.Wrap(offset[i])
	}
	return &Value{Type: t, offset: compress(offset), terms: kept}
}

// zip returns f of two coefficient vectors, one entry if both have one.
func zip(a, b []int64, f func(x, y int64) int64) []int64 {
	n := max(len(a), len(b))
	out := make([]int64, n)
	for i := range out {
		out[i] = f(at(a, i), at(b, i))
	}
	return out
}

// Add returns a + b.
func (d *Domain) Add(t Type, a, b *Value) *Value { return d.combine(t, a, b, 1) }

// Sub returns a - b.
func (d *Domain) Sub(t Type, a, b *Value) *Value { return d.combine(t, a, b, -1) }

// Neg returns -a.
func (d *Domain) Neg(t Type, a *Value) *Value { return d.combine(t, d.Const(t, 0), a, -1) }

func (d *Domain) combine(t Type, a, b *Value, sign int64) *Value {
	return d.each(t, func(v []*Value) *Value {
		plus := func(x, y int64) int64 { return x + sign*y }
		a, b := v[0], v[1]
		var terms []term
		i, j := 0, 0
		for i < len(a.terms) || j < len(b.terms) {
			switch {
			case j == len(b.terms) || i < len(a.terms) && a.terms[i].sym.id < b.terms[j].sym.id:
				terms = append(terms, a.terms[i])
				i++
			case i == len(a.terms) || b.terms[j].sym.id < a.terms[i].sym.id:
				terms = append(terms, term{b.terms[j].sym, zip([]int64{0}, b.terms[j].coef, plus)})
				j++
			default:
				terms = append(terms, term{a.terms[i].sym, zip(a.terms[i].coef, b.terms[j].coef, plus)})
				i++
				j++
			}
		}
		return finish(t, zip(a.offset, b.offset, plus), terms)
	}, a, b)
}

// Mul returns a * b.
func (d *Domain) Mul(t Type, a, b *Value) *Value {
	return d.each(t, func(v []*Value) *Value {
		a, b := v[0], v[1]
		times := func(x, y int64) int64 { return x * y }
		if a.IsUniform() && b.IsUniform() && len(a.terms) > 0 && len(b.terms) > 0 {
			lo, hi := mulBounds(a, b)
			return d.derive("*", t, lo, hi, a, b)
		}
		// (x + sum c s)(y + sum e r) = xy + sum xe r + sum yc s + sum ce (s r)
		sum := finish(t, zip(a.offset, b.offset, times), nil)
		for _, tm := range b.terms {
			sum = d.Add(t, sum, finish(t, []int64{0}, []term{{tm.sym, zip(a.offset, tm.coef, times)}}))
		}
		for _, tm := range a.terms {
			sum = d.Add(t, sum, finish(t, []int64{0}, []term{{tm.sym, zip(b.offset, tm.coef, times)}}))
			for _, um := range b.terms {
				x, y := d.ofSymbol(t, tm.sym), d.ofSymbol(t, um.sym)
				if um.sym.id < tm.sym.id {
					x, y = y, x
				}
				lo, hi := mulBounds(x, y)
				product := d.derive("*", t, lo, hi, x, y)
				if product.unknown || len(product.terms) == 0 {
					return d.Unknown(t)
				}
				coef := zip(tm.coef, um.coef, times)
				sum = d.Add(t, sum, finish(t, []int64{0}, []term{{product.terms[0].sym, coef}}))
			}
		}
		return sum
	}, a, b)
}

func mulBounds(a, b *Value) (lo, hi int64) {
	al, ah := a.Bounds(0)
	bl, bh := b.Bounds(0)
	p := [4]int64{satMul(al, bl), satMul(al, bh), satMul(ah, bl), satMul(ah, bh)}
	return min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])
}
