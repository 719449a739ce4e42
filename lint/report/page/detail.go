package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/wording"
)

// A detail is one kernel with its source, drawings and findings.
type detail struct {
	row
	Chart     []bar
	Source    []line
	Cut       int // lines left out
	Elsewhere []elsewhere
	Drawings  []drawing
	Findings  []finding
	More      int // findings left out
	Remarks   []string
}

// A line is one line of a source with the cycles of its accesses.
type line struct {
	Number       int
	Text, Cycles string
	Hot          int // 0 to 4: how much of the costliest line's cycles it takes
	Marked       bool
}

// An elsewhere is an access outside of the kernel's own lines.
type elsewhere struct{ Place, Expression, Cycles string }

// A finding is a finding as the page shows it.
type finding struct {
	Place, Rule, Severity, Message, Price, Help string
	Fixes                                       []fix
}

// A fix is a fix with its edits.
type fix struct {
	Title, Safety string
	Edits         []edit
	More          int
}

// An edit is one edit: a line before and the text in place of part of it.
type edit struct{ Place, Before, After string }

// details makes the details of kernels.
type details struct {
	in    *Input
	lines map[string][]string // of each file
	shown map[string]bool     // the fingerprints of the findings that a kernel has
}

func (d *details) of(k *inspect.DetailedKernel, r row) detail {
	out := detail{row: r, Chart: chart(&k.Kernel), Drawings: drawings(k), Remarks: remarks(&k.Kernel)}
	found := d.about(k)
	d.source(&out, k, found)
	for i, f := range found {
		d.shown[f.Fingerprint] = true
		if i < maxFindings {
			out.Findings = append(out.Findings, d.finding(f))
		}
	}
	out.More = max(0, len(found)-maxFindings)
	return out
}

// about returns the findings about a kernel: those at its accesses, and those in the kernel itself.
func (d *details) about(k *inspect.DetailedKernel) (out []*lint.Diagnostic) {
	type at struct {
		path   string
		offset int
	}
	accesses := map[at]bool{}
	for i := range k.Accesses {
		a := &k.Accesses[i]
		accesses[at{a.Path, a.Start.Offset}] = true
	}
	for i := range d.in.Findings {
		f := &d.in.Findings[i]
		inside := f.Path == k.Path && f.Function == k.Name && k.FirstLine <= f.Start.Line && f.Start.Line <= k.LastLine
		if inside || accesses[at{f.Path, f.Start.Offset}] {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *lint.Diagnostic) int { return lint.CompareImpact(a.Impact, b.Impact) })
	return out
}

// source adds the lines of the kernel, and its accesses in other places.
func (d *details) source(out *detail, k *inspect.DetailedKernel, found []*lint.Diagnostic) {
	cycles, unknown, marked := map[int]float64{}, map[int]bool{}, map[int]bool{}
	most := 0.0
	for i := range k.Accesses {
		a := &k.Accesses[i]
		if n := a.Start.Line; a.Path == k.Path && k.FirstLine <= n && n <= k.LastLine {
			cycles[n] += a.Busy
			unknown[n] = unknown[n] || !a.BusyKnown
			most = max(most, cycles[n])
			continue
		}
		if len(out.Elsewhere) < 2*maxFindings && a.Busy > 0 {
			out.Elsewhere = append(out.Elsewhere, elsewhere{wording.Printable(fmt.Sprintf("%s:%d", a.Path, a.Start.Line)),
				wording.ClipRunes(oneLine(a.Expression), 80), fmt.Sprintf("%.1f", a.Busy)})
		}
	}
	for _, f := range found {
		if f.Path == k.Path {
			marked[f.Start.Line] = true
		}
	}
	text := d.textOf(k.Path)
	for n := k.FirstLine; n <= min(k.LastLine, len(text)); n++ {
		if n >= k.FirstLine+maxLines {
			out.Cut = k.LastLine - n + 1
			break
		}
		l := line{Number: n, Text: text[n-1], Marked: marked[n]}
		switch c := cycles[n]; {
		case unknown[n]:
			l.Cycles = "?"
		case c > 0:
			l.Cycles, l.Hot = fmt.Sprintf("%.1f", c), min(4, 1+int(3.99*c/max(most, c)))
		}
		out.Source = append(out.Source, l)
	}
}

// textOf returns the lines of a file as the page shows them.
func (d *details) textOf(path string) []string {
	if lines, known := d.lines[path]; known {
		return lines
	}
	var lines []string
	if text, ok := d.in.Text(path); ok {
		for l := range strings.Lines(string(text)) {
			l = strings.ReplaceAll(strings.TrimRight(l, "\r\n"), "\t", "    ")
			lines = append(lines, wording.ClipRunes(wording.Printable(l), maxLine))
		}
	}
	d.lines[path] = lines
	return lines
}

func (d *details) finding(f *lint.Diagnostic) finding {
	out := finding{Place: wording.Printable(fmt.Sprintf("%s:%d:%d", f.Path, f.Start.Line, f.Start.Column)), Rule: wording.Printable(f.Rule), Severity: f.Severity.String(),
		Message: wording.Bounded(f.Message), Price: wording.Bounded(wording.Impact(f.Impact)), Help: wording.Bounded(f.Help)}
	for i := range f.Fixes {
		out.Fixes = append(out.Fixes, d.fix(&f.Fixes[i]))
	}
	return out
}

func (d *details) fix(f *fixes.Fix) fix {
	out := fix{Title: wording.Bounded(f.Title), Safety: f.Safety.String()}
	for i, e := range f.Edits {
		if i == maxEdits {
			out.More = len(f.Edits) - maxEdits
			break
		}
		text, ok := d.in.Text(e.Path)
		if !ok || e.Start < 0 || e.End < e.Start || e.End > len(text) {
			continue
		}
		at := source.NewFile(e.Path, text).Position(e.Start)
		out.Edits = append(out.Edits, edit{Place: wording.Printable(fmt.Sprintf("%s:%d", e.Path, at.Line)),
			Before: wording.ClipRunes(oneLine(string(text[e.Start:e.End])), maxLine), After: wording.ClipRunes(oneLine(e.Text), maxLine)})
	}
	return out
}

// remarks says what the figures of a kernel rest on.
func remarks(k *inspect.Kernel) (out []string) {
	if k.Cost == nil {
		return []string{wording.Bounded(report.IncompleteText(k))}
	}
	c := k.Cost
	if c.TripsAssumed {
		out = append(out, wording.Bounded(wording.TripsAssumed(&c.Hidden)))
	}
	if len(c.Hidden.Calls) > 0 {
		out = append(out, "not counted: "+wording.Bounded(wording.HiddenCalls(&c.Hidden)))
	}
	if c.GridAssumed {
		out = append(out, "a grid that fills the GPU is assumed")
	}
	if c.UnknownAccesses > 0 {
		out = append(out, "accesses with unknown addresses, which count as coalesced: "+fmt.Sprint(c.UnknownAccesses))
	}
	if k.SomeWarps {
		out = append(out, "the kernel is long: the first two, the middle and the last of its warps were analysed")
	}
	return out
}

func oneLine(s string) string { return wording.Printable(strings.Join(strings.Fields(s), " ")) }
