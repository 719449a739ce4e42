package lanes

// Less returns a < b as a Bool.
func (d *Domain) Less(t Type, a, b *Value) *Value {
	if t.Float {
		return d.floatCompare("<", a, b, func(x, y float64) bool { return x < y })
	}
	return d.eachPair(Bool, func(a, b *Value) *Value { return d.less(t, a, b) }, a, b)
}

// LessEqual returns a <= b as a Bool.
func (d *Domain) LessEqual(t Type, a, b *Value) *Value {
	if t.Float {
		return d.floatCompare("<=", a, b, func(x, y float64) bool { return x <= y })
	}
	return d.Not(d.Less(t, b, a)) // integers are in total order
}

// Equal returns a == b as a Bool.
func (d *Domain) Equal(t Type, a, b *Value) *Value {
	if t.Float {
		return d.floatCompare("==", a, b, func(x, y float64) bool { return x == y })
	}
	return d.eachPair(Bool, func(a, b *Value) *Value { return d.same(t, a, b) }, a, b)
}

func (d *Domain) less(t Type, a, b *Value) *Value {
	if a.Known() && b.Known() {
		return finish(Bool, zip(a.offset, b.offset, func(x, y int64) int64 {
			return truth(x < y && (t.Signed || t.Bits < 64) || uint64(x) < uint64(y) && !t.Signed && t.Bits == 64)
		}), nil)
	}
	diff := d.combineForms(Int64, a, b, -1)
	operands, op := []*Value{diff}, "<"
	huge := a.huge() || b.huge()
	bounds := diff.bounder()
	if huge || !t.Signed && (d.belowZero(a) || d.belowZero(b)) {
		operands, op = []*Value{a, b}, "u<"
	}
	return d.decide(op, diff.level() && a.level() && b.level(), diff, operands, func(i int) (yes, no bool) {
		if huge || op == "u<" && (below(a, i) || below(b, i)) {
			return false, false // what went below zero is a large number
		}
		lo, hi := bounds.at(i)
		return hi < 0, lo >= 0
	})
}

func (d *Domain) same(t Type, a, b *Value) *Value {
	if a.Known() && b.Known() {
		return finish(Bool, zip(a.offset, b.offset, func(x, y int64) int64 { return truth(x == y) }), nil)
	}
	diff := d.combineForms(Int64, a, b, -1)
	if len(diff.terms) > 0 && at(diff.terms[0].coef, 0) < 0 {
		diff = d.scaleForm(Int64, diff, []int64{-1}) // b == a is the same question
	}
	op := "=="
	if !t.Signed {
		op = "u=="
	}
	huge := a.huge() || b.huge()
	bounds := diff.bounder()
	return d.decide(op, diff.level() && a.level() && b.level(), diff, []*Value{diff}, func(i int) (yes, no bool) {
		lo, hi := bounds.at(i)
		no = lo > 0 || hi < 0
		if no && !t.Signed && t.Bits == 32 && (below(a, i) || below(b, i)) {
			no = lo > -limit && hi < limit && floorDiv(lo-1, 1<<32) == floorDiv(hi, 1<<32)
		}
		return lo == 0 && hi == 0 && !huge, no && !huge
	})
}

// huge reports whether a known number is beyond what bounds can say.
func (v *Value) huge() bool {
	for _, x := range v.offset {
		if x <= -limit || x >= limit {
			return true
		}
	}
	return false
}

func below(v *Value, i int) bool {
	lo, _ := v.Bounds(i)
	return lo < 0
}

func (d *Domain) belowZero(v *Value) bool {
	lo, _ := d.BlockBounds(v)
	return lo < 0
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// decide returns a relation that f decides for some threads, and that is derived from the
// operands for the others. It is uniform if diff is; level is set where f gives the same for all
// threads.
func (d *Domain) decide(op string, level bool, diff *Value, operands []*Value, f func(i int) (yes, no bool)) *Value {
	n := d.threads
	if level || diff.IsUniform() {
		n = 1
	}
	truths := d.truthRoom(n)
	var seen [3]int
	for i := range truths {
		truths[i] = Maybe
		if yes, no := f(i); yes {
			truths[i] = True
		} else if no {
			truths[i] = False
		}
		seen[truths[i]]++
	}
	return d.fromTruths(truths, seen, op, operands...)
}

// fromTruths returns the Bool that has known truths, and is derived from the operands where the
// truth is Maybe; seen counts the truths by kind.
func (d *Domain) fromTruths(truths []Truth, seen [3]int, op string, operands ...*Value) *Value {
	switch len(truths) {
	case seen[True]:
		return d.Const(Bool, 1)
	case seen[False]:
		return d.Const(Bool, 0)
	case seen[Maybe]:
		return d.derive(op, Bool, 0, 1, operands...)
	}
	result := finish(Bool, marked(truths, True, seen[True]), nil)
	if seen[Maybe] == 0 {
		return result
	}
	open := marked(truths, Maybe, seen[Maybe])
	return plusTerm(result, d.derive(op, Bool, 0, 1, operands...).terms[0].sym, open)
}

// truthRoom returns a slice of n truths, which the next call reuses.
func (d *Domain) truthRoom(n int) []Truth {
	if len(d.truths) < n {
		d.truths = make([]Truth, d.threads)
	}
	return d.truths[:n]
}

// marked returns the vector that is 1 for the entries that are t, of which there are
// count.
func marked(truths []Truth, t Truth, count int) []int64 {
	switch count {
	case 0:
		return zero
	case len(truths):
		return one
	}
	out := make([]int64, len(truths))
	for i, x := range truths {
		if x == t {
			out[i] = 1
		}
	}
	return out
}

// mark sets entry i of a vector of n to 1; nil stands for zeroes.
func mark(x []int64, i, n int) []int64 {
	if x == nil {
		x = make([]int64, n)
	}
	x[i] = 1
	return x
}
