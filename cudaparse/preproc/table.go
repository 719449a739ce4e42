package preproc

import "sort"

// An Event is a #define or (Macro nil) an #undef at one moment of a unit.
type Event struct {
	Macro *Macro
	// Unsure is set where another definition is possible, as macros out of sight may
	// have it.
	Unsure bool

	seq int
}

// A Table knows what every name is defined as at every place of a unit. Moments count the
// directives in the order of the preprocessor; moment 0 is before the first line.
type Table struct {
	events map[string][]Event
	open   map[string]bool
	seq    int
}

func newTable() *Table { return &Table{events: map[string][]Event{}, open: map[string]bool{}} }

// add records a directive.
func (t *Table) add(name string, m *Macro, unsure bool) {
	t.seq++
	t.noteOpen(m)
	t.events[name] = append(t.events[name], Event{m, unsure, t.seq})
}

// predefine records what is defined before the first line, in place of what was.
func (t *Table) predefine(name string, m *Macro) { t.events[name] = []Event{{Macro: m}} }

func (t *Table) noteOpen(m *Macro) {
	if m != nil && m.Open() {
		t.open[m.Name] = true
	}
}

// Open reports whether some definition of a name is open, see Macro.Open.
func (t *Table) Open(name string) bool { return t.open[name] }

// AnyOpen reports whether any macro of the unit's files and options is open.
func (t *Table) AnyOpen() bool { return len(t.open) > 0 }

// doubt marks the last definition of a name as one of several.
func (t *Table) doubt(name string) {
	if events := t.events[name]; len(events) > 0 && events[len(events)-1].seq > 0 {
		events[len(events)-1].Unsure = true
	}
}

// Events returns all that happens to a name, in order.
func (t *Table) Events(name string) []Event { return t.events[name] }

// Known reports whether a name is ever defined or undefined.
func (t *Table) Known(name string) bool { return len(t.events[name]) > 0 }

// Names yields every name that is ever defined or undefined, in no order.
func (t *Table) Names(yield func(name string) bool) {
	for name := range t.events {
		if !yield(name) {
			return
		}
	}
}

// Len returns how many names there are.
func (t *Table) Len() int { return len(t.events) }

// Now returns what a name means after all that was recorded, nil for nothing.
func (t *Table) Now(name string) *Macro {
	m, _ := t.at(name, t.seq)
	return m
}

// Start returns what a name means before the first line, nil for nothing.
func (t *Table) Start(name string) *Macro {
	m, _ := t.at(name, 0)
	return m
}

// at returns what a name means at a moment; seen is set if a directive before says so, be
// it an #undef.
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

// between returns the last definition of a name that is in force at some moment from one
// to another.
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
