package main

import (
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
	"github.com/cudalint/cudalint/rules"
)

// checkFlags are the flags of check alone.
type checkFlags struct {
	inputFlags
	selected, ignored, extended []string
	ruleOptions                 []string
	minSeverity, minImpact      string
	sort                        string
	format                      string
	failOn                      string
	exitZero                    bool
	statistics                  bool
	verify                      []string
}

func (c *Command) check() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [flags] [paths]",
		Short: "Lint files and folders (default: the working folder)",
		Long: `Lint CUDA sources: .cu, .cuh, .cu.cc, and C++ headers and sources that hold CUDA
code. Folders are searched, .gitignore is respected; "-" reads standard input.

Exit status: 0 if nothing reaches --fail-on, 1 if a finding does, 2 if an
argument, a file or cudalint itself failed.`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runCheck(cmd, f, args) },
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringSliceVar(&f.selected, "select", nil, "`LIST` of rules to run: names, prefixes such as constant, or all (default all)")
	s.StringSliceVar(&f.extended, "extend-select", nil, "`LIST` of rules to run besides")
	s.StringSliceVar(&f.ignored, "ignore", nil, "`LIST` of rules not to run")
	s.StringArrayVar(&f.ruleOptions, "rule-option", nil, "set an option of a rule, `RULE.OPTION=VALUE` (repeatable); the rule's page lists them")
	s.StringVar(&f.minSeverity, "min-severity", "info", "least `SEVERITY` reported: error, warning, info")
	s.StringVar(&f.minImpact, "min-impact", "low", "least `IMPACT` reported: critical, high, medium, low; findings without a price stay")
	s.StringVar(&f.sort, "sort", "path", "`ORDER` of the findings: path, or impact (the largest saving first, findings without a price last)")
	s.StringVar(&f.format, "output-format", "text", "`FORMAT` of the findings: "+strings.Join(report.Formats(), ", "))
	s.StringVar(&f.failOn, "fail-on", "warning", "least `SEVERITY` that makes the exit status 1")
	s.BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 whatever is found")
	s.BoolVar(&f.statistics, "statistics", false, "print the number of findings of each rule instead of the findings")
	s.StringArrayVar(&f.verify, "verify", nil, "compare findings about constant memory with `FILE`, a CSV export of Nsight Compute (repeatable); record one with "+verify.Command())
	for flag, values := range map[string][]string{
		"min-severity": {"error", "warning", "info"}, "fail-on": {"error", "warning", "info"},
		"min-impact": {"critical", "high", "medium", "low"}, "sort": {"path", "impact"}, "output-format": report.Formats(),
	} {
		completeValues(cmd, flag, values...)
	}
	f.register(cmd)
	return cmd
}

func (c *Command) runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	start := time.Now()
	opts, err := f.options()
	if err != nil {
		return err
	}
	if opts.Rules, err = lint.Select(rules.All(), f.selected, f.extended, f.ignored); err != nil {
		return err
	}
	opts.RuleOptions = map[string]map[string]any{}
	for _, o := range f.ruleOptions {
		if err := lint.ParseOption(rules.All(), o, opts.RuleOptions); err != nil {
			return fmt.Errorf("--rule-option: %w", err)
		}
	}
	minSeverity, err := lint.ParseSeverity(f.minSeverity)
	if err != nil {
		return fmt.Errorf("--min-severity: %w", err)
	}
	minImpact, err := lint.ParseLevel(f.minImpact)
	if err != nil {
		return fmt.Errorf("--min-impact: %w", err)
	}
	if f.sort != "path" && f.sort != "impact" {
		return fmt.Errorf("--sort: unknown order %q: one of path, impact", f.sort)
	}
	failOn, err := lint.ParseSeverity(f.failOn)
	if err != nil {
		return fmt.Errorf("--fail-on: %w", err)
	}
	if err := report.CheckFormat(f.format, report.Formats()); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	inputs, problems, err := c.inputs(&f.inputFlags, args)
	if err != nil {
		return err
	}
	problems = append(problems, f.setContext(&opts)...)
	problems = append(problems, f.setMeasurements(&opts)...)
	progress, end := c.progress(&f.inputFlags)
	opts.Progress = progress
	result := lint.New(opts).Check(cmd.Context(), inputs)
	end()
	result.Problems = append(problems, result.Problems...)
	result.Keep(func(d *lint.Diagnostic) bool {
		return d.Severity >= minSeverity && (d.Impact == nil || d.Impact.Level >= minImpact)
	})
	if f.sort == "impact" {
		result.SortByImpact()
	}
	err = c.write(&f.inputFlags, func(w io.Writer, color bool) error {
		o := report.Options{Color: color, Version: version(), Quiet: f.quiet}
		if f.statistics {
			return report.Statistics(w, f.format, result, o)
		}
		return report.Write(w, f.format, result, o)
	})
	if err != nil {
		return err
	}
	if result.Verified != nil && !f.quiet && report.VerifiesApart(f.format) {
		if err := report.Verification(c.Stderr, result.Verified); err != nil {
			return err
		}
	}
	c.timed(&f.inputFlags, result.Files, start)
	for _, name := range result.GPUs {
		if gpu.Lookup(name) == nil && opts.Model == nil && !f.quiet {
			fmt.Fprintf(c.Stderr, "cudalint: there are no prices for %s: findings are reported without their cost (--gpu %s has prices)\n", name, lint.DefaultGPU)
		}
	}
	if err := c.finish(&f.inputFlags, result.Problems); err != nil {
		return err
	}
	fails := func(d lint.Diagnostic) bool { return d.Severity >= failOn }
	if !f.exitZero && slices.ContainsFunc(result.Findings, fails) {
		return errFindings
	}
	return nil
}
