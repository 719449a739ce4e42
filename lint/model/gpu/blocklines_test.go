package gpu

import (
	"strconv"
	"testing"
)

// TestLinesOfABlock compares reads at fixed lanes of which each warp of a block reads a
// part of its own with what an H200 measured (testdata/blocklines.cu): lane l of warp w
// reads element (32 w + l) x stride, and the loads after it the elements that follow.
func TestLinesOfABlock(t *testing.T) {
	m := Lookup("sm_90")
	for _, row := range table(t, "blocklines.csv") {
		number := func(column string) float64 {
			x, err := strconv.ParseFloat(row[column], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		stride, loads := int64(number("stride")), number("loads")
		r := Read{Addresses: 32, Worst: 32, Bytes: 4, Table: 65536, Order: Walking, Step: 4, Apart: true,
			Block: int64(number("bytes")), Again: loads}
		for lane := range int64(32) {
			r.Lanes = append(r.Lanes, lane*stride*4)
		}
		got, want := m.ConstantIndexed(r).Cycles, number("constant_cycles")
		// Several loads in a row find more or less of each other's lines than the model
		// says: it is held not to promise more than half again there.
		low, high := 0.78*want, 1.22*want
		if loads > 1 {
			low, high = 0, 1.5*want
		}
		if got < low || got > high {
			t.Errorf("block %s, stride %s, %s loads: %.1f cycles, measured %.1f", row["block"], row["stride"], row["loads"], got, want)
		}
	}
}
