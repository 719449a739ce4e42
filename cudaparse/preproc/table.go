package preproc

import "sort"

// An Event is a #define of a name, or an #undef.
type Event struct {
	Macro *Macro // nil for an #undef
	// Unsure is set if the definition may be another one, depending on macros that are
	// not defined in the unit.
	Unsure bool

	seq int
}

// A Table has the definitions of every name of a unit. The events are numbered in the order of
// the preprocessor; number 0 is for those before the first line.
type Table struct {
	events map[string][]Event
	bare   map[string]bool // see BareOperator
	seq    int
}

func newTable() *Table { return &Table{events: map[string][]Event{}, bare: map[string]bool{}} }

// add records a #define or #undef.
func (t *Table) add(name string, m *Macro, unsure bool) {
	t.seq++
	t.recordBareOperator(m)
	t.events[name] = append(t.events[name], Event{m, unsure, t.seq})
}

// predefine sets the definition of a name before the first line.
func (t *Table) predefine(name string, m *Macro) { t.events[name] = []Event{{Macro: m}} }

func (t *Table) recordBareOperator(m *Macro) {
	if m != nil && m.BareOperator() {
		t.bare[m.Name] = true
	}
}

// BareOperator reports whether any definition of a name has a bare operator.
func (t *Table) BareOperator(name string) bool { return t.bare[name] }

// AnyBareOperator reports whether any macro, other than the predefined ones, has a bare
// operator.
func (t *Table) AnyBareOperator() bool { return len(t.bare) > 0 }

// markUnsure marks the last event of a name as unsure.
func (t *Table) markUnsure(name string) {
	if events := t.events[name]; len(events) > 0 && events[len(events)-1].seq > 0 {
		events[len(events)-1].Unsure = true
	}
}

// Events returns the events of a name in order.
func (t *Table) Events(name string) []Event { return t.events[name] }

// Known reports whether a name is ever defined or undefined.
func (t *Table) Known(name string) bool { return len(t.events[name]) > 0 }

// Names yields every name that is ever defined or undefined, in random order.
func (t *Table) Names(yield func(name string) bool) {
	for name := range t.events {
		if !yield(name) {
			return
		}
	}
}

// Len returns the number of names.
func (t *Table) Len() int { return len(t.events) }

// Now returns the definition of a name after the last event, nil for none.
func (t *Table) Now(name string) *Macro {
	m, _ := t.at(name, t.seq)
	return m
}

// Start returns the definition of a name before the first line, nil for none.
func (t *Table) Start(name string) *Macro {
	m, _ := t.at(name, 0)
	return m
}

// at returns the definition of a name after event seq, nil for none; seen is set if there was
// an event of the name, such as an #undef.
func (t *Table) at(name string, seq int) (m *Macro, seen bool) {
	events := t.events[name]
	if len(events) == 0 {
		return nil, false
	}
	i := len(events)
	if events[i-1].seq > seq {
		i = sort.Search(len(events), func(i int) bool { return events[i].seq > seq })
	}
	if i == 0 {
		return nil, false
	}
	return events[i-1].Macro, true
}

// between returns the last definition of a name that holds anywhere from event from to event
// to, nil for none.
func (t *Table) between(name string, from, to int) *Macro {
	events := t.events[name]
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].seq > to {
			continue
		}
		if events[i].Macro != nil {
			return events[i].Macro
		}
		if events[i].seq <= from {
			return nil // undefined before, and not defined since
		}
	}
	return nil
}
