package gpu

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint/suggest"
)

// numbered is a name with one number: RTX4075, sm91 as SM91, T4.
var numbered = regexp.MustCompile(`^([A-Z]+)([0-9]{2,4})([A-Z]*)$`)

// near returns the names to suggest for an unknown one, the nearest first: those that differ from
// it only in a number that is near (RTX 4070 and RTX 4080 for RTX 4075), else the one whose letters
// are nearest, else none.
func near(name string) []string {
	const longest = 64 // bytes compared; no name is longer
	key := spelling(name)
	key = key[:min(len(key), longest)]
	if parts := numbered.FindStringSubmatch(key); parts != nil {
		byNumber := map[int]string{}
		var numbers []int
		for _, candidate := range candidates() {
			m := numbered.FindStringSubmatch(spelling(candidate))
			if m == nil || m[1] != parts[1] || m[3] != parts[3] || len(m[2]) != len(parts[2]) {
				continue
			}
			n, _ := strconv.Atoi(m[2])
			byNumber[n] = candidate
			numbers = append(numbers, n)
		}
		number, _ := strconv.Atoi(parts[2])
		var out []string
		for _, n := range nearest(number, numbers) {
			out = append(out, byNumber[n])
		}
		if out != nil {
			return out
		}
	}
	if one := closest(key); one != "" {
		return []string{one}
	}
	return nil
}

// nearest returns the two numbers that are next to a number, the nearer first, without those that
// are more than a tenth of it away.
func nearest(number int, among []int) []int {
	distance := func(n int) int { return max(n-number, number-n) }
	close := slices.DeleteFunc(slices.Clone(among), func(n int) bool { return 10*distance(n) > number })
	slices.SortFunc(close, func(a, b int) int { return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a, b)) })
	close = slices.Compact(close)
	return close[:min(len(close), 2)]
}

// candidates returns the names that are suggested: architectures, then products.
func candidates() []string {
	names := Names()
	for _, arch := range Names() {
		for _, p := range Lookup(arch).Products {
			names = append(names, p.Name)
		}
		for _, f := range WithoutFigures(arch) {
			names = append(names, f.Products...)
		}
	}
	return names
}

// closest returns the architecture or product to suggest for an unknown spelling, "" if none is
// close. A candidate is close if its name, or that of its generation, contains the unknown name, or
// differs from it in at most a third of its letters. Of several it takes the nearest, then the one
// with the longest common prefix, then the shortest.
func closest(name string) string {
	best, least, begins, length := "", max(len(name)/3, 1)+1, 0, 0
	consider := func(candidate, known string) {
		known = spelling(known)
		distance, common := suggest.Distance(name, known), commonPrefix(name, known)
		if len(name) > 1 && (strings.Contains(known, name) || strings.HasPrefix(name, known)) {
			distance = 1
		}
		if distance < least || distance == least && best != "" && (common > begins || common == begins && len(known) < length) {
			best, least, begins, length = candidate, distance, common, len(known)
		}
	}
	if name == "" {
		return ""
	}
	for _, arch := range Names() {
		consider(arch, arch)
		consider(arch, Lookup(arch).Architecture)
	}
	for _, candidate := range candidates() {
		consider(candidate, candidate)
	}
	return best
}

// commonPrefix returns the length of the longest common prefix of two texts, in bytes.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
