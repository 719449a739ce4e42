package preproc

// A Truth is the outcome of a condition.
type Truth uint8

// The outcomes: Undecided where it depends on macros that the sources do not define.
const (
	Undecided Truth = iota
	True
	False
)

// TruthOf returns True or False.
func TruthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// Not returns the opposite outcome.
func (t Truth) Not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Undecided
}

// And returns the outcome of both.
func (t Truth) And(other Truth) Truth {
	switch {
	case t == False || other == False:
		return False
	case t == True && other == True:
		return True
	}
	return Undecided
}

// Or returns the outcome of either.
func (t Truth) Or(other Truth) Truth { return t.Not().And(other.Not()).Not() }
