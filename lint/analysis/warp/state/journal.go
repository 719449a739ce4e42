package state

import "slices"

// A Journal has the states of the objects that something wrote to, by ascending number of
// the object. An object that was made meanwhile is not in it: no one else sees it.
type Journal []Written

// A Written is an object and one of its states.
type Written struct {
	Object   *Object
	Contents *Contents
	// outer is what savedIn of the object was before, kept what that of the state was.
	outer     int
	wasShared bool
}

// A recording is a journal under way: it has the states from before.
type recording struct {
	Journal
	// newest is the number of objects there were when it was opened.
	newest int
}

// OpenJournal begins a journal.
func (m *Memory) OpenJournal() {
	j := recording{newest: m.Objects}
	if last := len(m.spareJournals) - 1; last >= 0 {
		j.Journal, m.spareJournals = m.spareJournals[last], m.spareJournals[:last]
	}
	m.Journals = append(m.Journals, j)
}

// CloseJournal restores the states from before the journal and returns those at
// its end.
func (m *Memory) CloseJournal() Journal {
	last := len(m.Journals) - 1
	j := m.Journals[last].Journal
	m.Journals = m.Journals[:last]
	m.Charge(len(j))
	for i := range j {
		o := j[i].Object
		o.Contents, j[i].Contents = j[i].Contents, o.Contents
		o.savedIn, o.Contents.Shared = j[i].outer, j[i].wasShared
	}
	// Symbols are made in the same order in every run.
	slices.SortFunc(j, func(a, b Written) int { return a.Object.ID - b.Object.ID })
	return j
}

// Release gives back the room of journals that no one needs any more.
func (m *Memory) Release(journals ...Journal) {
	for _, j := range journals {
		if cap(j) > 0 {
			clear(j)
			m.spareJournals = append(m.spareJournals, j[:0])
		}
	}
}

// Of returns the state of an object, nil where the journal has none.
func (j Journal) Of(o *Object) *Contents {
	if i, ok := slices.BinarySearchFunc(j, o.ID, func(w Written, id int) int { return w.Object.ID - id }); ok {
		return j[i].Contents
	}
	return nil
}

// save keeps an object's state before it is changed. It reports whether a journal has that
// state now.
func (m *Memory) save(o *Object) bool {
	for _, d := range m.Departures {
		d.Keep(o)
	}
	depth := len(m.Journals)
	if depth == 0 || o.savedIn == depth {
		return false
	}
	j := &m.Journals[depth-1]
	if o.ID > j.newest {
		return false
	}
	j.Journal = append(j.Journal, Written{o, o.Contents, o.savedIn, o.Contents.Shared})
	o.savedIn, o.Contents.Shared = depth, true
	return true
}

// Writable returns an object's state for changing it.
func (m *Memory) Writable(o *Object) *Contents {
	if m.save(o) {
		m.Charge(len(o.Contents.Cells) / 8)
	}
	if o.Contents.Shared {
		o.Contents = o.Contents.clone()
	}
	return o.Contents
}

// SetState replaces an object's state, as the outcome of a merge.
func (m *Memory) SetState(o *Object, s *Contents) {
	if s != o.Contents {
		m.save(o)
		o.Contents = s
	}
}
