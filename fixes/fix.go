// Package fixes defines fixes of source files. It merges fixes, applies them to text, formats
// them as a diff, and writes them to disk without ever leaving a file half written.
package fixes

import (
	"cmp"
	"fmt"
)

// A Safety says under which condition a fix may be applied.
type Safety int

const (
	// Safe means that the fix is proven to keep the behaviour of the program.
	Safe Safety = iota
	// Unsafe means that the fix may change the behaviour of the program, or depends on code
	// that is not visible. It is applied only on request.
	Unsafe
	// Display means that the fix is a suggestion, which is shown and never applied.
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
	// Text is the replacement. It may have \n line ends in any file, see Apply.
	Text string
}

// A Fix is a change that is applied as a whole: all its edits, in all files, or none.
type Fix struct {
	// Title says in one line what the fix does.
	Title string
	// Safety says who may apply it.
	Safety Safety
	// Edits are the changes, in any order. There are none if the fix is only a note.
	Edits []Edit
}

// validRange reports whether the range of an edit could lie in some file.
func (e Edit) validRange() bool { return 0 <= e.Start && e.Start <= e.End }

func (e Edit) String() string {
	return fmt.Sprintf("%s: bytes %d to %d", e.Path, e.Start, e.End)
}

// compare orders edits of one file by place. An insertion comes before a replacement that starts
// at the same byte, like its text.
func compare(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// conflict reports whether two edits of one file cannot both be applied: they share a byte, one
// inserts inside the range of the other, or both insert at the same place in unknown order.
// Ranges that only touch do not conflict.
func conflict(a, b Edit) bool {
	if a.Start == b.Start && a.End == b.End {
		return true
	}
	return a.Start < b.End && b.Start < a.End
}
