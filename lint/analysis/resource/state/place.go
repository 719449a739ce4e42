// Package state is what an analysis knows at one point of one path: where the handle is,
// which values are known, and what pointers point to.
package state

import "strings"

// A place is where a value lives, as a text: a root and steps from it. Roots end
// in an apostrophe, so that no root is part of another:
//
//	v3'   a variable of the function (see variable)
//	g:a'  a variable outside of functions
//	this' the object of a method
//	h7'   memory that the function allocated
//	r9'   the result of a call
//	?'    some place that is out of sight
//
// Steps are .field, [index] ([*] for any) and ^ for what a pointer or reference
// that comes from outside points to.
const UnknownPlace = "?'"

func isStep(c byte) bool { return c == '.' || c == '[' || c == '^' }

// Covers reports whether a place is another one or holds it, with the steps from
// one to the other.
func Covers(outer, inner string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(inner, outer)
	if !ok || outer == "" || rest != "" && !isStep(rest[0]) {
		return "", false
	}
	return rest, true
}

// Root returns the root of a place.
func Root(place string) string {
	if i := strings.IndexByte(place, '\''); i >= 0 {
		return place[:i+1]
	}
	return ""
}

// Ambiguous reports whether a place stands for more than one, or cannot be told from
// others: what is written to it does not take the place of what was there.
func Ambiguous(place string) bool {
	return strings.Contains(place, "[*]") || strings.HasPrefix(place, UnknownPlace)
}

// WithoutIndexes turns the indexes of a place into [*].
func WithoutIndexes(place string, all bool) string {
	if !strings.Contains(place, "[") {
		return place
	}
	var b strings.Builder
	for i := 0; i < len(place); i++ {
		if place[i] != '[' {
			b.WriteByte(place[i])
			continue
		}
		end := ClosingBracket(place, i)
		index := place[i+1 : end]
		if all || !IsNumber(index) {
			index = "*"
		}
		b.WriteString("[" + index + "]")
		i = end
	}
	return b.String()
}

// ClosingBracket returns the position of the bracket that ends an index.
func ClosingBracket(place string, open int) int {
	depth := 0
	for i := open; i < len(place); i++ {
		switch place[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(place) - 1
}

// IsNumber reports whether a text is a decimal number.
func IsNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// MayBe reports whether two places can be the same: indexes that are not both
// numbers may be equal, and a place out of sight may be one with the same last
// field.
func MayBe(a, b string) bool {
	if a == b {
		return true
	}
	if Root(a) == UnknownPlace || Root(b) == UnknownPlace {
		return LastField(a) == LastField(b)
	}
	for a != "" && b != "" {
		if a[0] == '[' && b[0] == '[' {
			i, j := ClosingBracket(a, 0), ClosingBracket(b, 0)
			x, y := a[1:i], b[1:j]
			if x != y && IsNumber(x) && IsNumber(y) {
				return false
			}
			a, b = a[i+1:], b[j+1:]
			continue
		}
		if a[0] != b[0] {
			return false
		}
		a, b = a[1:], b[1:]
	}
	return a == b
}

// LastField returns the name of the last field on the way to a place.
func LastField(place string) string {
	i := strings.LastIndexByte(place, '.')
	if i < 0 {
		return ""
	}
	field := place[i+1:]
	if end := strings.IndexAny(field, ".[^"); end >= 0 {
		field = field[:end]
	}
	return field
}
