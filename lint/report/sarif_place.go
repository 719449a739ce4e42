package report

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// The most source text that a result repeats, in bytes. Longer text is left out.
const (
	maxSnippet = 1 << 10
	maxContext = 4 << 10
	maxFixText = 256 << 10
)

// located returns a reported path relative to the top of the repository, as GitHub needs it.
func (o *Options) located(p string) string {
	if o.Folder == "" || absolute(p) {
		return p
	}
	return path.Join(o.Folder, p)
}

func absolute(p string) bool { return path.IsAbs(p) || filepath.IsAbs(filepath.FromSlash(p)) }

// artifact returns the URI of a file: relative to the base, or with the file scheme if the
// reported path is absolute. Bytes that a URI cannot hold are percent-encoded; file names need
// not be UTF-8.
func (s *sarifWriter) artifact(p string) sarifArtifact {
	p = s.opts.located(p)
	if absolute(p) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(p, "/")}).String()}
	}
	// A colon in the first segment would begin a scheme.
	return sarifArtifact{URI: strings.ReplaceAll((&url.URL{Path: p}).EscapedPath(), ":", "%3A"), BaseID: sarifBase}
}

// file returns the file of a place, nil if its text is not available or has changed since the
// place was found.
func (s *sarifWriter) file(p *lint.Place) *source.File {
	f := s.sources.file(p.Path)
	if f == nil || f.Position(p.Start.Offset) != p.Start || f.Position(p.End.Offset) != p.End {
		return nil
	}
	line := f.LineSpan(p.Start.Line)
	line.Start += p.LineOffset
	line.End = min(line.End, line.Start+len(p.Line))
	if f.Slice(line) != p.Line {
		return nil
	}
	return f
}

// physical returns the location of a place; with context it includes the lines around.
func (s *sarifWriter) physical(p *lint.Place, context bool) sarifPhysical {
	out := sarifPhysical{Artifact: s.artifact(p.Path)}
	f := s.file(p)
	if f == nil {
		out.Region = lineRegion(p)
		return out
	}
	span := source.Span{Start: p.Start.Offset, End: p.End.Offset}
	out.Region = region(f, span)
	out.Region.Snippet = snippet(f, span, maxSnippet)
	if !context {
		return out
	}
	around := source.Span{Start: f.LineSpan(max(p.Start.Line-1, 1)).Start, End: f.LineSpan(min(p.End.Line+1, f.LineCount())).End}
	if text := snippet(f, around, maxContext); text != nil && around.Len() > span.Len() {
		out.Context = region(f, around)
		out.Context.Snippet = text
	}
	return out
}

// region returns a span with columns in UTF-16 code units and offsets in bytes.
func region(f *source.File, span source.Span) *sarifRegion {
	start, end, length := f.Position(span.Start), f.Position(span.End), span.Len()
	return &sarifRegion{
		StartLine: start.Line, StartColumn: column(f, start), EndLine: end.Line, EndColumn: column(f, end),
		ByteOffset: &start.Offset, ByteLength: &length,
	}
}

// byteOrderMark at the start of a file does not count as a character of its first line (SARIF
// 2.1.0, 3.30.2).
var byteOrderMark = []byte("\ufeff")

// column returns the 1-based column of a position in UTF-16 code units.
func column(f *source.File, p source.Position) int {
	units := f.UTF16Column(p.Offset)
	if p.Line == 1 && bytes.HasPrefix(f.Text, byteOrderMark) {
		units = max(units-1, 0)
	}
	return units + 1
}

// lineRegion returns the region of a place in a file whose text is not available. It computes
// columns from the source line that the place holds, and omits them if that line is not
// enough.
func lineRegion(p *lint.Place) *sarifRegion {
	out := &sarifRegion{StartLine: p.Start.Line, EndLine: p.End.Line}
	start, end := p.Start.Column-1, p.End.Column-1
	if p.LineOffset > 0 || p.End.Line != p.Start.Line || end > len(p.Line) || start > end {
		return out
	}
	f := source.NewFile(p.Path, []byte(p.Line))
	out.StartColumn, out.EndColumn = f.UTF16Column(start)+1, f.UTF16Column(end)+1
	if p.Start.Line == 1 && bytes.HasPrefix(f.Text, byteOrderMark) {
		out.StartColumn, out.EndColumn = max(out.StartColumn-1, 1), max(out.EndColumn-1, 1)
	}
	return out
}

// snippet returns the text of a span, nil if it is longer than most bytes.
func snippet(f *source.File, span source.Span, most int) *sarifContent {
	if span.Len() > most {
		return nil
	}
	text := strings.TrimPrefix(f.Slice(span), string(byteOrderMark))
	return &sarifContent{Text: &text}
}

// fixes returns the fixes that can be applied, the best first.
func (s *sarifWriter) fixes(d *lint.Diagnostic) []sarifFix {
	var out []sarifFix
	for i := range d.Fixes {
		fix := &d.Fixes[i]
		if fix.Safety == fixes.Display || len(fix.Edits) == 0 {
			continue
		}
		if changes := s.changes(fix.Edits); changes != nil {
			text := fix.Title + " (--fix)"
			if fix.Safety == fixes.Unsafe {
				text = fix.Title + " (--fix --unsafe-fixes: it may change what the program does)"
			}
			out = append(out, sarifFix{Description: sarifText{Text: sentence(unlinked(text))}, Changes: changes,
				Properties: sarifFixProperties{fix.Safety.String()}})
		}
	}
	return out
}

// changes returns the edits grouped by file, ordered by file name and offset. It returns nil
// if the text of a file is not available or an edit is very long, because a partial fix is
// useless.
func (s *sarifWriter) changes(edits []fixes.Edit) []sarifChange {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b fixes.Edit) int {
		if a.Path != b.Path {
			return strings.Compare(a.Path, b.Path)
		}
		return a.Start - b.Start
	})
	var out []sarifChange
	for i, e := range edits {
		// The new text takes the line ends of the file.
		r, ok := s.sources.replacement(&fixes.Fix{Edits: edits[i : i+1]}, e.Path, maxFixText)
		if !ok {
			return nil
		}
		if i == 0 || e.Path != edits[i-1].Path {
			out = append(out, sarifChange{Artifact: s.artifact(e.Path)})
		}
		change := &out[len(out)-1]
		change.Replacements = append(change.Replacements, sarifReplacement{
			Deleted:  *region(s.sources.file(e.Path), source.Span{Start: e.Start, End: e.End}),
			Inserted: content(r.text),
		})
	}
	return out
}

// content returns an inserted text.
func content(text string) sarifContent {
	if !utf8.ValidString(text) {
		return sarifContent{Binary: base64.StdEncoding.EncodeToString([]byte(text))}
	}
	return sarifContent{Text: &text}
}
