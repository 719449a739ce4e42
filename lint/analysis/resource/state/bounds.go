package state

import (
	"math"
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Bounds are what is known of an integer: a range and a few values it is not. A
// pointer or handle counts as zero or not zero.
type Bounds struct {
	Lo, Hi int64
	Not    []int64 // sorted, inside the range
}

const maxExcluded = 8

// Bounds that are often needed.
var (
	Anything = Bounds{Lo: math.MinInt64, Hi: math.MaxInt64}
	Nonzero  = Bounds{Lo: math.MinInt64, Hi: math.MaxInt64, Not: []int64{0}}
	Zero     = Exactly(0)
	One      = Exactly(1)
)

// Exactly returns the bounds of a known integer.
func Exactly(n int64) Bounds { return Bounds{Lo: n, Hi: n} }

// Exact returns the one value that is left.
func (b Bounds) Exact() (int64, bool) { return b.Lo, b.Lo == b.Hi }

// IsZero, IsNonzero and Unknown report what is known for sure.
func (b Bounds) IsZero() bool    { return b.Lo == 0 && b.Hi == 0 }
func (b Bounds) IsNonzero() bool { return b.Lo > 0 || b.Hi < 0 || slices.Contains(b.Not, 0) }
func (b Bounds) Unknown() bool {
	return b.Lo == math.MinInt64 && b.Hi == math.MaxInt64 && len(b.Not) == 0
}

// String returns a text that is equal for equal bounds.
func (b Bounds) String() string {
	out := strconv.AppendInt(nil, b.Lo, 10)
	out = strconv.AppendInt(append(out, ' '), b.Hi, 10)
	for _, n := range b.Not {
		out = strconv.AppendInt(append(out, '!'), n, 10)
	}
	return string(out)
}

// Intersect returns the integers in both; ok is false if there are none.
func (b Bounds) Intersect(c Bounds) (Bounds, bool) {
	out := Bounds{Lo: max(b.Lo, c.Lo), Hi: min(b.Hi, c.Hi)}
	not := append(slices.Clone(b.Not), c.Not...)
	slices.Sort(not)
	not = slices.Compact(not)
	for changed := true; changed; {
		changed = false
		for _, n := range not {
			if out.Lo == n && n < math.MaxInt64 {
				out.Lo, changed = n+1, true
			}
			if out.Hi == n && n > math.MinInt64 {
				out.Hi, changed = n-1, true
			}
		}
	}
	if out.Lo > out.Hi {
		return out, false
	}
	for _, n := range not {
		if n > out.Lo && n < out.Hi && len(out.Not) < maxExcluded {
			out.Not = append(out.Not, n)
		}
	}
	return out, true
}

// Compared returns the values x for which x op n is truth.
func Compared(op Comparison, n int64, truth bool) Bounds {
	if !truth {
		op = op.negated()
	}
	b := Anything
	switch op {
	case Equal:
		return Exactly(n)
	case NotEqual:
		b.Not = []int64{n}
	case Less:
		if n == math.MinInt64 {
			return Bounds{Lo: 1, Hi: 0}
		}
		b.Hi = n - 1
	case LessEqual:
		b.Hi = n
	case Greater:
		if n == math.MaxInt64 {
			return Bounds{Lo: 1, Hi: 0}
		}
		b.Lo = n + 1
	case GreaterEqual:
		b.Lo = n
	}
	return b
}

// A Comparison is a relational operator.
type Comparison uint8

// The comparisons.
const (
	NoComparison Comparison = iota
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

func (c Comparison) negated() Comparison {
	return [...]Comparison{NoComparison, NotEqual, Equal, GreaterEqual, Greater, LessEqual, Less}[c]
}

// Swapped returns the operator with its operands exchanged.
func (c Comparison) Swapped() Comparison {
	return [...]Comparison{NoComparison, Equal, NotEqual, Greater, GreaterEqual, Less, LessEqual}[c]
}

// ComparisonOf returns the comparison of an operator, NoComparison for any other operator.
func ComparisonOf(op ast.Op) Comparison {
	switch op {
	case ast.Equal:
		return Equal
	case ast.NotEqual:
		return NotEqual
	case ast.Less:
		return Less
	case ast.LessEqual:
		return LessEqual
	case ast.Greater:
		return Greater
	case ast.GreaterEqual:
		return GreaterEqual
	}
	return NoComparison
}
