package facts

import (
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/intern"
)

// stored returns a store of three units: 0 and 2 export facts under a, 1 and 2 under b, and 1 reads
// a key that no unit exports.
func stored() (*Store, []Numbered) {
	fact := func(text string) lint.ExportedFact { return lint.ExportedFact{Data: []byte(text)} }
	units := make([]Unit, 3)
	units[0].Export("a", fact("a0"))
	units[0].Export("a", fact("a0+"))
	units[1].Export("b", fact("b1"))
	units[2].Export("a", fact("a2"))
	units[2].Export("b", fact("b2"))
	units[0].Want("a")
	units[1].Want("a")
	units[1].Want("nowhere")
	units[2].Want("nowhere")
	keys := &intern.Table{}
	var numbered []Numbered
	for i := range units {
		numbered = append(numbered, units[i].Numbered(keys))
	}
	return storeOf(keys, numbered...), numbered
}

func storeOf(keys *intern.Table, units ...Numbered) *Store {
	s := NewStore(keys)
	for i, u := range units {
		s.Replace(i, Numbered{}, u)
	}
	return s
}

func TestAll(t *testing.T) {
	s, _ := stored()
	for key, want := range map[string]string{"a": "a0 a0+ a2 ", "b": "b1 b2 ", "nowhere": "", "unknown": ""} {
		got := ""
		for _, f := range s.All(key) {
			got += string(f.Data) + " "
		}
		if got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// TestAnswers: a unit is answered by what other units export, not by its own facts.
func TestAnswers(t *testing.T) {
	s, units := stored()
	for unit, want := range []bool{true, true, false} {
		if got := s.Answers(unit, units[unit]); got != want {
			t.Errorf("unit %d: %t, want %t", unit, got, want)
		}
	}
	own := &Unit{}
	own.Export("k", lint.ExportedFact{})
	own.Want("k")
	keys := &intern.Table{}
	n := own.Numbered(keys)
	if storeOf(keys, n).Answers(0, n) {
		t.Error("a unit's own fact answers it")
	}
}

func TestNearest(t *testing.T) {
	s, _ := stored()
	equal := func(a, b int) int { return 0 }
	neighbours := func(a, b int) int { return -max(a-b, b-a) }
	for _, c := range []struct {
		nearness func(a, b int) int
		unit     int
		key      string
		want     string
	}{
		{equal, 1, "a", "[a0 a0+ a2]"},
		{equal, 0, "a", "[a2]"},
		{equal, 0, "b", "[b1 b2]"},
		{equal, 0, "unknown", "[]"},
		{func(a, b int) int { return 5 - max(a-b, b-a) }, 0, "b", "[b1]"},
		{func(a, b int) int { return b }, 1, "a", "[a2]"},
		{neighbours, 0, "b", "[b1]"},
	} {
		if got := fmt.Sprintf("%s", s.Nearest(c.nearness, c.unit, c.key)); got != c.want {
			t.Errorf("unit %d, %s: %s, want %s", c.unit, c.key, got, c.want)
		}
	}
}

// TestReplace: a unit's new facts take the place of its old ones, in the order of the units.
func TestReplace(t *testing.T) {
	s, units := stored()
	other := &Unit{}
	other.Export("b", lint.ExportedFact{Data: []byte("b0")})
	other.Export("new", lint.ExportedFact{Data: []byte("n0")})
	now := other.Numbered(s.keys)
	s.Replace(0, units[0], now)
	for key, want := range map[string]string{"a": "[a2]", "b": "[b0 b1 b2]", "new": "[n0]"} {
		got := [][]byte{}
		for _, f := range s.All(key) {
			got = append(got, f.Data)
		}
		if fmt.Sprintf("%s", got) != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	s.Replace(0, now, Numbered{})
	if got := s.All("new"); len(got) > 0 {
		t.Errorf("%v, want no facts under a key that no unit exports any more", got)
	}
}
