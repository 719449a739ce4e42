package lanes

// A pitch says where the source gives the factor of a symbol, if it is to be the
// distance between the rows of a table.
type pitch uint8

const (
	noPitch       pitch = iota
	writtenPitch        // it multiplies by a constant: "row * 24"
	declaredPitch       // it declares an array of arrays: "table[row]"
)

// Multiplied returns the value, with its factors noted as constants that the source
// writes. In the address "row * 24 + x", with a row that is data which the lanes
// share and data x of each lane, x is expected to select one of 24 (see rowPlaces);
// of factors that come about otherwise, such as from the size of an element,
// nothing follows.
func (v *Value) Multiplied() *Value { return v.withPitch(writtenPitch) }

// RowOffset returns the value, the distance to an element of an array of arrays, with
// its factors noted as such: what is added to it is expected to stay in the element.
func (v *Value) RowOffset() *Value { return v.withPitch(declaredPitch) }

func (v *Value) withPitch(p pitch) *Value {
	if v.unknown || len(v.terms) == 0 && len(v.alts()) == 0 {
		return v
	}
	c := *v
	c.terms = make([]term, len(v.terms))
	for i, tm := range v.terms {
		c.terms[i] = term{tm.sym, tm.coef, p}
	}
	if v.cases != nil {
		c.cases = v.cases.each(func(a *Value) *Value { return a.withPitch(p) })
	}
	return &c
}

// FromMemory reports whether the value depends on data, be it the same for all
// threads.
func (v *Value) FromMemory() bool {
	for _, a := range v.alts() {
		if a.FromMemory() {
			return true
		}
	}
	for _, tm := range v.terms {
		if tm.sym.data || tm.sym.onData {
			return true
		}
	}
	return false
}

// notePitch sets the pitch from a term that the lanes share.
func (w *warpLanes) notePitch(tm term) {
	c := at(tm.coef, w.threads[0])
	if tm.pitch == noPitch || tm.pitch == writtenPitch && !tm.sym.data || c == 0 {
		return // "x + j * 4", with a loop's counter j, is as likely to walk on from x
	}
	if c = max(c, -c); w.pitch == 0 || c < w.pitch {
		w.pitch = c
	}
}

// rowPlaces returns how many places data of each lane selects among in a row of a
// table that the lanes share: K in "table[row * K + x]" where the row is data, too,
// K is written in the source, and of x nothing but its type is known. That x stays
// in the row is what the program most likely means by it, but not certain: "2 * start
// + x" may as well be a list of its own length that starts there. So the object has
// to be known to consist of whole rows, and all that the lanes share has to be a
// multiple of the row; ok is false for other addresses.
func (w *warpLanes) rowPlaces(extent int64) (count int64, ok bool) {
	if w.pitch == 0 || w.pitch != w.grain || extent <= 0 || extent%w.pitch != 0 || len(w.vary) != 1 || !w.vary[0].sym.open() {
		return 0, false
	}
	step := dataStep(w.vary, w.threads)
	for _, l := range w.lanes {
		if l.base != 0 || l.data != 0 && l.unit != step {
			return 0, false
		}
	}
	return (w.pitch + step - 1) / step, w.pitch > step
}

// open reports whether the source does not bound a symbol: its range is that of its type, or
// larger than any table.
func (s *Symbol) open() bool {
	const largest = 1 << 24
	return s.asTyped || addHigh(s.hi, -s.lo) >= largest
}
