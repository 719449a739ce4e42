package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/engine"
)

// debug returns a hidden command for developers of cudalint.
func (c *Command) debug() *cobra.Command {
	cmd := &cobra.Command{Use: "debug", Short: "Print what cudalint makes of a source", Hidden: true, Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	for form, short := range map[engine.DebugForm]string{
		engine.DebugTree: "Print the syntax tree of the functions of a file, or of those with a name",
		engine.DebugIR:   "Print the lowered form of the functions of a file, or of those with a name",
	} {
		f := &inputFlags{}
		printed := &cobra.Command{Use: string(form) + " [flags] file [function]", Short: short, Args: cobra.RangeArgs(1, 2),
			RunE: func(cmd *cobra.Command, args []string) error { return c.runDebug(cmd, f, form, args) }}
		f.register(printed)
		cmd.AddCommand(printed)
	}
	return cmd
}

func (c *Command) runDebug(cmd *cobra.Command, f *inputFlags, form engine.DebugForm, args []string) error {
	opts, err := f.options(config.Flags{})
	if err != nil {
		return err
	}
	inputs, problems, err := c.inputs(f, &opts, args[:1])
	if err != nil {
		return err
	}
	name := ""
	if len(args) > 1 {
		name = args[1]
	}
	linter := engine.New(opts)
	for _, in := range inputs {
		text, more := linter.Debug(cmd.Context(), in, form, name)
		problems = append(problems, more...)
		if err := c.write(f, func(w io.Writer, _ bool) error { _, err := fmt.Fprint(w, text); return err }); err != nil {
			return err
		}
	}
	return c.finish(f, problems)
}
