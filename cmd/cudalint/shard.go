package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/engine"
)

// registerShard adds the flag --shard.
func (f *checkFlags) registerShard(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.shard, "shard", "", "report part `I/N` of the files, such as 2/4: the parts together report what one run does, and know what the others hold")
}

// setShard sets the shard from the flag.
func (f *checkFlags) setShard(cmd *cobra.Command, opts *engine.Options, args []string) (err error) {
	if !cmd.Flags().Changed("shard") {
		return nil
	}
	if opts.Shard, err = engine.ParseShard(f.shard); err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	for _, name := range []string{"fix", "diff", "verify", "write-baseline"} {
		if other := cmd.Flags().Lookup(name); other != nil && other.Changed {
			return fmt.Errorf("--shard goes with reports only, not with --%s: run that over all files", name)
		}
	}
	if slices.Contains(args, "-") {
		return errors.New("--shard takes files and folders, not standard input (-)")
	}
	return nil
}
