package main

import (
	"errors"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/report/page"
)

func (c *Command) reportPage() *cobra.Command {
	f := &struct {
		inputFlags
		ruleFlags
	}{}
	cmd := &cobra.Command{
		Use:   "report -o FILE.html [flags] [paths]",
		Short: "Write a page to look at: kernels by what their findings save",
		Long: `Write one HTML file about the kernels of files and folders (default: the working
folder): the kernels by what their findings save, the cycles on each pipe, the
source with the cycles of its accesses, where the lanes of a warp go, and the
findings with their fixes. The page needs no network and no scripts. It has the
source of the first 100 kernels.

Exit status: 0, or 2 if an argument, a file or cudalint itself failed.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			start := time.Now()
			if f.output == "" {
				return errors.New("report needs the file to write: -o FILE.html")
			}
			linter, inputs, problems, done, err := c.linter(&f.inputFlags, &f.ruleFlags, args, true)
			if err != nil {
				return err
			}
			defer done()
			table := linter.DetailedKernels(cmd.Context(), inputs)
			found := linter.Check(cmd.Context(), inputs)
			in := &page.Input{Version: version(), Table: table, Findings: found.Findings, Text: textOf(inputs, maxPageFile)}
			if err := c.write(&f.inputFlags, func(w io.Writer, _ bool) error { return page.Write(w, in) }); err != nil {
				return err
			}
			c.printCoverage(&f.inputFlags, table.Compiled)
			c.timed(&f.inputFlags, table.Files, start)
			return c.finish(&f.inputFlags, lint.MergeProblems(slices.Concat(f.resolver.Problems(), problems, table.Problems, found.Problems)))
		},
	}
	cmd.Flags().SortFlags = false
	f.registerRules(cmd)
	f.cache.register(cmd)
	f.register(cmd)
	return cmd
}

// maxPageFile is the largest file whose text a page shows, in bytes.
const maxPageFile = 16 << 20
