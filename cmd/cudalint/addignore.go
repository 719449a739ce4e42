package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/wording"
)

// ignoreFlags are the flags that write comments.
type ignoreFlags struct {
	addIgnore bool
	reason    string
}

func (f *ignoreFlags) registerIgnores(cmd *cobra.Command) {
	s := cmd.Flags()
	s.BoolVar(&f.addIgnore, "add-ignore", false, "suppress each finding with a comment behind its code, and report what remains; with --diff: only show the comments")
	s.StringVar(&f.reason, "reason", autofix.DefaultReason, "with --add-ignore: the `TEXT` behind the comment's list of rules")
}

// checkIgnores returns an error if the flags do not go together with others.
func (f *checkFlags) checkIgnores(cmd *cobra.Command) error {
	switch {
	case !f.addIgnore && cmd.Flags().Changed("reason"):
		return errors.New("--reason is the text of comments that --add-ignore writes: add --add-ignore")
	case !f.addIgnore:
		return nil
	case f.fix || f.unsafeFixes:
		return errors.New("--add-ignore keeps what --fix mends: run --fix first")
	case f.writeBaseline != "":
		return errors.New("--add-ignore and --write-baseline both make findings known: use one of them")
	}
	if err := autofix.CheckReason(f.reason); err != nil {
		return fmt.Errorf("--reason: %w", err)
	}
	return nil
}

// printRefused prints to standard error the findings that no comment was written for.
func (c *Command) printRefused(f *checkFlags, refused []autofix.Refusal) {
	if f.quiet {
		return
	}
	for _, r := range refused {
		fmt.Fprintln(c.Stderr, wording.Printable(fmt.Sprintf("%s:%d: not suppressed: %s [%s]", r.Path, r.Start.Line, r.Why, r.Rule)))
	}
}
