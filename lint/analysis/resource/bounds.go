package resource

import (
	"math"
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// bounds is what is known of an integer: a range and a few values it is not. A
// pointer or handle counts as zero or not zero.
type bounds struct {
	lo, hi int64
	not    []int64 // sorted, inside the range
}

const maxExcluded = 8

var (
	anything = bounds{lo: math.MinInt64, hi: math.MaxInt64}
	nonzero  = bounds{lo: math.MinInt64, hi: math.MaxInt64, not: []int64{0}}
	zero     = exactly(0)
	one      = exactly(1)
)

func exactly(n int64) bounds { return bounds{lo: n, hi: n} }

// exact returns the one value that is left.
func (b bounds) exact() (int64, bool) { return b.lo, b.lo == b.hi }

func (b bounds) isZero() bool    { return b.lo == 0 && b.hi == 0 }
func (b bounds) isNonzero() bool { return b.lo > 0 || b.hi < 0 || slices.Contains(b.not, 0) }
func (b bounds) unknown() bool {
	return b.lo == math.MinInt64 && b.hi == math.MaxInt64 && len(b.not) == 0
}

func (b bounds) String() string {
	out := strconv.AppendInt(nil, b.lo, 10)
	out = strconv.AppendInt(append(out, ' '), b.hi, 10)
	for _, n := range b.not {
		out = strconv.AppendInt(append(out, '!'), n, 10)
	}
	return string(out)
}

// and returns what both say, ok false if nothing is left.
func (b bounds) and(c bounds) (bounds, bool) {
	out := bounds{lo: max(b.lo, c.lo), hi: min(b.hi, c.hi)}
	not := append(slices.Clone(b.not), c.not...)
	slices.Sort(not)
	not = slices.Compact(not)
	for changed := true; changed; {
		changed = false
		for _, n := range not {
			if out.lo == n && n < math.MaxInt64 {
				out.lo, changed = n+1, true
			}
			if out.hi == n && n > math.MinInt64 {
				out.hi, changed = n-1, true
			}
		}
	}
	if out.lo > out.hi {
		return out, false
	}
	for _, n := range not {
		if n > out.lo && n < out.hi && len(out.not) < maxExcluded {
			out.not = append(out.not, n)
		}
	}
	return out, true
}

// compared returns the values x for which x op n is truth.
func compared(op comparison, n int64, truth bool) bounds {
	if !truth {
		op = op.negated()
	}
	b := anything
	switch op {
	case equal:
		return exactly(n)
	case notEqual:
		b.not = []int64{n}
	case less:
		if n == math.MinInt64 {
			return bounds{lo: 1, hi: 0}
		}
		b.hi = n - 1
	case lessEqual:
		b.hi = n
	case greater:
		if n == math.MaxInt64 {
			return bounds{lo: 1, hi: 0}
		}
		b.lo = n + 1
	case greaterEqual:
		b.lo = n
	}
	return b
}

// A comparison is a relational operator.
type comparison uint8

const (
	noComparison comparison = iota
	equal
	notEqual
	less
	lessEqual
	greater
	greaterEqual
)

func (c comparison) negated() comparison {
	return [...]comparison{noComparison, notEqual, equal, greaterEqual, greater, lessEqual, less}[c]
}

// swapped returns the operator with its operands exchanged.
func (c comparison) swapped() comparison {
	return [...]comparison{noComparison, equal, notEqual, greater, greaterEqual, less, lessEqual}[c]
}

func comparisonOf(op ast.Op) comparison {
	switch op {
	case ast.Equal:
		return equal
	case ast.NotEqual:
		return notEqual
	case ast.Less:
		return less
	case ast.LessEqual:
		return lessEqual
	case ast.Greater:
		return greater
	case ast.GreaterEqual:
		return greaterEqual
	}
	return noComparison
}
