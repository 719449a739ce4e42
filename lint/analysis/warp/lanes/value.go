package lanes

// A Value is what is known of a number in every thread. It is immutable, and so are
// the vectors and terms in it, which values share.
type Value struct {
	Type    Type
	unknown bool
	// offset has one entry, or one per thread; it is empty for floating-point values that
	// are known.
	offset []int64
	terms  []term // by ascending symbol id, none zero in every thread
	// cases is set where the value splits into alternatives: nothing else but Type is then.
	cases *cases
	// special is what few values have, nil for none of it.
	special *special
	hashed  uint64 // the hash of the value, 0 until it is needed
}

// The cases of a value are one alternative per combination of those of its choices, which
// come by ascending id; the last choice varies fastest.
type cases struct {
	choices []*Choice
	alts    []*Value
}

func (v *Value) choices() []*Choice {
	if v.cases == nil {
		return nil
	}
	return v.cases.choices
}

func (v *Value) alts() []*Value {
	if v.cases == nil {
		return nil
	}
	return v.cases.alts
}

// special is what only floating-point values have, or Bools that differ between threads.
type special struct {
	// numbers are those of a known value: one, or one per thread.
	numbers []float64
	// whole is the integer the value was converted from without loss.
	whole *Value
	// near is the integer that the value is next to, nil where that is not known.
	near *nearby
	// truths are those of a Bool, nil until they are needed.
	truths Truths
}

// with returns the value with something special.
func (v *Value) with(s *special) *Value {
	c := *v
	c.special = s
	return &c
}

func (v *Value) floats() []float64 {
	if v.special == nil {
		return nil
	}
	return v.special.numbers
}

func (v *Value) whole() *Value {
	if v.special == nil {
		return nil
	}
	return v.special.whole
}

func (v *Value) near() *nearby {
	if v.special == nil {
		return nil
	}
	return v.special.near
}

// IsUnknown reports whether nothing is known of the value.
func (v *Value) IsUnknown() bool {
	if v == nil || v.unknown {
		return true
	}
	for _, a := range v.alts() {
		if a.IsUnknown() {
			return true
		}
	}
	return false
}

// Known reports whether the value is a known number in every thread.
func (v *Value) Known() bool {
	return v != nil && !v.unknown && len(v.choices()) == 0 && len(v.terms) == 0
}

// Constant returns the number that an integer value is in every thread.
func (v *Value) Constant() (int64, bool) {
	if v.Known() && !v.Type.Float && len(v.offset) == 1 {
		return v.offset[0], true
	}
	return 0, false
}

// At returns the number that an integer value is in thread i.
func (v *Value) At(i int) (int64, bool) {
	if v.Known() && !v.Type.Float {
		return at(v.offset, i), true
	}
	return 0, false
}

// IsUniform reports whether all threads of the block have the same number.
func (v *Value) IsUniform() bool {
	if v == nil || v.unknown || len(v.offset) > 1 || len(v.floats()) > 1 {
		return false
	}
	for _, a := range v.alts() {
		if !a.IsUniform() {
			return false
		}
	}
	for _, t := range v.terms {
		if t.sym.class != nil || len(t.coef) > 1 {
			return false
		}
	}
	return true
}

// IsRead reports whether the value depends on what is read from memory, be it known which
// threads read the same or not.
func (v *Value) IsRead() bool {
	for _, a := range v.alts() {
		if a.IsRead() {
			return true
		}
	}
	for _, t := range v.terms {
		if (t.sym.data || t.sym.read) && t.sym.class != nil {
			return true
		}
	}
	return false
}

// IsData reports whether the value depends on data that differs between threads.
func (v *Value) IsData() bool {
	for _, a := range v.alts() {
		if a.IsData() {
			return true
		}
	}
	for _, t := range v.terms {
		if t.sym.data && t.sym.class != nil {
			return true
		}
	}
	return false
}
