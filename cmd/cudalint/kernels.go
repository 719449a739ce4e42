package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/report"
)

// kernelFlags are the flags of kernels.
type kernelFlags struct {
	inputFlags
	ruleFlags
	format, sort string
}

func (c *Command) kernels() *cobra.Command {
	f := &kernelFlags{format: "text", sort: "path"}
	f.severalGPUs = true
	cmd := &cobra.Command{
		Use:   "kernels [flags] [paths]",
		Short: "Print what each kernel is bound by, and what its findings save",
		Long: `Print a line for each kernel and launch (default: of the working folder). The columns
are what bounds the kernel, the est. speedup of all findings of check together, the
cycles of an SM for which one warp keeps each pipe busy, an upper bound of the
occupancy, and the costliest access. "?" is unknown: cudalint could not follow the
kernel to its end, or the source does not determine an address that the pipe serves.

Exit status: 0, or 2 if an argument, a file or cudalint itself failed.`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runKernels(cmd, f, args) },
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringVar(&f.format, "output-format", f.format, "`FORMAT` of the table: "+strings.Join(report.KernelFormats(), ", "))
	s.StringVar(&f.sort, "sort", f.sort, "`ORDER` of the kernels: path, or saving (the largest first)")
	completeValues(cmd, "output-format", report.KernelFormats()...)
	completeValues(cmd, "sort", "path", "saving")
	f.registerRules(cmd)
	f.cache.register(cmd)
	f.register(cmd)
	return cmd
}

func (c *Command) runKernels(cmd *cobra.Command, f *kernelFlags, args []string) error {
	start := time.Now()
	if err := report.CheckFormat(f.format, report.KernelFormats()); err != nil {
		return err
	}
	if f.sort != "path" && f.sort != "saving" {
		return fmt.Errorf("--sort: unknown order %q: one of path, saving", f.sort)
	}
	again, err := c.repeatableInput(args)
	if err != nil {
		return err
	}
	gpus := f.gpus
	if len(gpus) == 0 {
		gpus = []string{""}
	}
	var tables []*inspect.KernelTable[inspect.Kernel]
	for _, f.gpu = range gpus {
		table, err := eachKernel(cmd.Context(), again(), &f.inputFlags, &f.ruleFlags, args, (*engine.Linter).Kernels)
		if err != nil {
			return err
		}
		tables = append(tables, table)
	}
	joined := report.JoinKernels(tables)
	if f.sort == "saving" {
		joined.SortBySaving()
	}
	err = c.write(&f.inputFlags, func(w io.Writer, _ bool) error {
		return report.WriteKernels(w, f.format, joined, report.Options{Version: version()})
	})
	if err != nil {
		return err
	}
	c.printCoverage(&f.inputFlags, joined.Compiled)
	c.timed(&f.inputFlags, joined.Files, start)
	return c.finish(&f.inputFlags, joined.Problems)
}

// repeatableInput returns commands that each read the whole of standard input, if an argument names
// it.
func (c *Command) repeatableInput(args []string) (again func() *Command, err error) {
	if !slices.Contains(args, "-") {
		return func() *Command { return c }, nil
	}
	text, err := io.ReadAll(c.Stdin)
	if err != nil {
		return nil, fmt.Errorf("cannot read standard input: %w", err)
	}
	return func() *Command {
		own := *c
		own.Stdin = bytes.NewReader(text)
		return &own
	}, nil
}

// eachKernel lists the kernels of the inputs that the arguments name on the GPU of the flags.
func eachKernel[K any](ctx context.Context, c *Command, f *inputFlags, r *ruleFlags, args []string,
	list func(*engine.Linter, context.Context, []discover.Input) *inspect.KernelTable[K]) (*inspect.KernelTable[K], error) {
	linter, inputs, problems, done, err := c.linter(f, r, args, false)
	if err != nil {
		return nil, err
	}
	defer done()
	table := list(linter, ctx, inputs)
	table.Problems = slices.Concat(f.resolver.Problems(), problems, table.Problems)
	return table, nil
}

// linter prepares a run: the linter, its inputs, and the problems so far without those of the configuration. fixes asks for the fixes of
// findings. done ends the run.
func (c *Command) linter(f *inputFlags, r *ruleFlags, args []string, fixes bool) (linter *engine.Linter, inputs []discover.Input, problems []lint.Problem, done func(), err error) {
	fail := func(err error) (*engine.Linter, []discover.Input, []lint.Problem, func(), error) {
		return nil, nil, nil, nil, err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	opts, err := f.options(r.flagsOfRules())
	if err != nil {
		return fail(err)
	}
	c.limitMemory(f.budget.collector())
	if inputs, problems, err = c.inputs(f, &opts, args); err != nil {
		return fail(err)
	}
	problems = append(problems, f.setContext(&opts)...)
	if err := f.checkOutput(inputs, opts.Context); err != nil {
		return fail(err)
	}
	problems = append(problems, c.databaseProblems(f, inputs)...)
	if opts.Cache, err = c.openCache(&f.cache, f.verbose); err != nil {
		return fail(err)
	}
	progress, end := c.progress(f)
	opts.Progress, opts.Fixes = progress, fixes
	done = func() {
		end()
		c.closeCache(opts.Cache, f.verbose)
	}
	return engine.New(opts), inputs, problems, done, nil
}
