package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// gitlabIssue is one element of GitLab's Code Quality report. It has the Code Climate fields
// that GitLab reads and those that the Code Climate specification requires.
type gitlabIssue struct {
	Type        string         `json:"type"`
	CheckName   string         `json:"check_name"`
	Description string         `json:"description"`
	Content     *gitlabContent `json:"content,omitempty"`
	Categories  []string       `json:"categories"`
	Severity    string         `json:"severity"`
	Fingerprint string         `json:"fingerprint"`
	Location    gitlabLocation `json:"location"`
}

type gitlabContent struct {
	Body string `json:"body"`
}

// gitlabLocation has lines, which GitLab links to, and positions, which are more exact and
// optional.
type gitlabLocation struct {
	Path      string      `json:"path"`
	Lines     gitlabLines `json:"lines"`
	Positions gitlabRange `json:"positions"`
}

// gitlabLines has the first line and the last.
type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// gitlabRange is half-open, like lint.Place.
type gitlabRange struct {
	Begin gitlabPosition `json:"begin"`
	End   gitlabPosition `json:"end"`
}

type gitlabPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// writeGitLab writes a Code Quality report. The format cannot hold problems.
func writeGitLab(w *bufio.Writer, r *engine.Result, opts Options) error {
	prints := uniqueFingerprints(r)
	issues := []gitlabIssue{}
	for i := range r.Findings {
		d := &r.Findings[i]
		issues = append(issues, gitlabIssue{
			Type: "issue", CheckName: d.Rule, Description: inlineText(d), Content: gitlabBody(d),
			Categories: []string{gitlabCategory(d)}, Severity: gitlabSeverity(d), Fingerprint: prints[d],
			Location: gitlabLocation{
				Path: opts.located(d.Path), Lines: gitlabLines{d.Start.Line, lastLine(&d.Place)},
				Positions: gitlabRange{gitlabPosition{d.Start.Line, d.Start.Column}, gitlabPosition{d.End.Line, d.End.Column}},
			},
		})
	}
	return encode(w, issues)
}

// gitlabBody returns the notes of a finding as an indented block of Markdown: nothing in it
// needs escaping.
func gitlabBody(d *lint.Diagnostic) *gitlabContent {
	text := detailText(d)
	if text == "" {
		return nil
	}
	return &gitlabContent{"    " + strings.ReplaceAll(text, "\n", "\n    ")}
}

// gitlabSeverity returns the severity in GitLab's words. No finding is a "blocker": the exit
// status decides whether a merge stops.
func gitlabSeverity(d *lint.Diagnostic) string {
	switch {
	case d.Severity == lint.Error:
		return "critical"
	case d.Severity == lint.Info:
		return "info"
	case d.Impact != nil && d.Impact.Level < lint.High:
		return "minor"
	}
	return "major"
}

// gitlabCategory returns the category of the Code Climate specification: "Performance" for a
// finding that has a price or is advice.
func gitlabCategory(d *lint.Diagnostic) string {
	if d.Impact != nil || d.Severity == lint.Info {
		return "Performance"
	}
	return "Bug Risk"
}

// uniqueFingerprints returns a different fingerprint for each finding, because GitLab shows
// only one finding per fingerprint. Equal fingerprints are numbered in the order of place, so
// that the numbers do not depend on how the result is sorted.
func uniqueFingerprints(r *engine.Result) map[*lint.Diagnostic]string {
	out := map[*lint.Diagnostic]string{}
	seen := map[string]int{}
	for _, d := range inOrder(r) {
		out[d] = d.Fingerprint
		if seen[d.Fingerprint]++; seen[d.Fingerprint] > 1 {
			out[d] += fmt.Sprintf("-%d", seen[d.Fingerprint])
		}
	}
	return out
}
