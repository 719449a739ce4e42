package changes

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// TestDiffIsADiff: what is outside of the hunks is equal, and no hunk is needless.
func TestDiffIsADiff(t *testing.T) {
	for seed := range 3000 {
		r := rand.New(rand.NewSource(int64(seed)))
		kinds := 2 + r.Intn(60)
		text := func() []string {
			lines := make([]string, r.Intn(40))
			for i := range lines {
				lines[i] = fmt.Sprint(r.Intn(kinds))
			}
			return lines
		}
		old, fresh := text(), text()
		if seed%2 == 0 {
			fresh = append([]string(nil), old...)
			for range r.Intn(5) {
				at := r.Intn(len(fresh) + 1)
				fresh = append(fresh[:at:at], append([]string{fmt.Sprint("new", r.Intn(9))}, fresh[min(len(fresh), at+r.Intn(3)):]...)...)
			}
		}
		join := func(lines []string) []byte { return []byte(strings.Join(append(lines, ""), "\n")) }
		hunks := diff(join(old), join(fresh))
		a, c, same := 0, 0, 0
		for _, h := range append(hunks, hunk{len(old), len(old), len(fresh), len(fresh)}) {
			if h.a-a != h.c-c || h.a < a || h.b < h.a || h.d < h.c || strings.Join(old[a:h.a], ",") != strings.Join(fresh[c:h.c], ",") {
				t.Fatalf("seed %d: %v of\n%q\n%q", seed, hunks, old, fresh)
			}
			same += h.a - a
			a, c = h.b, h.d
		}
		if seed%2 == 0 && len(old) > 0 && same < len(old)-10 {
			t.Errorf("seed %d: of %d lines %d are the same after five edits: %v", seed, len(old), same, hunks)
		}
		for line := 1; line <= len(fresh); line++ {
			in := false
			for _, h := range hunks {
				in = in || h.c < line && line <= h.d
			}
			first, last := back(hunks, line, line)
			if touches(hunks, line, line) != in || !in && (first != last || old[first-1] != fresh[line-1]) {
				t.Fatalf("seed %d: line %d (%v) comes from %d to %d: %v", seed, line, in, first, last, hunks)
			}
		}
	}
}

// TestDiffOfManyChanges: unchanged lines stay so after hundreds of changes.
func TestDiffOfManyChanges(t *testing.T) {
	var old, fresh bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&old, "{\nline %d\n}\n", i)
		if i%3 == 0 {
			fmt.Fprintf(&fresh, "new %d\n", i)
		}
		fmt.Fprintf(&fresh, "{\nline %d\r\n}\n", i)
	}
	hunks := diff(old.Bytes(), fresh.Bytes())
	changed := 0
	for _, h := range hunks {
		changed += h.b - h.a + h.d - h.c
	}
	if want := 2000/3 + 1; changed != want {
		t.Errorf("%d lines changed, want %d", changed, want)
	}
}

func TestTouchesAndBack(t *testing.T) {
	hunks := diff([]byte("a\nb\nc\nd\ne\nf\n"), []byte("a\nB\nc\ne\nnew\nf"))
	for _, c := range []struct {
		first, last int
		touched     bool
		from, to    int
	}{
		{1, 1, false, 1, 1}, {2, 2, true, 2, 2}, {3, 3, false, 3, 3},
		{3, 4, true, 3, 5}, // d, between them, is gone
		{4, 4, false, 5, 5}, {5, 5, true, 6, 5}, {6, 6, false, 6, 6}, {1, 6, true, 1, 6},
	} {
		from, to := back(hunks, c.first, c.last)
		if got := touches(hunks, c.first, c.last); got != c.touched || from != c.from || to != c.to {
			t.Errorf("lines %d to %d: touched %v, from %d to %d; want %+v (%v)", c.first, c.last, got, from, to, c, hunks)
		}
	}
}
