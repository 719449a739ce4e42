// Package facts stores the facts that the translation units of a program export to each other. A
// fact is encoded data under a key, see lint.Fact. The store gets what each unit exports (Unit) and
// answers which facts a unit sees.
package facts

import (
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/intern"
)

// A Unit holds the facts that one unit exports, and the keys that it read before the facts of other
// units were known.
type Unit struct {
	Exported map[string][]lint.ExportedFact
	Read     map[string]bool
}

// Export adds a fact under a key.
func (u *Unit) Export(key string, fact lint.ExportedFact) {
	if u.Exported == nil {
		u.Exported = map[string][]lint.ExportedFact{}
	}
	u.Exported[key] = append(u.Exported[key], fact)
}

// Want records that the unit reads a key.
func (u *Unit) Want(key string) {
	if u.Read == nil {
		u.Read = map[string]bool{}
	}
	u.Read[key] = true
}

// Numbered is a Unit with numbers for its keys.
type Numbered struct {
	exported []numberedFacts
	read     []int32
}

// numberedFacts are the facts that a unit exports under one key.
type numberedFacts struct {
	key   int32
	facts []lint.ExportedFact
}

// Numbered numbers the keys of a unit.
func (u *Unit) Numbered(keys *intern.Table) (n Numbered) {
	for key, facts := range u.Exported {
		n.exported = append(n.exported, numberedFacts{keys.Number(key), facts})
	}
	for key := range u.Read {
		n.read = append(n.read, keys.Number(key))
	}
	return n
}

// A Store holds the facts of all units of a program.
type Store struct {
	keys  *intern.Table
	facts [][]storedFacts // by the number of their key, in the order of the units
}

// storedFacts are the facts that a unit exported under one key.
type storedFacts struct {
	unit  int
	facts []lint.ExportedFact
}

// NewStore returns an empty store. keys is the table that numbers all keys.
func NewStore(keys *intern.Table) *Store { return &Store{keys: keys} }

// Replace replaces the facts of a unit.
func (s *Store) Replace(unit int, before, now Numbered) {
	for _, f := range before.exported {
		if at, found := s.find(f.key, unit); found {
			s.facts[f.key] = slices.Delete(s.facts[f.key], at, at+1)
		}
	}
	for len(s.facts) < s.keys.Len() {
		s.facts = append(s.facts, nil)
	}
	for _, f := range now.exported {
		at, _ := s.find(f.key, unit)
		s.facts[f.key] = slices.Insert(s.facts[f.key], at, storedFacts{unit, f.facts})
	}
}

// find returns where the facts of a unit are, or belong, among those under a key.
func (s *Store) find(key int32, unit int) (at int, found bool) {
	return slices.BinarySearchFunc(s.facts[key], unit, func(f storedFacts, unit int) int { return f.unit - unit })
}

// under returns the facts under a key.
func (s *Store) under(key string) []storedFacts {
	if number, known := s.keys.Lookup(key); known && int(number) < len(s.facts) {
		return s.facts[number]
	}
	return nil
}

// All returns the facts under a key, in the order of the units.
func (s *Store) All(key string) []lint.ExportedFact {
	var out []lint.ExportedFact
	for _, f := range s.under(key) {
		out = append(out, f.facts...)
	}
	return out
}

// Answers reports whether another unit exported a fact under a key that a unit reads.
func (s *Store) Answers(unit int, u Numbered) bool {
	for _, key := range u.read {
		if int(key) < len(s.facts) && slices.ContainsFunc(s.facts[key], func(f storedFacts) bool { return f.unit != unit }) {
			return true
		}
	}
	return false
}

// Nearest returns the facts under a key that the nearest other units export, in the order of the
// units: of those that export any, the ones most likely to be of the same program. nearness rates
// two units; larger is more likely.
func (s *Store) Nearest(nearness func(a, b int) int, unit int, key string) [][]byte {
	best := -1
	var out [][]byte
	for _, f := range s.under(key) {
		if f.unit == unit {
			continue
		}
		near := nearness(unit, f.unit)
		if near > best {
			best, out = near, nil
		}
		if near == best {
			for _, fact := range f.facts {
				out = append(out, fact.Data)
			}
		}
	}
	return out
}
