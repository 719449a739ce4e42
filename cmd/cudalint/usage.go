package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageWidth is the number of columns at which lists of flags wrap.
const usageWidth = 100

// A flagGroup is a part of a list of flags, by their long names.
type flagGroup struct {
	title string
	flags []string
}

// checkGroups are the flags of check as its help lists them.
var checkGroups = []flagGroup{
	{"Which findings", []string{"select", "extend-select", "ignore", "rule-option", "min-severity", "min-impact",
		"baseline", "write-baseline", "diff-from", "verify"}},
	{"Fixes", []string{"fix", "unsafe-fixes", "diff", "add-ignore", "reason"}},
	{"Output", []string{"output-format", "output-file", "statistics", "show-info", "max-same", "sort", "color", "quiet", "verbose"}},
	{"Exit status", []string{"fail-on", "exit-zero"}},
	{"How the code is built", []string{"gpu", "cuda", "compile-commands", "include", "no-include-search", "define", "block", "rdc", "ptxas-log"}},
	{"Files", []string{"context", "config", "isolated", "force-exclude", "stdin-filename", "shard", "max-file-size"}},
	{"Running", []string{"jobs", "memory", "file-timeout", "no-cache", "help"}},
}

// groupFlags lists the flags in a command's help by group. Flags without a group are hidden.
func groupFlags(cmd *cobra.Command, groups []flagGroup) {
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		w := cmd.OutOrStderr()
		fmt.Fprintf(w, "Usage:\n  %s\n", cmd.UseLine())
		for _, group := range groups {
			set := pflag.NewFlagSet(group.title, pflag.ContinueOnError)
			set.SortFlags = false
			for _, name := range group.flags {
				if flag := cmd.Flags().Lookup(name); flag != nil {
					set.AddFlag(flag)
				}
			}
			fmt.Fprintf(w, "\n%s:\n%s", group.title, set.FlagUsagesWrapped(usageWidth))
		}
		return nil
	})
}
