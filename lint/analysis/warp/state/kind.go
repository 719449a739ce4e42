package state

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// JoinTargets returns the objects that either of two pointers may point to, at
// offsets that are kept where they are one constant. changed reports whether that
// is more than the first one says.
func (e *evaluator) JoinTargets(a, b []Target) (out []Target, changed bool) {
	out = append(out, a...)
	for _, t := range b {
		i := slices.IndexFunc(out, func(x Target) bool { return x.Object == t.Object })
		if i < 0 {
			out, changed = append(out, t), true
			continue
		}
		old := out[i].Offset
		_, constant := old.Constant()
		switch {
		case constant && e.Lanes.Same(old, t.Offset):
		case old.IsUniform() && t.Offset.IsUniform():
			out[i].Offset = e.Lanes.UniformOf(lanes.Int64)
			changed = changed || constant
		default:
			out[i].Offset = e.Lanes.Opaque(lanes.Int64, old.IsData() || t.Offset.IsData())
			changed = changed || old.IsUniform() || t.Offset.IsData() && !old.IsData()
		}
	}
	if len(out) > maxTargets {
		return nil, true
	}
	return out, changed
}

// Varying returns an unknown number that may differ from thread to thread. data says that it is
// data, read that memory decides it.
func (e *evaluator) Varying(t lanes.Type, data, read bool) *lanes.Value {
	if read && !data {
		return e.Lanes.Read(t)
	}
	return e.Lanes.Opaque(t, data)
}

// IsUniform reports whether all threads have the same value.
func IsUniform(v Value) bool {
	switch {
	case v.Undefined:
		return true
	case v.Num != nil:
		return v.Num.IsUniform()
	case v.Ptr != nil:
		for _, t := range v.Ptr {
			if !t.Offset.IsUniform() {
				return false
			}
		}
		return true
	}
	return false
}

// IsRead reports whether what is in memory decides a value.
func IsRead(v Value) bool {
	for _, t := range v.Ptr {
		if t.Offset.IsRead() {
			return true
		}
	}
	return v.Num != nil && v.Num.IsRead()
}

// IsData reports whether a value depends on data that differs between threads.
func IsData(v Value) bool { return v.Num != nil && v.Num.IsData() }

// SameValue reports whether two values are known to be the same in every thread.
func (e *evaluator) SameValue(a, b Value) bool {
	switch {
	case a.Num != nil && b.Num != nil:
		return e.Lanes.Same(a.Num, b.Num)
	case a.Ptr != nil && b.Ptr != nil:
		if len(a.Ptr) != len(b.Ptr) {
			return false
		}
		for i := range a.Ptr {
			if a.Ptr[i].Object != b.Ptr[i].Object || !e.Lanes.Same(a.Ptr[i].Offset, b.Ptr[i].Offset) {
				return false
			}
		}
		return true
	case a.Num != nil || b.Num != nil || a.Ptr != nil || b.Ptr != nil:
		return false
	}
	return a.Func == b.Func
}

// PointerStep returns the known number of bytes per thread between two pointers
// into one object.
func (e *evaluator) PointerStep(a, b Value) (*lanes.Value, bool) {
	if len(a.Ptr) != 1 || len(b.Ptr) != 1 || a.Ptr[0].Object != b.Ptr[0].Object {
		return nil, false
	}
	return e.Lanes.StepBetween(lanes.Int64, a.Ptr[0].Offset, b.Ptr[0].Offset)
}
