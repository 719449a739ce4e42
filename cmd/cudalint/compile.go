package main

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
)

// setBuild sets what the compilation database that -p names says of each file.
func (f *inputFlags) setBuild(opts *lint.Options) error {
	if f.compileCommands == "" {
		return nil
	}
	commands, err := config.ReadCompileCommands(f.compileCommands)
	if err != nil {
		return err
	}
	opts.Flags, opts.Units = commands.Flags, commands.Files()
	return nil
}
