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
	Path       string
	Start, End source.Position
	// Line is the text of the line that Start is on, without its ending. Of a
	// line longer than maxExcerpt bytes only the part around Start is kept, from
	// byte LineOffset of the line on.
	Line       string
	LineOffset int
}

// Len returns the length of the range in bytes.
func (p *Place) Len() int { return p.End.Offset - p.Start.Offset }

// maxExcerpt bounds what a Place keeps of a generated or minified line.
const maxExcerpt = 4096

// PlaceOf returns the place of a node, that of the outermost macro invocation
// for what a macro expanded to.
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
	// Origin tells the engine where the finding is from; reports have no use for it.
	Origin Origin `json:"-"`
}

// An Origin is what the engine has to know of a finding after its unit is done.
type Origin struct {
	// Unit is the number of the input that the finding was found in.
	Unit int
	// Subject is what further fixes are about, nil for nothing.
	Subject *Subject
	// Assumed names what takes the place of the finding, if a launch turns up that needs
	// no assumption; "" for nothing.
	Assumed string
	// ConstantRead is set where the finding is about a read of constant memory.
	ConstantRead bool
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

// Fixable returns the first fix of a finding that may be applied, nil if there is none.
func (d *Diagnostic) Fixable(unsafe bool) *fixes.Fix {
	for i := range d.Fixes {
		if f := &d.Fixes[i]; MayApply(f, unsafe) {
			return f
		}
	}
	return nil
}

// MayHaveSafeFix reports whether a finding of a Session has a safe fix, or one that is not
// made yet and may be safe.
func (d *Diagnostic) MayHaveSafeFix() bool { return d.Origin.Subject != nil || d.Fixable(false) != nil }

// MayApply reports whether a fix may be applied: a safe one, or an unsafe one where those are
// allowed.
func MayApply(f *fixes.Fix, unsafe bool) bool {
	return len(f.Edits) > 0 && (f.Safety == fixes.Safe || unsafe && f.Safety == fixes.Unsafe)
}
