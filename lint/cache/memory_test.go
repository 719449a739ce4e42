package cache

import (
	"slices"
	"testing"
)

// A fakeWorld answers questions by their text, and counts how often.
type fakeWorld struct {
	answers map[string]string
	asked   []string
}

func (w *fakeWorld) answer(q Question) (Digest, bool) {
	w.asked = append(w.asked, q.Text)
	text, ok := w.answers[q.Text]
	return Of(text), ok
}

func (w *fakeWorld) trace(questions ...Question) *Trace {
	trace := &Trace{}
	for _, q := range questions {
		trace.Add(q, Of(w.answers[q.Text]))
	}
	return trace
}

func TestMemoryAsksOnlyWhatChanged(t *testing.T) {
	file := func(name string) Question { return Question{"file", name} }
	facts := Question{"facts", "f"}
	w := &fakeWorld{answers: map[string]string{"a": "1", "b": "1", "f": "1"}}
	name := Name{Kind: "check", Path: "a"}
	for _, c := range []struct {
		what    string
		edit    func(m *Memory)
		asked   []string
		found   bool
		unasked int // doubtful results afterwards
	}{
		{"nothing", func(*Memory) {}, []string{"f"}, true, 0},
		{"a file to the same", func(m *Memory) { m.Changed(file("b")) }, []string{"b", "f"}, true, 0},
		{"another file", func(m *Memory) { w.answers["c"] = "2"; m.Changed(file("c")) }, []string{"f"}, true, 0},
		{"a file", func(m *Memory) { w.answers["b"] = "2"; m.Changed(file("b")) }, []string{"b"}, false, 1},
		{"all files, one of them", func(m *Memory) { w.answers["a"] = "2"; m.ChangedAll("file") }, []string{"a"}, false, 1},
		{"what nobody watches", func(*Memory) { w.answers["f"] = "2" }, []string{"f"}, false, 0},
		{"a file that is gone", func(m *Memory) { delete(w.answers, "a"); m.Changed(file("a")) }, []string{"a"}, false, 1},
	} {
		w.answers = map[string]string{"a": "1", "b": "1", "f": "1"}
		m := NewMemory(10, "file")
		m.Keep(name, w.trace(file("a"), file("b"), facts), "value")
		w.asked = nil
		c.edit(m)
		r := m.Find(name, w.answer)
		if found := r != nil && r.Value == "value"; found != c.found || !slices.Equal(w.asked, c.asked) || len(m.Doubtful()) != c.unasked {
			t.Errorf("%s: found %t, asked %q, %d are doubtful", c.what, found, w.asked, len(m.Doubtful()))
		}
		if last, changed := m.Last(name); last == nil || len(changed) > 0 != (c.unasked > 0) {
			t.Errorf("%s: the last result is %v, with %q changed", c.what, last, changed)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	w := &fakeWorld{answers: map[string]string{"a": "1"}}
	m := NewMemory(3, "file")
	for _, path := range []string{"a", "b", "c", "a", "b", "c", "d"} {
		m.Keep(Name{Path: path}, w.trace(Question{"file", "a"}), path)
		if len(m.slots) > 3 || len(m.dependents[Question{"file", "a"}]) != len(m.slots) {
			t.Errorf("after %s: %d results, %d dependents", path, len(m.slots), len(m.dependents[Question{"file", "a"}]))
		}
	}
	if m.Find(Name{Path: "d"}, w.answer) == nil {
		t.Error("the latest result is not there")
	}
	m.Drop(func(Name) bool { return true })
	if len(m.slots)+len(m.dependents)+len(m.doubtful) > 0 {
		t.Error("something is left")
	}
}
