package lanes

// Less returns a < b as a Bool.
func (d *Domain) Less(t Type, a, b *Value) *Value {
	if t.Float {
		return d.floatCompare("<", a, b, func(x, y float64) bool { return x < y })
	}
	return d.compare("<", t, a, b, func(lo, hi int64) (yes, no bool) { return hi < 0, lo >= 0 })
}

// LessEqual returns a <= b as a Bool.
func (d *Domain) LessEqual(t Type, a, b *Value) *Value {
	if t.Float {
		return d.floatCompare("<=", a, b, func(x, y float64) bool { return x <= y })
	}
	return d.compare("<=", t, a, b, func(lo, hi int64) (yes, no bool) { return hi <= 0, lo > 0 })
}

// Equal returns a == b as a Bool.
func (d *Domain) Equal(t Type, a, b *Value) *Value {
	if t.Float {
		return d.floatCompare("==", a, b, func(x, y float64) bool { return x == y })
	}
	return d.compare("==", t, a, b, func(lo, hi int64) (yes, no bool) { return lo == 0 && hi == 0, lo > 0 || hi < 0 })
}

// Not returns !a for a Bool.
func (d *Domain) Not(a *Value) *Value { return d.Sub(Bool, d.Const(Int32, 1), a).as(Bool) }

func (v *Value) as(t Type) *Value {
	if v.Type == t {
		return v
	}
	c := *v
	c.Type = t
	if c.alts != nil {
		c.alts = make([]*Value, len(v.alts))
		for i, a := range v.alts {
			c.alts[i] = a.as(t)
		}
	}
	return &c
}

// compare decides a relation per thread from the bounds of a - b.
func (d *Domain) compare(op string, t Type, a, b *Value, decide func(lo, hi int64) (yes, no bool)) *Value {
	return d.each(Bool, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if !t.Signed && t.Bits == 64 && a.Known() && b.Known() {
			// Bits of unsigned 64-bit numbers: bring them into signed order.
			flip := func(x, _ int64) int64 { return int64(uint64(x)^1<<63) >> 1 }
			a = &Value{Type: Int64, offset: zip(a.offset, []int64{0}, flip)}
			b = &Value{Type: Int64, offset: zip(b.offset, []int64{0}, flip)}
		}
		diff := d.combine(Int64, a.as(Int64), b.as(Int64), -1)
		if diff.unknown {
			return d.Unknown(Bool)
		}
		known, settled := make([]int64, d.threads), true
		open := make([]int64, d.threads)
		n := d.threads
		if diff.IsUniform() {
			n = 1
		}
		for i := range n {
			yes, no := decide(diff.Bounds(i))
			switch {
			case yes:
				known[i] = 1
			case !no:
				open[i], settled = 1, false
			}
		}
		result := finish(Bool, known[:n:n], nil)
		if settled {
			return result
		}
		s := d.derive(op, Bool, 0, 1, diff)
		if s.unknown || len(s.terms) == 0 {
			return s
		}
		return d.combine(Bool, result, finish(Bool, []int64{0}, []term{{s.terms[0].sym, open[:n:n]}}), 1)
	}, a, b)
}

// Truth is what is known of a condition in one thread.
type Truth uint8

// The truths.
const (
	False Truth = iota
	Maybe
	True
)

// TruthAt returns what is known of a Bool in thread i.
func (v *Value) TruthAt(i int) Truth {
	if v == nil || v.unknown {
		return Maybe
	}
	lo, hi := v.Bounds(i)
	switch {
	case lo > 0 || hi < 0:
		return True
	case hi == 0 && lo == 0:
		return False
	}
	return Maybe
}

// Truthy returns whether each thread's number is not 0, as a Bool.
func (d *Domain) Truthy(v *Value) *Value {
	if v.Type == Bool {
		return v
	}
	if v.unknown {
		return d.Unknown(Bool)
	}
	if v.Type.Float {
		return d.Not(d.floatCompare("==", v, d.ConstFloat(v.Type, 0), func(x, y float64) bool { return x == y }))
	}
	return d.Not(d.Equal(v.Type, v, d.Const(v.Type, 0)))
}

// LogicalAnd returns a && b of two Bools, LogicalOr a || b.
func (d *Domain) LogicalAnd(a, b *Value) *Value {
	return d.logical("&&", a, b, False, func(x, y int64) int64 { return x & y })
}

// LogicalOr returns a || b of two Bools.
func (d *Domain) LogicalOr(a, b *Value) *Value {
	return d.logical("||", a, b, True, func(x, y int64) int64 { return x | y })
}

// logical combines two Bools of which the truth absorbing settles the result.
func (d *Domain) logical(op string, a, b *Value, absorbing Truth, f func(x, y int64) int64) *Value {
	if a.unknown != b.unknown {
		// One side may still settle it.
		other := a
		if a.unknown {
			other = b
		}
		if other.Known() && other.IsUniform() {
			if other.TruthAt(0) == absorbing {
				return other
			}
		}
	}
	return d.each(Bool, func(v []*Value) *Value {
		a, b := v[0], v[1]
		if a.Known() && b.Known() {
			return finish(Bool, zip(a.offset, b.offset, f), nil)
		}
		known, open := make([]int64, d.threads), make([]int64, d.threads)
		n := d.threads
		if a.IsUniform() && b.IsUniform() {
			n = 1
		}
		settled := true
		for i := range n {
			x, y := a.TruthAt(i), b.TruthAt(i)
			switch {
			case x == absorbing || y == absorbing:
				if absorbing == True {
					known[i] = 1
				}
			case x != Maybe && y != Maybe:
				if absorbing == False {
					known[i] = 1
				}
			default:
				open[i], settled = 1, false
			}
		}
		result := finish(Bool, known[:n:n], nil)
		if settled {
			return result
		}
		s := d.derive(op, Bool, 0, 1, a, b)
		if s.unknown || len(s.terms) == 0 {
			return s
		}
		return d.combine(Bool, result, finish(Bool, []int64{0}, []term{{s.terms[0].sym, open[:n:n]}}), 1)
	}, a, b)
}

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
	return d.choose(t, d.choiceFor(key{op: "?:", a: d.hash(cond)}, 2), []*Value{a, b})
}

// pick selects per thread; threads whose condition is not known get a symbol
// that covers both.
func (d *Domain) pick(t Type, cond, a, b *Value) *Value {
	truth := make([]Truth, d.threads)
	open := make([]int64, d.threads)
	anyOpen := false
	lo, hi := limit, -limit
	for i := range truth {
		truth[i] = cond.TruthAt(i)
		if truth[i] == Maybe {
			anyOpen, open[i] = true, 1
			al, ah := a.Bounds(i)
			bl, bh := b.Bounds(i)
			lo, hi = min(lo, al, bl), max(hi, ah, bh)
		}
	}
	choose := func(x, y []int64) []int64 {
		out := make([]int64, d.threads)
		for i := range out {
			switch truth[i] {
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
		v = d.Add(t, v, finish(t, []int64{0}, []term{{tm.sym, choose(tm.coef, []int64{0})}}))
	}
	for _, tm := range b.terms {
		v = d.Add(t, v, finish(t, []int64{0}, []term{{tm.sym, choose([]int64{0}, tm.coef)}}))
	}
	if !anyOpen {
		return v
	}
	s := d.derive("?:", t, lo, hi, cond, a, b)
	if s.unknown || len(s.terms) == 0 {
		if c, ok := s.Constant(); ok {
			return d.Add(t, v, finish(t, zip(open, []int64{c}, func(x, y int64) int64 { return x * y }), nil))
		}
		return s
	}
	return d.Add(t, v, finish(t, []int64{0}, []term{{s.terms[0].sym, open}}))
}
