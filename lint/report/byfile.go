package report

import (
	"cmp"
	"encoding/xml"
	"io"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// A fileResult holds the findings and problems of one file.
type fileResult struct {
	path     string // "" for problems without a file
	findings []*lint.Diagnostic
	problems []lint.Problem
}

// byFile groups a result by path. The findings of a file are ordered by place, then by rule,
// whatever order the result has.
func byFile(r *engine.Result) []*fileResult {
	files := map[string]*fileResult{}
	var list []*fileResult
	at := func(path string) *fileResult {
		f := files[path]
		if f == nil {
			f = &fileResult{path: path}
			files[path], list = f, append(list, f)
		}
		return f
	}
	for _, d := range inOrder(r) {
		f := at(d.Path)
		f.findings = append(f.findings, d)
	}
	for _, p := range r.Problems {
		f := at(p.Path)
		f.problems = append(f.problems, p)
	}
	slices.SortFunc(list, func(a, b *fileResult) int { return cmp.Compare(a.path, b.path) })
	return list
}

// inOrder returns the findings ordered by path, place and rule.
func inOrder(r *engine.Result) []*lint.Diagnostic {
	list := make([]*lint.Diagnostic, len(r.Findings))
	for i := range r.Findings {
		list[i] = &r.Findings[i]
	}
	slices.SortStableFunc(list, func(a, b *lint.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Offset, b.Start.Offset),
			cmp.Compare(a.End.Offset, b.End.Offset), cmp.Compare(a.Rule, b.Rule))
	})
	return list
}

// encodeXML writes one indented XML document. encoding/xml replaces bytes that XML cannot hold
// (most control characters, text that is not UTF-8) with U+FFFD.
func encodeXML(w io.Writer, document any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
