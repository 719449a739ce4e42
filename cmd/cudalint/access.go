package main

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report"
)

func (c *Command) access() *cobra.Command {
	f := &inputFlags{}
	format := "text"
	cmd := &cobra.Command{
		Use:   "access [flags] paths",
		Short: "Print the memory accesses of each kernel with their figures per warp",
		Long: `Print every load, store and atomic of every kernel. The columns are the memory space,
the pattern, the distinct addresses, 32-byte sectors, bank conflicts and active lanes
of the worst warp (with the mean over all warps in brackets if it differs), how often a
warp executes the access, and the cycles of one execution. "?" is a figure that the
source does not determine.

Exit status: 0, or 2 if an argument, a file or cudalint itself failed.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.runAccess(cmd, f, format, args)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&format, "output-format", format, "`FORMAT` of the table: "+strings.Join(report.AccessFormats(), ", "))
	f.cache.register(cmd)
	f.register(cmd)
	return cmd
}

func (c *Command) runAccess(cmd *cobra.Command, f *inputFlags, format string, args []string) error {
	start := time.Now()
	if len(args) == 0 {
		return errors.New("access needs at least one file or folder, or - for standard input")
	}
	opts, err := f.options(config.Flags{})
	if err != nil {
		return err
	}
	c.limitMemory(f.budget.collector())
	if err := report.CheckFormat(format, report.AccessFormats()); err != nil {
		return err
	}
	inputs, problems, err := c.inputs(f, &opts, args)
	if err != nil {
		return err
	}
	problems = append(problems, f.setContext(&opts)...)
	if err := f.checkOutput(inputs, opts.Context); err != nil {
		return err
	}
	problems = append(problems, c.databaseProblems(f, inputs)...)
	if opts.Cache, err = c.openCache(&f.cache, f.verbose); err != nil {
		return err
	}
	defer c.closeCache(opts.Cache, f.verbose)
	progress, end := c.progress(f)
	opts.Progress = progress
	table := engine.New(opts).Access(cmd.Context(), inputs)
	end()
	table.Problems = slices.Concat(f.resolver.Problems(), problems, table.Problems)
	err = c.write(f, func(w io.Writer, _ bool) error {
		return report.WriteAccess(w, format, table, report.Options{Version: version()})
	})
	if err != nil {
		return err
	}
	c.timed(f, table.Files, start)
	return c.finish(f, table.Problems)
}
