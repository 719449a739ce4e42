package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/wording"
	"github.com/cudalint/cudalint/rules"
)

// maxPartFile is the largest result of a shard that merge reads, in bytes.
const maxPartFile = 1 << 30

func (c *Command) merge() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "merge [flags] FILE...",
		Short: "Make one result of those of all shards",
		Long: `Make one result of the results of check --shard I/N --output-format json, in files:
what check prints without --shard. It takes all N files of one run, in any order. Run it
in the folder where check ran: some formats show the sources.

Exit status: 0 if no finding reaches --fail-on, 1 if one does, 2 if an argument, a file or
one of the shards failed.`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runMerge(cmd, f, args) },
	}
	f.registerMerge(cmd)
	return cmd
}

// registerMerge adds the flags of check that say how a result is written.
func (f *checkFlags) registerMerge(cmd *cobra.Command) {
	all := (&Command{}).checkWith(f).Flags()
	cmd.Flags().SortFlags = false
	for _, name := range []string{"output-format", "output-file", "statistics", "show-info", "sort", "color", "quiet", "verbose", "fail-on", "exit-zero"} {
		cmd.Flags().AddFlag(all.Lookup(name))
	}
}

func (c *Command) runMerge(cmd *cobra.Command, f *checkFlags, args []string) error {
	c.setFormat(cmd, f)
	chosen, err := f.choose(cmd)
	if err != nil {
		return err
	}
	parts, err := readParts(args)
	if err != nil {
		return err
	}
	if err := f.checkOutput(); err != nil {
		return err
	}
	opts := engine.Options{MaxFileSize: engine.DefaultMaxFileSize}
	for _, rule := range rules.All() {
		if slices.Contains(parts[0].Rules, rule.Name) {
			opts.Rules = append(opts.Rules, rule)
		}
	}
	result := engine.Merge(parts)
	if f.sort == "impact" {
		result.SortByImpact()
	}
	if err := c.report(f, &opts, result, nil, nil); err != nil {
		return err
	}
	return c.finishCheck(f, chosen.failOn, result)
}

// readParts reads the parts of one run from files, in order. The error says which file is wrong, or
// which parts are missing.
func readParts(names []string) ([]*engine.Part, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("merge needs the files of all shards, written by check --shard I/N --output-format json -o FILE")
	}
	var parts []*engine.Part
	of := map[int]string{} // the files of the parts
	for _, name := range names {
		text, err := bounded.Read(name, maxPartFile)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, lint.Reason(err))
		}
		part, err := report.ReadPart(text, version())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if slices.ContainsFunc(part.Result.Problems, lint.Problem.Interrupts) {
			return nil, fmt.Errorf("%s: the run was interrupted: check shard %d of %d again", name, part.Index, part.Count)
		}
		if other, twice := of[part.Index]; twice && part.Count == parts[0].Count {
			return nil, fmt.Errorf("shard %d of %d is there twice: %s and %s", part.Index, part.Count, other, name)
		}
		of[part.Index] = name
		parts = append(parts, part)
		switch first := parts[0]; {
		case part.Count != first.Count:
			return nil, fmt.Errorf("%s is shard %d of %d, but %s is shard %d of %d", name, part.Index, part.Count, names[0], first.Index, first.Count)
		case part.Run != first.Run:
			return nil, fmt.Errorf("%s and %s are of different runs: the files, the rules or the GPU differ", names[0], name)
		}
	}
	var missing []string
	for i := 1; i <= parts[0].Count; i++ {
		if of[i] == "" {
			missing = append(missing, fmt.Sprint(i))
		}
	}
	switch count := parts[0].Count; len(missing) {
	case 0:
	case 1:
		return nil, fmt.Errorf("shard %s of %d is missing", missing[0], count)
	default:
		return nil, fmt.Errorf("shards %s of %d are missing", wording.Bounded(strings.Join(missing, ", ")), count)
	}
	slices.SortFunc(parts, func(a, b *engine.Part) int { return a.Index - b.Index })
	return parts, nil
}
