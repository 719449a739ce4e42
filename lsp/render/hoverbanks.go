package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/wording"
)

// maxBanks bounds the banks that a hover lists.
const maxBanks = 8

// banks adds the table of the banks of shared memory that several lanes of the worst warp need
// different words of: each word takes a wavefront.
func (p *page) banks(r *inspect.DetailedRow) {
	loads, first, last := r.BankLoads()
	if len(loads) == 0 {
		return
	}
	table := [][]string{{"bank", "wavefronts", "lanes"}}
	for i := range loads[:min(len(loads), maxBanks)] {
		l := &loads[i]
		table = append(table, []string{strconv.Itoa(l.Bank), strconv.Itoa(l.Words), numberRanges(l.Lanes)})
	}
	lines := alignRows(table, []int{2})
	if more := len(loads) - maxBanks; more > 0 {
		lines = append(lines, "and "+wording.Plural(more, "more bank"))
	}
	const warp = 32
	if last-first+1 < warp {
		lines = append(lines, fmt.Sprintf("lanes %d-%d are served together", first, last))
	}
	p.add(p.text("Banks with several words, counted from that of the lowest address:"))
	p.add(p.block(lines))
}

// numberRanges returns increasing numbers as a list: "0-7, 16, 24-31". Numbers at equal distances are
// one part: "0, 8, ..., 24".
func numberRanges(list []int) string {
	if n := len(list); n > 3 && list[1]-list[0] > 1 {
		step, even := list[1]-list[0], true
		for i := 1; i < n; i++ {
			even = even && list[i]-list[i-1] == step
		}
		if even {
			return fmt.Sprintf("%d, %d, ..., %d", list[0], list[1], list[n-1])
		}
	}
	var parts []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		switch {
		case k > i+1:
			parts = append(parts, fmt.Sprintf("%d-%d", list[i], list[k]))
		default:
			for _, n := range list[i : k+1] {
				parts = append(parts, strconv.Itoa(n))
			}
		}
		i = k + 1
	}
	return strings.Join(parts, ", ")
}
