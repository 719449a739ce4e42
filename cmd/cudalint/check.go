package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/verify"
)

// checkFlags are the flags of check alone.
type checkFlags struct {
	inputFlags
	ruleFlags
	baselineFlags
	changesFlags
	minSeverity, minImpact string
	sort                   string
	format                 string
	failOn                 string
	fix, unsafeFixes, diff bool
	exitZero               bool
	statistics             bool
	verify                 []string
	shard                  string
}

func (c *Command) check() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [flags] [paths]",
		Short: "Lint files and folders (default: the working folder)",
		Long: `Lint CUDA sources: .cu, .cuh, .cu.cc, and C++ headers and sources that hold CUDA
code. Folders are searched, .gitignore is respected; "-" reads standard input.

With --fix, findings that have a safe fix are mended in the files, or, for standard
input, in what is printed, and those that remain are reported. --unsafe-fixes
mends more, but may change what the program does; --diff shows what would change.

Exit status: 0 if nothing reaches --fail-on, 1 if a finding does (with --fix one that
remains), 2 if an argument, a file or cudalint itself failed.`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runCheck(cmd, f, args) },
	}
	s := cmd.Flags()
	s.SortFlags = false
	f.registerRules(cmd)
	s.BoolVar(&f.fix, "fix", false, "apply safe fixes to the files, and report what remains")
	s.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff: unsafe fixes, too, which may change what the program does")
	s.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff, and change nothing")
	s.StringVar(&f.minSeverity, "min-severity", "info", "least `SEVERITY` reported: error, warning, info")
	s.StringVar(&f.minImpact, "min-impact", "low", "least `IMPACT` reported: critical, high, medium, low; findings without a price stay")
	s.StringVar(&f.sort, "sort", "path", "`ORDER` of the findings: path, or impact (the largest saving first, findings without a price last)")
	s.StringVar(&f.format, "output-format", "text", "`FORMAT` of the findings: "+strings.Join(report.Formats(), ", ")+"; in a GitHub Actions job the default is github")
	s.StringVar(&f.failOn, "fail-on", "warning", "least `SEVERITY` that makes the exit status 1")
	s.BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 whatever is found")
	s.BoolVar(&f.statistics, "statistics", false, "print the number of findings of each rule instead of the findings")
	s.StringArrayVar(&f.verify, "verify", nil, "compare findings about constant memory with `FILE`, a CSV export of Nsight Compute (repeatable); record one with "+verify.Command())
	f.registerBaseline(cmd)
	f.registerChanges(cmd)
	f.registerShard(cmd)
	for flag, values := range map[string][]string{
		"min-severity": {"error", "warning", "info"}, "fail-on": {"error", "warning", "info"},
		"min-impact": {"critical", "high", "medium", "low"}, "sort": {"path", "impact"}, "output-format": report.Formats(),
	} {
		completeValues(cmd, flag, values...)
	}
	f.cache.register(cmd)
	f.register(cmd)
	return cmd
}

// choose reads the flags about findings.
func (f *checkFlags) choose(cmd *cobra.Command) (ch choice, err error) {
	if ch.minSeverity, err = lint.ParseSeverity(f.minSeverity); err != nil {
		return ch, fmt.Errorf("--min-severity: %w", err)
	}
	if ch.minImpact, err = lint.ParseLevel(f.minImpact); err != nil {
		return ch, fmt.Errorf("--min-impact: %w", err)
	}
	if f.sort != "path" && f.sort != "impact" {
		return ch, fmt.Errorf("--sort: unknown order %q: one of path, impact", f.sort)
	}
	if ch.failOn, err = lint.ParseSeverity(f.failOn); err != nil {
		return ch, fmt.Errorf("--fail-on: %w", err)
	}
	if f.diff && (f.statistics || cmd.Flags().Changed("output-format")) {
		return ch, errors.New("--diff prints a diff and no findings: it goes with neither --output-format nor --statistics")
	}
	if err := f.checkBaseline(cmd); err != nil {
		return ch, err
	}
	if err := report.CheckFormat(f.format, report.Formats()); err != nil || !f.statistics {
		return ch, err
	}
	return ch, report.CheckStatistics(f.format)
}

func (c *Command) runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	start := time.Now()
	c.setFormat(cmd, f)
	asked := f.rulesAsked()
	asked.Baseline = f.baseline
	opts, err := f.options(asked)
	if err != nil {
		return err
	}
	chosen, err := f.choose(cmd)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	if err := f.setShard(cmd, &opts, args); err != nil {
		return err
	}
	inputs, problems, err := c.inputs(&f.inputFlags, args)
	if err != nil {
		return err
	}
	problems = append(problems, f.setContext(&opts)...)
	if err := f.checkOutput(inputs, opts.Context); err != nil {
		return err
	}
	problems = append(problems, c.databaseProblems(&f.inputFlags, inputs)...)
	problems = append(problems, f.setMeasurements(&opts)...)
	f.setKnown(&chosen, &opts, inputs)
	f.setChanges(cmd.Context(), cmd, &chosen)
	opts.Fixes = report.ShowsFixes(f.format) && !f.statistics
	if opts.Cache, err = c.openCache(&f.cache, f.verbose); err != nil {
		return err
	}
	defer c.closeCache(opts.Cache, f.verbose)
	progress, end := c.progress(&f.inputFlags)
	opts.Progress = progress
	var result *lint.Result
	if f.fix || f.diff {
		if err := chosen.unusable(); err != nil {
			return err
		}
		result, err = c.fix(cmd.Context(), f, &chosen, opts, inputs, end)
	} else {
		result = lint.New(opts).Check(cmd.Context(), inputs)
		end()
	}
	if err != nil {
		return err
	}
	chosen.known.checked(inputs, slices.Concat(problems, result.Problems))
	if f.writeBaseline != "" && cmd.Context().Err() == nil {
		c.record(f, &chosen, result)
	}
	result.Keep(chosen.filter)
	result.Problems = slices.Concat(f.resolver.Problems(), problems, chosen.allProblems(), result.Problems)
	if f.sort == "impact" {
		result.SortByImpact()
	}
	if !f.diff {
		if err := c.report(f, &opts, result, inputs); err != nil {
			return err
		}
	}
	c.sayGone(f, chosen.known)
	c.timed(&f.inputFlags, result.Files, start)
	for _, name := range result.GPUs {
		if gpu.Lookup(name) == nil && !f.priced(name, inputs) && !f.quiet {
			fmt.Fprintf(c.Stderr, "cudalint: there are no prices for %s: findings are reported without their cost (--gpu %s has prices)\n", name, lint.DefaultGPU)
		}
	}
	if err := c.finish(&f.inputFlags, result.Problems); err != nil {
		return err
	}
	fails := func(d lint.Diagnostic) bool { return d.Severity >= chosen.failOn }
	if !f.exitZero && slices.ContainsFunc(result.Findings, fails) {
		return errFindings
	}
	return nil
}

// report writes the findings: to standard error where standard output is for the
// fixed source.
func (c *Command) report(f *checkFlags, opts *lint.Options, result *lint.Result, inputs []lint.Input) error {
	to := c
	if f.fix && stdinOf(inputs) != nil {
		to = &Command{Stdout: plain(c.Stderr), Getenv: c.Getenv}
	}
	err := to.write(&f.inputFlags, func(w io.Writer, color bool) error {
		o := c.reportOptions(f, opts, inputs, color)
		if f.statistics {
			return report.Statistics(w, f.format, result, o)
		}
		if f.format == "text" || f.format == "concise" {
			lines, flush := c.inert(w)
			return errors.Join(report.Write(lines, f.format, result, o), flush())
		}
		return report.Write(w, f.format, result, o)
	})
	c.sayLeftOut(f, result)
	if err == nil && result.Verified != nil && !f.quiet && report.VerifiesApart(f.format) {
		err = report.Verification(c.Stderr, result.Verified)
	}
	return err
}
