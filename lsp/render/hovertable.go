package render

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/wording"
)

// laneLines returns the table of the byte that each lane of the worst warp accesses, from
// the lowest of them; nil where all use one address, or it is not known. For an affine pattern
// the table has the first lanes and the last only.
func laneLines(r *inspect.DetailedRow) []string {
	offsets := r.Lanes()
	if offsets == nil || r.Addresses.Worst <= 1 || r.Pattern == warp.PatternUnknown {
		return nil
	}
	first, last, whole := activeLanes(offsets)
	const firstLanes = 4 // lanes that show what a stride does
	if r.Pattern == warp.Affine && whole && last-first >= firstLanes+1 {
		lanes, bytes := []string{"lane"}, []string{"byte"}
		for _, i := range append(span(first, first+firstLanes), last) {
			if i == last {
				lanes, bytes = append(lanes, "..."), append(bytes, "...")
			}
			lanes, bytes = append(lanes, strconv.Itoa(i)), append(bytes, strconv.FormatInt(offsets[i], 10))
		}
		return alignRows([][]string{lanes, bytes}, nil)
	}
	const perLine = 8
	var rows [][]string
	for from := 0; from < len(offsets); from += perLine {
		lanes, bytes := []string{"lane"}, []string{"byte"}
		for _, i := range span(from, min(from+perLine, len(offsets))) {
			at := "-"
			if offsets[i] >= 0 {
				at = strconv.FormatInt(offsets[i], 10)
			}
			lanes, bytes = append(lanes, strconv.Itoa(i)), append(bytes, at)
		}
		rows = append(rows, lanes, bytes)
	}
	return alignRows(rows, nil)
}

// activeLanes returns the first and the last lane that is active; whole is set if all
// between them are, too.
func activeLanes(lanes []int64) (first, last int, whole bool) {
	first, last = -1, -1
	active := 0
	for i, at := range lanes {
		if at < 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		active++
	}
	return first, last, active > 0 && active == last-first+1
}

// span returns the numbers from from to below to.
func span(from, to int) (out []int) {
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// maxLaunches bounds the rows that a page lists.
const maxLaunches = 6

// launches adds a line for each kernel and launch that come to an access, where there are
// several.
func (p *page) launches(rows []inspect.DetailedRow) {
	if len(rows) < 2 {
		return
	}
	severalKinds, severalObjects, objects, sectors := false, false, 0, false
	names := map[string]bool{}
	for i := range rows {
		r := &rows[i]
		severalKinds = severalKinds || r.Kind != rows[0].Kind
		severalObjects = severalObjects || r.Object != rows[0].Object || r.Space != rows[0].Space
		sectors = sectors || wording.InSectors(&r.Row)
		if !names[r.Kernel+fmt.Sprint(r.Block)+r.Launch] {
			names[r.Kernel+fmt.Sprint(r.Block)+r.Launch] = true
			objects++
		}
	}
	if objects < 2 && !severalObjects {
		return // it is loaded and stored
	}
	table := [][]string{{"kernel", "block", "", "", "addresses", "sectors", "conflict", "cycles", "times", "launch"}}
	for i := range rows {
		if i == maxLaunches && len(rows) > maxLaunches+1 {
			break
		}
		r := &rows[i]
		d := r.Block.Dim
		line := []string{wording.ClipRunes(wording.Printable(r.Kernel), 40), fmt.Sprintf("%dx%dx%d", d[0], d[1], d[2]), "", "", wording.Count(r.Addresses, r.Ranges.Addresses, true), "", "",
			wording.Cycles(r.Cycles), wording.Trips(r.Trips), wording.ClipRunes(path.Base(wording.Printable(r.Launch)), 40)}
		if r.Launch == "" {
			line[len(line)-1] = "not visible"
		}
		if severalKinds {
			line[2] = r.Kind.String()
		}
		if severalObjects {
			line[3] = wording.ClipRunes(strings.TrimSpace(r.Space.String()+" "+wording.Printable(r.Object)), 40)
		}
		if wording.InSectors(&r.Row) {
			line[5] = wording.Count(r.Sectors, r.Ranges.Sectors, true)
		}
		if wording.InShared(&r.Row) {
			line[6] = wording.Count(r.BankConflict, r.Ranges.BankConflict, true)
		}
		table = append(table, line)
	}
	dropEmpty(table)
	lines := alignRows(table, []int{1, 2, 3, 9})
	if more := len(rows) - (len(table) - 1); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	p.add(p.block(lines))
}

// dropEmpty empties the heads of columns that have nothing in them.
func dropEmpty(table [][]string) {
	for i := range table[0] {
		empty := true
		for _, row := range table[1:] {
			empty = empty && (row[i] == "" || row[i] == "-")
		}
		if empty {
			for _, row := range table {
				row[i] = ""
			}
		}
	}
}

// alternatives adds the placements that the data could have.
func (p *page) alternatives(r *inspect.DetailedRow) {
	if r.Price == nil || len(r.Price.Elsewhere) == 0 {
		return
	}
	table := [][]string{{"placement", "cycles", "est. speedup", ""}, {presentPlacement(r) + " (now)", wording.Cycles(r.Cycles), "", ""}}
	for _, e := range r.Price.Elsewhere {
		table = append(table, []string{e.Placement, fmt.Sprintf("%.1f", e.Cycles), changeText(&e, r.Price.UpperBound), basisMark(&e, r.Price)})
	}
	p.table(table, 3)
}

// presentPlacement names where the data is now.
func presentPlacement(r *inspect.DetailedRow) string {
	if r.Space == sema.ParameterSpace {
		return "constant"
	}
	return r.Space.String()
}

// changeText says how much of the kernel's time a placement saves: "about 81 %".
func changeText(e *price.Elsewhere, upperBound bool) string {
	switch {
	case e.SavingPercent < 0:
		return fmt.Sprintf("%d %% slower", -e.SavingPercent)
	case e.SavingPercent == 0 && !e.Range.Wide():
		return "none"
	}
	return wording.Speedup(e.SavingPercent, e.Range, upperBound)
}

// basisMark tells how the price of a placement is known where it is known worse than that
// of the present one.
func basisMark(e *price.Elsewhere, now *price.Comparison) string {
	if e.Basis == now.Basis {
		return ""
	}
	return string(e.Basis)
}
