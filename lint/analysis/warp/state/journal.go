package warp

import "slices"

// A journal has the states of the objects that something wrote to, by ascending number of
// the object. An object that was made meanwhile is not in it: no one else sees it.
type journal []written

// A written is an object and one of its states.
type written struct {
	obj   *object
	state *state
	// outer is what savedIn of the object was before, kept what that of the state was.
	outer int
	kept  bool
}

// A recording is a journal under way: it has the states from before.
type recording struct {
	journal
	// newest is the number of objects there were when it was opened.
	newest int
}

// openJournal begins a journal.
func (m *memory) openJournal() {
	j := recording{newest: m.objects}
	if last := len(m.spareJournals) - 1; last >= 0 {
		j.journal, m.spareJournals = m.spareJournals[last], m.spareJournals[:last]
	}
	m.journals = append(m.journals, j)
}

// closeJournal restores the states from before the journal and returns those at
// its end.
func (m *memory) closeJournal() journal {
	last := len(m.journals) - 1
	j := m.journals[last].journal
	m.journals = m.journals[:last]
	m.charge(len(j))
	for i := range j {
		o := j[i].obj
		o.state, j[i].state = j[i].state, o.state
		o.savedIn, o.state.kept = j[i].outer, j[i].kept
	}
	// Symbols are made in the same order in every run.
	slices.SortFunc(j, func(a, b written) int { return a.obj.id - b.obj.id })
	return j
}

// release gives back the room of journals that no one needs any more.
func (m *memory) release(journals ...journal) {
	for _, j := range journals {
		if cap(j) > 0 {
			clear(j)
			m.spareJournals = append(m.spareJournals, j[:0])
		}
	}
}

// of returns the state of an object, nil where the journal has none.
func (j journal) of(o *object) *state {
	if i, ok := slices.BinarySearchFunc(j, o.id, func(w written, id int) int { return w.obj.id - id }); ok {
		return j[i].state
	}
	return nil
}

// save keeps an object's state before it is changed. It reports whether a journal has that
// state now.
func (m *memory) save(o *object) bool {
	for _, d := range m.away {
		d.keep(o)
	}
	depth := len(m.journals)
	if depth == 0 || o.savedIn == depth {
		return false
	}
	j := &m.journals[depth-1]
	if o.id > j.newest {
		return false
	}
	j.journal = append(j.journal, written{o, o.state, o.savedIn, o.state.kept})
	o.savedIn, o.state.kept = depth, true
	return true
}

// writable returns an object's state for changing it.
func (m *memory) writable(o *object) *state {
	if m.save(o) {
		m.charge(len(o.state.cells) / 8)
	}
	if o.state.kept {
		o.state = o.state.clone()
	}
	return o.state
}

// setState replaces an object's state, as the outcome of a merge.
func (m *memory) setState(o *object, s *state) {
	if s != o.state {
		m.save(o)
		o.state = s
	}
}
