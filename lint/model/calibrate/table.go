package calibrate

import (
	"fmt"
	"slices"
)

// A table finds rows by what they measure.
type table struct {
	device Device
	rows   []Row
	byKey  map[Key]Row
	// used lists the lines of the rows read since the last reset.
	used []int
}

func newTable(m *Measurements) *table {
	t := &table{device: m.Device, rows: m.Rows, byKey: map[Key]Row{}}
	for _, row := range m.Rows {
		t.byKey[row.Key] = row
	}
	return t
}

// get returns the value of a row, 0 where there is none: no row has that value.
func (t *table) get(k Key) float64 {
	row, ok := t.byKey[k]
	if ok {
		t.used = append(t.used, row.Line)
	}
	return row.Value
}

// find returns the value of the first row of a benchmark and pattern that fits, 0
// where none does.
func (t *table) find(benchmark, pattern string, fits func(Key) bool) float64 {
	for _, row := range t.rows {
		if row.Benchmark == benchmark && row.Pattern == pattern && fits(row.Key) {
			t.used = append(t.used, row.Line)
			return row.Value
		}
	}
	return 0
}

// all returns the rows of a benchmark and pattern, in the order of the file.
func (t *table) all(benchmark, pattern string) []Row {
	var rows []Row
	for _, row := range t.rows {
		if row.Benchmark == benchmark && row.Pattern == pattern {
			rows = append(rows, row)
			t.used = append(t.used, row.Line)
		}
	}
	return rows
}

// independent returns the rows of a benchmark and pattern that were measured with
// several blocks on each SM, as most kernels run: the warps of one block stay in
// step and share what each fetches.
func (t *table) independent(benchmark, pattern string) []Row {
	return slices.DeleteFunc(t.all(benchmark, pattern), func(r Row) bool {
		return r.Warps >= 32 || r.Blocks <= int(t.device.SMs)
	})
}

// lines names the used lines for an error: "line 7: ", "lines 7 to 12: ".
func (t *table) lines() string {
	if len(t.used) == 0 {
		return ""
	}
	first, last := slices.Min(t.used), slices.Max(t.used)
	if first == last {
		return fmt.Sprintf("line %d: ", first)
	}
	return fmt.Sprintf("lines %d to %d: ", first, last)
}
