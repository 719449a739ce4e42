package lanes

// Bounds returns the smallest and largest number that an integer value can be in
// thread i, within plus and minus 2^60, which stand for infinity.
func (v *Value) Bounds(i int) (lo, hi int64) {
	if v.unknown || v.Type.Float {
		return v.Type.Range()
	}
	if len(v.choices()) > 0 {
		lo, hi = limit, -limit
		for _, a := range v.alts() {
			l, h := a.Bounds(i)
			lo, hi = min(lo, l), max(hi, h)
		}
		return lo, hi
	}
	lo = clamp(at(v.offset, i))
	if len(v.terms) == 0 && lo < 0 && v.Type == Uint64 {
		lo = limit // known, and kept as its bits
	}
	hi = lo
	for _, t := range v.terms {
		a, b := t.sym.times(at(t.coef, i))
		lo, hi = addLow(lo, a), addHigh(hi, b)
	}
	return lo, hi
}

// BlockBounds returns the smallest and largest number that an integer value can
// be in any thread.
func (d *Domain) BlockBounds(v *Value) (lo, hi int64) {
	n := d.threads
	if v.IsUniform() || v.level() {
		n = 1
	}
	if !v.unknown && !v.Type.Float && len(v.choices()) == 0 && v.Type != Uint64 && v.rigid() {
		// Every thread adds the same to its offset.
		lo, hi = clamp(v.offset[0]), clamp(v.offset[0])
		for _, x := range v.offset {
			lo, hi = min(lo, clamp(x)), max(hi, clamp(x))
		}
		for _, t := range v.terms {
			a, b := t.sym.times(t.coef[0])
			lo, hi = addLow(lo, a), addHigh(hi, b)
		}
		return lo, hi
	}
	lo, hi = v.Bounds(0)
	for i := 1; i < n; i++ {
		l, h := v.Bounds(i)
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi
}

// A bounder gives the bounds of a value thread by thread.
type bounder struct {
	v *Value
	// shared is set where the threads differ in their offset only: lo and hi are then the
	// bounds of the rest, which is added up once.
	shared bool
	lo, hi int64
}

func (v *Value) bounder() bounder {
	b := bounder{v: v, shared: v.rigid() && v.Type != Uint64 && len(v.choices()) == 0}
	if b.shared {
		for _, t := range v.terms {
			lo, hi := t.sym.times(t.coef[0])
			b.lo, b.hi = addLow(b.lo, lo), addHigh(b.hi, hi)
		}
	}
	return b
}

// at returns Bounds of thread i.
func (b *bounder) at(i int) (lo, hi int64) {
	if !b.shared {
		return b.v.Bounds(i)
	}
	x := clamp(at(b.v.offset, i))
	return addLow(x, b.lo), addHigh(x, b.hi)
}

// machineBounds is BlockBounds for an operation that takes an unsigned number below zero as a
// large one.
func (d *Domain) machineBounds(t Type, v *Value) (lo, hi int64) {
	lo, hi = d.BlockBounds(v)
	if !t.Signed && lo < 0 {
		_, most := t.Range()
		return 0, max(hi, most)
	}
	return lo, hi
}

// level reports whether the bounds of a value are the same in all threads.
func (v *Value) level() bool {
	return !v.unknown && len(v.choices()) == 0 && len(v.offset) == 1 && v.rigid()
}

// rigid reports whether each coefficient is the same in all threads.
func (v *Value) rigid() bool {
	for _, t := range v.terms {
		if len(t.coef) > 1 {
			return false
		}
	}
	return true
}

// times returns the bounds of c times the symbol.
func (s *Symbol) times(c int64) (lo, hi int64) {
	if c == 1 {
		return clamp(s.lo), clamp(s.hi)
	}
	a, b := satMul(c, s.lo), satMul(c, s.hi)
	return min(a, b), max(a, b)
}

func clamp(x int64) int64 { return min(max(x, -limit), limit) }

// addLow adds two lower bounds, addHigh two upper bounds; no bound stays none.
func addLow(a, b int64) int64 {
	if a <= -limit || b <= -limit {
		return -limit
	}
	return clamp(a + b)
}

func addHigh(a, b int64) int64 {
	if a >= limit || b >= limit {
		return limit
	}
	return clamp(a + b)
}

func satMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if int64(int32(a)) == a && int64(int32(b)) == b {
		return clamp(a * b) // cannot overflow; the division below is slow
	}
	if p := a * b; p/b == a && p >= -limit && p <= limit {
		return p
	}
	if (a < 0) == (b < 0) {
		return limit
	}
	return -limit
}

// divBound divides a bound by c > 0, rounding down; no bound stays none.
func divBound(a, c int64) int64 {
	if a <= -limit || a >= limit {
		return a
	}
	return floorDiv(a, c)
}
