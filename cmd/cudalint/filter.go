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

// A choice is what the flags say about findings.
type choice struct {
	minSeverity, failOn lint.Severity
	minImpact           lint.Level
	known               *known
	changes             *changes.Since // nil for all lines
	problems            []lint.Problem
}

// severe reports whether a finding is severe and costly enough.
func (ch *choice) severe(d *lint.Diagnostic) bool {
	return d.Severity >= ch.minSeverity && (d.Impact == nil || d.Impact.Level >= ch.minImpact)
}

// filter is the engine.Filter of what is asked for: findings that are severe and costly
// enough, that no baseline knows, and that have to do with changed lines. It counts in the
// result what the last two leave out.
func (ch *choice) filter(r *engine.Result) func(*lint.Diagnostic) bool {
	known := ch.known.filter(r)
	changed := func(*lint.Diagnostic) bool { return true }
	if ch.changes != nil {
		changed = ch.changes.Filter(r)
	}
	r.Baselined, r.Unchanged = 0, 0
	kept := map[string]bool{}
	for i := range r.Findings {
		switch d := &r.Findings[i]; {
		case !ch.severe(d):
		case known(d):
			r.Baselined++
		case !changed(d):
			r.Unchanged++
		default:
			kept[d.Fingerprint] = true
		}
	}
	return func(d *lint.Diagnostic) bool { return kept[d.Fingerprint] }
}

// unusable returns an error where a baseline or a revision cannot be used: then it is not
// known what is to be fixed.
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
	problems := slices.Concat(ch.problems, ch.known.problems)
	if ch.changes != nil {
		problems = append(problems, ch.changes.Problems()...)
	}
	return problems
}

// changesFlags say of which changes findings are reported.
type changesFlags struct{ diffFrom string }

func (f *changesFlags) registerChanges(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.diffFrom, "diff-from", "", "only findings on lines that differ from `REV` in git, or in the functions around them; REV... compares with the merge base of REV and HEAD")
}

// setChanges finds the revision that files are compared with. Where that fails all
// findings are reported.
func (f *checkFlags) setChanges(ctx context.Context, cmd *cobra.Command, ch *choice) {
	if !cmd.Flags().Changed("diff-from") {
		return
	}
	since, err := changes.Open(ctx, ch.known.run.Dir, f.diffFrom, ch.known.run.Text)
	if err != nil {
		ch.problems = append(ch.problems, lint.Problem{Kind: lint.Config, Message: fmt.Sprintf("--diff-from %s: %s", f.diffFrom, err)})
		return
	}
	ch.changes = since
}
