package state

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// note adds something that decides figures to events: which threads take a branch, or what an
// address is made of, besides the counters of loops.
func (m *Memory) Mix(x uint64) {
	h := (m.Fingerprint ^ x) * 0x9e3779b97f4a7c15
	m.Fingerprint = h ^ h>>29
}

// noteMask notes how many threads are there.
func (m *Memory) MixMask() {
	var seen [3]uint64
	for _, t := range m.Mask.Truth {
		seen[t]++
	}
	m.Mix(seen[lanes.True]<<32 | seen[lanes.Maybe])
}

// noteValue notes what a value is made of.
func (m *Memory) MixValue(v Value) {
	if v.Num != nil {
		m.Mix(m.Lanes.Shape(v.Num, false))
	}
	for _, t := range v.Ptr {
		m.Mix(uint64(t.Object.ID))
		m.Mix(m.Lanes.Shape(t.Offset, false))
	}
}

// charge counts work besides the evaluation of expressions.
func (m *Memory) Charge(n int) { m.Steps += n }
