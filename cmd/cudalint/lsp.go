package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lsp"
	"github.com/cudalint/cudalint/lsp/settings"
	"github.com/cudalint/cudalint/rules"
)

// serverMemory is the garbage collector's soft limit in the language server. The facts of the
// workspace fill it, so it does not depend on the number of processors.
const serverMemory = 512 << 20 // bytes

func (c *Command) lsp() *cobra.Command {
	var defaults settings.Defaults
	var results cacheFlags
	stdio := false
	cmd := &cobra.Command{
		Use:   "lsp [flags]",
		Short: "Run the language server for editors, on standard input and output",
		Long: `Run the language server, which shows findings, fixes, hovers and inlay hints in an
editor. Editors start it themselves. In a folder it reports what check reports there.
The flags count where the editor sets nothing. Paths in them are relative to each
folder of the workspace.

Exit status: 0 if the editor asked the server to shut down first, 1 if it did not, 2 if
an argument is wrong.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("lsp takes no argument, got %.80q: the editor names its files; `cudalint check` lints files and folders", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			c.serving = true
			c.limitMemory(serverMemory)
			if err := defaults.Check(); err != nil {
				return err
			}
			store, err := c.openCache(&results, false)
			if err != nil {
				return err
			}
			defer c.closeCache(store, false)
			err = lsp.Serve(cmd.Context(), lsp.Options{In: c.Stdin, Out: c.Stdout, Log: c.Stderr, Rules: rules.All(), Cache: store, Version: version(), Defaults: defaults})
			if errors.Is(err, lsp.ErrNoShutdown) {
				return errFindings
			}
			return err
		},
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.BoolVar(&stdio, "stdio", false, "use standard input and output; this is always so, and editors pass the flag")
	s.StringVar(&defaults.GPU, "gpu", "", "target `GPU`, as in check")
	complete(cmd, "gpu", completeGPUs)
	s.StringVar(&defaults.Configuration, "config", "", "configuration `FILE` for all files (default: cudalint.toml or .cudalint.toml in the folder of each file and above)")
	s.StringVarP(&defaults.CompileCommands, "compile-commands", "p", "", "`PATH` of compile_commands.json or its folder, relative to each folder of the workspace")
	s.StringArrayVarP(&defaults.IncludeDirs, "include", "I", nil, "`FOLDER` to search for #include (repeatable)")
	s.StringArrayVarP(&defaults.Defines, "define", "D", nil, "`MACRO` NAME or NAME=VALUE (repeatable)")
	results.register(cmd)
	return cmd
}
