package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// gitlabIssue is an issue of GitLab's Code Quality report, which is a list of them: the
// subset of the Code Climate specification that GitLab reads, with the fields that the
// specification requires besides.
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

// gitlabLocation has lines, which GitLab links to, and positions, which are more exact
// and which it can do without.
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

// gitlabRange is half-open, as places are.
type gitlabRange struct {
	Begin gitlabPosition `json:"begin"`
	End   gitlabPosition `json:"end"`
}

type gitlabPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// writeGitLab writes a Code Quality report. It has no place for problems.
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

// gitlabBody returns the notes of a finding as an indented block of Markdown, in which
// nothing needs escaping.
func gitlabBody(d *lint.Diagnostic) *gitlabContent {
	text := detailText(d)
	if text == "" {
		return nil
	}
	return &gitlabContent{"    " + strings.ReplaceAll(text, "\n", "\n    ")}
}

// gitlabSeverity returns the severity in GitLab's words. Nothing is a "blocker": what
// stops a merge is the exit status.
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

// gitlabCategory returns the category of the Code Climate specification: what has a
// price, or is advice, is about speed.
func gitlabCategory(d *lint.Diagnostic) string {
	if d.Impact != nil || d.Severity == lint.Info {
		return "Performance"
	}
	return "Bug Risk"
}

// uniqueFingerprints returns fingerprints of which no two are equal: GitLab shows one
// finding of each. Those that are equal are counted in the order of place, so that they
// do not depend on how the result is sorted.
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
