package state

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// A Status says what has happened to the handle that is followed.
type Status uint8

// The statuses.
const (
	Idle     Status = iota // not acquired on this path, or nothing more can go wrong with it
	Live                   // acquired
	Released               // released
	Ignored                // the path is not followed further: the handle escaped, or was reported
)

// A State is what is known at one point of one path. It has one owner; Clone makes a second
// one.
type State struct {
	Status Status
	// Places are the places that hold the handle, after its release its stale value. They are
	// sorted.
	Places []string
	// Facts are the known values, by the key of an expression: its place, or a text that is
	// made of places.
	Facts map[string]Bounds
	// Points says what pointers and references point to, by their own places.
	Points map[string]Pointer
	// Values are the results of operations that later operations of the path use.
	Values map[ir.ID]Value
	// Unseen is set if a function that is not in sight has run since the acquisition.
	Unseen bool
	// Failed is set if the acquisition was tried and failed.
	Failed bool
	// Ret is the value of the return statement that ends the path, nil before it.
	Ret *Returned
}

// Returned is the value of a return statement.
type Returned struct {
	Known Bounds
	Holds []string // the steps from the value to the handle, one for each place in it
}

// A Pointer is what a pointer or reference holds.
type Pointer struct {
	To    string
	Array bool // it points to the first element of To
	Ref   bool // it is a reference
}

// NewState returns a state in which nothing is known.
func NewState() *State {
	return &State{Facts: map[string]Bounds{}, Points: map[string]Pointer{}, Values: map[ir.ID]Value{}}
}

// Size is the number of things that the state knows: what a copy costs.
func (s *State) Size() int { return len(s.Places) + len(s.Facts) + len(s.Points) + len(s.Values) }

// Clone returns a copy that can be changed.
func (s *State) Clone() *State {
	t := *s
	t.Places = slices.Clone(s.Places)
	t.Facts = make(map[string]Bounds, len(s.Facts))
	for k, v := range s.Facts {
		t.Facts[k] = v
	}
	t.Points = make(map[string]Pointer, len(s.Points))
	for k, v := range s.Points {
		t.Points[k] = v
	}
	t.Values = make(map[ir.ID]Value, len(s.Values))
	for k, v := range s.Values {
		t.Values[k] = v
	}
	return &t
}

// A Key tells states from others: equal states have equal keys, and others
// with all likelihood other ones.
type Key [2]uint64

// Key is made of sums, so that the order of the maps does not matter.
func (s *State) Key() Key {
	h := hashing(uint64(s.Status))
	if s.Unseen {
		h = h.number(1)
	}
	if s.Failed {
		h = h.number(2)
	}
	for _, p := range s.Places {
		h = h.text(p)
	}
	sum := Key{h.mixed(), h.number(3).mixed()}
	add := func(h hashing) {
		sum[0] += h.mixed()
		sum[1] += h.number(3).mixed()
	}
	for k, v := range s.Facts {
		f := hashing(4).text(k).number(uint64(v.Lo)).number(uint64(v.Hi))
		for _, n := range v.Not {
			f = f.number(uint64(n))
		}
		add(f)
	}
	for k, v := range s.Points {
		p := hashing(5).text(k).text(v.To)
		if v.Array {
			p = p.number(6)
		}
		add(p)
	}
	for id, v := range s.Values {
		h := hashing(7).number(uint64(id)).text(v.Place).text(v.Key)
		if v.Bounds != nil {
			h = h.text(v.Bounds.String())
		}
		if v.Pointer != nil {
			h = h.text(v.Pointer.To)
			if v.Pointer.Array {
				h = h.number(8)
			}
		}
		add(h)
	}
	return sum
}

// A hashing is a 64-bit FNV-1a hash of texts and numbers, on its way.
type hashing uint64

const fnvPrime = 1099511628211

func (h hashing) text(s string) hashing {
	for i := range len(s) {
		h = (h ^ hashing(s[i])) * fnvPrime
	}
	return (h ^ 0x100) * fnvPrime // where it ends
}

func (h hashing) number(n uint64) hashing { return (hashing(n^uint64(h)>>29) ^ h*fnvPrime) * fnvPrime }

// mixed spreads the hash over all bits: the finaliser of MurmurHash3.
func (h hashing) mixed() uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return uint64(h ^ h>>33)
}

// PointedTo reports whether a pointer or reference leads to a variable.
func (s *State) PointedTo(variable string) bool {
	for _, p := range s.Points {
		if Root(p.To) == variable {
			return true
		}
	}
	return false
}

// AddPlace adds a place of the handle.
func (s *State) AddPlace(place string) {
	if i, ok := slices.BinarySearch(s.Places, place); !ok {
		s.Places = slices.Insert(s.Places, i, place)
	}
}

// SetPlaces replaces the places of the handle.
func (s *State) SetPlaces(places []string) {
	slices.Sort(places)
	s.Places = slices.Compact(places)
}

// StepsToHandle returns the steps from a place to where the handle is in it.
func (s *State) StepsToHandle(place string) []string {
	if place == "" || s.Status != Live && s.Status != Released {
		return nil
	}
	var out []string
	for _, p := range s.Places {
		if rest, ok := Covers(place, p); ok {
			out = append(out, rest)
		}
	}
	return out
}

// Holds reports whether a place is one of those of the handle.
func (s *State) Holds(place string) bool {
	_, ok := slices.BinarySearch(s.Places, place)
	return ok && (s.Status == Live || s.Status == Released)
}

// Done forgets the handle: it is out of sight, or cannot leak any more.
func (s *State) Done() { s.Status, s.Places, s.Failed = Idle, nil, false }

// Ignore ends the interest in the path.
func (s *State) Ignore() { s.Status, s.Places = Ignored, nil }

// Forget drops what is known of a place that is written or may have been.
func (s *State) Forget(place string) {
	if place == "" {
		return
	}
	for id, v := range s.Values {
		if v.Key == "" || !strings.Contains(v.Key, place) {
			continue
		}
		// The value stays what it was read as.
		if b, ok := s.Facts[v.Key]; ok && v.Bounds == nil {
			v.Bounds = &b
		}
		v.Key, v.Place = "", ""
		s.Values[id] = v
	}
	for k := range s.Facts {
		if strings.Contains(k, place) {
			delete(s.Facts, k)
		}
	}
	for k := range s.Points {
		if _, ok := Covers(place, k); ok {
			delete(s.Points, k)
		}
	}
}

// VariableChanged turns places that are reached through a variable which changes into
// ones that are not known exactly any more: elements by an index, and what a
// pointer points to.
func (s *State) VariableChanged(variable string) {
	index, target := "["+variable, variable+"^"
	change := func(place string) string {
		if rest, ok := strings.CutPrefix(place, target); ok {
			place = UnknownPlace + rest
		}
		for {
			i := strings.Index(place, index)
			if i < 0 {
				// a[i + 1]: the variable is inside the index
				i = strings.Index(place, variable)
				if i <= 0 {
					return place
				}
				if i = strings.LastIndexByte(place[:i], '['); i < 0 {
					return place
				}
			}
			place = place[:i] + "[*]" + place[ClosingBracket(place, i)+1:]
		}
	}
	var places []string
	for _, p := range s.Places {
		places = append(places, change(p))
	}
	if places != nil {
		s.SetPlaces(places)
	}
	for k, v := range s.Points {
		if to := change(v.To); to != v.To {
			v.To = to
			s.Points[k] = v
		}
		if nk := change(k); nk != k {
			delete(s.Points, k)
		}
	}
	for id, v := range s.Values {
		if v.Pointer == nil {
			continue
		}
		if to := change(v.Pointer.To); to != v.Pointer.To {
			v.Pointer = &Pointer{To: to, Array: v.Pointer.Array}
			s.Values[id] = v
		}
	}
}

// Mentions reports whether a value, or a reference, is made of a place.
func (s *State) Mentions(place string) bool {
	for _, v := range s.Values {
		if strings.Contains(v.Place, place) || strings.Contains(v.Key, place) || v.Pointer != nil && strings.Contains(v.Pointer.To, place) {
			return true
		}
	}
	for _, p := range s.Points {
		if strings.Contains(p.To, place) {
			return true
		}
	}
	return false
}

// FactKnown reports whether anything is known of a place.
func (s *State) FactKnown(place string) bool {
	_, ok := s.Facts[place]
	return ok
}
