// Package suggest finds what a user probably meant by a name that is not known.
package suggest

// longest is how many bytes of a name are compared; no known name is longer.
const longest = 64

// Closest returns the known name that a name is probably a misspelling of: the one that
// the fewest bytes have to be inserted, deleted or replaced in, no more than a third of
// them; of several the first. It is "" where there is none.
func Closest(name string, known []string) string {
	name = name[:min(len(name), longest)]
	best, least := "", max(len(name)/3, 1)+1
	for _, k := range known {
		if d := Distance(name, k); d < least && d < len(name) {
			best, least = k, d
		}
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
