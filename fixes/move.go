package fixes

import "sort"

// Moves returns a function that maps an offset of text to offsets first <= last of the text
// after Apply. They are equal for a byte that no edit touches. For a byte that is replaced they
// are the start and the end of the replacement. For a byte with an insertion directly before
// it, first is the start of the inserted text and last the new offset of the byte. The offset
// may be the end of text. The error is that of Apply.
func Moves(text []byte, edits []Edit) (func(offset int) (first, last int), error) {
	_, places, err := apply(text, edits)
	if err != nil {
		return nil, err
	}
	return func(offset int) (first, last int) {
		k := sort.Search(len(places), func(i int) bool {
			return places[i].End > offset || places[i].Start == offset && places[i].End == offset
		})
		from, to := 0, 0 // the end of the last edit before the offset, in the old and the new text
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
