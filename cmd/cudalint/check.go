package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/verify"
)

// checkFlags are the flags that only check has.
type checkFlags struct {
	inputFlags
	ruleFlags
	baselineFlags
	changesFlags
	ignoreFlags
	minSeverity, minImpact string
	sort                   string
	format                 string
	failOn                 string
	fix, unsafeFixes, diff bool
	exitZero               bool
	statistics, showInfo   bool
	maxSame                int
	verify                 []string
	shard                  string
}

func (c *Command) check() *cobra.Command { return c.checkWith(&checkFlags{}) }

// checkWith returns the command check, whose flags set f.
func (c *Command) checkWith(f *checkFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [flags] [paths]",
		Short: "Lint files and folders (default: the working folder)",
		Long: `Lint CUDA sources: .cu, .cuh, .cu.cc, and C++ headers and sources that hold CUDA
code. Folders are searched, .gitignore is respected; "-" reads standard input.

--fix applies safe fixes to the files, and reports the findings that remain. For
standard input it prints the fixed text. --unsafe-fixes applies more, which may change
what the program does. --diff shows what would change.

Exit status: 0 if no finding reaches --fail-on, 1 if one does (with --fix, one that
remains), 2 if an argument, a file or cudalint itself failed, 130 if interrupted.`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runCheck(cmd, f, args) },
	}
	s := cmd.Flags()
	s.SortFlags = false
	f.registerRules(cmd)
	s.BoolVar(&f.fix, "fix", false, "apply safe fixes to the files, and report what remains")
	s.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff, also apply unsafe fixes, which may change what the program does")
	s.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff, and change nothing")
	s.StringVar(&f.minSeverity, "min-severity", "info", "least `SEVERITY` to report: error, warning, info")
	s.StringVar(&f.minImpact, "min-impact", "low", "least `IMPACT` to report: critical, high, medium, low; findings without a price stay")
	s.StringVar(&f.sort, "sort", "path", "`ORDER` of the findings: path, or impact (the largest est. speedup first, findings without a price last)")
	s.StringVar(&f.format, "output-format", "text", "`FORMAT` of the findings: "+strings.Join(report.Formats(), ", ")+"; in a GitHub Actions job the default is github")
	s.StringVar(&f.failOn, "fail-on", "warning", "least `SEVERITY` that makes the exit status 1")
	s.BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 even if there are findings; with 2 if something failed")
	s.BoolVar(&f.showInfo, "show-info", false, "print all findings of severity info; the text format otherwise has a table of them if there are more than ten")
	s.IntVar(&f.maxSame, "max-same", 0, "in the text format, print at most `NUMBER` findings of a rule about one object, or in one kernel, and count the others; 0 prints all")
	s.BoolVar(&f.statistics, "statistics", false, "instead of the findings, print a row for each rule: errors, warnings, infos, fixes, best est. speedup")
	s.StringArrayVar(&f.verify, "verify", nil, "compare findings with `FILE`, a CSV export of Nsight Compute (repeatable); for constant memory: "+verify.Command()+"; for global and shared memory, by source line: "+verify.SourceCommand())
	f.registerIgnores(cmd)
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
	groupFlags(cmd, checkGroups)
	return cmd
}

// choose reads the flags that select findings.
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
	if f.maxSame < 0 {
		return ch, fmt.Errorf("--max-same %d: at least one finding has to be printed; 0 prints all", f.maxSame)
	}
	if ch.failOn, err = lint.ParseSeverity(f.failOn); err != nil {
		return ch, fmt.Errorf("--fail-on: %w", err)
	}
	if f.diff && (f.statistics || cmd.Flags().Changed("output-format")) {
		return ch, errors.New("--diff prints a diff and no findings: it goes with neither --output-format nor --statistics")
	}
	if err := errors.Join(f.checkBaseline(cmd), f.checkIgnores(cmd)); err != nil {
		return ch, err
	}
	if err := report.CheckFormat(f.format, report.Formats()); err != nil || !f.statistics {
		return ch, err
	}
	return ch, report.CheckStatistics(f.format)
}
