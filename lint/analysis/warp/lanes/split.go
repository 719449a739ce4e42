package lanes

import "slices"

// A Choice is an unknown that picks one of several cases for the whole block.
type Choice struct {
	id, n int
}

// maxAlternatives bounds how many cases a value may split into.
const maxAlternatives = 32

// each returns the cases with f applied to every alternative.
func (c *cases) each(f func(*Value) *Value) *cases {
	out := &cases{c.choices, make([]*Value, len(c.alts))}
	for i, a := range c.alts {
		out.alts[i] = f(a)
	}
	return out
}

// eachCase is each for an operation with one operand.
func (d *Domain) eachCase(t Type, f func(a *Value) *Value, a *Value) *Value {
	switch {
	case a.unknown:
		return d.Unknown(t)
	case a.cases == nil:
		return f(a)
	}
	return d.each(t, func(v []*Value) *Value { return f(v[0]) }, a)
}

// eachPair is each for an operation with two operands.
func (d *Domain) eachPair(t Type, f func(a, b *Value) *Value, a, b *Value) *Value {
	switch {
	case a.unknown || b.unknown:
		return d.Unknown(t)
	case a.cases == nil && b.cases == nil:
		return f(a, b)
	}
	return d.each(t, func(v []*Value) *Value { return f(v[0], v[1]) }, a, b)
}

// each applies an operation to every combination of the operands' cases.
// Operands that split on the same choice are taken case by case together. An
// operation on something unknown is unknown.
func (d *Domain) each(t Type, f func(args []*Value) *Value, args ...*Value) *Value {
	split := false
	for _, a := range args {
		if a.unknown {
			return d.Unknown(t)
		}
		split = split || len(a.choices()) > 0
	}
	if !split {
		return f(args)
	}
	choices, size := union(args)
	if size > maxAlternatives {
		merged := make([]*Value, len(args))
		for i, a := range args {
			merged[i] = d.Merge(a)
		}
		return f(merged)
	}
	alts := make([]*Value, size)
	cases := make([]int, len(choices))
	for n := range alts {
		cased := make([]*Value, len(args))
		for i, a := range args {
			cased[i] = a.in(choices, cases)
		}
		alts[n] = f(cased)
		next(choices, cases)
	}
	return d.choose(t, choices, alts)
}

// union returns the choices that any of the values splits on, by ascending id,
// and how many combinations of cases they have.
func union(values []*Value) (choices []*Choice, size int) {
	for _, v := range values {
		for _, c := range v.choices() {
			if !slices.Contains(choices, c) {
				choices = append(choices, c)
			}
		}
	}
	slices.SortFunc(choices, func(a, b *Choice) int { return a.id - b.id })
	size = 1
	for _, c := range choices {
		size *= c.n
	}
	return choices, size
}

// next moves on to the next combination of cases.
func next(choices []*Choice, cases []int) {
	for i := len(cases) - 1; i >= 0; i-- {
		if cases[i]++; cases[i] < choices[i].n {
			return
		}
		cases[i] = 0
	}
}

// in returns the alternative of v for given cases of choices, which include v's.
func (v *Value) in(choices []*Choice, cases []int) *Value {
	if len(v.choices()) == 0 {
		return v
	}
	n := 0
	for _, c := range v.choices() {
		n = n*c.n + cases[slices.Index(choices, c)]
	}
	return v.alts()[n]
}

// choose returns the value that is alts[n] in combination n of the cases of
// choices. The alternatives may be split themselves.
func (d *Domain) choose(t Type, choices []*Choice, alts []*Value) *Value {
	flat := true
	for _, a := range alts {
		if a.IsUnknown() {
			return d.Unknown(t)
		}
		flat = flat && len(a.choices()) == 0
	}
	if !flat {
		inner, _ := union(alts)
		all, size := union([]*Value{{cases: &cases{choices: choices}}, {cases: &cases{choices: inner}}})
		if size > maxAlternatives {
			merged := make([]*Value, len(alts))
			for i, a := range alts {
				merged[i] = d.Merge(a)
			}
			return d.choose(t, choices, merged)
		}
		whole := &Value{cases: &cases{choices, alts}}
		leaves := make([]*Value, size)
		cases := make([]int, len(all))
		for n := range leaves {
			leaves[n] = whole.in(all, cases).in(all, cases)
			next(all, cases)
		}
		choices, alts = all, leaves
	}
	// A choice that makes no difference is dropped.
	for i := len(choices) - 1; i >= 0; i-- {
		if less, ok := d.without(choices, alts, i); ok {
			choices, alts = slices.Delete(slices.Clone(choices), i, i+1), less
		}
	}
	if len(choices) == 0 {
		return alts[0]
	}
	return &Value{Type: t, cases: &cases{choices, alts}}
}

// without returns the alternatives for the other choices than the i-th if that
// one makes no difference.
func (d *Domain) without(choices []*Choice, alts []*Value, i int) ([]*Value, bool) {
	stride := 1
	for _, c := range choices[i+1:] {
		stride *= c.n
	}
	n := choices[i].n
	var rest []*Value
	for j, a := range alts {
		first := alts[j-j/stride%n*stride]
		if a == first {
			if j/stride%n == 0 {
				rest = append(rest, a)
			}
			continue
		}
		if d.hash(a) != d.hash(first) {
			return nil, false
		}
	}
	return rest, true
}

// choiceFor returns a choice between n cases that an operation on operands
// decides, the same for the same operands.
func (d *Domain) choiceFor(op string, n int, operands ...*Value) *Choice {
	k := keyOf(op, uint64(n))
	for _, v := range operands {
		k.a, k.b = mix(k.a, d.hash(v)), mix(k.b, d.hash(v)^k.a)
	}
	c := d.chosen[k]
	if c == nil {
		d.choices++
		c = &Choice{id: d.choices, n: n}
		d.chosen[k] = c
		if d.trace != nil {
			d.trace(nil, c, op, Type{}, operands)
		}
	}
	return c
}

// Merge gives up the correlation between alternatives: the result is one symbol
// that covers all of them.
func (d *Domain) Merge(v *Value) *Value {
	if len(v.choices()) == 0 || v.unknown {
		return v
	}
	lo, hi := d.BlockBounds(v)
	return d.derive("merge", v.Type, lo, hi, v)
}
