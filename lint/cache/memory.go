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
	Name  Name
	Trace *Trace
	Value any
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

	mu      sync.Mutex
	results map[Name]*Result
	// dependents are the results by the watched questions in their traces.
	dependents map[Question]map[*Result]struct{}
	// doubtful are the results with changed questions.
	doubtful map[*Result]bool
}

// NewMemory returns an empty Memory for no more than limit results. Changed is called for
// questions of the watched kinds; all others are asked each time that a result is wanted.
func NewMemory(limit int, watched ...string) *Memory {
	m := &Memory{watched: watched, limit: limit}
	m.clear()
	return m
}

func (m *Memory) clear() {
	m.results, m.dependents, m.doubtful = map[Name]*Result{}, map[Question]map[*Result]struct{}{}, map[*Result]bool{}
}

// Find returns the result under a name if its trace holds, else nil. It asks only the questions
// that are not watched, and those that have changed.
func (m *Memory) Find(name Name, answer func(Question) (Digest, bool)) *Result {
	m.mu.Lock()
	r := m.results[name]
	var changed []Question
	if r != nil {
		changed = r.changed
	}
	m.mu.Unlock()
	if r == nil {
		return nil
	}
	ask := r.unwatched
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
		r.changed = nil
		delete(m.doubtful, r)
	}
	return r
}

// Last returns the result under a name whether its trace holds or not, nil for none, and
// the texts of those of its questions that have changed.
func (m *Memory) Last(name Name) (r *Result, changed []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r = m.results[name]; r != nil {
		for _, q := range r.changed {
			changed = append(changed, q.Text)
		}
	}
	return r, changed
}

// Keep stores a result in place of the one under the name.
func (m *Memory) Keep(name Name, trace *Trace, value any) {
	r := &Result{Name: name, Trace: trace, Value: value}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(name)
	if len(m.results) >= m.limit {
		m.clear()
	}
	m.results[name] = r
	for i, q := range trace.Questions {
		if slices.Contains(m.watched, q.Kind) {
			if m.dependents[q] == nil {
				m.dependents[q] = map[*Result]struct{}{}
			}
			m.dependents[q][r] = struct{}{}
		} else {
			r.unwatched = append(r.unwatched, i)
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
	for r := range m.dependents[q] {
		if !slices.Contains(r.changed, q) {
			r.changed = append(slices.Clip(r.changed), q)
		}
		m.doubtful[r] = true
	}
}

// Doubtful returns the names of the results that depend on something that has changed.
func (m *Memory) Doubtful() []Name {
	m.mu.Lock()
	defer m.mu.Unlock()
	var names []Name
	for r := range m.doubtful {
		names = append(names, r.Name)
	}
	return names
}

// Drop drops the results for whose names f returns true.
func (m *Memory) Drop(f func(Name) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.results {
		if f(name) {
			m.drop(name)
		}
	}
}

// drop drops the result under a name; mu is held.
func (m *Memory) drop(name Name) {
	r := m.results[name]
	if r == nil {
		return
	}
	delete(m.results, name)
	delete(m.doubtful, r)
	for _, q := range r.Trace.Questions {
		if delete(m.dependents[q], r); len(m.dependents[q]) == 0 {
			delete(m.dependents, q)
		}
	}
}
