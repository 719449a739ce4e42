package lanes

// Code computes the same vectors again and again: each iteration of a loop multiplies the
// numbers of the threads by the size of an element. What the last sums and products of vectors
// with numbers are is kept: vectors are never written to once they are made.
type vectorCache [256]madeVector

// A madeVector is by times, or plus, each entry of a vector.
type madeVector struct {
	of, out []int64
	by      int64
	sum     bool
}

// find returns what is kept of a vector, or what compute makes of it.
func (c *vectorCache) find(of []int64, by int64, sum bool, compute func() []int64) []int64 {
	h := mix(mix(uint64(of[0]), uint64(of[len(of)-1])), uint64(by))
	if sum {
		h = mix(h, 1)
	}
	m := &c[h%uint64(len(c))]
	if len(m.of) != len(of) || &m.of[0] != &of[0] || m.by != by || m.sum != sum {
		*m = madeVector{of, compute(), by, sum}
	}
	return m.out
}

// sum returns a + sign*b, entry by entry.
func (d *Domain) sum(a, b []int64, sign int64) []int64 {
	switch {
	case len(a) > 1 && len(b) == 1 && b[0] != 0:
		return d.vectors.find(a, sign*b[0], true, func() []int64 { return plusTimes(a, b, sign) })
	case len(b) > 1 && len(a) == 1 && a[0] != 0 && sign == 1:
		return d.vectors.find(b, a[0], true, func() []int64 { return plusTimes(a, b, sign) })
	}
	return plusTimes(a, b, sign)
}

// product returns a * b, entry by entry.
func (d *Domain) product(a, b []int64) []int64 {
	if len(a) == 1 {
		a, b = b, a
	}
	if len(a) > 1 && len(b) == 1 && b[0] != 0 && b[0] != 1 {
		return d.vectors.find(a, b[0], false, func() []int64 { return times(a, b) })
	}
	return times(a, b)
}
