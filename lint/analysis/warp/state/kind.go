package warp

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// joinTargets returns the objects that either of two pointers may point to, at
// offsets that are kept where they are one constant. changed reports whether that
// is more than the first one says.
func (e *evaluator) joinTargets(a, b []target) (out []target, changed bool) {
	out = append(out, a...)
	for _, t := range b {
		i := slices.IndexFunc(out, func(x target) bool { return x.obj == t.obj })
		if i < 0 {
			out, changed = append(out, t), true
			continue
		}
		old := out[i].off
		_, constant := old.Constant()
		switch {
		case constant && e.d.Same(old, t.off):
		case old.IsUniform() && t.off.IsUniform():
			out[i].off = e.d.UniformOf(lanes.Int64)
			changed = changed || constant
		default:
			out[i].off = e.d.Opaque(lanes.Int64, false)
			changed = changed || old.IsUniform()
		}
	}
	if len(out) > maxTargets {
		return nil, true
	}
	return out, changed
}

// open returns a number that may differ from thread to thread: data, one that is read from
// memory in a way that is not known, or neither.
func (e *evaluator) open(t lanes.Type, data, read bool) *lanes.Value {
	if read && !data {
		return e.d.Read(t)
	}
	return e.d.Opaque(t, data)
}

func isUniform(v value) bool {
	switch {
	case v.undefined:
		return true
	case v.num != nil:
		return v.num.IsUniform()
	case v.ptr != nil:
		for _, t := range v.ptr {
			if !t.off.IsUniform() {
				return false
			}
		}
		return true
	}
	return false
}

// isRead reports whether what is in memory decides a value.
func isRead(v value) bool {
	for _, t := range v.ptr {
		if t.off.IsRead() {
			return true
		}
	}
	return v.num != nil && v.num.IsRead()
}

func isData(v value) bool { return v.num != nil && v.num.IsData() }

func (e *evaluator) sameValue(a, b value) bool {
	switch {
	case a.num != nil && b.num != nil:
		return e.d.Same(a.num, b.num)
	case a.ptr != nil && b.ptr != nil:
		if len(a.ptr) != len(b.ptr) {
			return false
		}
		for i := range a.ptr {
			if a.ptr[i].obj != b.ptr[i].obj || !e.d.Same(a.ptr[i].off, b.ptr[i].off) {
				return false
			}
		}
		return true
	case a.num != nil || b.num != nil || a.ptr != nil || b.ptr != nil:
		return false
	}
	return a.fn == b.fn
}

// pointerStep returns the known number of bytes per thread between two pointers
// into one object.
func (e *evaluator) pointerStep(a, b value) (*lanes.Value, bool) {
	if len(a.ptr) != 1 || len(b.ptr) != 1 || a.ptr[0].obj != b.ptr[0].obj {
		return nil, false
	}
	return e.d.StepBetween(lanes.Int64, a.ptr[0].off, b.ptr[0].off)
}
