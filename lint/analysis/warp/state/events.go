package state

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// Mix adds to the fingerprint something that decides the figures of accesses: which threads take
// a branch, or which kinds of symbols an address has.
func (m *Memory) Mix(x uint64) {
	h := (m.Fingerprint ^ x) * 0x9e3779b97f4a7c15
	m.Fingerprint = h ^ h>>29
}

// MixMask adds how many threads are active to the fingerprint.
func (m *Memory) MixMask() {
	var seen [3]uint64
	for _, t := range m.Mask.Truth {
		seen[t]++
	}
	m.Mix(seen[lanes.True]<<32 | seen[lanes.Maybe])
}

// MixValue adds the shape of a value to the fingerprint.
func (m *Memory) MixValue(v Value) {
	if v.Num != nil {
		m.Mix(m.Lanes.Shape(v.Num, false))
	}
	for _, t := range v.Ptr {
		m.Mix(uint64(t.Object.ID))
		m.Mix(m.Lanes.Shape(t.Offset, false))
	}
}

// Charge counts work besides the evaluation of expressions.
func (m *Memory) Charge(n int) { m.Steps += n }
