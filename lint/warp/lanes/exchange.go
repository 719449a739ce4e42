package lanes

// Permute returns the value in which thread i has what thread from[i] has in v;
// a negative from[i] leaves nothing known of thread i but its type.
func (d *Domain) Permute(v *Value, from []int) *Value {
	return d.each(v.Type, func(a []*Value) *Value {
		v := a[0]
		if v.IsUniform() {
			return v
		}
		if len(v.floats) > 0 {
			return perThreadFloats(v.Type, d.threads, func(i int) float64 { return v.floatAt(max(from[i], 0)) })
		}
		move := func(x []int64) []int64 {
			if len(x) == 1 {
				return []int64{x[0]}
			}
			out := make([]int64, d.threads)
			for i := range out {
				out[i] = x[max(from[i], 0)]
			}
			return out
		}
		var terms []term
		for _, tm := range v.terms {
			terms = append(terms, term{d.permuted(tm.sym, from), move(tm.coef)})
		}
		// A permuted symbol is younger than its original; keep the order by id.
		sum := finish(v.Type, move(v.offset), nil)
		for _, tm := range terms {
			sum = d.Add(v.Type, sum, finish(v.Type, []int64{0}, []term{tm}))
		}
		return sum
	}, v)
}

// permuted returns the symbol that has in thread i what s has in thread from[i].
func (d *Domain) permuted(s *Symbol, from []int) *Symbol {
	if s.class == nil {
		return s
	}
	k := key{op: "permute", a: uint64(s.id)}
	class := make([]int32, d.threads)
	same := true
	for i := range class {
		class[i] = s.class[max(from[i], 0)]
		k.b = mix(k.b, uint64(from[i]))
		same = same && class[i] == class[0]
	}
	if p := d.derived[k]; p != nil {
		return p
	}
	p := *s
	p.class = class
	if same {
		p.class = nil
	}
	d.derived[k] = d.newSymbol(p)
	return d.derived[k]
}

// PerGroup returns a number in [lo, hi] that is a function of what a group of
// size consecutive threads holds, the same for all threads of the group: a vote,
// a reduction, a broadcast from an unknown lane.
func (d *Domain) PerGroup(op string, t Type, lo, hi int64, size int, operands ...*Value) *Value {
	uniform := true
	for _, v := range operands {
		uniform = uniform && v.IsUniform()
	}
	group := make([]int64, d.threads)
	for i := range group {
		group[i] = int64(i / size)
	}
	g := d.PerThread(Int32, group)
	if uniform {
		return d.derive(op, t, lo, hi, operands...)
	}
	// The operands' own classes must not count: the whole group's values decide.
	k := key{op: op, a: d.hash(g)}
	for _, v := range operands {
		k.b = mix(k.b, d.hash(v))
	}
	s := d.derived[k]
	if s == nil {
		class, _ := d.classes(g)
		s = d.newSymbol(Symbol{lo: lo, hi: hi, class: class, data: true})
		d.derived[k] = s
	}
	return d.ofSymbol(t, s)
}
