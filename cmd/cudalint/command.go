package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/suggest"
	"github.com/cudalint/cudalint/lint/wording"
)

// The exit statuses.
const (
	exitClean    = 0
	exitFindings = 1
	exitFailure  = 2 // usage, configuration, input or output, internal
	// exitInterrupted is that of a run which a signal ended, as shells have it for Ctrl-C.
	exitInterrupted = 130
)

// A Command runs the command line of cudalint with the given streams.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// UserCacheDir returns the user's folder for caches; nil if the user has none.
	UserCacheDir func() (string, error)
	// serving is set while the language server runs: a signal ends it, and interrupts no run.
	serving bool
	// reached is what an interrupted run says last.
	reached string
}

// errFindings makes the exit status 1, errProblems makes it 2. They have no text: all output
// was printed before.
var (
	errFindings = errors.New("findings")
	errProblems = errors.New("problems")
)

// Run executes the command line and returns the exit status. Findings and other
// results go to Stdout, everything else to Stderr.
func (c *Command) Run(ctx context.Context, args []string) int {
	stderr, flush := c.inert(c.Stderr)
	defer flush()
	c.Stderr = stderr
	root := c.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	interrupted := ctx.Err() != nil && !c.serving
	if err != nil && !errors.Is(err, errFindings) && !errors.Is(err, errProblems) {
		fmt.Fprintf(c.Stderr, "cudalint: %s\n", err)
		err = errProblems
	}
	switch {
	case interrupted:
		fmt.Fprintf(c.Stderr, "cudalint: %s; the result is not complete\n", cmp.Or(c.reached, lint.Interruption("").Message))
		return exitInterrupted
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	}
	return exitFailure
}

func (c *Command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "cudalint",
		Short: "Static analysis of CUDA C++: what each warp does at every memory access, and what it costs",
		Long: `cudalint reads CUDA C++ sources, works out what the 32 lanes of a warp do at
every memory access, prices that on a model of the target GPU, and says what to
change. It needs no GPU, no CUDA toolkit and no build.`,
		Args:          noCommand,
		Version:       thisBuild().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version, the commit and its date")
	root.AddCommand(c.check(), c.merge(), c.access(), c.kernels(), c.reportPage(), c.rules(), c.explain(), c.gpus(), c.config(), c.lsp(), c.calibrate(), c.cache(), c.version(), c.debug())
	root.InitDefaultCompletionCmd("completion")
	if shells, _, err := root.Find([]string{"completion"}); err == nil && shells != root {
		shells.Args, shells.RunE = noCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	return root
}

// noCommand returns the error for an argument that is not a command of its parent. The argument is
// a misspelled command, or a path that check should have got.
func noCommand(parent *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil && !parent.HasParent() {
		return fmt.Errorf("unknown command %q: `cudalint check %s` lints it", args[0], wording.Printable(args[0]))
	}
	var names []string
	for _, cmd := range parent.Commands() {
		names = append(names, cmd.Name())
	}
	guess := suggest.DidYouMean(args[0], names)
	switch {
	case guess != "":
	case parent.HasParent():
		guess = fmt.Sprintf("; `%s` has %s", parent.CommandPath(), strings.Join(names, ", "))
	default:
		guess = "; see `cudalint --help`"
	}
	return fmt.Errorf("unknown command %.80q%s", args[0], guess)
}

// flagError returns the error for a flag that is unknown, or that has no or a wrong value. A
// misspelled name gets a suggestion, one hyphen in place of two as well.
func flagError(cmd *cobra.Command, err error) error {
	help := fmt.Sprintf("see `%s --help`", cmd.CommandPath())
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w; %s", err, help)
	}
	name := unknown.GetSpecifiedName()
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name, _, _ = strings.Cut(letters, "=")
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	if meant := suggest.Closest(name, names); meant != "" && len(name) > 1 {
		return fmt.Errorf("unknown flag %.80s: did you mean --%s? %s", unknownFlag(unknown), meant, help)
	}
	return fmt.Errorf("unknown flag %.80s; %s", unknownFlag(unknown), help)
}

// unknownFlag returns an unknown flag as it was written.
func unknownFlag(e *pflag.NotExistError) string {
	if letters := e.GetSpecifiedShortnames(); letters != "" {
		return wording.Printable("-" + letters)
	}
	return wording.Printable("--" + e.GetSpecifiedName())
}
