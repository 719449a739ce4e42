package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/ptxas"
	"github.com/cudalint/cudalint/lint/report"
)

// inGitHubJob reports whether the command runs in a job of GitHub Actions.
func (c *Command) inGitHubJob() bool { return c.Getenv("GITHUB_ACTIONS") == "true" }

// setFormat sets the default format of the findings: annotations in a GitHub Actions job,
// otherwise text.
func (c *Command) setFormat(cmd *cobra.Command, f *checkFlags) {
	if !cmd.Flags().Changed("output-format") && c.inGitHubJob() && f.output == "" && !f.statistics && !f.diff {
		f.format = "github"
	}
}

// reportOptions returns the options for writing findings.
func (c *Command) reportOptions(f *checkFlags, opts *engine.Options, inputs []discover.Input, color bool) report.Options {
	return report.Options{
		Color: color, Version: version(), Quiet: f.quiet, Fixed: f.fix, ShowInfo: f.showInfo, MaxSame: f.maxSame,
		Text: textOf(inputs, opts.MaxFileSize), Rules: opts.Rules, Folder: c.folder(),
	}
}

// folder returns the working folder relative to the top of the repository, in a job of GitHub
// Actions or GitLab. It is "" for the top itself and if unknown. Both services read relative
// paths from the top, whatever the working folder of a step.
func (c *Command) folder() string {
	checkout := ""
	switch {
	case c.inGitHubJob():
		checkout = c.Getenv("GITHUB_WORKSPACE")
	case c.Getenv("GITLAB_CI") == "true":
		checkout = c.Getenv("CI_PROJECT_DIR")
	}
	dir, err := os.Getwd()
	if checkout == "" || err != nil {
		return ""
	}
	checkout, dir = resolved(checkout), resolved(dir)
	if !within(dir, checkout) {
		return ""
	}
	// A job can check out the repository into a folder of its workspace.
	top := dir
	for top != checkout && !isFolder(filepath.Join(top, ".git")) {
		top = filepath.Dir(top)
	}
	relative, err := filepath.Rel(top, dir)
	if err != nil || relative == "." {
		return ""
	}
	return filepath.ToSlash(relative)
}

// within reports whether dir is other or lies inside it.
func within(dir, other string) bool {
	relative, err := filepath.Rel(other, dir)
	return err == nil && filepath.IsLocal(relative)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// resolved returns a folder with symbolic links resolved, or the folder itself if that fails.
func resolved(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// printCounts prints how many findings there are and how many are hidden, if the output does
// not show that: GitHub drops some annotations, and a file is not on the screen.
func (c *Command) printCounts(f *checkFlags, result *engine.Result) {
	if f.quiet {
		return
	}
	if (f.format == "github" || f.output != "") && !f.statistics {
		fmt.Fprintf(c.Stderr, "cudalint: %s\n", report.Summary(result))
	}
	c.printCoverage(&f.inputFlags, result.Compiled)
	if text := report.LeftOut(f.format, result); text != "" {
		fmt.Fprintf(c.Stderr, "cudalint: %s\n", text)
	}
}

// printCoverage prints how much of the compiler's logs is about the kernels of a run.
func (c *Command) printCoverage(f *inputFlags, logs []ptxas.Coverage) {
	if f.quiet {
		return
	}
	for i := range logs {
		fmt.Fprintf(c.Stderr, "cudalint: %s\n", report.Coverage(&logs[i]))
	}
}
