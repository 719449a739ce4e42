// Package suggest finds what a user probably meant by a name that is not known.
package suggest

import "strings"

// longest is how many bytes of a name are compared; no known name is longer.
const longest = 64

// least is how many bytes of a name have to be there for another to be its beginning.
const least = 4

// Closest returns the known name that a name is probably meant to be: the only one that
// begins with it, or with which it begins, up to a hyphen; else the one that the fewest
// bytes have to be inserted, deleted or replaced in, no more than a third of them, of
// several the first. It is "" where there is none.
func Closest(name string, known []string) string {
	name = name[:min(len(name), longest)]
	best, nearest := "", max(len(name)/3, 1)+1
	begin, begins := "", 0
	for _, k := range known {
		if len(name) >= least && (strings.HasPrefix(k, name+"-") || strings.HasPrefix(name, k+"-")) {
			begin = k
			begins++
		}
		if d := Distance(name, k); d < nearest && d < len(name) {
			best, nearest = k, d
		}
	}
	if begins == 1 && nearest > 1 {
		return begin
	}
	return best
}

// DidYouMean returns Closest as the end of a message, `: did you mean "select"?`; ""
// where nothing is close.
func DidYouMean(name string, known []string) string {
	if k := Closest(name, known); k != "" {
		return `: did you mean "` + k + `"?`
	}
	return ""
}

// Distance returns how many bytes have to be inserted, deleted or replaced to make one
// text of the other (Levenshtein).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
