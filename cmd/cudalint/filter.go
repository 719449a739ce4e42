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
)

// A choice selects findings, as the flags say.
type choice struct {
	minSeverity, failOn lint.Severity
	minImpact           lint.Level
	baselines           *baselineSet
	changes             *changes.Since // nil for all lines
	problems            []lint.Problem
}

// severe reports whether a finding has the least severity and price to be reported.
func (ch *choice) severe(d *lint.Diagnostic) bool {
	return d.Severity >= ch.minSeverity && (d.Impact == nil || d.Impact.Level >= ch.minImpact)
}

// filter is the engine.Filter of the flags. It selects findings that are severe and costly
// enough, are in no baseline, and are about changed lines. The result counts the findings that
// a baseline or unchanged lines hide.
func (ch *choice) filter(r *engine.Result) func(*lint.Diagnostic) bool {
	known := ch.baselines.filter(r)
	changed := func(*lint.Diagnostic) bool { return true }
	if ch.changes != nil {
		changed = ch.changes.Filter(r)
	}
	r.Baselined, r.Unchanged = 0, 0
	selected := map[string]bool{}
	for i := range r.Findings {
		switch d := &r.Findings[i]; {
		case !ch.severe(d):
		case known(d):
			r.Baselined++
		case !changed(d):
			r.Unchanged++
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
