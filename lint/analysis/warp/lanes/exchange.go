package lanes

// Permute returns the value in which thread i has what thread from[i] has in v;
// a negative from[i] leaves nothing known of thread i but its type.
func (d *Domain) Permute(v *Value, from []int) *Value {
	lost, same := false, true
	for i, f := range from {
		lost, same = lost || f < 0, same && f == i
	}
	if same {
		return v
	}
	return d.eachCase(v.Type, func(v *Value) *Value {
		switch {
		case lost && v.Type.Float:
			return d.Unknown(v.Type)
		case v.IsUniform() && !lost:
			return v
		case len(v.floats()) > 0:
			return perThreadFloats(v.Type, d.threads, func(i int) float64 { return v.floatAt(from[i]) })
		}
		move := func(x []int64) []int64 {
			out := make([]int64, d.threads)
			for i := range out {
				if from[i] >= 0 {
					out[i] = at(x, from[i])
				}
			}
			return out
		}
		sum := finish(v.Type, move(v.offset), nil)
		for _, tm := range v.terms {
			sum = plusTerm(sum, d.permuted(tm.sym, from), move(tm.coef))
		}
		if lost {
			sum = d.loseThreads(sum, from)
		}
		return sum
	}, v)
}

// loseThreads adds something unknown to the threads for which from is negative.
func (d *Domain) loseThreads(v *Value, from []int) *Value {
	where := make([]int64, d.threads)
	number := make([]int64, d.threads)
	for i := range where {
		number[i] = int64(i)
		where[i] = truth(from[i] < 0)
	}
	lo, hi := v.Type.Range()
	s := d.derive("lost", v.Type, lo, hi, v, &Value{Type: Int64, offset: number}, &Value{Type: Int64, offset: where})
	return d.combineForms(v.Type, v, d.scaleForm(v.Type, s, where), 1)
}

// moved returns the threads that a permutation reads, for the trace.
func moved(from []int) *Value {
	out := make([]int64, len(from))
	for i, f := range from {
		out[i] = int64(max(f, 0))
	}
	return &Value{Type: Int64, offset: out}
}

// permuted returns the symbol that has in thread i what s has in thread from[i].
func (d *Domain) permuted(s *Symbol, from []int) *Symbol {
	if s.class == nil {
		return s
	}
	k := keyOf("permute", uint64(s.id))
	class := make([]int32, d.threads)
	same := true
	for i := range class {
		class[i] = s.class[max(from[i], 0)]
		k.b = mix(k.b, uint64(max(from[i], 0)))
		same = same && class[i] == class[0]
	}
	if p := d.derived[k]; p != nil {
		return p
	}
	p := *s
	p.class, p.origin = class, nil
	if p.turn != nil {
		u := *p.turn
		u.at = make([]int64, d.threads)
		for i := range u.at {
			u.at[i] = at(p.turn.at, max(from[i], 0))
		}
		p.turn = &u
	}
	if same {
		p.class = nil
	}
	d.derived[k] = d.newSymbol(p.value.Type, p)
	if d.trace != nil {
		d.trace(d.derived[k], nil, "permute", Int64, []*Value{s.value.as(Int64), moved(from)})
	}
	return d.derived[k]
}

// PerGroup returns a number in [lo, hi] that is a function of what a group of
// size consecutive threads holds, the same for all threads of the group: a vote,
// a reduction, a broadcast from an unknown lane.
func (d *Domain) PerGroup(op string, t Type, lo, hi int64, size int, operands ...*Value) *Value {
	size = max(size, 1)
	uniform, data := true, false
	for _, v := range operands {
		uniform, data = uniform && v.IsUniform(), data || v.IsData()
	}
	group := make([]int64, d.threads)
	for i := range group {
		group[i] = int64(i / size)
	}
	g := &Value{Type: Int64, offset: compress(group)}
	if uniform && d.threads%size == 0 {
		return d.derive(op, t, lo, hi, append([]*Value{d.Const(Int64, int64(size))}, operands...)...)
	}
	if lo == hi && !t.Float {
		return d.Const(t, lo)
	}
	// The operands' own classes must not count: the whole group's values decide.
	k := keyOf(op, mix(t.hash(), d.hash(g)))
	for _, v := range operands {
		k.b = mix(k.b, d.hash(v))
	}
	s := d.derived[k]
	if s == nil {
		class, _ := d.classes(g)
		s = d.newSymbol(t, Symbol{lo: lo, hi: hi, class: class, data: data})
		d.derived[k] = s
		if d.trace != nil {
			d.trace(s, nil, op, t, append([]*Value{d.Const(Int64, int64(size))}, operands...))
		}
	}
	return &s.value
}
