package related

import (
	"reflect"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/lint/schedule"
)

// TestMentionIndexHasEveryIdentifier: whatever part of the index it is in; a file that
// cannot be read may have any, one without identifiers has none.
func TestMentionIndexHasEveryIdentifier(t *testing.T) {
	texts := []string{"int alpha(beta *);", "// beta, gamma", "", "12 + 3", "alpha gamma delta"}
	files := [][]uint32{nil}
	for _, text := range texts {
		files = append(files, identifierHashes([]byte(text)))
	}
	x := newMentionIndex(files, schedule.Pool{Workers: 3}.Each)
	for name, want := range map[string][]int32{"alpha": {0, 1, 5}, "beta": {0, 1, 2}, "gamma": {0, 2, 5}, "delta": {0, 5}, "int": {0, 1}, "none": {0}} {
		var got []int32
		for i := range x.mentioning([]string{name}) {
			got = append(got, i)
		}
		slices.Sort(got)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	parts := map[int]bool{}
	for _, file := range files {
		for _, hash := range file {
			parts[mentionPart(hash)] = true
		}
	}
	if len(parts) < 2 {
		t.Error("the identifiers are all in one part")
	}
}

func TestIdentifierHashes(t *testing.T) {
	got := identifierHashes([]byte("a1 + 2b_c // größe \"a1\""))
	want := []uint32{hashIdentifier([]byte("a1")), hashIdentifier([]byte("größe"))}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d, want %d", got, want)
	}
}
