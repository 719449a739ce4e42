package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report"
)

// inGitHubJob reports whether the command runs in a job of GitHub Actions.
func (c *Command) inGitHubJob() bool { return c.Getenv("GITHUB_ACTIONS") == "true" }

// setFormat chooses the format of the findings where none is asked for: that of
// annotations in a GitHub Actions job, which reads them from the log alone, else text.
func (c *Command) setFormat(cmd *cobra.Command, f *checkFlags) {
	if !cmd.Flags().Changed("output-format") && c.inGitHubJob() && f.output == "" && !f.statistics && !f.diff {
		f.format = "github"
	}
}

// reportOptions returns what the findings are written with.
func (c *Command) reportOptions(f *checkFlags, opts *engine.Options, inputs []discover.Input, color bool) report.Options {
	return report.Options{
		Color: color, Version: version(), Quiet: f.quiet, Fixed: f.fix,
		Text: textOf(inputs, opts.MaxFileSize), Rules: opts.Rules, Folder: c.folder(),
	}
}

// folder returns the working folder as seen from the top of the repository in a job of
// GitHub Actions or GitLab, "" for the top itself and wherever that is not known. Both take
// relative paths for relative to the top, whatever the working folder of a step.
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

// within reports whether a folder is another or lies in it.
func within(dir, other string) bool {
	relative, err := filepath.Rel(other, dir)
	return err == nil && filepath.IsLocal(relative)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// resolved returns a folder without symbolic links, as it is if that cannot be had.
func resolved(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// sayCounts says how many findings there are and how many are hidden where what is printed
// does not: annotations, of which readers will not see all, and a file.
func (c *Command) sayCounts(f *checkFlags, result *engine.Result) {
	if f.quiet {
		return
	}
	if (f.format == "github" || f.output != "") && !f.statistics {
		fmt.Fprintf(c.Stderr, "cudalint: %s\n", report.Summary(result))
	}
	if text := report.LeftOut(f.format, result); text != "" {
		fmt.Fprintf(c.Stderr, "cudalint: %s\n", text)
	}
}
