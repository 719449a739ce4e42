package cost

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// TestTableOf: data that selects among few positions reads a small table, unless lanes reach
// more addresses than there are positions: each then has positions of its own.
func TestTableOf(t *testing.T) {
	for _, c := range []struct {
		name      string
		addresses int
		positions int64
		table     int64
	}{
		{"one of eight elements", 8, 8, 32},
		{"a lane's own element or the next", 32, 2, -1},
	} {
		a := warp.Access{Pattern: warp.DataDependent, Bytes: 4, ObjectBytes: -1, DataRange: c.positions,
			Addresses: warp.Count{Worst: c.addresses, Mean: 2}, Sectors: warp.Count{Worst: 5, Mean: 2}}
		if r := readOf(&a); r.Table != c.table || r.Order != gpu.Random {
			t.Errorf("%s: table %d, order %v, want %d", c.name, r.Table, r.Order, c.table)
		}
	}
}
