package cache

import (
	"slices"
	"sync"
)

// A Name identifies a result among those of a Memory: what it is, of which file, and
// whatever else tells it apart.
type Name struct{ Kind, Path, Rest string }

// A Result is a value in memory with the trace of its computation. Neither may be changed.
type Result struct {
	Trace *Trace
	Value any
}

// A slot is the place of the result with one name.
type slot struct {
	name   Name
	result *Result
	// unwatched are the indexes of the questions that are asked each time.
	unwatched []int
	// changed are the watched questions that may have another answer by now.
	changed []Question
}

// A Memory keeps the results of one process, one under each name. Somebody watches the
// inputs behind questions of some kinds and reports changes, so that finding a result
// costs what has changed and not what the result depends on. It is safe for concurrent
// use.
type Memory struct {
	watched []string // the kinds
	limit   int

	mu    sync.Mutex
	slots map[Name]*slot
	// dependents are the slots by the watched questions in the traces of their results.
	dependents map[Question]map[*slot]struct{}
	// doubtful are the slots with changed questions.
	doubtful map[*slot]bool
	// touched are the names that Touched returns.
	touched map[Name]bool
}

// NewMemory returns an empty Memory for no more than limit results. Changed is called for
// questions of the watched kinds; all others are asked each time that a result is wanted.
func NewMemory(limit int, watched ...string) *Memory {
	m := &Memory{watched: watched, limit: limit, touched: map[Name]bool{}}
	m.clear()
	return m
}

func (m *Memory) clear() {
	for name := range m.slots {
		m.touched[name] = true
	}
	m.slots, m.dependents, m.doubtful = map[Name]*slot{}, map[Question]map[*slot]struct{}{}, map[*slot]bool{}
}

// Find returns the result under a name if its trace holds, else nil. It asks only the questions
// that are not watched, and those that have changed.
func (m *Memory) Find(name Name, answer func(Question) (Digest, bool)) *Result {
	m.mu.Lock()
	e := m.slots[name]
	if e == nil {
		m.mu.Unlock()
		return nil
	}
	r, changed, ask := e.result, e.changed, e.unwatched
	m.mu.Unlock()
	if len(changed) > 0 {
		ask = nil
		for i, q := range r.Trace.Questions {
			if slices.Contains(changed, q) || !slices.Contains(m.watched, q.Kind) {
				ask = append(ask, i)
			}
		}
	}
	for _, i := range ask {
		if now, ok := answer(r.Trace.Questions[i]); !ok || now != r.Trace.Answers[i] {
			return nil
		}
	}
	if len(changed) > 0 {
		m.mu.Lock()
		defer m.mu.Unlock()
		if e.result == r {
			e.changed = nil
			delete(m.doubtful, e)
		}
	}
	return r
}

// Last returns the result under a name whether its trace holds or not, nil for none, and
// the texts of those of its questions that have changed.
func (m *Memory) Last(name Name) (r *Result, changed []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.slots[name]
	if e == nil {
		return nil, nil
	}
	for _, q := range e.changed {
		changed = append(changed, q.Text)
	}
	return e.result, changed
}

// Keep stores a result in place of the one under the name. Where both depend on the same
// questions, as after most edits, the tables stay as they are.
func (m *Memory) Keep(name Name, trace *Trace, value any) {
	trace.seen = nil // nothing is added any more
	m.mu.Lock()
	defer m.mu.Unlock()
	m.touched[name] = true
	r := &Result{Trace: trace, Value: value}
	if e := m.slots[name]; e != nil && slices.Equal(e.result.Trace.Questions, trace.Questions) {
		e.result, e.changed = r, nil
		delete(m.doubtful, e)
		return
	}
	m.drop(name)
	if len(m.slots) >= m.limit {
		m.clear()
	}
	e := &slot{name: name, result: r}
	m.slots[name] = e
	for i, q := range trace.Questions {
		if slices.Contains(m.watched, q.Kind) {
			if m.dependents[q] == nil {
				m.dependents[q] = map[*slot]struct{}{}
			}
			m.dependents[q][e] = struct{}{}
		} else {
			e.unwatched = append(e.unwatched, i)
		}
	}
}

// Changed says that a question may have another answer from now on.
func (m *Memory) Changed(q Question) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doubt(q)
}

// ChangedAll says that all questions of a kind may have other answers from now on.
func (m *Memory) ChangedAll(kind string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for q := range m.dependents {
		if q.Kind == kind {
			m.doubt(q)
		}
	}
}

// doubt marks the results that depend on a question; mu is held.
func (m *Memory) doubt(q Question) {
	for e := range m.dependents[q] {
		if !slices.Contains(e.changed, q) {
			e.changed = append(slices.Clip(e.changed), q)
		}
		m.doubtful[e] = true
		m.touched[e.name] = true
	}
}

// Doubtful returns the names of the results that depend on something that has changed.
func (m *Memory) Doubtful() []Name {
	m.mu.Lock()
	defer m.mu.Unlock()
	var names []Name
	for e := range m.doubtful {
		names = append(names, e.name)
	}
	return names
}

// Touched returns the names whose results were stored, dropped or put in doubt since the last
// call. All other names have the results that they had then, and the traces of these hold as far
// as their questions are watched.
func (m *Memory) Touched() map[Name]bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	touched := m.touched
	m.touched = map[Name]bool{}
	return touched
}

// Drop drops the results for whose names f returns true.
func (m *Memory) Drop(f func(Name) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.slots {
		if f(name) {
			m.drop(name)
		}
	}
}

// drop drops the result under a name; mu is held.
func (m *Memory) drop(name Name) {
	e := m.slots[name]
	if e == nil {
		return
	}
	m.touched[name] = true
	delete(m.slots, name)
	delete(m.doubtful, e)
	for _, q := range e.result.Trace.Questions {
		if delete(m.dependents[q], e); len(m.dependents[q]) == 0 {
			delete(m.dependents, q)
		}
	}
}
