package fixes

import (
	"fmt"
	"path"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/aymanbagabas/go-udiff/lcs"
)

// Diff returns what changes from before to after as a unified diff with three
// lines of context that git apply takes, "" if nothing changes. The path
// names the file in it, after a/ and b/: slash-separated and relative to the
// folder in which the diff is to be applied.
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
	from, to := quote("a/"+name), quote("b/"+name)
	text, err := udiff.ToUnified(label(from), label(to), old, edits, udiff.DefaultContextLines)
	if err != nil {
		// lineEdits gives ordered ranges within old.
		panic(fmt.Sprintf("diff of %s: %v", name, err))
	}
	// The first line tells git that the file is there before and after, even
	// where one of the two is empty.
	return "diff --git " + from + " " + to + "\n" + text
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

// label returns a file name for a --- or +++ line: one with a space is ended
// by a tab, as git does, so that it is read to its end.
func label(quoted string) string {
	if strings.Contains(quoted, " ") && !strings.HasPrefix(quoted, `"`) {
		return quoted + "\t"
	}
	return quoted
}

// quote returns a file name as git writes it: as it is, or as a C string where
// it has control characters, quotes or backslashes.
func quote(name string) string {
	special := func(c byte) bool { return c < ' ' || c == 0x7f || c == '"' || c == '\\' }
	var b strings.Builder
	quoted := false
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case special(c):
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
		quoted = quoted || special(name[i])
	}
	if !quoted {
		return name
	}
	return `"` + b.String() + `"`
}
