package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/selector"
	"github.com/cudalint/cudalint/rules"
)

func (c *Command) rules() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "rules [RULE]",
		Short: "List the rules, or print one rule's page; a prefix lists its rules",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return c.page(args[0], format)
			}
			return report.Rules(c.Stdout, format, rules.All())
		},
	}
	cmd.Flags().StringVar(&format, "output-format", format, "text or json")
	cmd.ValidArgsFunction = completeRules
	return cmd
}

func (c *Command) explain() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "explain RULE",
		Short: "Print one rule's page; a prefix such as constant lists its rules",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("explain needs the name of one rule; `cudalint rules` lists them")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.page(args[0], format) },
	}
	cmd.Flags().StringVar(&format, "output-format", format, "text or json")
	cmd.ValidArgsFunction = completeRules
	return cmd
}

// page prints the page of a rule, or the list of the rules that a prefix selects.
func (c *Command) page(name, format string) error {
	all := rules.All()
	if rule, err := lint.FindRule(all, name); err == nil {
		return report.Rule(c.Stdout, format, rule)
	}
	if err := selector.Check(lint.Names(all), name); err != nil {
		return err
	}
	meant := slices.DeleteFunc(slices.Clone(all), func(r *lint.Rule) bool { return !selector.Selects(name, r.Name) })
	return report.Rules(c.Stdout, format, meant)
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, r := range rules.All() {
		names = append(names, r.Name+"\t"+r.Summary)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
