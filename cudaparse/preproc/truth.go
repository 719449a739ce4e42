package preproc

// A Truth is the value of a condition.
type Truth uint8

// The values. A condition is Undecided if it depends on macros that are not defined in the
// unit.
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

// Not returns the negation.
func (t Truth) Not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Undecided
}

// And returns the conjunction.
func (t Truth) And(other Truth) Truth {
	switch {
	case t == False || other == False:
		return False
	case t == True && other == True:
		return True
	}
	return Undecided
}

// Or returns the disjunction.
func (t Truth) Or(other Truth) Truth { return t.Not().And(other.Not()).Not() }
