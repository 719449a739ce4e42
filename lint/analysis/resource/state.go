package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// status is the state of the handle that is followed.
type status uint8

const (
	idle status = iota // not acquired on this path, or done with
	live
	gone // released
	away // out of sight, or done with: the path is of no more interest
)

// A state is what is known at one point of one path. It is changed only by its
// owner; clone before sharing.
type state struct {
	status status
	// places hold the handle (after its release: its stale value), sorted.
	places []string
	// facts are known values, by the key of an expression: its place, or a text
	// made of places.
	facts map[string]bounds
	// points says where pointers and references point to, by their places.
	points map[string]pointer
	// values are the results of operations that later operations of the path use.
	values map[ir.ID]value
	// unseen is set once a function out of sight has run since the acquisition.
	unseen bool
	// failed is set where the acquisition was tried and failed.
	failed bool
	// ret is the value of the return statement that ends the path; nil before it.
	ret *returned
}

// returned is the value of a return statement.
type returned struct {
	known bounds
	holds []string // steps from the value to the handle
}

// A pointer is what a pointer or reference holds.
type pointer struct {
	to    string
	array bool // to the first element of to
	ref   bool // a reference: naming it means to
}

func newState() *state {
	return &state{facts: map[string]bounds{}, points: map[string]pointer{}, values: map[ir.ID]value{}}
}

// size counts what the state knows: a copy or a comparison takes as long.
func (s *state) size() int { return len(s.places) + len(s.facts) + len(s.points) + len(s.values) }

func (s *state) clone() *state {
	t := *s
	t.places = slices.Clone(s.places)
	t.facts = make(map[string]bounds, len(s.facts))
	for k, v := range s.facts {
		t.facts[k] = v
	}
	t.points = make(map[string]pointer, len(s.points))
	for k, v := range s.points {
		t.points[k] = v
	}
	t.values = make(map[ir.ID]value, len(s.values))
	for k, v := range s.values {
		t.values[k] = v
	}
	return &t
}

// A stateKey tells states from others: equal states have equal keys, and others
// with all likelihood other ones.
type stateKey [2]uint64

// key is made of sums, so that the order of the maps does not matter.
func (s *state) key() stateKey {
	h := hashing(uint64(s.status))
	if s.unseen {
		h = h.number(1)
	}
	if s.failed {
		h = h.number(2)
	}
	for _, p := range s.places {
		h = h.text(p)
	}
	sum := stateKey{h.mixed(), h.number(3).mixed()}
	add := func(h hashing) {
		sum[0] += h.mixed()
		sum[1] += h.number(3).mixed()
	}
	for k, v := range s.facts {
		f := hashing(4).text(k).number(uint64(v.lo)).number(uint64(v.hi))
		for _, n := range v.not {
			f = f.number(uint64(n))
		}
		add(f)
	}
	for k, v := range s.points {
		p := hashing(5).text(k).text(v.to)
		if v.array {
			p = p.number(6)
		}
		add(p)
	}
	for id, v := range s.values {
		h := hashing(7).number(uint64(id)).text(v.place).text(v.key)
		if v.con != nil {
			h = h.text(v.con.String())
		}
		if v.pointer != nil {
			h = h.text(v.pointer.to)
			if v.pointer.array {
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

// pointedTo reports whether a pointer or reference leads to a variable.
func (s *state) pointedTo(variable string) bool {
	for _, p := range s.points {
		if root(p.to) == variable {
			return true
		}
	}
	return false
}

// hold adds a place of the handle.
func (s *state) hold(place string) {
	if i, ok := slices.BinarySearch(s.places, place); !ok {
		s.places = slices.Insert(s.places, i, place)
	}
}

// setPlaces replaces the places of the handle.
func (s *state) setPlaces(places []string) {
	slices.Sort(places)
	s.places = slices.Compact(places)
}

// within returns the steps from a place to where the handle is in it.
func (s *state) within(place string) []string {
	if place == "" || s.status != live && s.status != gone {
		return nil
	}
	var out []string
	for _, p := range s.places {
		if rest, ok := covers(place, p); ok {
			out = append(out, rest)
		}
	}
	return out
}

// holds reports whether a place is one of those of the handle.
func (s *state) holds(place string) bool {
	_, ok := slices.BinarySearch(s.places, place)
	return ok && (s.status == live || s.status == gone)
}

// done forgets the handle: it is out of sight, or cannot leak any more.
func (s *state) done() { s.status, s.places, s.failed = idle, nil, false }

// leave ends the interest in the path.
func (s *state) leave() { s.status, s.places = away, nil }

// forget drops what is known of a place that is written or may have been.
func (s *state) forget(place string) {
	if place == "" {
		return
	}
	for id, v := range s.values {
		if v.key == "" || !strings.Contains(v.key, place) {
			continue
		}
		// The value stays what it was read as.
		if b, ok := s.facts[v.key]; ok && v.con == nil {
			v.con = &b
		}
		v.key, v.place = "", ""
		s.values[id] = v
	}
	for k := range s.facts {
		if strings.Contains(k, place) {
			delete(s.facts, k)
		}
	}
	for k := range s.points {
		if _, ok := covers(place, k); ok {
			delete(s.points, k)
		}
	}
}

// moved turns places that are reached through a variable which changes into
// ones that are not known exactly any more: elements by an index, and what a
// pointer points to.
func (s *state) moved(variable string) {
	index, target := "["+variable, variable+"^"
	change := func(place string) string {
		if rest, ok := strings.CutPrefix(place, target); ok {
			place = unknownPlace + rest
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
			place = place[:i] + "[*]" + place[closing(place, i)+1:]
		}
	}
	var places []string
	for _, p := range s.places {
		places = append(places, change(p))
	}
	if places != nil {
		s.setPlaces(places)
	}
	for k, v := range s.points {
		if to := change(v.to); to != v.to {
			v.to = to
			s.points[k] = v
		}
		if nk := change(k); nk != k {
			delete(s.points, k)
		}
	}
	for id, v := range s.values {
		if v.pointer == nil {
			continue
		}
		if to := change(v.pointer.to); to != v.pointer.to {
			v.pointer = &pointer{to: to, array: v.pointer.array}
			s.values[id] = v
		}
	}
}

// names reports whether a value, or a reference, is made of a place.
func (s *state) names(place string) bool {
	for _, v := range s.values {
		if strings.Contains(v.place, place) || strings.Contains(v.key, place) || v.pointer != nil && strings.Contains(v.pointer.to, place) {
			return true
		}
	}
	for _, p := range s.points {
		if strings.Contains(p.to, place) {
			return true
		}
	}
	return false
}

// factKnown reports whether anything is known of a place.
func (s *state) factKnown(place string) bool {
	_, ok := s.facts[place]
	return ok
}
