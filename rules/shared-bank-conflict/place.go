package sharedbankconflict

import "github.com/cudalint/cudalint/lint/analysis/warp"

// A placed is where the lanes of an access are in an array of rows, from the first active lane: the
// offset in bytes, and the row. element is the size of an element of the array.
type placed struct {
	offsets, rows []int64
	element       int64
}

// place finds the rows of the lanes of an access from where they are after each row got n elements
// longer. ok is false where the lanes are not in rows: an index that runs over the end of a row would
// reach other elements after it.
func (x *array) place(before, after *warp.Access, n int64) (p placed, ok bool) {
	element := x.element
	if element <= 0 {
		element = before.Bytes
	}
	added, padding := after.ObjectBytes-before.ObjectBytes, n*element
	if before.Lanes == nil || after.Lanes == nil || before.ObjectBytes <= 0 || added < padding || added%padding != 0 || before.ObjectBytes%(added/padding) != 0 {
		return p, false
	}
	p.element = element
	row := before.ObjectBytes / (added / padding)
	first, low, high := -1, int64(0), int64(0)
	for i, at := range before.Lanes {
		if (at < 0) != (after.Lanes[i] < 0) {
			return p, false
		}
		if at < 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		offset := at - before.Lanes[first]
		moved := after.Lanes[i] - after.Lanes[first] - offset
		column := offset - moved/padding*row
		low, high = min(low, column), max(high, column)
		if moved%padding != 0 || high-low >= row {
			return p, false
		}
		p.offsets, p.rows = append(p.offsets, offset), append(p.rows, moved/padding)
	}
	return p, true
}

// conflict returns the conflict degree of lanes that access one word each, with rows that are
// longer by n elements.
func (p placed) conflict(n int64) int {
	offsets := make([]int64, len(p.offsets))
	for i, at := range p.offsets {
		offsets[i] = at + p.rows[i]*n*p.element
	}
	return degree(offsets)
}

// degree returns how many words of one bank lanes access at most, with one word for each lane.
func degree(offsets []int64) int {
	words, most := map[int64]bool{}, 0
	var bank [bankCount]int
	for _, at := range offsets {
		word := at >> 2
		if !words[word] {
			words[word] = true
			b := &bank[word&(bankCount-1)]
			*b++
			most = max(most, *b)
		}
	}
	return most
}
