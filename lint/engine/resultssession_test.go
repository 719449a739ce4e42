package engine_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/engine"
)

// misses returns how many results f did not find in the cache.
func misses(store *cache.Store, f func()) int64 {
	_, before := store.Used()
	f()
	_, after := store.Used()
	return after - before
}

// newCachedSession returns a session with a cache, and the folder of that, over the files of
// the program with CUDA code: what others hold is not kept.
func newCachedSession(t *testing.T) (st *sessionTest, store *cache.Store, dir string) {
	files := map[string]string{}
	for name, texts := range program {
		if texts[0] != "" && name != "plain.cpp" {
			files[name] = texts[0]
		}
	}
	dir = t.TempDir()
	store, err := cache.Open(dir, "test", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	st = newSessionTest(t, files)
	st.opts.Cache = store
	st.restart()
	return st, store, dir
}

// restart begins another session over the files of a program.
func (st *sessionTest) restart() {
	st.session.Close()
	st.session = engine.NewSession(st.opts)
	st.Cleanup(st.session.Close)
	st.session.SetInputs(st.inputs)
	for name, text := range st.texts {
		st.session.SetText(name, text)
	}
}

// checkBoth checks the session, and compares it with a run without a cache.
func (st *sessionTest) checkBoth() {
	st.Helper()
	got := st.session.Check(context.Background())
	opts := st.opts
	opts.Texts = st.texts
	opts.Cache = nil
	want := engine.New(opts).Check(context.Background(), st.inputs)
	if diff := cmp.Diff(everything(st.T, want), everything(st.T, got)); diff != "" {
		st.Errorf("the session differs from a run without a cache (-run +session):\n%s", diff)
	}
}

// TestSessionStartsWarm: what a run or a session computed of the files on disk, another
// session finds in the cache.
func TestSessionStartsWarm(t *testing.T) {
	st, store, dir := newCachedSession(t)
	engine.New(st.opts).Check(context.Background(), st.inputs)
	st.restart()
	if n := misses(store, st.checkBoth); n != 0 {
		t.Errorf("a session after a run does not find %d results", n)
	}

	// An open document that is not changed is as good as the file.
	read := program["read.cu"]
	st.edit("read.cu", read[0])
	st.restart()
	if n := misses(store, st.checkBoth); n != 0 {
		t.Errorf("a session with an open file does not find %d results", n)
	}

	// Of texts that are being edited nothing is kept, but once they are saved.
	fix := func() {
		r := st.session.Check(context.Background())
		if _, err := st.session.Fixes(context.Background(), r, r.Findings); err != nil {
			t.Fatal(err)
		}
	}
	fix()
	st.edit("read.cu", read[1])
	before := cache.Look(dir).Entries
	st.checkBoth()
	fix()
	if now := cache.Look(dir).Entries; now != before {
		t.Errorf("an unsaved text leaves %d entries", now-before)
	}
	st.write("read.cu", read[1])
	st.session.Changed("read.cu")
	st.restart()
	if n := misses(store, st.checkBoth); n != 0 {
		t.Errorf("a session after a save does not find %d results", n)
	}
	if hits, _ := store.Used(); hits == 0 {
		t.Error("the cache was not asked at all")
	}
}

// TestSessionFindsFixesInTheCache: fixes that need the whole program come from the cache,
// too, and equal those that are made.
func TestSessionFindsFixesInTheCache(t *testing.T) {
	st, store, _ := newCachedSession(t)
	fixes := func() string {
		r := st.session.Check(context.Background())
		if _, err := st.session.Fixes(context.Background(), r, r.Findings); err != nil {
			t.Fatal(err)
		}
		return everything(t, r)[3] + "\n" + everything(t, r)[len(r.Findings)+2]
	}
	st.opts.Cache = nil
	st.restart()
	want := fixes()
	st.opts.Cache = store
	for i, most := range []int64{1 << 20, 0} {
		st.restart()
		var got string
		if n := misses(store, func() { got = fixes() }); n > most {
			t.Errorf("round %d: %d results are not in the cache", i, n)
		}
		if got != want {
			t.Errorf("round %d: with the cache\n%s\nwithout\n%s", i, got, want)
		}
	}
}
