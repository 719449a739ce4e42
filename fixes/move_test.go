package fixes

import (
	"math/rand"
	"testing"
)

func TestMoves(t *testing.T) {
	text := "ab\r\ncdef"
	edits := []Edit{{Start: 1, End: 1, Text: "x\ny"}, {Start: 5, End: 7, Text: "123"}, {Start: 7, End: 7, Text: "!"}, {Start: 2, End: 2}}
	// a x\r\ny b \r\n c 123 ! f
	move, err := Moves([]byte(text), edits)
	if err != nil {
		t.Fatal(err)
	}
	for offset, want := range [][2]int{{0, 0}, {1, 5}, {6, 6}, {7, 7}, {8, 8}, {9, 12}, {9, 12}, {12, 13}, {14, 14}} {
		if first, last := move(offset); first != want[0] || last != want[1] {
			t.Errorf("offset %d: %d, %d, want %v", offset, first, last, want)
		}
	}
	if _, err := Moves([]byte("a"), []Edit{{Start: 1, End: 3}}); err == nil {
		t.Error("an edit outside the file is no error")
	}
}

// TestMovesFindsTheByte: what is not replaced is there afterwards, and between the
// bounds of the rest stands the text of the edits at the place.
func TestMovesFindsTheByte(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 5000 {
		text := randomText(r, 12)
		edits := randomEdits(r, len(text))
		after, err := Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		move, err := Moves([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		for offset := range len(text) + 1 {
			replaced, touched := false, false
			for _, e := range edits {
				replaced = replaced || e.Start <= offset && offset < e.End
				touched = touched || e.Start == e.End && e.Start == offset && e.Text != ""
			}
			first, last := move(offset)
			switch {
			case first < 0 || last < first || last > len(after):
				t.Fatalf("%q %v: offset %d: %d, %d", text, edits, offset, first, last)
			case !replaced && !touched && first != last:
				t.Fatalf("%q %v: offset %d is not touched: %d, %d", text, edits, offset, first, last)
			case !replaced && (last == len(after)) != (offset == len(text)):
				t.Fatalf("%q %v: offset %d: the end is at %d", text, edits, offset, last)
			case !replaced && offset < len(text) && after[last] != text[offset]:
				t.Fatalf("%q to %q: the byte at %d is not at %d", text, after, offset, last)
			}
		}
	}
}
