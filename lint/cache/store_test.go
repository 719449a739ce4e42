package cache

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T, root, identity string, limit int64) *Store {
	t.Helper()
	s, err := Open(root, identity, limit)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// traced returns a trace of questions and answers.
func traced(pairs ...string) *Trace {
	trace := &Trace{}
	for i := 0; i < len(pairs); i += 2 {
		trace.Add(Question{"file", pairs[i]}, Of(pairs[i+1]))
	}
	return trace
}

// world answers with what is the case; what it lacks cannot be answered.
func world(pairs ...string) func(Question) (Digest, bool) {
	return func(q Question) (Digest, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == q.Text {
				return Of(pairs[i+1]), true
			}
		}
		return Digest{}, false
	}
}

func TestFindWantsAllAnswersToBeTheSame(t *testing.T) {
	s := open(t, t.TempDir(), "tool", DefaultLimit)
	key := Of("key")
	s.Keep(key, traced("a", "1", "b", "2"), []byte("first"))
	s.Keep(key, traced("a", "1", "c", "3"), []byte("second"))
	for _, c := range []struct {
		key   Digest
		world func(Question) (Digest, bool)
		want  string
	}{
		{key, world("a", "1", "b", "2"), "first"},
		{key, world("a", "1", "c", "3"), "second"},
		{key, world("a", "1", "b", "3"), ""},
		{key, world("a", "1"), ""},
		{key, world(), ""},
		{Of("other"), world("a", "1", "b", "2"), ""},
	} {
		got, trace, ok := s.Find(c.key, c.world)
		if string(got) != c.want || ok != (c.want != "") || ok && len(trace.Questions) != 2 {
			t.Errorf("%q, %v, want %q", got, trace, c.want)
		}
	}
	if hits, misses := s.Used(); hits != 2 || misses != 4 {
		t.Errorf("%d hits, %d misses", hits, misses)
	}
}

func TestTheLatestVariantsStay(t *testing.T) {
	s := open(t, t.TempDir(), "tool", DefaultLimit)
	for i := range maxVariants + 3 {
		s.Keep(Of("key"), traced("a", fmt.Sprint(i)), fmt.Append(nil, i))
	}
	s.Keep(Of("key"), traced("a", "5"), []byte("five"))
	for i := range maxVariants + 3 {
		got, _, ok := s.Find(Of("key"), world("a", fmt.Sprint(i)))
		want := map[bool]string{true: fmt.Sprint(i)}[i >= 3]
		if i == 5 {
			want = "five"
		}
		if string(got) != want || ok != (want != "") {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
}

func TestAnotherToolFindsNothing(t *testing.T) {
	root := t.TempDir()
	open(t, root, "tool", DefaultLimit).Keep(Of("key"), &Trace{}, []byte("value"))
	if _, _, ok := open(t, root, "tool 2", DefaultLimit).Find(Of("key"), world()); ok {
		t.Error("another tool has the result")
	}
	if got, _, ok := open(t, root, "tool", DefaultLimit).Find(Of("key"), world()); !ok || string(got) != "value" {
		t.Error("the tool does not have its result")
	}
}

// entryFile returns the only entry.
func entryFile(t *testing.T, root string) string {
	t.Helper()
	entries, err := filepath.Glob(filepath.Join(root, format, "*", "*"))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	return entries[0]
}

func TestDamagedEntriesAreNotThere(t *testing.T) {
	root := t.TempDir()
	s := open(t, root, "tool", DefaultLimit)
	s.Keep(Of("key"), traced("a", "1"), []byte("value"))
	name := entryFile(t, root)
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	found := func() bool { _, _, ok := s.Find(Of("key"), world("a", "1")); return ok }
	if !found() {
		t.Fatal("the entry is not found")
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 4
		os.WriteFile(name, bad, 0o600)
		if found() {
			t.Errorf("byte %d is changed, and nobody notices", i)
		}
		os.WriteFile(name, good[:i], 0o600)
		if found() {
			t.Errorf("%d of %d bytes are enough", i, len(good))
		}
	}
	// A whole entry under the name of another.
	os.WriteFile(name, good, 0o600)
	s.Keep(Of("other"), traced("a", "1"), []byte("another"))
	other, _ := s.place(Of("other"))
	if err := os.Rename(other, name); err != nil {
		t.Fatal(err)
	}
	if found() {
		t.Error("an entry counts under the name of another")
	}
	if s.Keep(Of("key"), traced("a", "1"), []byte("value")); !found() {
		t.Error("a damaged entry is not replaced")
	}
}

// FuzzVariants: no bytes make reading an entry panic, and what was written is read.
func FuzzVariants(f *testing.F) {
	v := variant{*traced("a", "1", "b", "2"), []byte("value")}
	f.Add(v.append(nil))
	f.Add(bytes.Repeat([]byte{0xff}, 40))
	f.Fuzz(func(t *testing.T, in []byte) {
		all := variants(in)
		var out []byte
		for _, v := range all {
			out = v.append(out)
		}
		if again := variants(out); len(again) != len(all) {
			t.Fatalf("%d variants, written and read again %d", len(all), len(again))
		}
	})
}

func TestFilesAreThoseOfTheUserAlone(t *testing.T) {
	root := filepath.Join(t.TempDir(), "new")
	s := open(t, root, "tool", DefaultLimit)
	s.Keep(Of("key"), &Trace{}, []byte("value"))
	s.Trim()
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %s", path, info.Mode())
		}
		return nil
	})
	text, err := os.ReadFile(filepath.Join(root, "CACHEDIR.TAG"))
	if err != nil || !strings.HasPrefix(string(text), "Signature: 8a477f597d28d172789f06886806bc55\n") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestSymbolicLinksAreNotFollowed(t *testing.T) {
	elsewhere := t.TempDir()
	link := func(name string) {
		if err := os.Symlink(elsewhere, name); err != nil {
			t.Skip(err)
		}
	}
	root := t.TempDir()
	link(filepath.Join(root, format))
	if _, err := Open(root, "tool", DefaultLimit); err == nil {
		t.Error("the folder of entries is a link, and used")
	}
	root = t.TempDir()
	s := open(t, root, "tool", DefaultLimit)
	name, _ := s.place(Of("key"))
	os.Remove(filepath.Dir(name))
	link(filepath.Dir(name))
	s = open(t, root, "tool", DefaultLimit)
	s.Keep(Of("key"), &Trace{}, []byte("value"))
	if entries, _ := os.ReadDir(elsewhere); len(entries) > 0 {
		t.Error("an entry is written behind a link")
	}
	// An entry that is a link is not read, and replaced.
	root = t.TempDir()
	s = open(t, root, "tool", DefaultLimit)
	s.Keep(Of("key"), &Trace{}, []byte("value"))
	name = entryFile(t, root)
	moved := filepath.Join(elsewhere, "moved")
	os.Rename(name, moved)
	os.Symlink(moved, name)
	if _, _, ok := s.Find(Of("key"), world()); ok {
		t.Error("an entry behind a link is used")
	}
	s.Keep(Of("key"), &Trace{}, []byte("value 2"))
	if got, _ := os.ReadFile(moved); !bytes.Contains(got, []byte("value")) || bytes.Contains(got, []byte("value 2")) {
		t.Error("a file behind a link was written to")
	}
}

func TestTheLeastRecentlyUsedGoFirst(t *testing.T) {
	root := t.TempDir()
	const size, limit = 1000, 20000
	s := open(t, root, "tool", limit)
	key := func(i int) Digest { return Of("key", fmt.Append(nil, i)) }
	old := time.Now().Add(-50 * time.Hour)
	for i := range 40 {
		s.Keep(key(i), &Trace{}, bytes.Repeat([]byte{byte(i)}, size))
		name, _ := s.place(key(i))
		at := old.Add(time.Duration(i) * time.Minute)
		os.Chtimes(name, at, at)
	}
	// The oldest is used: it is not the first to go.
	if _, _, ok := s.Find(key(0), world()); !ok {
		t.Fatal("not there")
	}
	left := filepath.Join(filepath.Dir(entry(s, key(0))), "new-123")
	os.WriteFile(left, nil, 0o600)
	os.Chtimes(left, old, old)
	s.Trim()
	var kept []int
	for i := range 40 {
		if _, err := os.Stat(entry(s, key(i))); err == nil {
			kept = append(kept, i)
		}
	}
	if used := Look(root); used.Bytes > limit || used.Bytes < limit/2 || used.Entries != len(kept) {
		t.Errorf("%+v with a limit of %d", used, limit)
	}
	if !slices.Contains(kept, 0) || kept[1] < 20 || kept[len(kept)-1] != 39 || kept[len(kept)-1]-kept[1] != len(kept)-2 {
		t.Errorf("kept %v", kept)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what a killed run left behind is still there")
	}
	if s.Keep(key(99), &Trace{}, make([]byte, limit)); len(s.get(key(99))) > 0 {
		t.Error("an entry as large as the whole cache is kept")
	}
}

func entry(s *Store, key Digest) string { name, _ := s.place(key); return name }

func TestCleanRemovesNothingElse(t *testing.T) {
	root := t.TempDir()
	s := open(t, root, "tool", DefaultLimit)
	for i := range 10 {
		s.Keep(Of("key", fmt.Append(nil, i)), &Trace{}, []byte("value"))
	}
	mine := []string{filepath.Join(root, "mine"), filepath.Join(root, format, "mine"), filepath.Join(filepath.Dir(entry(s, Of("x"))), "mine")}
	for _, name := range mine {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if removed, err := Clean(root); err != nil || removed.Entries != 10 {
		t.Errorf("%+v, %v", removed, err)
	}
	for _, name := range mine {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	if used := Look(root); used != (Usage{}) {
		t.Errorf("%+v is left", used)
	}
	if removed, err := Clean(filepath.Join(root, "nowhere")); err != nil || removed != (Usage{}) {
		t.Errorf("%+v, %v", removed, err)
	}
}

// TestAtTheSameTime: many writers and readers, trims and cleans: what is found is always
// whole and of its key.
func TestAtTheSameTime(t *testing.T) {
	root := t.TempDir()
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			random := rand.New(rand.NewSource(int64(n)))
			s, err := Open(root, "tool", 30000)
			if err != nil {
				t.Error(err)
				return
			}
			for range 300 {
				i := random.Intn(20)
				key, text := Of("key", fmt.Append(nil, i)), bytes.Repeat(fmt.Append(nil, i, " "), 500)
				switch random.Intn(40) {
				case 0:
					s.Trim()
				case 1:
					Clean(root)
				default:
					if got, _, ok := s.Find(key, world("a", "1")); ok && !bytes.Equal(got, text) {
						t.Errorf("%d: %.20q...", i, got)
					}
					s.Keep(key, traced("a", "1"), text)
				}
			}
		}()
	}
	wg.Wait()
}

func TestIdentityIsThatOfTheBuild(t *testing.T) {
	id, err := Identity()
	if err != nil || !strings.HasPrefix(id, "build ") && !strings.HasPrefix(id, "executable ") || len(id) < 40 {
		t.Errorf("%q, %v", id, err)
	}
}

func TestBuildIDOf(t *testing.T) {
	const id = "gsizQVGngZZkbC3nGVzO/m0LdO8XlefXXfyIfUcQq/auRQe9tS9le3mDRx3cxf/2KSew6KFZYOIUqkOoeby"
	for name, c := range map[string]struct{ head, want string }{
		"ELF":          {"\x7fELF....\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00" + id + "\x00\x03", id},
		"other":        {"MZ...\xff Go build ID: \"" + id + "\"\n \xff...", id},
		"without":      {"\x7fELF....", ""},
		"cut off":      {"\x7fELF\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00gsizQ", ""},
		"set by hand":  {"MZ...\xff Go build ID: \"mine\"\n \xff...", ""},
		"left out":     {"MZ...\xff Go build ID: \"\"\n \xff...", ""},
		"no note size": {"\x7fELFGo\x00\x00\x04\x00\x00\x00Go\x00\x00", ""},
	} {
		if got := buildID([]byte(c.head)); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
