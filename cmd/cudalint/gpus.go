package main

import (
	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/report"
)

func (c *Command) gpus() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "gpus [NAME]",
		Short: "List the GPU models, or print one with the sources of its figures",
		Long: `List the architectures that cudalint has prices for, with their products. The columns
count the figures that were measured on the architecture, published for it, or
extrapolated from another one. With the name of an architecture, a product or a model
file, print all its figures with their units and sources.

Exit status: 0, or 2 for an unknown name.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				var models []*gpu.Model
				for _, name := range gpu.Names() {
					models = append(models, gpu.Lookup(name))
				}
				return report.GPUs(c.Stdout, format, models)
			}
			model, product, err := gpu.Resolve(args[0])
			if err != nil {
				return err
			}
			return report.GPU(c.Stdout, format, model, product)
		},
	}
	cmd.Flags().StringVar(&format, "output-format", format, "text or json")
	completeValues(cmd, "output-format", "text", "json")
	cmd.ValidArgsFunction = completeGPUs
	return cmd
}

// completeGPUs completes --gpu with architectures and products, and with files. The products that
// have no figures of their own come last.
func completeGPUs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names, others []string
	for _, name := range gpu.Names() {
		model := gpu.Lookup(name)
		names = append(names, name+"\t"+model.Architecture)
		for _, p := range model.Products {
			names = append(names, p.Spelling()+"\t"+name)
		}
		for _, family := range gpu.WithoutFigures(name) {
			for _, product := range family.Products {
				others = append(others, gpu.Word(product)+"\t"+name+", with the figures of "+model.Products[0].Name)
			}
		}
	}
	return append(names, others...), cobra.ShellCompDirectiveDefault | cobra.ShellCompDirectiveKeepOrder
}

// complete sets the completions of a flag's value.
func complete(cmd *cobra.Command, flag string, offer func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)) {
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag is not declared
	}
}

// completeValues sets the fixed values of a flag as its completions.
func completeValues(cmd *cobra.Command, flag string, values ...string) {
	complete(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
