package lint

import (
	"bytes"
	"encoding/json"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// A Place is a range of a file, with the source line it starts on.
type Place struct {
	_          struct{} `cbor:",toarray"`
	Path       string
	Start, End source.Position
	// Line is the text of the line that Start is on, without its ending. If the line is
	// longer than maxExcerpt bytes, Line has the part around Start, which begins at byte
	// LineOffset of the line.
	Line       string
	LineOffset int
}

// Len returns the length of the range in bytes.
func (p *Place) Len() int { return p.End.Offset - p.Start.Offset }

// maxExcerpt is the longest part of a line that a Place holds. Generated lines can be megabytes.
const maxExcerpt = 4096

// PlaceOf returns the place of a node. The place of a node that a macro expands to is that of the
// outermost macro invocation.
func PlaceOf(n ast.Node) Place {
	n = n.Origin()
	file := n.File()
	if file == nil {
		return Place{}
	}
	return PlaceIn(file.Source, n.Span())
}

// PlaceIn returns the place of a span of a file.
func PlaceIn(src *source.File, span source.Span) Place {
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
	_ struct{} `cbor:",toarray"`
	Place
	Message string
}

// A Diagnostic is one finding as users see it.
type Diagnostic struct {
	_          struct{} `cbor:",toarray"`
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
	// Data is what the rule adds for programs, as JSON; nil for nothing.
	Data json.RawMessage
	// Fixes are alternatives, the best first.
	Fixes []fixes.Fix
	// Code is the source text that the finding is about, without comments and white space,
	// and shortened if it is long. It also says if the severity is lower than the rule's.
	Code string
	// Slice has the lines that the finding depends on, besides its own and those of Related:
	// the function around it, or the declaration outside of functions; the functions and the
	// kernel that reach it; the launch, and what its shape is computed from; the definitions
	// of the macros, constants, types and functions that these name.
	Slice []Lines
	// Fingerprint identifies the finding in this run and in others. It is made of rule, path,
	// function and Code, and of a number if several findings have the same of all these.
	// Changes elsewhere in the file do not change it.
	Fingerprint string
	// Block names what findings of the rule in the file have in common that the text format shows
	// together: an object in a kernel. "" for nothing.
	Block string `json:"-" cbor:"Block"`
	// Verification is the result of a measurement; nil without one.
	Verification *Verification
	// Origin is for the engine; reports do not use it.
	Origin Origin `json:"-" cbor:"Origin"`
}

// An Origin is what the engine needs to know about a finding when its unit is done.
type Origin struct {
	_ struct{} `cbor:",toarray"`
	// Unit is the number of the input that the finding was found in.
	Unit int
	// Subject is what the fixes that need the whole program are about; nil for none.
	Subject *Subject
	// Assumed is the key of what the finding assumes. A finding whose launch is known takes
	// its place. "" for no assumption.
	Assumed string
	// Included is set if the place is in a file that the input includes.
	Included bool
	// ConstantRead is set for a finding about a read of constant memory.
	ConstantRead bool
}

// DataOf returns a value as JSON; nil if JSON cannot hold it.
func DataOf(value any) json.RawMessage {
	if value == nil {
		return nil
	}
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false) // the report does that
	if e.Encode(value) != nil {
		return nil
	}
	return bytes.TrimSpace(data.Bytes())
}

// Fixable returns the first fix of a finding that may be applied, nil if there is none.
func (d *Diagnostic) Fixable(unsafe bool) *fixes.Fix {
	for i := range d.Fixes {
		if f := &d.Fixes[i]; MayApply(f, unsafe) {
			return f
		}
	}
	return nil
}

// MayHaveSafeFix reports whether a finding of a Session has a safe fix, or a fix that is still to
// be computed and may be safe.
func (d *Diagnostic) MayHaveSafeFix() bool { return d.Origin.Subject != nil || d.Fixable(false) != nil }

// MayApply reports whether a fix may be applied: it is safe, or unsafe fixes are allowed.
func MayApply(f *fixes.Fix, unsafe bool) bool {
	return len(f.Edits) > 0 && (f.Safety == fixes.Safe || unsafe && f.Safety == fixes.Unsafe)
}
