package machine

import "github.com/cudalint/cudalint/lint/analysis/warp"

// budgetExceeded is panicked with when a kernel takes too long to interpret.
type budgetExceeded struct{ reason string }

func (m *machine) step() {
	m.Steps += m.stepCost
	if m.Steps > m.maxSteps {
		panic(budgetExceeded{warp.TooLong})
	}
	if m.Steps/m.stepCost&0x3ff == 0 && m.ctx.Err() != nil {
		panic(budgetExceeded{warp.Cancelled})
	}
}

// mustAbstract reports whether the iterations of loops have to be executed all at once from here
// on: so many more steps would exceed what may be spent on them one by one.
func (m *machine) mustAbstract(more int) bool {
	switch {
	case m.Steps+more <= m.abstractAfter:
		return false
	case m.abstractAfter == m.maxSteps:
		panic(budgetExceeded{warp.TooLong})
	}
	return true
}
