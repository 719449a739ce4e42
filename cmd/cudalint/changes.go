package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/changes"
)

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
