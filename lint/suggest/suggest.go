// Package suggest finds the known name that a user probably meant by an unknown one.
package suggest

import "strings"

// maxCompared is how many bytes of a name are compared. No known name is longer.
const maxCompared = 64

// minPrefix is the smallest length of a name that is compared as a prefix.
const minPrefix = 4

// Closest returns the known name that a name is probably meant to be, "" if there is none.
// That is the name at the smallest Distance, which is at most a third of the length, and
// of several the first. If there is only one known name that continues the name after a
// hyphen, or that the name continues, it is preferred to distances over 1.
func Closest(name string, known []string) string {
	name = name[:min(len(name), maxCompared)]
	best, nearest := "", max(len(name)/3, 1)+1
	related, count := "", 0
	for _, k := range known {
		if len(name) >= minPrefix && (strings.HasPrefix(k, name+"-") || strings.HasPrefix(name, k+"-")) {
			related = k
			count++
		}
		if d := Distance(name, k); d < nearest && d < len(name) {
			best, nearest = k, d
		}
	}
	if count == 1 && nearest > 1 {
		return related
	}
	return best
}

// DidYouMean returns Closest as the end of a message, `: did you mean "select"?`, or "" if
// there is none.
func DidYouMean(name string, known []string) string {
	if k := Closest(name, known); k != "" {
		return `: did you mean "` + k + `"?`
	}
	return ""
}

// Distance returns the Levenshtein distance of two texts: how many bytes have to be inserted,
// deleted or replaced to turn one into the other.
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
