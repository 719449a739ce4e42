package state

import "fmt"

// At returns the value in a place; that of a reference is what it refers to.
func (s *State) At(place string) Value {
	if p, ok := s.Points[place]; ok && p.Ref {
		place = p.To
		if p.Array {
			place += "[*]"
		}
	}
	if len(place) > MaxPlace {
		return Value{}
	}
	out := Value{Place: place, Key: place}
	if p, ok := s.Points[place]; ok && !p.Ref {
		out.Pointer = &p
	}
	return out
}

// Know returns what is known of a value.
func (s *State) Know(v Value) Bounds {
	if v.Bounds != nil {
		return *v.Bounds
	}
	if v.Pointer != nil {
		return Nonzero
	}
	b, ok := s.Facts[v.Key]
	if !ok || v.Key == "" {
		b = Anything
	}
	if v.Place != "" && s.Holds(v.Place) || v.Key != "" && s.Holds(v.Key) {
		if c, ok := b.Intersect(Nonzero); ok {
			return c
		}
	}
	return b
}

// Spell returns the key of a value, or the number it is known to be.
func (s *State) Spell(v Value) string {
	if k, ok := s.Know(v).Exact(); ok {
		return fmt.Sprint(k)
	}
	return v.Key
}

// Ways returns how a value leads to the handle.
func (s *State) Ways(v Value) []Way {
	if s.Status != Live && s.Status != Released {
		return nil
	}
	var out []Way
	for _, p := range s.Places {
		if rest, by, ok := v.LeadsTo(p); ok {
			out = append(out, Way{Rest: rest, Pointer: by, Place: p})
		}
	}
	if len(out) > 0 {
		return out
	}
	// Pointers inside of what is passed: void *args[] = {&tex}, captures of a lambda.
	for k, target := range s.Points {
		inner, by, inside := v.LeadsTo(k)
		if !inside || k == v.Place {
			continue
		}
		for _, p := range s.Places {
			if rest, ok := Covers(target.To, p); ok {
				out = append(out, Way{Rest: inner + "^" + rest, Pointer: by, Place: p, Inner: true})
			}
		}
	}
	return out
}

// Reaches reports whether a value leads to the handle.
func (s *State) Reaches(v Value) bool { return len(s.Ways(v)) > 0 }

// HoldsIn reports whether the handle is in a place or inside of it.
func (s *State) HoldsIn(place string) bool {
	for _, p := range s.Places {
		if _, ok := Covers(place, p); ok {
			return true
		}
	}
	return false
}

// Remove takes the handle out of a place that gets another value, and returns where it was, "" for
// nowhere.
func (s *State) Remove(place string) (lost string) {
	var remaining []string
	for _, p := range s.Places {
		if _, ok := Covers(place, p); ok && !Ambiguous(p) {
			lost = p
		} else {
			remaining = append(remaining, p)
		}
	}
	if lost != "" {
		s.Places = remaining
	}
	return lost
}
