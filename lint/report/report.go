// Package report writes results in the formats that people and programs read.
// It is the only package that prints, and the only one that knows colours.
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// Options say how a result is written.
type Options struct {
	// Color says whether the text format uses colours; decide it with UseColor.
	Color bool
	// Width is the number of columns of the terminal that the text format is for: messages and
	// notes are wrapped. 0 for no terminal. Ask TerminalWidth.
	Width int
	// Version is the version of the tool.
	Version string
	// Quiet omits the summary of the text format.
	Quiet bool
	// ShowInfo makes the text format print all findings of severity info one by one, however many.
	ShowInfo bool
	// MaxSame is how many findings of one rule about one object, or else in one kernel, the text
	// format prints; it counts the others. 0 for all.
	MaxSame int
	// Fixed omits how many findings can be fixed. Set it if the fixes were applied and reported
	// already.
	Fixed bool
	// Text returns the text, as it was checked, of the file reported under a path; false if it
	// is not available. Formats that give fixes by line and column need it, and omit the fixes
	// without it. It may be nil.
	Text func(path string) ([]byte, bool)
	// Rules are the rules that ran. SARIF lists them with their pages.
	Rules []*lint.Rule
	// Folder is the base of reported paths, relative to the top of the repository, which is
	// where GitHub and GitLab start paths. "" is the top itself.
	Folder string
	// Part is set for the result of a shard: the JSON format has it, for ReadPart.
	Part *Part
}

// A writer writes a result in one format.
type writer func(w *bufio.Writer, r *engine.Result, opts Options) error

// format is one output format of check.
type format struct {
	name  string
	write writer
	// fixes is set if the format shows fixes.
	fixes bool
	// statistics writes the number of findings of each rule instead of the findings; nil if the
	// format cannot hold that.
	statistics writer
	// leftOut says which part of a result readers of the format do not see, "" if they see all;
	// nil if the readers have no limit.
	leftOut func(r *engine.Result) string
}

var formats = []format{
	{name: "text", write: writeText, fixes: true, statistics: writeCounts},
	{name: "concise", write: writeConcise, statistics: writeCounts},
	{name: "json", write: writeJSON, fixes: true, statistics: writeJSONCounts},
	{name: "jsonl", write: writeJSONLines, fixes: true, statistics: writeJSONLinesCounts},
	{name: "sarif", write: writeSARIF, fixes: true, leftOut: leftOutSARIF},
	{name: "github", write: writeGitHub, fixes: true, leftOut: leftOutGitHub},
	{name: "gitlab", write: writeGitLab, fixes: true},
	{name: "junit", write: writeJUnit, fixes: true},
	{name: "checkstyle", write: writeCheckstyle},
	{name: "rdjson", write: writeRDJSON, fixes: true},
}

// lookup returns the format of a name, nil if there is none.
func lookup(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

// ShowsFixes reports whether a format of check shows fixes. For other formats the fixes need
// not be computed.
func ShowsFixes(name string) bool {
	f := lookup(name)
	return f != nil && f.fixes
}

// LeftOut says which part of a result the readers of a format do not see because of their own
// limits, "" if they see all.
func LeftOut(name string, r *engine.Result) string {
	if f := lookup(name); f != nil && f.leftOut != nil {
		return f.leftOut(r)
	}
	return ""
}

// CheckStatistics returns an error if a format of check cannot hold statistics.
func CheckStatistics(name string) error {
	if f := lookup(name); f != nil && f.statistics != nil {
		return nil
	}
	var have []string
	for _, f := range formats {
		if f.statistics != nil {
			have = append(have, f.name)
		}
	}
	return fmt.Errorf("statistics cannot be written as %q: one of %s", name, strings.Join(have, ", "))
}

// Formats returns the names of the formats of check.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// CheckFormat returns an error that lists the known formats if name is not one of them.
func CheckFormat(name string, known []string) error {
	for _, k := range known {
		if k == name {
			return nil
		}
	}
	return fmt.Errorf("unknown output format %q: one of %s", name, strings.Join(known, ", "))
}

// Write writes a result in a format named by Formats. It fails only if w fails or the format
// is unknown.
func Write(w io.Writer, name string, r *engine.Result, opts Options) error {
	f := lookup(name)
	if f == nil {
		return CheckFormat(name, Formats())
	}
	return flush(w, func(b *bufio.Writer) error { return f.write(b, r, opts) })
}

func flush(w io.Writer, write func(*bufio.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// writeConcise writes one line per finding, as compilers do.
func writeConcise(w *bufio.Writer, r *engine.Result, opts Options) error {
	for i := range r.Findings {
		fmt.Fprintln(w, conciseText(&r.Findings[i]))
	}
	return nil
}

// Problems writes problems for people, one per line. Problems and findings never share a
// stream.
func Problems(w io.Writer, problems []lint.Problem) error {
	return flush(w, func(b *bufio.Writer) error {
		for _, p := range problems {
			fmt.Fprintln(b, problemText(p))
		}
		return nil
	})
}

// problemText returns a problem on one line.
func problemText(p lint.Problem) string {
	switch {
	case p.Path == "":
		return fmt.Sprintf("cudalint: %s: %s", p.Kind, wording.Bounded(p.Message))
	case p.Line == 0:
		return fmt.Sprintf("%s: %s: %s", wording.Printable(p.Path), p.Kind, wording.Bounded(p.Message))
	case p.Column > 0:
		return fmt.Sprintf("%s:%d:%d: %s: %s", wording.Printable(p.Path), p.Line, p.Column, p.Kind, wording.Bounded(p.Message))
	}
	return fmt.Sprintf("%s:%d: %s: %s", wording.Printable(p.Path), p.Line, p.Kind, wording.Bounded(p.Message))
}
