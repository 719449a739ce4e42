package report

import (
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// leastWidth is the least number of columns that text is wrapped at. In less, lines of one or two
// words would be harder to read than lines that the terminal breaks.
const leastWidth = 40

// TerminalWidth returns the number of columns of the terminal that w is: COLUMNS if that is a
// number, else what the terminal says. It returns 0 if w is no terminal or its width is unknown.
func TerminalWidth(w io.Writer, getenv func(string) string) int {
	if !IsTerminal(w) {
		return 0
	}
	columns, err := strconv.Atoi(getenv("COLUMNS"))
	if f, ok := w.(*os.File); ok && (err != nil || columns <= 0) {
		columns, _, err = term.GetSize(int(f.Fd()))
	}
	if err != nil || columns <= 0 {
		return 0
	}
	return max(columns, leastWidth)
}

// wrap breaks a text at its spaces into lines for a terminal of that many columns. before columns
// of the first line are taken: it is "" if no word fits. Further lines are indented by indent columns.
// Without a width the text is one line. A word that is too long has a line of its own.
func wrap(text string, width, before, indent int) []string {
	if width == 0 {
		return []string{text}
	}
	var lines []string
	var line strings.Builder
	at := before
	for _, word := range strings.Split(text, " ") {
		columns := columnsOf(word)
		switch {
		case line.Len() == 0 && (at <= indent || at+columns <= width):
		case at+1+columns > width:
			lines = append(lines, line.String())
			line.Reset()
			line.WriteString(strings.Repeat(" ", indent))
			at = indent
		default:
			line.WriteByte(' ')
			at++
		}
		line.WriteString(word)
		at += columns
	}
	return append(lines, line.String())
}

// columnsOf returns the number of columns that a text takes.
func columnsOf(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}
