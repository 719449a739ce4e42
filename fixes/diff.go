package fixes

import (
	"fmt"
	"path"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/aymanbagabas/go-udiff/lcs"
)

// Diff returns what changes from before to after as a unified diff with three
// lines of context that git apply takes, "" if nothing changes. The name stands
// in it after a/ and b/; it is the path of the file, slash-separated and
// relative to the folder in which the diff is to be applied.
//
// Lines are compared as bytes up to and with \n, so the diff is right for any
// encoding and for mixed line ends.
func Diff(name string, before, after []byte) string {
	old := string(before)
	edits := lineEdits(old, string(after))
	if len(edits) == 0 {
		return ""
	}
	name = path.Clean(name)
	text, err := udiff.ToUnified(label("a/"+name), label("b/"+name), old, edits, udiff.DefaultContextLines)
	if err != nil {
		// lineEdits gives ordered ranges within old.
		panic(fmt.Sprintf("diff of %s: %v", name, err))
	}
	return text
}

// lineEdits returns the edits of whole lines that lead from before to after.
func lineEdits(before, after string) []udiff.Edit {
	numbers := map[string]rune{}
	number := func(text string) ([]rune, []int) {
		var ids []rune
		starts := []int{0}
		for at := 0; at < len(text); {
			line := text[at:]
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line = line[:n+1]
			}
			if _, known := numbers[line]; !known {
				numbers[line] = rune(len(numbers))
			}
			ids = append(ids, numbers[line])
			at += len(line)
			starts = append(starts, at)
		}
		return ids, starts
	}
	// The library compares runes; a line's number stands for the line.
	oldIDs, oldStarts := number(before)
	newIDs, newStarts := number(after)
	var edits []udiff.Edit
	for _, d := range lcs.DiffRunes(oldIDs, newIDs) {
		edits = append(edits, udiff.Edit{
			Start: oldStarts[d.Start], End: oldStarts[d.End],
			New: after[newStarts[d.ReplStart]:newStarts[d.ReplEnd]],
		})
	}
	return edits
}

// label returns a file name as git writes it in a --- or +++ line: as a C
// string where it has control characters, quotes or backslashes, and else as
// it is, with a tab after a name with spaces to show where it ends.
func label(name string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
			quoted = true
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
			quoted = true
		default:
			b.WriteByte(c)
		}
	}
	switch {
	case quoted:
		return `"` + b.String() + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}
