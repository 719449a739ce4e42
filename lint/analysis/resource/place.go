package resource

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
const unknownPlace = "?'"

func isStep(c byte) bool { return c == '.' || c == '[' || c == '^' }

// covers reports whether a place is another one or holds it, with the steps from
// one to the other.
func covers(outer, inner string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(inner, outer)
	if !ok || outer == "" || rest != "" && !isStep(rest[0]) {
		return "", false
	}
	return rest, true
}

// root returns the root of a place.
func root(place string) string {
	if i := strings.IndexByte(place, '\''); i >= 0 {
		return place[:i+1]
	}
	return ""
}

// weak reports whether a place stands for more than one, or cannot be told from
// others: what is written to it does not take the place of what was there.
func weak(place string) bool {
	return strings.Contains(place, "[*]") || strings.HasPrefix(place, unknownPlace)
}

// blur turns the indexes of a place into [*].
func blur(place string, all bool) string {
	if !strings.Contains(place, "[") {
		return place
	}
	var b strings.Builder
	for i := 0; i < len(place); i++ {
		if place[i] != '[' {
			b.WriteByte(place[i])
			continue
		}
		end := closing(place, i)
		index := place[i+1 : end]
		if all || !isNumber(index) {
			index = "*"
		}
		b.WriteString("[" + index + "]")
		i = end
	}
	return b.String()
}

// closing returns the position of the bracket that ends an index.
func closing(place string, open int) int {
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

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// mayBe reports whether two places can be the same: indexes that are not both
// numbers may be equal, and a place out of sight may be one with the same last
// field.
func mayBe(a, b string) bool {
	if a == b {
		return true
	}
	if root(a) == unknownPlace || root(b) == unknownPlace {
		return lastField(a) == lastField(b)
	}
	for a != "" && b != "" {
		if a[0] == '[' && b[0] == '[' {
			i, j := closing(a, 0), closing(b, 0)
			x, y := a[1:i], b[1:j]
			if x != y && isNumber(x) && isNumber(y) {
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

// lastField returns the name of the last field on the way to a place.
func lastField(place string) string {
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
