package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/report"
)

// A checkRun is one run of check: its flags, inputs and options.
type checkRun struct {
	*Command
	flags    *checkFlags
	opts     engine.Options
	chosen   choice
	args     []string // the paths
	inputs   []discover.Input
	problems []lint.Problem // of the preparation
	part     *report.Part   // of a run with --shard and --output-format json
	start    time.Time
	times    fileTimes // with -v
}

func (c *Command) runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	run := &checkRun{Command: c, flags: f, start: time.Now()}
	if err := run.prepare(cmd, args); err != nil {
		return err
	}
	defer c.closeCache(run.opts.Cache, f.verbose)
	result, err := run.check(cmd.Context())
	if err != nil {
		return err
	}
	if err := run.print(result); err != nil {
		return err
	}
	return run.finishCheck(run.flags, run.chosen.failOn, result)
}

// prepare reads flags, configuration and file lists. It returns usage errors; faults of files
// become problems.
func (run *checkRun) prepare(cmd *cobra.Command, args []string) (err error) {
	f := run.flags
	run.setFormat(cmd, f)
	flags := f.flagsOfRules()
	flags.Baseline = f.baseline
	if run.opts, err = f.options(flags); err != nil {
		return err
	}
	run.limitMemory(f.budget.collector())
	if run.chosen, err = f.choose(cmd); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	run.args = args
	if err := f.setShard(cmd, &run.opts, args); err != nil {
		return err
	}
	if run.inputs, run.problems, err = run.Command.inputs(&f.inputFlags, &run.opts, args); err != nil {
		return err
	}
	run.problems = append(run.problems, f.setContext(&run.opts)...)
	if err := f.checkOutput(run.inputs, run.opts.Context); err != nil {
		return err
	}
	run.problems = append(run.problems, run.databaseProblems(&f.inputFlags, run.inputs)...)
	run.problems = append(run.problems, f.setMeasurements(&run.opts)...)
	f.setBaselines(&run.chosen, &run.opts, args, run.inputs)
	f.setChanges(cmd.Context(), cmd, &run.chosen)
	run.opts.Fixes = report.ShowsFixes(f.format) || f.statistics
	run.opts.Cache, err = run.openCache(&f.cache, f.verbose)
	return err
}

// check runs the rules, and applies fixes if the flags say so. The result holds only the
// findings to report.
func (run *checkRun) check(ctx context.Context) (result *engine.Result, err error) {
	f, chosen := run.flags, &run.chosen
	progress, end := run.progress(&f.inputFlags)
	run.opts.Progress = progress
	if f.verbose {
		run.opts.Took = run.times.add
	}
	if f.fix || f.diff || f.addIgnore {
		if err := chosen.unusable(); err != nil {
			return nil, err
		}
		result, err = run.fix(ctx, f, chosen, run.opts, run.inputs, end)
	} else {
		result = engine.New(run.opts).Check(ctx, run.inputs)
		end()
	}
	if err != nil {
		return nil, err
	}
	chosen.baselines.checked(run.inputs, slices.Concat(run.problems, result.Problems))
	if f.writeBaseline != "" && ctx.Err() == nil {
		run.record(f, chosen, result)
	}
	result.Keep(chosen.filter)
	if ctx.Err() != nil && !slices.ContainsFunc(result.Problems, lint.Problem.Interrupts) {
		result.Problems = append(result.Problems, lint.Interruption(""))
	}
	before := slices.Concat(f.resolver.Problems(), run.problems, chosen.allProblems())
	if run.opts.Shard.Count > 0 && f.format == "json" && !f.statistics {
		if run.part, err = run.partOf(result, before); err != nil {
			return nil, err
		}
	}
	result.Problems = slices.Concat(before, result.Problems)
	if f.sort == "impact" {
		result.SortByImpact()
	}
	return result, nil
}

// print writes the findings, the baselines' gone findings, the time, and GPUs without prices.
func (run *checkRun) print(result *engine.Result) error {
	f := run.flags
	if !f.diff {
		if err := run.report(f, &run.opts, result, run.inputs, run.part); err != nil {
			return err
		}
	}
	run.printGone(f, run.chosen.baselines)
	if !f.quiet {
		run.printNotLinted(result)
	}
	if f.verbose {
		run.printSlowest()
		run.printAssumed(result)
	}
	run.timed(&f.inputFlags, result.Files, run.start)
	for _, name := range result.GPUs {
		if gpu.Lookup(name) == nil && !f.priced(name, run.inputs) && !f.quiet {
			fmt.Fprintf(run.Stderr, "cudalint: there are no prices for %s: findings are reported without their cost (--gpu %s has prices)\n", name, lint.DefaultGPU)
		}
	}
	return nil
}

// finishCheck prints the problems of a result and returns the error that sets the exit status.
func (c *Command) finishCheck(f *checkFlags, failOn lint.Severity, result *engine.Result) error {
	if err := c.finish(&f.inputFlags, result.Problems); err != nil {
		return err
	}
	fails := func(d lint.Diagnostic) bool { return d.Severity >= failOn }
	if !f.exitZero && slices.ContainsFunc(result.Findings, fails) {
		return errFindings
	}
	return nil
}

// report writes the findings. They go to standard error if standard output is for the fixed
// source.
func (c *Command) report(f *checkFlags, opts *engine.Options, result *engine.Result, inputs []discover.Input, part *report.Part) error {
	to := c
	if (f.fix || f.addIgnore) && stdinOf(inputs) != nil {
		to = &Command{Stdout: plain(c.Stderr), Getenv: c.Getenv}
	}
	err := to.write(&f.inputFlags, func(w io.Writer, color bool) error {
		o := c.reportOptions(f, opts, inputs, color)
		o.Width = report.TerminalWidth(w, c.Getenv)
		o.Part = part
		if f.statistics {
			return report.Statistics(w, f.format, result, o)
		}
		if f.format == "text" || f.format == "concise" {
			lines, flush := c.inert(w)
			return errors.Join(report.Write(lines, f.format, result, o), flush())
		}
		return report.Write(w, f.format, result, o)
	})
	c.printCounts(f, result)
	if err == nil && result.Verified != nil && !f.quiet && report.VerifiesApart(f.format) {
		err = report.Verification(c.Stderr, result.Verified)
	}
	return err
}
