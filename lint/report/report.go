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
	// Version is that of the tool.
	Version string
	// Quiet leaves out the summary of the text format.
	Quiet bool
	// Fixed leaves out how many findings can be fixed, where that was done and is said
	// elsewhere.
	Fixed bool
	// Text returns the text of the file that is reported under a path as it was checked,
	// false if that cannot be had; nil knows none. Formats with lines and columns in
	// their fixes need it and leave fixes out without it.
	Text func(path string) ([]byte, bool)
	// Rules are those that ran: SARIF lists them with their pages.
	Rules []*lint.Rule
	// Folder is the folder that reported paths are relative to, as seen from the top of
	// the repository, where GitHub and GitLab look for them; "" for the top itself.
	Folder string
}

// A writer writes a result in one format.
type writer func(w *bufio.Writer, r *engine.Result, opts Options) error

// format is one entry of the list of formats of check.
type format struct {
	name  string
	write writer
	// fixes says that it shows fixes.
	fixes bool
	// statistics writes the number of findings of each rule in place of the findings; nil
	// where the format has no room for that.
	statistics writer
	// leftOut says what of a result readers of the format will not see, "" if they see
	// all; nil where there is no limit.
	leftOut func(r *engine.Result) string
}

var formats = []format{
	{name: "text", write: writeText, fixes: true, statistics: writeCounts},
	{name: "concise", write: writeConcise, statistics: writeCounts},
	{name: "json", write: writeJSON, fixes: true, statistics: writeJSONCounts},
	{name: "jsonl", write: writeJSONLines, fixes: true, statistics: writeJSONLast},
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

// ShowsFixes reports whether a format of check shows fixes; another needs none.
func ShowsFixes(name string) bool {
	f := lookup(name)
	return f != nil && f.fixes
}

// LeftOut says what of a result readers of a format of check will not see, because of
// limits of theirs; "" if they see all.
func LeftOut(name string, r *engine.Result) string {
	if f := lookup(name); f != nil && f.leftOut != nil {
		return f.leftOut(r)
	}
	return ""
}

// CheckStatistics returns an error if a format of check has no room for statistics.
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

// CheckFormat returns an error that lists the formats if name is none of them.
func CheckFormat(name string, known []string) error {
	for _, k := range known {
		if k == name {
			return nil
		}
	}
	return fmt.Errorf("unknown output format %q: one of %s", name, strings.Join(known, ", "))
}

// Write writes a result in a format named by Formats. An error is one of w.
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

// Problems writes problems for people, one line each; they never belong on the
// same stream as findings.
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
