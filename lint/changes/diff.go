package changes

import (
	"bytes"
	"slices"
	"sort"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// A hunk says that the lines [a, b) of the old text were replaced by the lines [c, d) of the
// new one, counted from 0.
type hunk struct{ a, b, c, d int }

// splitLines returns the lines of a text without their line ends: git may convert these, so
// that their change does not count.
func splitLines(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		lines[i] = bytes.TrimSuffix(line, []byte("\r"))
	}
	return lines
}

// diff returns the hunks between two texts.
func diff(old, fresh []byte) []hunk {
	if bytes.Equal(old, fresh) {
		return nil
	}
	numbers := map[string]rune{}
	number := func(text []byte) []rune {
		lines := splitLines(text)
		ids := make([]rune, len(lines))
		for i, line := range lines {
			id, known := numbers[string(line)]
			if !known {
				id = rune(len(numbers))
				numbers[string(line)] = id
			}
			ids[i] = id
		}
		return ids
	}
	d := differ{}
	d.diff(number(old), number(fresh), 0, 0, 0)
	return d.hunks
}

// A differ first aligns the lines that are unique in both texts (patience diff), and then
// compares the parts between them by their longest common subsequence. The library alone
// gives up on the rest of a text after a hundred changes.
type differ struct{ hunks []hunk }

// maxDepth bounds the recursion for hostile texts.
const maxDepth = 64

func (d *differ) diff(old, fresh []rune, a, c, depth int) {
	for len(old) > 0 && len(fresh) > 0 && old[0] == fresh[0] {
		old, fresh, a, c = old[1:], fresh[1:], a+1, c+1
	}
	for len(old) > 0 && len(fresh) > 0 && old[len(old)-1] == fresh[len(fresh)-1] {
		old, fresh = old[:len(old)-1], fresh[:len(fresh)-1]
	}
	if len(old) == 0 || len(fresh) == 0 {
		if len(old)+len(fresh) > 0 {
			d.add(hunk{a, a + len(old), c, c + len(fresh)})
		}
		return
	}
	anchors := [][2]int(nil)
	if depth < maxDepth {
		anchors = unique(old, fresh)
	}
	if len(anchors) == 0 {
		for _, h := range lcs.DiffRunes(old, fresh) {
			d.add(hunk{a + h.Start, a + h.End, c + h.ReplStart, c + h.ReplEnd})
		}
		return
	}
	i, j := 0, 0
	for _, anchor := range append(anchors, [2]int{len(old), len(fresh)}) {
		d.diff(old[i:anchor[0]], fresh[j:anchor[1]], a+i, c+j, depth+1)
		i, j = anchor[0]+1, anchor[1]+1
	}
}

// add adds a hunk, and merges it with the previous one if they touch.
func (d *differ) add(h hunk) {
	if n := len(d.hunks); n > 0 && d.hunks[n-1].b == h.a && d.hunks[n-1].d == h.c {
		d.hunks[n-1].b, d.hunks[n-1].d = h.b, h.d
		return
	}
	d.hunks = append(d.hunks, h)
}

// unique returns the places of lines that are unique in both texts: a longest list of them in
// the order of both.
func unique(old, fresh []rune) [][2]int {
	type place struct{ inOld, inFresh, count int }
	places := map[rune]*place{}
	for i, id := range old {
		if p := places[id]; p != nil {
			p.count += 2 // never 1 + 1
			continue
		}
		places[id] = &place{inOld: i, count: 1}
	}
	var common []*place
	for j, id := range fresh {
		if p := places[id]; p != nil {
			if p.count == 1 {
				p.inFresh = j
				common = append(common, p)
			}
			p.count++
		}
	}
	common = slices.DeleteFunc(common, func(p *place) bool { return p.count != 2 })
	// They are in the order of fresh: the longest increasing subsequence in old.
	var ends []int // of each length, the place with the least end
	before := make([]int, len(common))
	for i, p := range common {
		at := sort.Search(len(ends), func(n int) bool { return common[ends[n]].inOld > p.inOld })
		before[i] = -1
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var out [][2]int
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		out = append(out, [2]int{common[i].inOld, common[i].inFresh})
	}
	slices.Reverse(out)
	return out
}

// touches reports whether hunks changed the lines first to last of the new text, counted from
// 1, or deleted lines between them. last = first - 1 means the place between these two.
func touches(hunks []hunk, first, last int) bool {
	// The changed lines are c+1 to d, of which none are left where c = d.
	i := sort.Search(len(hunks), func(i int) bool { return hunks[i].d >= first })
	return i < len(hunks) && hunks[i].c+1 <= last
}

// back returns the lines of the old text that correspond to the lines first to last of the new
// text, counted from 1. If there are none, the end is the line before the start.
func back(hunks []hunk, first, last int) (int, int) {
	from := first
	for _, h := range hunks {
		switch {
		case first > h.d:
			from = first - h.d + h.b
		case first > h.c:
			from = h.a + 1
		}
	}
	to := last
	for _, h := range hunks {
		switch {
		case last > h.d:
			to = last - h.d + h.b
		case last > h.c:
			to = h.b
		}
	}
	return from, to
}
