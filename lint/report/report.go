// Package report writes results in the formats that people and programs read.
// It is the only package that prints, and the only one that knows colours.
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/cudalint/cudalint/lint"
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
}

// A writer writes a result in one format.
type writer func(w *bufio.Writer, r *lint.Result, opts Options) error

// format is one entry of the list of formats of check.
type format struct {
	name  string
	write writer
}

var formats = []format{{"text", writeText}, {"concise", writeConcise}, {"json", writeJSON}}

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
func Write(w io.Writer, name string, r *lint.Result, opts Options) error {
	for _, f := range formats {
		if f.name == name {
			return flush(w, func(b *bufio.Writer) error { return f.write(b, r, opts) })
		}
	}
	return CheckFormat(name, Formats())
}

func flush(w io.Writer, write func(*bufio.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// writeConcise writes one line per finding, as compilers do.
func writeConcise(w *bufio.Writer, r *lint.Result, opts Options) error {
	for i := range r.Findings {
		d := &r.Findings[i]
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", d.Path, d.Start.Line, d.Start.Column, d.Severity, d.Message, d.Rule)
	}
	return nil
}

// Problems writes problems for people, one line each; they never belong on the
// same stream as findings.
func Problems(w io.Writer, problems []lint.Problem) error {
	return flush(w, func(b *bufio.Writer) error {
		for _, p := range problems {
			switch {
			case p.Path == "":
				fmt.Fprintf(b, "cudalint: %s: %s\n", p.Kind, p.Message)
			case p.Line == 0:
				fmt.Fprintf(b, "%s: %s: %s\n", p.Path, p.Kind, p.Message)
			case p.Column == 0:
				fmt.Fprintf(b, "%s:%d: %s: %s\n", p.Path, p.Line, p.Kind, p.Message)
			default:
				fmt.Fprintf(b, "%s:%d:%d: %s: %s\n", p.Path, p.Line, p.Column, p.Kind, p.Message)
			}
		}
		return nil
	})
}

// plural returns the count with its noun: "1 finding", "2 findings".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
