package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report"
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

// partOf returns what the command merge needs of the result of a shard. before are the problems of
// the preparation, which the result does not have yet.
func (run *checkRun) partOf(result *engine.Result, before []lint.Problem) (*report.Part, error) {
	part := &engine.Part{Shard: run.opts.Shard, Run: engine.New(run.opts).RunKey(run.inputs), Before: before, Result: *result}
	for _, rule := range run.opts.Rules {
		part.Rules = append(part.Rules, rule.Name)
	}
	data, err := part.Encode()
	return &report.Part{Shard: part.Shard, Data: data}, err
}
