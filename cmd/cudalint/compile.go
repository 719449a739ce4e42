package main

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// setBuild sets what the compilation database that -p names says of each file.
func (f *inputFlags) setBuild(opts *engine.Options) error {
	if f.compileCommands == "" {
		return nil
	}
	commands, err := config.ReadCompileCommands(f.compileCommands)
	if err != nil {
		return err
	}
	f.commands = commands
	opts.Flags, opts.Units = commands.Flags, commands.Files()
	return nil
}

// databaseProblems returns what is wrong with the compilation database. That it lists
// none of the sources, say because it was made elsewhere, is said, too: their flags are
// as unknown as without it.
func (c *Command) databaseProblems(f *inputFlags, inputs []discover.Input) []lint.Problem {
	if f.commands == nil {
		return nil
	}
	sources := slices.DeleteFunc(slices.Clone(inputs), func(in discover.Input) bool {
		return in.HasText || !discover.IsCUDA(in.Path) || discover.IsHeader(in.Path)
	})
	listed := slices.ContainsFunc(sources, func(in discover.Input) bool { return f.commands.Lists(in.Path) })
	if len(sources) > 0 && !listed && !f.quiet {
		fmt.Fprintf(c.Stderr, "cudalint: %s lists none of the sources: they are linted without the flags of a build\n", f.compileCommands)
	}
	return f.commands.Problems()
}
