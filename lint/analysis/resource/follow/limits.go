package follow

// The limits of one analysis, and of all analyses of a unit.
const (
	maxStates  = 150       // of one block
	maxPartial = 40        // of one block, once some block had too many
	maxPoints  = 12_000    // of one function
	MaxSteps   = 1_000_000 // for a unit and a kind: about a second, see work
	maxOfSite  = MaxSteps / 3
	MaxDepth   = 5  // of calls
	maxResults = 64 // states that the evaluation of one expression can end in

	maxEndingNodes = 4000 // of a function whose endings are found
)

// limits bound the work of one analysis.
type limits struct {
	unit  *Unit
	least int // the part of the unit's budget that is for other analyses
	// Partial is set if paths were left out, giveUp if no further path is to be followed. Events
	// on the paths before remain valid.
	Partial, giveUp bool
}

// step counts one step of work. It reports whether the budget is used up.
func (l *limits) step() bool { return l.work(1) }

// work counts steps of work: one takes about as long as the evaluation of an expression. It
// reports whether the budget is used up.
func (l *limits) work(steps int) bool {
	u := l.unit
	before := u.Budget
	u.Budget -= steps
	if u.Budget < l.least || u.Budget/1024 != before/1024 && u.Opts.Over != nil && u.Opts.Over() {
		l.giveUp, l.Partial = true, true
	}
	return l.giveUp
}
