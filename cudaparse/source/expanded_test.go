package source

import (
	"math/rand"
	"testing"
)

func TestExpanded(t *testing.T) {
	//                0         1         2
	//                0123456789012345678901234
	const text = "a LOOP(i, n) { b; } NONE c"
	x := Expand([]byte(text), []Replacement{
		{Span{2, 12}, []Piece{{"for (int ", -1}, {"i", 7}, {" = 0; i < (", -1}, {"n", 10}, {"); ++i)", -1}}},
		{Span{20, 24}, nil},
	})
	if got, want := string(x.Text), "a for (int i = 0; i < (n); ++i) { b; }  c"; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	for _, c := range []struct {
		expanded Span
		old      Span
	}{
		{Span{0, 1}, Span{0, 1}},
		{Span{2, 5}, Span{2, 12}},   // for
		{Span{11, 12}, Span{7, 8}},  // i, where it was written
		{Span{18, 19}, Span{2, 12}}, // i of the macro's text
		{Span{23, 24}, Span{10, 11}},
		{Span{2, 38}, Span{2, 19}}, // the whole loop
		{Span{32, 38}, Span{13, 19}},
		{Span{40, 41}, Span{25, 26}},
		{Span{0, 41}, Span{0, 26}},
		{Span{32, 32}, Span{13, 13}},
	} {
		if got := x.Old(c.expanded); got != c.old {
			t.Errorf("%q at %v is at %v, want %v", x.Text[c.expanded.Start:c.expanded.End], c.expanded, got, c.old)
		}
	}
	for old, want := range map[int]int{0: 0, 1: 1, 2: 2, 4: 2, 7: 11, 10: 23, 12: 31, 13: 32, 18: 37, 20: 39, 22: 39, 25: 40, 26: 41} {
		if got := x.New(old); got != want {
			t.Errorf("%d is at %d, want %d", old, got, want)
		}
	}
}

// TestExpandedAgrees: New and Old agree for random replacements, some of them adjacent.
func TestExpandedAgrees(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		text := make([]byte, r.Intn(40))
		for i := range text {
			text[i] = byte('a' + i%26)
		}
		var replacements []Replacement
		for at := r.Intn(5); at < len(text); at += r.Intn(8) {
			end := min(len(text), at+1+r.Intn(5))
			one := Replacement{Span: Span{at, end}}
			for range r.Intn(4) {
				if from := at + r.Intn(end-at); r.Intn(2) == 0 {
					one.Pieces = append(one.Pieces, Piece{string(text[from:end]), from})
				} else {
					one.Pieces = append(one.Pieces, Piece{"###"[:1+r.Intn(3)], -1})
				}
			}
			replacements = append(replacements, one)
			at = end
		}
		x := Expand(text, replacements)
		replaced := map[int]bool{}
		for _, one := range replacements {
			for i := one.Span.Start; i < one.Span.End; i++ {
				replaced[i] = true
			}
		}
		for i := range text {
			at := x.New(i)
			if replaced[i] {
				continue
			}
			if x.Text[at] != text[i] || x.Old(Span{at, at + 1}) != (Span{i, i + 1}) {
				t.Fatalf("%q with %v: byte %d is at %d, and back at %v", text, replacements, i, at, x.Old(Span{at, at + 1}))
			}
		}
		for at := range x.Text {
			s := x.Old(Span{at, at + 1})
			if x.Text[at] == '#' && (len(x.Replaced()) == 0 || s.Len() == 0 || !replaced[s.Start]) || x.Text[at] != '#' && string(text[s.Start:s.End]) != string(x.Text[at]) {
				t.Fatalf("%q with %v: %q of %q is at %v", text, replacements, x.Text[at], x.Text, s)
			}
		}
	}
}
