package state

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// TestStatesAreShared: a state that a departure keeps is copied once, by the first store
// after it, and the copy is the object's own.
func TestStatesAreShared(t *testing.T) {
	m := &Memory{evaluator: evaluator{Lanes: lanes.NewDomain(lanes.WarpSize)}}
	o := m.NewObject("x", ctype.TypeInt)
	m.Writable(o).Cells = append(o.Contents.Cells, Cell{0, constantOf(m, 1)})
	first := o.Contents
	d := &Departure{Newest: m.Objects}
	m.Departures = append(m.Departures, d)

	m.Writable(o).Cells[0].Value = constantOf(m, 2)
	second := o.Contents
	if d.States[o] != first || second == first {
		t.Fatal("the departure has not the state from before the store")
	}
	if n, _ := first.Cells[0].Value.Num.Constant(); n != 1 {
		t.Errorf("the state that was kept holds %d, want 1", n)
	}
	if m.Writable(o); o.Contents != second {
		t.Error("a state that no one keeps was copied")
	}

	m.OpenJournal()
	m.Writable(o).Cells[0].Value = constantOf(m, 3)
	third := o.Contents
	if m.Writable(o); third == second || o.Contents != third {
		t.Error("a journal copies a state once")
	}
	if j := m.CloseJournal(); o.Contents != second || j.Of(o) != third {
		t.Error("the journal has not the state at its end")
	}
	if m.Writable(o); o.Contents != second {
		t.Error("a state that a journal gave back was copied")
	}
}

func constantOf(m *Memory, x int64) Value {
	return Value{Type: ctype.TypeInt, Num: m.Lanes.Const(lanes.Int32, x)}
}
