package warp

// budgetExceeded is panicked with when a kernel takes too long to interpret.
type budgetExceeded struct{ reason string }

func (m *machine) step() {
	m.steps += m.stepCost
	if m.steps > m.maxSteps {
		panic(budgetExceeded{TooLong})
	}
	if m.steps/m.stepCost&0x3ff == 0 && m.ctx.Err() != nil {
		panic(budgetExceeded{Cancelled})
	}
}

// thrifty reports whether the iterations of loops are to be followed all at once from
// here, because so many steps more would exceed what may be spent on them one by one.
func (m *machine) thrifty(more int) bool {
	switch {
	case m.steps+more <= m.thriftySteps:
		return false
	case m.thriftySteps == m.maxSteps:
		panic(budgetExceeded{TooLong})
	}
	return true
}
