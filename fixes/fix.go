// Package fixes holds changes to source files: what a change is, which
// changes go together, what text and diff they give, and how they reach the
// disk without ever leaving a file half written.
package fixes

import (
	"cmp"
	"fmt"
)

// A Safety says who may apply a fix.
type Safety int

const (
	// Safe is a fix proven to keep what the program does.
	Safe Safety = iota
	// Unsafe is a fix that may change what the program does, or that rests on
	// code out of sight; a person asks for it.
	Unsafe
	// Display is a suggestion that is shown and never applied.
	Display
)

// String returns "safe", "unsafe" or "display", the words of the JSON report.
func (s Safety) String() string {
	switch s {
	case Safe:
		return "safe"
	case Unsafe:
		return "unsafe"
	case Display:
		return "display"
	}
	return fmt.Sprintf("Safety(%d)", int(s))
}

// An Edit replaces the bytes [Start, End) of one file. Start == End inserts
// before the byte at Start; an empty Text deletes.
type Edit struct {
	// Path names the file. Two edits are of one file only if their paths are
	// equal byte for byte.
	Path string
	// Start and End are offsets in bytes from the start of the file.
	Start, End int
	// Text is what stands there afterwards. Its line ends may be \n alone:
	// see Apply.
	Text string
}

// A Fix is a change that makes sense only as a whole: all its edits, in
// whichever files, or none.
type Fix struct {
	// Title says in one line what the fix does.
	Title string
	// Safety says who may apply it.
	Safety Safety
	// Edits are the changes, in any order; none for a fix that is only told.
	Edits []Edit
}

// validRange reports whether the range of an edit could lie in some file.
func (e Edit) validRange() bool { return 0 <= e.Start && e.Start <= e.End }

func (e Edit) String() string {
	return fmt.Sprintf("%s: bytes %d to %d", e.Path, e.Start, e.End)
}

// compare orders edits of one file by place; an insertion comes before a
// replacement that starts at the same byte, as its text does.
func compare(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// conflict reports whether two edits of one file cannot both be applied: they
// share a byte, one inserts inside the bytes of the other, or both insert at
// one place, where their order would be a guess. Ranges that only touch do
// not conflict.
func conflict(a, b Edit) bool {
	if a.Start == b.Start && a.End == b.End {
		return true
	}
	return a.Start < b.End && b.Start < a.End
}
