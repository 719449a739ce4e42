package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// A Place is a range of a file, with the source line it starts on.
type Place struct {
	Path       string
	Start, End source.Position
	// Line is the text of the line that Start is on, without its ending. Of a
	// line longer than maxExcerpt bytes only the part around Start is kept, from
	// byte LineOffset of the line on.
	Line       string
	LineOffset int
}

// maxExcerpt bounds what a Place keeps of a generated or minified line.
const maxExcerpt = 4096

// placeOf returns the place of a node, that of the outermost macro invocation
// for what a macro expanded to.
func placeOf(n ast.Node) Place {
	n = n.Origin()
	file := n.File()
	if file == nil {
		return Place{}
	}
	return placeIn(file.Source, n.Span())
}

// placeIn returns the place of a span of a file.
func placeIn(src *source.File, span source.Span) Place {
	p := Place{Path: src.Path, Start: src.Position(span.Start), End: src.Position(span.End)}
	line := src.LineSpan(p.Start.Line)
	if line.Len() > maxExcerpt {
		from := max(line.Start, span.Start-maxExcerpt/2)
		p.LineOffset = from - line.Start
		line = source.Span{Start: from, End: min(line.End, from+maxExcerpt)}
	}
	p.Line = src.Slice(line)
	return p
}

// A Related is another place that explains a diagnostic.
type Related struct {
	Place
	Message string
}

// A Diagnostic is one finding as users see it.
type Diagnostic struct {
	Rule       string
	Severity   Severity
	Confidence Confidence
	Place
	// Function is the plain name of the function the place is in, "" if none.
	Function             string
	Message, Label, Help string
	// Impact is the price; nil where the rule or the GPU has none.
	Impact      *Impact
	Assumptions []string
	Related     []Related
	// Data is what the rule has to say to programs, as JSON; nil for nothing.
	Data json.RawMessage
	// Fixes are alternatives, the best first.
	Fixes []fixes.Fix
	// Code is the source text that the finding is about without comments and white
	// space, shortened if it is long; for what is mere information by a rule that has
	// worse to say, that.
	Code string
	// Basis are the lines that the finding rests on besides its own and those of
	// Related: of the function around it, or the declaration outside of functions, of
	// the function and the kernel that it is reached from, of the launch with what its
	// shape is made of, and of the definitions behind the names in these: macros,
	// constants, types and functions that are called.
	Basis []Lines
	// Fingerprint identifies the finding, in all findings of a run and in other runs:
	// it is made of rule, path, function and Code, and for findings that are equal in
	// these of which of them it is. It stays where other places of the file change.
	Fingerprint string
	// Verification is what a measurement says; nil without one.
	Verification *Verification
	// assumed is what takes the place of the finding (see assumption).
	assumed string
	// subject is what further fixes are about, unit the input that it was found in.
	subject *Subject
	unit    int
	// constantRead is set where the finding is about a read of constant memory.
	constantRead bool
}

// DataOf returns the encoding of what a rule has to say to programs; nil for what JSON
// cannot hold.
func DataOf(value any) json.RawMessage {
	if value == nil {
		return nil
	}
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false) // which is up to the report
	if e.Encode(value) != nil {
		return nil
	}
	return bytes.TrimSpace(data.Bytes())
}

// A ProblemKind says what went wrong.
type ProblemKind string

// The kinds of problems.
const (
	Syntax   ProblemKind = "syntax"   // source that does not parse
	IO       ProblemKind = "io"       // a file that cannot be read
	Config   ProblemKind = "config"   // a configuration that cannot be used
	Internal ProblemKind = "internal" // a failure of cudalint itself
)

// A Problem is something that kept a source, or part of it, from being checked.
type Problem struct {
	Kind ProblemKind
	Path string
	// Line and Column are 1-based, columns count bytes; 0 where the problem is not at a
	// line or a column.
	Line    int
	Column  int
	Message string
}

// Fatal reports whether the problem makes the exit status 2.
func (p Problem) Fatal() bool { return p.Kind != Syntax }

// A Result is what a run over some files found, in the order it is printed:
// path, offset, rule.
type Result struct {
	Target Target
	// GPUs are those that the files were analysed for, each once: several where
	// their builds differ and none was asked for.
	GPUs     []string
	Findings []Diagnostic
	// Suppressed are the findings that directives in comments suppress, in their order.
	Suppressed []Suppressed
	Problems   []Problem
	// Files is the number of files given and read.
	Files int
	// Edited are the files that fixes have changed in memory so far, in results of
	// Linter.Fix; nil in others.
	Edited []FixedFile
	// Baselined is how many findings were left out of Findings as a baseline knows them,
	// Unchanged how many as they have nothing to do with changed lines.
	Baselined, Unchanged int
	// Verified is what measurements say; nil where none were given.
	Verified *Verified
	// program is what the result is of, in those of a Session.
	program *programRun
}

// ByRule counts the findings of each rule.
func (r *Result) ByRule() map[string]int {
	counts := map[string]int{}
	for _, f := range r.Findings {
		counts[f.Rule]++
	}
	return counts
}

// A Filter returns, for the findings of a result as a whole, which of them are reported.
// Nil keeps all.
type Filter func(r *Result) func(*Diagnostic) bool

func (f Filter) keep(r *Result) func(*Diagnostic) bool {
	if f == nil {
		return func(*Diagnostic) bool { return true }
	}
	return f(r)
}

// Keep drops the findings that a filter refuses.
func (r *Result) Keep(filter Filter) {
	keep := filter.keep(r)
	kept := r.Findings[:0]
	for i := range r.Findings {
		if keep(&r.Findings[i]) {
			kept = append(kept, r.Findings[i])
		}
	}
	r.Findings = kept
}

// SortByImpact puts the findings that save most first, those without a price last;
// what is equal stays in the order of path, offset and rule.
func (r *Result) SortByImpact() {
	slices.SortStableFunc(r.Findings, func(a, b Diagnostic) int { return compareImpact(a.Impact, b.Impact) })
}

// comparePlaces orders by path, offset and rule.
func comparePlaces(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Start.Offset, b.Start.Offset),
		cmp.Compare(a.End.Offset, b.End.Offset),
		cmp.Compare(a.Rule, b.Rule),
	)
}

// compareWorst puts the worse of two findings of one rule at one place first.
// The remaining keys only make the order independent of the order of the work.
func compareWorst(a, b Diagnostic) int {
	return cmp.Or(
		compareImpact(a.Impact, b.Impact),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(b.Confidence, a.Confidence),
		cmp.Compare(a.Message, b.Message),
		slices.Compare(a.Assumptions, b.Assumptions),
	)
}

// merge sorts the findings and keeps the worst of each rule at each place: an
// access is reached from several kernels, a header from several files. What
// may have to give way to results of other files is kept apart until settle.
func merge(findings []Diagnostic) []Diagnostic {
	slices.SortFunc(findings, func(a, b Diagnostic) int {
		return cmp.Or(comparePlaces(a, b), cmp.Compare(a.assumed, b.assumed), compareWorst(a, b))
	})
	return slices.CompactFunc(findings, func(a, b Diagnostic) bool {
		return comparePlaces(a, b) == 0 && a.assumed == b.assumed
	})
}

// settle is the last step: it drops findings that rest on assumptions
// where a launch is in sight that needs none, and then keeps the worst at each place.
func settle(findings []Diagnostic, launched map[string]bool) []Diagnostic {
	findings = slices.DeleteFunc(findings, func(d Diagnostic) bool { return launched[d.assumed] })
	slices.SortFunc(findings, func(a, b Diagnostic) int { return cmp.Or(comparePlaces(a, b), compareWorst(a, b)) })
	findings = slices.CompactFunc(findings, func(a, b Diagnostic) bool { return comparePlaces(a, b) == 0 })
	number(findings)
	return findings
}

// mergeProblems sorts problems and drops repeated ones.
func mergeProblems(problems []Problem) []Problem {
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}
