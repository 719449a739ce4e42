package machine

import (
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// onData reports whether a condition depends on data or on an unknown value. It is a guard then:
// it may be false for all lanes of a warp. "if (i < n)" with a kernel argument n is no guard, as
// a kernel is launched for its n.
func onData(cond *lanes.Value) bool { return cond.IsUnknown() || cond.FromMemory() }

// guardedBy reports whether a condition is a guard for the active threads.
func (m *machine) guardedBy(cond *lanes.Value) bool {
	if !onData(cond) {
		return false
	}
	truths := cond.Truths(m.Lanes.Threads())
	for i, t := range m.Mask.Truth {
		if t != lanes.False && truths.At(i) == lanes.Maybe {
			return true
		}
	}
	return false
}

// entryGuarded reports whether the condition of a loop, which is tested first, is a guard
// for its first iteration.
func (l *loopRun) entryGuarded() (guarded bool) {
	if l.Trials == 0 { // else nothing is recorded
		l.trial(func() { guarded = l.guardedBy(l.loopCondition()) })
	}
	return guarded
}

// underGuard runs something under one more guard, if guarded is set.
func (m *machine) underGuard(guarded bool, run func()) {
	if guarded {
		m.Recorder.Guards++
	}
	run()
	if guarded {
		m.Recorder.Guards--
	}
}

// leaveGuarded notes that threads leave under a guard: the code after it is executed under that
// guard, too. since is the number of guards where the threads go. It returns how many guards
// are added.
func (m *machine) leaveGuarded(since int) int {
	if m.Recorder.Guards == since {
		return 0
	}
	m.Recorder.Guards++
	return 1
}
