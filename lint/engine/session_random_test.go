package engine_test

import (
	"context"
	"encoding/json"
	"math/rand"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/engine"
)

// everything returns all that a result tells, as text: what differs is then seen, too,
// in what is of any type.
func everything(t *testing.T, r *engine.Result) []string {
	t.Helper()
	var lines []string
	add := func(v any) {
		text, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	add(r.Target)
	add(r.GPUs)
	add(r.Files)
	for _, d := range r.Findings {
		add(d)
	}
	add(r.Suppressed)
	add(r.Problems)
	return lines
}

// TestSessionFollowsRandomEdits compares a session with a fresh run after each of many
// random edits of the files of a program: rules' own test files, a header, files that
// include it and a launch in another file. Now and then another session takes over, which
// starts from the cache; some of its entries are damaged.
func TestSessionFollowsRandomEdits(t *testing.T) {
	n, seed := lsptest.RandomEdits(t, 30)
	random := rand.New(rand.NewSource(seed))
	texts := lsptest.Program(t, filepath.Join("..", "..", "testdata"), random, 6)
	st, folder := newSessionTest(t, texts), t.TempDir()
	store, err := cache.Open(folder, "test", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	st.opts.Cache = store
	st.restart()
	typist := map[string]*lsptest.Typist{}
	var names, clipboard []string
	for name, text := range texts {
		names, clipboard = append(names, name), append(clipboard, text)
	}
	slices.Sort(names)
	slices.Sort(clipboard)
	var name string
	found := 0
	var took, fresh time.Duration
	for i := range n {
		if name == "" || random.Intn(8) == 0 {
			name = names[random.Intn(len(names))]
		}
		if typist[name] == nil {
			typist[name] = &lsptest.Typist{Rand: random, Clipboard: clipboard}
		}
		edit := typist[name].Next(texts[name])
		before := texts[name]
		texts[name] = edit.Apply(texts[name])
		st.texts[name] = []byte(texts[name])
		st.session.SetText(name, st.texts[name])
		start := time.Now()
		if random.Intn(2) == 0 {
			st.session.CheckFile(context.Background(), name)
		}
		if random.Intn(8) == 0 { // stopped
			ctx, stop := context.WithTimeout(context.Background(), time.Duration(random.Intn(10))*time.Millisecond)
			st.session.Check(ctx)
			stop()
		}
		got := st.session.Check(context.Background())
		took += time.Since(start)
		start = time.Now()
		want := st.fresh()
		fresh += time.Since(start)
		found += len(want.Findings)
		if diff := cmp.Diff(everything(t, want), everything(t, got)); diff != "" {
			for file, text := range st.texts {
				st.write("failed/"+file, string(text))
			}
			t.Fatalf("edit %d: %s of %s, bytes %d to %d of %d, %q: the session differs from a fresh run (-fresh +session):\n%s",
				i+1, edit.Kind, name, edit.Start, edit.End, len(before), edit.Text, diff)
		}
		if random.Intn(15) == 0 {
			for range random.Intn(3) {
				damage(t, folder, random)
			}
			st.restart()
		}
		if random.Intn(20) == 0 { // saved
			st.write(name, texts[name])
			st.session.SetText(name, nil)
			st.session.Changed(name)
			delete(st.texts, name)
		}
	}
	if hits, _ := store.Used(); found == 0 || n >= 30 && hits == 0 {
		t.Errorf("%d findings, %d results were in the cache", found, hits)
	}
	t.Logf("%d edits, %s findings on average; the session took %v, fresh runs %v", n, strconv.FormatFloat(float64(found)/float64(n), 'f', 1, 64), took, fresh)
}
