package main

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// setBuild reads the compilation database of -p and sets the flags and units that it lists.
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

// databaseProblems returns what is wrong with the compilation database. A database that lists
// none of the sources, perhaps one of another machine, is a problem too: the flags of the
// sources stay unknown.
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
