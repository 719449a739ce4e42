package warp

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// TestStatesAreShared: a state that a departure keeps is copied once, by the first store
// after it, and the copy is the object's own.
func TestStatesAreShared(t *testing.T) {
	m := &memory{evaluator: evaluator{d: lanes.NewDomain(lanes.WarpSize)}}
	o := m.newObject("x", typeInt)
	m.writable(o).cells = append(o.state.cells, cell{0, constantOf(m, 1)})
	first := o.state
	d := &departure{newest: m.objects}
	m.away = append(m.away, d)

	m.writable(o).cells[0].val = constantOf(m, 2)
	second := o.state
	if d.states[o] != first || second == first {
		t.Fatal("the departure has not the state from before the store")
	}
	if n, _ := first.cells[0].val.num.Constant(); n != 1 {
		t.Errorf("the state that was kept holds %d, want 1", n)
	}
	if m.writable(o); o.state != second {
		t.Error("a state that no one keeps was copied")
	}

	m.openJournal()
	m.writable(o).cells[0].val = constantOf(m, 3)
	third := o.state
	if m.writable(o); third == second || o.state != third {
		t.Error("a journal copies a state once")
	}
	if j := m.closeJournal(); o.state != second || j.of(o) != third {
		t.Error("the journal has not the state at its end")
	}
	if m.writable(o); o.state != second {
		t.Error("a state that a journal gave back was copied")
	}
}

func constantOf(m *memory, x int64) value {
	return value{typ: typeInt, num: m.d.Const(lanes.Int32, x)}
}
