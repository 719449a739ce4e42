package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/changes"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/generated"
)

// A choice selects findings, as the flags say.
type choice struct {
	minSeverity, failOn lint.Severity
	minImpact           lint.Level
	generated           *generated.Finder
	baselines           *baselineSet
	changes             *changes.Since // nil for all lines
	problems            []lint.Problem
}

// reportable reports whether a finding is severe and costly enough to be reported, and no advice
// about generated code. It counts it in hidden if not.
func (ch *choice) reportable(d *lint.Diagnostic, hidden *engine.Hidden) bool {
	switch {
	case d.Severity < ch.minSeverity:
		hidden.Severity++
	case d.Impact != nil && d.Impact.Level < ch.minImpact:
		hidden.Impact++
	case d.Severity == lint.Info && ch.generated.Generated(d.Path):
		hidden.Generated++
	default:
		return true
	}
	return false
}

// recordable reports whether a baseline records a finding.
func (ch *choice) recordable(d *lint.Diagnostic) bool { return ch.reportable(d, &engine.Hidden{}) }

// filter is the engine.Filter of the flags. It selects findings that are reportable, are in no
// baseline, and are about changed lines. The result counts the others.
func (ch *choice) filter(r *engine.Result) func(*lint.Diagnostic) bool {
	known := ch.baselines.filter(r)
	changed := func(*lint.Diagnostic) bool { return true }
	if ch.changes != nil {
		changed = ch.changes.Filter(r)
	}
	r.Hidden = engine.Hidden{}
	selected := map[string]bool{}
	for i := range r.Findings {
		switch d := &r.Findings[i]; {
		case !ch.reportable(d, &r.Hidden):
		case known(d):
			r.Hidden.Baselined++
		case !changed(d):
			r.Hidden.Unchanged++
		default:
			selected[d.Fingerprint] = true
		}
	}
	return func(d *lint.Diagnostic) bool { return selected[d.Fingerprint] }
}

// unusable returns an error if a baseline or a revision cannot be used: then the findings to
// fix are unknown.
func (ch *choice) unusable() error {
	problems := ch.allProblems()
	if len(problems) == 0 {
		return nil
	}
	text := problems[0].Message
	if problems[0].Path != "" {
		text = problems[0].Path + ": " + text
	}
	return errors.New(text + "; nothing is fixed")
}

// allProblems returns what is wrong with baselines and revisions.
func (ch *choice) allProblems() []lint.Problem {
	problems := slices.Concat(ch.problems, ch.baselines.problems)
	if ch.changes != nil {
		problems = append(problems, ch.changes.Problems()...)
	}
	return problems
}

// changesFlags limit findings to changed lines.
type changesFlags struct{ diffFrom string }

func (f *changesFlags) registerChanges(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.diffFrom, "diff-from", "", "only findings on lines that differ from `REV` in git, or in the functions around them; REV... compares with the merge base of REV and HEAD")
}

// setChanges finds the revision to compare files with. If that fails, all findings are
// reported.
func (f *checkFlags) setChanges(ctx context.Context, cmd *cobra.Command, ch *choice) {
	if !cmd.Flags().Changed("diff-from") {
		return
	}
	since, err := changes.Open(ctx, ch.baselines.run.Dir, f.diffFrom, ch.baselines.run.Text)
	if err != nil {
		ch.problems = append(ch.problems, lint.Problem{Kind: lint.Config, Message: fmt.Sprintf("--diff-from %s: %s", f.diffFrom, err)})
		return
	}
	ch.changes = since
}
