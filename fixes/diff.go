package fixes

import (
	"fmt"
	"path"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// contextLines is the number of unchanged lines around a change.
const contextLines = 3

// Diff returns the unified diff from before to after with three lines of context, "" if they
// are equal. git apply accepts it. name is the path of the file, slash-separated and relative
// to the folder in which the diff is applied; a/ and b/ are added to it.
//
// Lines are compared as bytes up to and with \n, so the diff is right for any
// encoding and for mixed line ends.
func Diff(name string, before, after []byte) string {
	old, fresh := splitLines(string(before)), splitLines(string(after))
	changes := changedLines(old, fresh)
	if len(changes) == 0 {
		return ""
	}
	name = path.Clean(name)
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", label("a/"+name), label("b/"+name))
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].Start-changes[n-1].End <= 2*contextLines {
			n++
		}
		writeHunk(&b, old, fresh, changes[:n])
		changes = changes[n:]
	}
	return b.String()
}

// Changes returns edits of whole lines, in order, that turn before into after and replace no
// more lines than differ. path is the path of the edits. Their texts have the line ends of
// after, which Apply may convert.
func Changes(path string, before, after []byte) []Edit {
	old, fresh := splitLines(string(before)), splitLines(string(after))
	offsets := make([]int, len(old)+1)
	for i, line := range old {
		offsets[i+1] = offsets[i] + len(line)
	}
	var edits []Edit
	for _, c := range changedLines(old, fresh) {
		edits = append(edits, Edit{Path: path, Start: offsets[c.Start], End: offsets[c.End], Text: strings.Join(fresh[c.ReplStart:c.ReplEnd], "")})
	}
	return edits
}

// splitLines returns the lines of a text with their ends.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// changedLines returns which lines of old are replaced by which lines of fresh.
func changedLines(old, fresh []string) []lcs.Diff {
	// The library compares runes: each distinct line gets a number.
	numbers := map[string]rune{}
	number := func(lines []string) []rune {
		ids := make([]rune, len(lines))
		for i, line := range lines {
			if _, known := numbers[line]; !known {
				numbers[line] = rune(len(numbers))
			}
			ids[i] = numbers[line]
		}
		return ids
	}
	return lcs.DiffRunes(number(old), number(fresh))
}

// writeHunk writes changes that are close to each other, and the lines around them.
func writeHunk(b *strings.Builder, old, fresh []string, changes []lcs.Diff) {
	first, last := changes[0], changes[len(changes)-1]
	lead := min(contextLines, first.Start)
	trail := min(contextLines, len(old)-last.End)
	fmt.Fprintf(b, "@@ -%s +%s @@\n", lineRange(first.Start-lead, last.End+trail), lineRange(first.ReplStart-lead, last.ReplEnd+trail))
	write := func(kind byte, lines []string) {
		for _, line := range lines {
			b.WriteByte(kind)
			b.WriteString(line)
			if !strings.HasSuffix(line, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	at := first.Start - lead
	for _, c := range changes {
		write(' ', old[at:c.Start])
		write('-', old[c.Start:c.End])
		write('+', fresh[c.ReplStart:c.ReplEnd])
		at = c.End
	}
	write(' ', old[at:last.End+trail])
}

// lineRange formats the lines [start, end), counted from 0, for the head of a hunk: the first
// line, counted from 1, and the number of lines unless it is 1. An empty range is given by the
// line before it.
func lineRange(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(start + 1)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}

// label formats a file name like git in a --- or +++ line: as a C string if it has control
// characters, quotes or backslashes, else as it is, with a tab after a name with spaces.
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
