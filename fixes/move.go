package fixes

import "sort"

// Moves returns what tells where the byte at an offset of text stands after Apply with
// some edits of the file: offsets first <= last in the new text. They are equal for a
// byte that no edit touches. Else they are the start and the end of what stands in the
// place of the byte, or of what is inserted right before it, so that last is where the
// byte stands then. An offset may be the end of text. The error is that of Apply.
func Moves(text []byte, edits []Edit) (func(offset int) (first, last int), error) {
	_, places, err := apply(text, edits)
	if err != nil {
		return nil, err
	}
	return func(offset int) (first, last int) {
		k := sort.Search(len(places), func(i int) bool {
			return places[i].End > offset || places[i].Start == offset && places[i].End == offset
		})
		from, to := 0, 0 // an edge of the last edit before the offset, old and new
		if k > 0 {
			from, to = places[k-1].End, places[k-1].end
		}
		first = offset - from + to
		last = first
		for ; k < len(places) && places[k].Start <= offset; k++ {
			first, last = min(first, places[k].start), max(places[k].start, places[k].end)
		}
		return first, last
	}, nil
}
