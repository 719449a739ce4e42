package warp

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// note adds something that decides figures to events: which threads take a branch, or what an
// address is made of, besides the counters of loops.
func (m *memory) note(x uint64) {
	h := (m.events ^ x) * 0x9e3779b97f4a7c15
	m.events = h ^ h>>29
}

// noteMask notes how many threads are there.
func (m *memory) noteMask() {
	var seen [3]uint64
	for _, t := range m.mask.truth {
		seen[t]++
	}
	m.note(seen[lanes.True]<<32 | seen[lanes.Maybe])
}

// noteValue notes what a value is made of.
func (m *memory) noteValue(v value) {
	if v.num != nil {
		m.note(m.d.Shape(v.num, false))
	}
	for _, t := range v.ptr {
		m.note(uint64(t.obj.id))
		m.note(m.d.Shape(t.off, false))
	}
}

// charge counts work besides the evaluation of expressions.
func (m *memory) charge(n int) { m.steps += n }
