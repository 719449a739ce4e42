package lanes

// Not returns !a for a Bool.
func (d *Domain) Not(a *Value) *Value { return d.Sub(Bool, d.Const(Int32, 1), a).as(Bool) }

func (v *Value) as(t Type) *Value {
	if v.Type == t {
		return v
	}
	c := *v
	c.Type, c.hashed = t, 0
	if v.Type == Bool {
		c.special = nil // truths
	}
	if v.cases != nil {
		c.cases = v.cases.each(func(a *Value) *Value { return a.as(t) })
	}
	return &c
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
	if v.Known() && !v.Type.Float {
		if at(v.offset, i) != 0 {
			return True
		}
		return False
	}
	return truthIn(v.Bounds(i))
}

// Truths are what is known of a condition: one entry, or one per thread.
type Truths []Truth

// At returns what is known in thread i.
func (t Truths) At(i int) Truth {
	if len(t) == 1 {
		return t[0]
	}
	return t[i]
}

// Truths returns what is known of a Bool in each of n threads: one entry where that is
// the same, though the threads may differ in what is not known.
func (v *Value) Truths(n int) Truths {
	switch {
	case v == nil || v.unknown:
		return uniformTruths[Maybe]
	case v.Type == Bool && v.special != nil:
		return v.special.truths
	case v.IsUniform(), v.level():
		return uniformTruths[v.TruthAt(0)]
	}
	t := make(Truths, n)
	if v.Known() || v.Type.Float {
		for i := range t {
			t[i] = v.TruthAt(i)
		}
	} else {
		bounds := v.bounder()
		for i := range t {
			t[i] = truthIn(bounds.at(i))
		}
	}
	if v.Type == Bool {
		v.special = &special{truths: t}
	}
	return t
}

// uniformTruths are the truths of conditions of which the same is known in all threads.
var uniformTruths = [...]Truths{False: {False}, Maybe: {Maybe}, True: {True}}

// truthIn returns what is known of a number between two bounds.
func truthIn(lo, hi int64) Truth {
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

// LogicalAnd returns a && b of two Bools.
func (d *Domain) LogicalAnd(a, b *Value) *Value {
	return d.logical("&&", a, b, False, func(x, y int64) int64 { return x & y })
}

// LogicalOr returns a || b of two Bools.
func (d *Domain) LogicalOr(a, b *Value) *Value {
	return d.logical("||", a, b, True, func(x, y int64) int64 { return x | y })
}

// logical combines two Bools; the truth absorbing of either decides the result.
func (d *Domain) logical(op string, a, b *Value, absorbing Truth, f func(x, y int64) int64) *Value {
	if a.unknown != b.unknown {
		// One side may still decide it.
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
	return d.eachPair(Bool, func(a, b *Value) *Value {
		if a.Known() && b.Known() {
			return finish(Bool, zip(a.offset, b.offset, f), nil)
		}
		as, bs := a.Truths(d.threads), b.Truths(d.threads)
		truths := d.truthRoom(max(len(as), len(bs)))
		var seen [3]int
		for i := range truths {
			switch x, y := as.At(i), bs.At(i); {
			case x == absorbing || y == absorbing:
				truths[i] = absorbing
			case x != Maybe && y != Maybe:
				truths[i] = True - absorbing
			default:
				truths[i] = Maybe
			}
			seen[truths[i]]++
		}
		a, b = d.ordered(a, b)
		return d.fromTruths(truths, seen, op, a, b)
	}, a, b)
}
