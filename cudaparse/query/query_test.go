package query

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A macro is a local input, a path a shared one.
type (
	macro string
	path  string
)

// A table is a world: what its macros mean.
type table map[macro]string

func (w table) Holds(in Input, was any) bool { return w[in.(macro)] == was.(string) }

// texts returns a kind whose answers take a byte each but for what the store adds, and a
// function that asks it for a key with the meaning of macros behind it, and counts.
func texts(s *Store, policy Policy[string, string]) (ask func(w table, key string, macros ...macro) string, computed *int) {
	policy.Size = func(string, string) int { return 1 }
	k, computed := NewKind(s, policy), new(int)
	return func(w table, key string, macros ...macro) string {
		got, _ := k.Ask(NewView(w), key, func(v *View) (string, error) {
			*computed++
			v.Depend(path(key))
			text := key
			for _, m := range macros {
				v.Note(m, w[m])
				text += w[m]
			}
			return text, nil
		})
		return got
	}, computed
}

func TestVariants(t *testing.T) {
	s := NewStore(1 << 20)
	ask, computed := texts(s, Policy[string, string]{Variants: 2})
	one, two, three := table{"M": "1"}, table{"M": "2"}, table{"M": "3"}
	for _, c := range []struct {
		what     string
		world    table
		want     string
		computed int
	}{
		{"the first answer", one, "a1", 1},
		{"the same again", one, "a1", 1},
		{"another world", two, "a2", 2},
		{"an input that the answer did not look at", table{"M": "1", "N": "4"}, "a1", 2},
		{"a third variant", three, "a3", 3},
		{"one of the variants in use", one, "a1", 3},
		{"the variant that made room", two, "a2", 4},
	} {
		got := ask(c.world, "a", "M")
		if got != c.want || *computed != c.computed {
			t.Errorf("%s: %q after %d computations, want %q after %d", c.what, got, *computed, c.want, c.computed)
		}
		if c.world["M"] == "2" {
			ask(one, "a", "M") // is in use
		}
	}
	if n, _ := s.Size(); n != 2 {
		t.Errorf("%d answers are held, want 2", n)
	}
}

// Of variants that nobody asked for again, the oldest makes room.
func TestOldestVariantGoes(t *testing.T) {
	ask, computed := texts(NewStore(1<<20), Policy[string, string]{Variants: 2})
	for _, m := range []string{"1", "2", "3", "2", "3"} {
		ask(table{"M": m}, "a", "M")
	}
	if *computed != 3 {
		t.Errorf("%d computations, want 3", *computed)
	}
}

func TestForget(t *testing.T) {
	s := NewStore(1 << 20)
	ask, computed := texts(s, Policy[string, string]{})
	ask(nil, "a")
	ask(nil, "b")
	s.Forget(path("c"))
	s.Forget("a") // an input of another type
	ask(nil, "a")
	if *computed != 2 {
		t.Error("an answer is forgotten that does not depend on the input")
	}
	s.Forget(path("a"))
	ask(nil, "b")
	if n, _ := s.Size(); *computed != 2 || n != 1 {
		t.Errorf("%d answers held after %d computations, want 1 after 2", n, *computed)
	}
	ask(nil, "a")
	if *computed != 3 {
		t.Error("a forgotten answer is still used")
	}
	s.Clear()
	if n, bytes := s.Size(); n != 0 || bytes != 0 || len(s.dependents) != 0 {
		t.Errorf("a cleared store holds %d answers of %d bytes, %d inputs", n, bytes, len(s.dependents))
	}
}

// What an inner question looks at, the outer one depends on, held or computed.
func TestDependenciesAreInherited(t *testing.T) {
	for _, first := range []bool{false, true} {
		s := NewStore(1 << 20)
		inner, outer := NewKind(s, Policy[int, string]{Size: func(int, string) int { return 1 }}), NewKind(s, Policy[int, string]{Size: func(int, string) int { return 1 }, Variants: 2})
		askInner := func(w table) func(*View) (string, error) {
			return func(v *View) (string, error) {
				v.Depend(path("a"))
				v.Note(macro("M"), w["M"])
				return w["M"], nil
			}
		}
		ask := func(w table) string {
			got, _ := outer.Ask(NewView(w), 1, func(v *View) (string, error) {
				text, err := inner.Ask(v, 1, askInner(w))
				return "outer " + text, err
			})
			return got
		}
		one, two := table{"M": "1"}, table{"M": "2"}
		if first {
			_, _ = inner.Ask(NewView(one), 1, askInner(one))
		}
		if a, b := ask(one), ask(two); a != "outer 1" || b != "outer 2" {
			t.Errorf("%q and %q", a, b)
		}
		s.Forget(path("a"))
		if n, _ := s.Size(); n != 0 {
			t.Errorf("%d answers do not depend on what they asked for", n)
		}
	}
}

func TestLimit(t *testing.T) {
	const limit = 10 * (answerSize + dependencySize + 1)
	s := NewStore(limit)
	ask, computed := texts(s, Policy[string, string]{})
	for i := range 100 {
		ask(nil, fmt.Sprint(i))
		ask(nil, "0") // is in use all the time
		if n, bytes := s.Size(); bytes > limit || n > 10 || len(s.dependents) != n {
			t.Fatalf("%d answers of %d bytes, %d inputs", n, bytes, len(s.dependents))
		}
	}
	if *computed != 100 {
		t.Errorf("%d computations of 100 answers: one that is in use was dropped", *computed)
	}
	large := NewKind(s, Policy[int, int]{Size: func(int, int) int { return 2 * limit }})
	for range 2 {
		_, _ = large.Ask(nil, 1, func(*View) (int, error) { *computed++; return 1, nil })
	}
	if n, _ := s.Size(); n != 1 || *computed != 101 {
		t.Errorf("%d answers are held beside one that is too large, which was computed %d times", n-1, *computed-100)
	}
	ask(nil, "1")
	if _, bytes := s.Size(); bytes > limit {
		t.Errorf("an answer that is too large stays")
	}
}

func TestWhatIsNotHeld(t *testing.T) {
	failed := errors.New("failed")
	for _, c := range []struct {
		what    string
		compute func(s *Store, k *Kind[int, int], v *View) (int, error)
		size    int
		want    error
	}{
		{"an error", func(*Store, *Kind[int, int], *View) (int, error) { return 0, failed }, 1, failed},
		{"an answer of no size", func(*Store, *Kind[int, int], *View) (int, error) { return 0, nil }, 0, nil},
		{"an answer with an input that changed meanwhile", func(s *Store, _ *Kind[int, int], v *View) (int, error) {
			v.Depend(path("a"))
			s.Forget(path("a"))
			return 0, nil
		}, 1, nil},
		{"an answer that needs itself", func(_ *Store, k *Kind[int, int], v *View) (int, error) {
			return k.Ask(v, 1, func(*View) (int, error) { panic("asked in a circle") })
		}, 1, ErrCycle},
		{"an answer that does without itself", func(_ *Store, k *Kind[int, int], v *View) (int, error) {
			_, _ = k.Ask(v, 1, func(*View) (int, error) { panic("asked in a circle") })
			return 0, nil
		}, 1, nil},
	} {
		s := NewStore(1 << 20)
		k := NewKind(s, Policy[int, int]{Size: func(int, int) int { return c.size }})
		_, err := k.Ask(NewView(nil), 1, func(v *View) (int, error) { return c.compute(s, k, v) })
		if n, _ := s.Size(); n != 0 || len(k.answers) != 0 || len(k.running) != 0 || !errors.Is(err, c.want) {
			t.Errorf("%s: %d answers are held, error %v", c.what, n, err)
		}
		if got, err := k.Ask(nil, 1, func(*View) (int, error) { return 7, nil }); got != 7 || err != nil {
			t.Errorf("%s: then the answer is %d, %v", c.what, got, err)
		}
	}
}

// A panic is the asker's; the question can be asked again.
func TestPanic(t *testing.T) {
	k := NewKind(NewStore(1<<20), Policy[int, int]{Size: func(int, int) int { return 1 }})
	func() {
		defer func() { _ = recover() }()
		_, _ = k.Ask(nil, 1, func(*View) (int, error) { panic("broken") })
	}()
	if got, _ := k.Ask(nil, 1, func(*View) (int, error) { return 7, nil }); got != 7 {
		t.Errorf("the answer is %d", got)
	}
}

// Many that ask the same wait for the one that computes.
func TestOneComputes(t *testing.T) {
	k := NewKind(NewStore(1<<20), Policy[int, int]{Size: func(int, int) int { return 1 }})
	var computed atomic.Int64
	var wg sync.WaitGroup
	for range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for key := range 20 {
				got, err := k.Ask(NewView(nil), key, func(*View) (int, error) {
					computed.Add(1)
					time.Sleep(time.Millisecond)
					return key, nil
				})
				if got != key || err != nil {
					t.Errorf("%d, %v", got, err)
				}
			}
		}()
	}
	wg.Wait()
	if computed.Load() != 20 {
		t.Errorf("20 answers were computed %d times", computed.Load())
	}
}

// Two goroutines that ask for each other's question at the same time both end.
func TestNoDeadlock(t *testing.T) {
	k := NewKind(NewStore(1<<20), Policy[int, int]{Size: func(int, int) int { return 1 }})
	begun := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
	var once [2]sync.Once
	var compute func(key int) func(*View) (int, error)
	compute = func(key int) func(*View) (int, error) {
		return func(v *View) (int, error) {
			once[key].Do(func() { close(begun[key]) })
			<-begun[1-key]
			return k.Ask(v, 1-key, compute(1-key))
		}
	}
	errs := make(chan error)
	for key := range 2 {
		go func() {
			_, err := k.Ask(NewView(nil), key, compute(key))
			errs <- err
		}()
	}
	for range 2 {
		select {
		case err := <-errs:
			if !errors.Is(err, ErrCycle) {
				t.Errorf("error %v, want %v", err, ErrCycle)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("two goroutines wait for each other")
		}
	}
}

func BenchmarkHit(b *testing.B) {
	for _, macros := range []int{0, 1, 50} {
		b.Run(fmt.Sprintf("%d local dependencies", macros), func(b *testing.B) {
			ask, computed := texts(NewStore(1<<20), Policy[string, string]{})
			w := table{}
			for i := range macros {
				w[macro(fmt.Sprint("M", i))] = "1"
			}
			names := slices.Collect(maps.Keys(w))
			b.ReportAllocs()
			for range b.N {
				ask(w, "a", names...)
			}
			if *computed != 1 {
				b.Errorf("%d computations", *computed)
			}
		})
	}
}

func BenchmarkHitParallel(b *testing.B) {
	k := NewKind(NewStore(1<<20), Policy[int, int]{Size: func(int, int) int { return 1 }})
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i = (i + 1) % 100 {
			_, _ = k.Ask(nil, i, func(*View) (int, error) { return i, nil })
		}
	})
}
