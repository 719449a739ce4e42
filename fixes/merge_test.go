package fixes

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"
)

func TestSafety(t *testing.T) {
	if got := fmt.Sprint(Safe, Unsafe, Display, Safety(7)); got != "safe unsafe display Safety(7)" {
		t.Error(got)
	}
}

func TestMerge(t *testing.T) {
	include := Edit{"a.cu", 0, 0, "#include <x>\n"}
	fixes := []Fix{
		0:  {Edits: []Edit{{"a.cu", 10, 20, "x"}, include, {"b.h", 0, 5, "y"}}},
		1:  {Edits: []Edit{{"a.cu", 30, 31, ""}, {"b.h", 4, 6, ""}}},        // overlaps 0 in b.h: none of it
		2:  {Edits: []Edit{{"a.cu", 30, 32, "z"}, include}},                 // free as 1 was refused; shares the include
		3:  {Edits: []Edit{{"a.cu", 0, 0, "#include <y>\n"}}},               // another insertion at one place
		4:  {Edits: []Edit{{"a.cu", 20, 20, "i"}, {"a.cu", 5, 10, ""}}},     // touches only
		5:  {Edits: []Edit{{"a.cu", 15, 15, "i"}}},                          // inserts into 0
		6:  {Edits: []Edit{{"c.cu", 0, 4, ""}, {"c.cu", 3, 5, ""}}},         // with itself
		7:  {Edits: []Edit{{"c.cu", 3, 1, ""}}},                             // no range
		8:  {Edits: []Edit{{"c.cu", 0, 4, "same"}, {"c.cu", 0, 4, "same"}}}, // twice the same
		9:  {},
		10: {Edits: []Edit{{"c.cu", 0, 4, "other"}}},
		11: {Edits: []Edit{{"d.cu", 0, 4, ""}, {"a.cu", 31, 33, ""}}},
	}
	got := Merge(fixes)
	want := Set{
		Accepted: []int{0, 2, 4, 8, 9},
		Refused: []Refusal{
			{1, 0, Edit{"b.h", 4, 6, ""}}, {3, 0, Edit{"a.cu", 0, 0, "#include <y>\n"}}, {5, 0, Edit{"a.cu", 15, 15, "i"}},
			{6, 6, Edit{"c.cu", 3, 5, ""}}, {7, 7, Edit{"c.cu", 3, 1, ""}}, {10, 8, Edit{"c.cu", 0, 4, "other"}}, {11, 2, Edit{"a.cu", 31, 33, ""}},
		},
		Edits: map[string][]Edit{
			"a.cu": {include, {"a.cu", 5, 10, ""}, {"a.cu", 10, 20, "x"}, {"a.cu", 20, 20, "i"}, {"a.cu", 30, 32, "z"}},
			"b.h":  {{"b.h", 0, 5, "y"}},
			"c.cu": {{"c.cu", 0, 4, "same"}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// clash says by what the ranges are, byte for byte, whether two edits of one
// file exclude each other.
func clash(a, b Edit) bool {
	if a.Start == a.End && b.Start == b.End {
		return a.Start == b.Start
	}
	for gap := 0; gap <= 40; gap++ {
		inside := func(e Edit) bool { return e.Start < gap && gap < e.End }
		at := func(e Edit) bool { return e.Start == e.End && e.Start == gap }
		holds := func(e Edit) bool { return e.Start <= gap && gap < e.End }
		if holds(a) && holds(b) || inside(a) && at(b) || inside(b) && at(a) {
			return true
		}
	}
	return false
}

// TestMergeAcceptsWhatIsFree compares Merge with all pairs looked at.
func TestMergeAcceptsWhatIsFree(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 5000 {
		fixes := make([]Fix, 1+r.Intn(8))
		for i := range fixes {
			for range r.Intn(4) {
				start := r.Intn(30)
				fixes[i].Edits = append(fixes[i].Edits, Edit{[]string{"a", "b"}[r.Intn(2)], start, start + r.Intn(5), []string{"", "x"}[r.Intn(2)]})
			}
		}
		set := Merge(fixes)
		if len(set.Accepted)+len(set.Refused) != len(fixes) {
			t.Fatalf("%d fixes: %+v", len(fixes), set)
		}
		distinct := map[Edit]bool{}
		accepted := map[int]bool{}
		bad := func(e Edit, others map[Edit]bool) bool {
			for o := range others {
				if o != e && o.Path == e.Path && clash(o, e) {
					return true
				}
			}
			return false
		}
		for i, fix := range fixes {
			own, free := map[Edit]bool{}, true
			for _, e := range fix.Edits {
				free = free && !bad(e, distinct) && !bad(e, own)
				own[e] = true
			}
			if free {
				accepted[i] = true
				for e := range own {
					distinct[e] = true
				}
			}
		}
		for _, i := range set.Accepted {
			if !accepted[i] {
				t.Fatalf("fix %d of %+v accepted", i, fixes)
			}
		}
		for _, refusal := range set.Refused {
			if accepted[refusal.Fix] || refusal.With != refusal.Fix && !accepted[refusal.With] {
				t.Fatalf("refusal %+v of %+v", refusal, fixes)
			}
		}
		count := 0
		for path, edits := range set.Edits {
			count += len(edits)
			for _, e := range edits {
				if e.Path != path || !distinct[e] {
					t.Fatalf("edit %v under %s", e, path)
				}
			}
			if _, err := Apply(make([]byte, 40), edits); err != nil {
				t.Fatalf("accepted edits do not apply: %v", err)
			}
		}
		if count != len(distinct) {
			t.Fatalf("%d edits, want %d", count, len(distinct))
		}
	}
}
