package report

import (
	"bufio"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// The Reviewdog Diagnostic Format is a DiagnosticResult of reviewdog's proto/rdf in JSON.
// Lines and columns are 1-based, columns count bytes of UTF-8, and ends are exclusive, as in
// lint.Place.

type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Original    string         `json:"original_output"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

// The limits of a diagnostic, which has to fit a review comment.
const (
	maxSuggestion = 4 << 10 // bytes
	maxRelated    = 20
)

var rdSeverities = map[lint.Severity]string{lint.Error: "ERROR", lint.Warning: "WARNING", lint.Info: "INFO"}

// writeRDJSON writes a DiagnosticResult. The format cannot hold problems.
func writeRDJSON(w *bufio.Writer, r *engine.Result, opts Options) error {
	out := rdResult{Source: rdSource{"cudalint", homeURL}, Diagnostics: []rdDiagnostic{}}
	texts := newSources(opts)
	for i := range r.Findings {
		out.Diagnostics = append(out.Diagnostics, rdDiagnosticOf(&r.Findings[i], texts))
	}
	return encode(w, out)
}

func rdDiagnosticOf(d *lint.Diagnostic, texts *sources) rdDiagnostic {
	out := rdDiagnostic{
		Message: wording.Bounded(d.Message), Location: rdLocationOf(&d.Place), Severity: rdSeverities[d.Severity],
		Code: rdCode{d.Rule, PageURL(d.Rule)}, Suggestions: rdSuggestions(d, texts), Original: conciseText(d),
	}
	if detail := detailText(d); detail != "" {
		out.Message += "\n" + detail
	}
	for _, r := range d.Related[:min(len(d.Related), maxRelated)] {
		out.Related = append(out.Related, rdRelated{wording.Bounded(r.Message), rdLocationOf(&r.Place)})
	}
	return out
}

// rdSuggestions returns the safe fix as one suggestion, which a reviewer applies with a click.
// A suggestion must be complete, so a fix that edits several files gives none.
func rdSuggestions(d *lint.Diagnostic, texts *sources) []rdSuggestion {
	fix := d.Fixable(false)
	if fix == nil {
		return nil
	}
	r, ok := texts.replacement(fix, d.Path, maxSuggestion)
	if !ok || !utf8.ValidString(r.text) {
		return nil
	}
	return []rdSuggestion{{rdRangeOf(r.start, r.end), r.text}}
}

func rdLocationOf(p *lint.Place) rdLocation {
	return rdLocation{p.Path, rdRangeOf(p.Start, p.End)}
}

func rdRangeOf(start, end source.Position) rdRange {
	return rdRange{rdPosition{start.Line, start.Column}, rdPosition{end.Line, end.Column}}
}
